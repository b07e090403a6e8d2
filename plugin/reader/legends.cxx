// reader/legends.cxx -- colours and titles of a display, as written in its XML.
//
// Room: plugin/reader.
#include "legends.h"

#include "apart.h"
#include "upstream.h"
#include "when_shown.h"

#include "vtkCommand.h"
#include "vtkNew.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxyIterator.h"
#include "vtkSMProxyManager.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSMTransferFunctionManager.h"
#include "vtkSMTransferFunctionPresets.h"
#include "vtkSMTransferFunctionProxy.h"
#include "vtkSmartPointer.h"
#include "vtkWeakPointer.h"

#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace granum
{

namespace
{

/** Three digits: for std::format, as the default of ParaView 6.1 is, or for printf. */
const char* FormatOfLabels(vtkSMProperty* format)
{
  return strchr(vtkSMPropertyHelper(format).GetAsString(), '{') ? "{:.3g}" : "%.3g";
}

vtkSMProxy* TableOf(vtkSMProxy* display)
{
  return vtkSMPropertyHelper(display, "LookupTable").GetAsProxy();
}

/** The array that a colour map is for: `velocity` of velocity.PVLookupTable. */
std::string ArrayOf(vtkSMProxy* table)
{
  const char* name = table->GetSessionProxyManager()->GetProxyName("lookup_tables", table);
  const std::string whole = name ? name : "";
  return whole.substr(0, whole.rfind(".PVLookupTable"));
}

/** What a colour map shows of an array: of a velocity its magnitude. */
std::string Word(const std::string& array)
{
  return array == "velocity" ? "speed" : array == "angular_velocity" ? "angular speed" : array;
}

/** Name and unit, `speed (m/s)`; the bare name if no reader knows the unit. */
std::string Titled(vtkSMSessionProxyManager* session, const std::string& array)
{
  const auto sources = vtkSmartPointer<vtkSMProxyIterator>::New();
  sources->SetSessionProxyManager(session);
  sources->SetModeToOneGroup();
  for (sources->Begin("sources"); !sources->IsAtEnd(); sources->Next())
  {
    const std::vector<std::string> units = InformationTexts(sources->GetProxy(), "ArrayUnits");
    for (std::size_t i = 0; i + 1 < units.size(); i += 2)
    {
      if (units[i] == array)
      {
        return units[i + 1] == "1" ? array : Word(array) + " (" + units[i + 1] + ")";
      }
    }
  }
  return array;
}

/** Ends of the bar as short as its other numbers: 4, not 4.0e+00. */
void ShortenNumbers(vtkSMProxy* bar)
{
  vtkSMProperty* format = bar->GetProperty("RangeLabelFormat");
  if (format && format->IsValueDefault())
  {
    vtkSMPropertyHelper(format).Set(FormatOfLabels(format));
  }
}

/** Titles colour bars as they are made, and keeps them apart. */
class Labeller : public vtkCommand
{
public:
  static Labeller* New() { return new Labeller; }

  void Execute(vtkObject* caller, unsigned long, void* data) override
  {
    const auto* made = static_cast<vtkSMProxyManager::RegisteredProxyInformation*>(data);
    if (!made || !made->GroupName || std::strcmp(made->GroupName, "scalar_bars") != 0)
    {
      return;
    }
    vtkSMProxy* bar = made->Proxy;
    KeepBarApart(bar);
    vtkSMProxy* table = vtkSMPropertyHelper(bar, "LookupTable").GetAsProxy();
    if (!table || !bar->GetProperty("Title")->IsValueDefault())
    {
      return;
    }
    const std::string array = ArrayOf(table);
    const std::string title = Titled(vtkSMSessionProxyManager::SafeDownCast(caller), array);
    if (title != array)
    {
      vtkSMPropertyHelper(bar, "Title").Set(title.c_str());
      vtkSMPropertyHelper(bar, "ComponentTitle").Set(""); // else "Component"
      ShortenNumbers(bar);
      // ParaView 6 notes single values, such as 0 of grains that are all at rest.
      if (vtkSMPropertyHelper(table, "IndexedLookup").GetAsInt() == 0)
      {
        vtkSMPropertyHelper(bar, "DrawAnnotations", true).Set(0);
      }
      bar->UpdateVTKObjects();
    }
  }
};

/** The title of a line, by the value of the property that it names. */
std::string TitleOf(vtkSMProxy* filter, vtkPVXMLElement* line)
{
  const char* reference = line->GetAttribute("reference");
  vtkSMProperty* property = reference && filter ? filter->GetProperty(reference) : nullptr;
  const double value = property ? vtkSMPropertyHelper(property).GetAsDouble() : 0.0;
  if (value <= 0.0)
  {
    return line->GetAttributeOrEmpty("title");
  }
  std::string title = line->GetAttributeOrEmpty("reference_title");
  std::ostringstream number;
  number << value;
  const std::size_t star = title.find('*');
  return star == std::string::npos ? title : title.replace(star, 1, number.str());
}

/** Titles the bar of a display in a view, and again when the property changes on which the
 * title depends. */
class Titler : public vtkCommand
{
public:
  static Titler* New() { return new Titler; }

  void Title(vtkSMProxy* display, vtkSMProxy* view, vtkPVXMLElement* line)
  {
    this->Display = display;
    this->View = view;
    this->Line = line;
    this->Filter = vtkSMPropertyHelper(display, "Input").GetAsProxy();
    if (this->Filter && line->GetAttribute("reference"))
    {
      this->Filter->AddObserver(vtkCommand::PropertyModifiedEvent, this);
    }
    this->SetTitle();
  }

  void Execute(vtkObject* caller, unsigned long, void* property) override
  {
    const std::string name = property ? static_cast<const char*>(property) : "";
    if (!this->Display || !this->View)
    {
      caller->RemoveObserver(this);
    }
    else if (name == this->Line->GetAttributeOrEmpty("reference"))
    {
      this->SetTitle();
    }
  }

private:
  void SetTitle()
  {
    vtkSMProxy* table = TableOf(this->Display);
    vtkNew<vtkSMTransferFunctionManager> manager;
    vtkSMProxy* bar = table ? manager->GetScalarBarRepresentation(table, this->View) : nullptr;
    if (!bar)
    {
      return;
    }
    const std::string array =
      vtkSMPropertyHelper(this->Display, "ColorArrayName").GetInputArrayNameToProcess();
    vtkSMPropertyHelper title(bar, "Title");
    const std::string now = title.GetAsString();
    if (now == array || now == this->Given || bar->GetProperty("Title")->IsValueDefault() ||
      now == Titled(bar->GetSessionProxyManager(), array))
    {
      this->Given = TitleOf(this->Filter, this->Line);
      title.Set(this->Given.c_str());
      vtkSMPropertyHelper(bar, "ComponentTitle").Set("");
      ShortenNumbers(bar);
      bar->UpdateVTKObjects();
    }
  }

  vtkWeakPointer<vtkSMProxy> Display, Filter, View;
  vtkSmartPointer<vtkPVXMLElement> Line;
  std::string Given; // the title set last
};

/** Names and colours of the categories of a line whose properties of the filter are on. */
void GiveCategories(vtkSMProxy* table, vtkSMProxy* filter, vtkPVXMLElement* line)
{
  std::vector<std::string> names;
  std::vector<double> colors;
  for (unsigned int i = 0; i < line->GetNumberOfNestedElements(); ++i)
  {
    vtkPVXMLElement* category = line->GetNestedElement(i);
    const char* shown = category->GetAttribute("property");
    if (shown && filter && vtkSMPropertyHelper(filter, shown).GetAsInt() == 0)
    {
      continue;
    }
    double color[3] = { 0.0, 0.0, 0.0 };
    category->GetVectorAttribute("color", 3, color);
    names.emplace_back(category->GetAttributeOrEmpty("value"));
    names.emplace_back(category->GetAttributeOrEmpty("name"));
    colors.insert(colors.end(), color, color + 3);
  }
  if (!names.empty())
  {
    vtkSMPropertyHelper(table, "IndexedLookup").Set(1);
    vtkSMPropertyHelper annotations(table, "Annotations");
    annotations.SetNumberOfElements(static_cast<unsigned int>(names.size()));
    for (unsigned int i = 0; i < names.size(); ++i)
    {
      annotations.Set(i, names[i].c_str());
    }
    vtkSMPropertyHelper(table, "IndexedColors")
      .Set(colors.data(), static_cast<unsigned int>(colors.size()));
  }
}

/** Lists the categories anew when a property of the filter changes. */
class Listed : public vtkCommand
{
public:
  static Listed* New() { return new Listed; }

  void Execute(vtkObject* caller, unsigned long, void*) override
  {
    if (vtkSMProxy* table = this->Table)
    {
      GiveCategories(table, vtkSMProxy::SafeDownCast(caller), this->Line);
      table->UpdateVTKObjects();
    }
  }

  vtkWeakPointer<vtkSMProxy> Table;
  vtkSmartPointer<vtkPVXMLElement> Line;
};

}

void GiveColors(vtkSMProxy* display, vtkPVXMLElement* line)
{
  vtkSMProxy* table = TableOf(display);
  if (!table)
  {
    return;
  }
  if (const char* map = line->GetAttribute("map"))
  {
    // ParaView 6 calls "Viridis (matplotlib)" "Viridis".
    std::string name(map);
    if (!vtkSMTransferFunctionPresets::GetInstance()->HasPreset(map))
    {
      name = name.substr(0, name.find(" (matplotlib)"));
    }
    vtkSMTransferFunctionProxy::ApplyPreset(table, name.c_str(), true);
    if (line->GetAttribute("invert"))
    {
      vtkSMTransferFunctionProxy::InvertTransferFunction(table);
    }
    const double none[3] = { 0.63, 0.63, 0.63 }; // of rows without a value
    vtkSMPropertyHelper(table, "NanColor").Set(none, 3);
  }
  GiveCategories(table, vtkSMPropertyHelper(display, "Input").GetAsProxy(), line);
  table->UpdateVTKObjects();
}

void WatchCategories(vtkSMProxy* display, vtkPVXMLElement* line)
{
  vtkSMProxy* filter = vtkSMPropertyHelper(display, "Input").GetAsProxy();
  vtkPVXMLElement* category = line->FindNestedElementByName("Category");
  if (filter && category && category->GetAttribute("property"))
  {
    vtkNew<Listed> listed;
    listed->Table = TableOf(display);
    listed->Line = line;
    filter->AddObserver(vtkCommand::PropertyModifiedEvent, listed);
  }
}

void TitleLater(vtkSMProxy* display, vtkPVXMLElement* line)
{
  if (line->GetAttribute("title"))
  {
    const vtkWeakPointer<vtkSMProxy> shown(display);
    const vtkSmartPointer<vtkPVXMLElement> kept(line);
    WhenShown(display,
      [shown, kept](vtkSMProxy* view)
      {
        vtkNew<Titler> titler;
        titler->Title(shown, view, kept);
      });
  }
}

void DropComponentWord(vtkSMProxy* display)
{
  vtkSMProxy* table = TableOf(display);
  const auto bars = vtkSmartPointer<vtkSMProxyIterator>::New();
  bars->SetSessionProxyManager(display->GetSessionProxyManager());
  bars->SetModeToOneGroup();
  for (bars->Begin("scalar_bars"); table && !bars->IsAtEnd(); bars->Next())
  {
    vtkSMProxy* bar = bars->GetProxy();
    const vtkSMPropertyHelper of(bar, "LookupTable");
    vtkSMPropertyHelper word(bar, "ComponentTitle");
    if (of.GetAsProxy() == table && std::strcmp(word.GetAsString(), "Component") == 0)
    {
      word.Set("");
      bar->UpdateVTKObjects();
    }
  }
}

void KnowUnits(vtkSMProxy* proxy)
{
  static vtkWeakPointer<vtkSMSessionProxyManager> known;
  vtkSMSessionProxyManager* session = proxy->GetSessionProxyManager();
  if (session && known != session)
  {
    vtkNew<Labeller> labeller;
    session->AddObserver(vtkCommand::RegisterEvent, labeller);
    known = session;
  }
}

}
