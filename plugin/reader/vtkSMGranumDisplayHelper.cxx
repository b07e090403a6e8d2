#include "vtkSMGranumDisplayHelper.h"

#include "apart.h"
#include "categories.h"
#include "coloring.h"
#include "legends.h"
#include "plane_view.h"
#include "when_shown.h"

#include "vtkCommand.h"
#include "vtkDataObject.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMProxyListDomain.h"
#include "vtkSMStringListDomain.h"
#include "vtkSMStringVectorProperty.h"
#include "vtkSmartPointer.h"
#include "vtkWeakPointer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

vtkStandardNewMacro(vtkSMGranumDisplayHelper);

namespace granum
{

namespace
{

// Series and axes of a chart, as written in the XML of its display.
// Lines of vtkSMGranumDisplayHelper:
//
//   <Series names="density force_density" />   only these are drawn
//   <Series except="time" />                   all but these
//   <Axes bottom="f/mean f" left="P" log="1" />
//   <Axes property="Curves" value="2" bottom="time (s)" left="torque (N m)" />
//                                              while that property of the input has that value
//
// Every series gets a colour of its own, which readers with a colour vision deficiency can
// tell apart (Okabe and Ito, Color Universal Design, 2008), a wide line and a name without underscores.

using Texts = std::vector<std::string>;

constexpr const char* Colors[][3] = { { "0", "0.447", "0.698" }, { "0.835", "0.369", "0" },
  { "0", "0.62", "0.451" }, { "0.8", "0.475", "0.655" }, { "0.902", "0.624", "0" },
  { "0.337", "0.706", "0.914" }, { "0", "0", "0" } };
constexpr std::size_t ColorCount = std::size(Colors);
constexpr std::size_t LineStyles = 5; // of ParaView: 1 solid, 2 dash, 3 dot ...

std::set<std::string> Words(const char* text)
{
  std::istringstream stream(text ? text : "");
  return { std::istream_iterator<std::string>(stream), {} };
}

/** The columns of the input, as the chart knows them. */
Texts Columns(vtkSMProxy* display)
{
  auto* known = display->GetProperty("SeriesVisibility")->FindDomain<vtkSMStringListDomain>();
  Texts names;
  for (unsigned int i = 0; known && i < known->GetNumberOfStrings(); ++i)
  {
    names.emplace_back(known->GetString(i));
  }
  return names;
}

void SetAll(vtkSMProxy* display, const char* property, const Texts& texts)
{
  vtkSMPropertyHelper helper(display, property);
  helper.SetNumberOfElements(0);
  for (unsigned int i = 0; i < texts.size(); ++i)
  {
    helper.Set(i, texts[i].c_str());
  }
}

/** Draws the series of a line.  Those that `names` promises are set before they are known,
 * since a frame without rows may not have them. */
void SetSeries(vtkSMProxy* display, vtkPVXMLElement* line)
{
  const std::set<std::string> wanted = Words(line->GetAttribute("names"));
  const std::set<std::string> except = Words(line->GetAttribute("except"));
  const auto isShown = [&](const std::string& name)
  { return wanted.empty() ? !except.count(name) : wanted.count(name) > 0; };
  Texts names = Columns(display);
  for (const std::string& name : wanted)
  {
    if (std::find(names.begin(), names.end(), name) == names.end())
    {
      names.push_back(name);
    }
  }
  std::stable_partition(names.begin(), names.end(), isShown);

  Texts visible, color, label, width, style, marker;
  for (std::size_t k = 0; k < names.size(); ++k)
  {
    const std::string& name = names[k];
    const char* const* rgb = Colors[k % ColorCount];
    std::string words = name;
    std::replace(words.begin(), words.end(), '_', ' ');
    visible.insert(visible.end(), { name, isShown(name) ? "1" : "0" });
    color.insert(color.end(), { name, rgb[0], rgb[1], rgb[2] });
    label.insert(label.end(), { name, words });
    width.insert(width.end(), { name, "2" });
    style.insert(style.end(), { name, std::to_string(1 + k / ColorCount % LineStyles) });
    marker.insert(marker.end(), { name, line->GetAttribute("points") ? "4" : "0" }); // circles
  }
  SetAll(display, "SeriesVisibility", visible);
  SetAll(display, "SeriesColor", color);
  SetAll(display, "SeriesLabel", label);
  SetAll(display, "SeriesLineThickness", width);
  SetAll(display, "SeriesLineStyle", style);
  SetAll(display, "SeriesMarkerStyle", marker);
  display->UpdateVTKObjects();
}

/** The line Axes that holds for the input of the display, or null. */
vtkPVXMLElement* AxesOf(vtkSMProxy* display, vtkPVXMLElement* xml)
{
  vtkSMProxy* input = vtkSMPropertyHelper(display, "Input").GetAsProxy();
  for (unsigned int i = 0; i < xml->GetNumberOfNestedElements(); ++i)
  {
    vtkPVXMLElement* line = xml->GetNestedElement(i);
    if (std::strcmp(line->GetName(), "Axes") != 0)
    {
      continue;
    }
    const char* property = line->GetAttribute("property");
    int value = 0;
    line->GetScalarAttribute("value", &value);
    if (!property ||
      (input && input->GetProperty(property) &&
        vtkSMPropertyHelper(input, property).GetAsInt() == value))
    {
      return line;
    }
  }
  return nullptr;
}

/** Keeps the series of a display and the titles of its view up to date. */
class Keeper : public vtkCommand
{
public:
  static Keeper* New() { return new Keeper; }

  void Keep(vtkSMProxy* display, vtkPVXMLElement* xml)
  {
    this->Display = display;
    this->Xml = xml;
    vtkSMProxy* input = vtkSMPropertyHelper(display, "Input").GetAsProxy();
    if (input)
    {
      input->AddObserver(vtkCommand::UpdateDataEvent, this);
      input->AddObserver(vtkCommand::PropertyModifiedEvent, this);
    }
    this->Dress();
    const vtkSmartPointer<Keeper> alive(this);
    WhenShown(display,
      [alive](vtkSMProxy* view)
      {
        alive->View = view;
        alive->Title();
        alive->PlaceLegend();
      });
  }

  void Execute(vtkObject* caller, unsigned long event, void*) override
  {
    const vtkSmartPointer<Keeper> alive(this);
    if (!this->Display)
    {
      caller->RemoveObserver(this);
      return;
    }
    if (event == vtkCommand::UpdateDataEvent)
    {
      this->Dress();
      this->PlaceLegend();
    }
    this->Title();
  }

private:
  void Dress()
  {
    vtkPVXMLElement* line = this->Xml->FindNestedElementByName("Series");
    const Texts columns = Columns(this->Display);
    if (line && (columns != this->Known || !this->Dressed))
    {
      this->Known = columns;
      this->Dressed = true;
      SetSeries(this->Display, line);
    }
  }

  void Title()
  {
    vtkPVXMLElement* line = this->View ? AxesOf(this->Display, this->Xml) : nullptr;
    if (!line || line == this->Titled)
    {
      return;
    }
    this->SetTitle("BottomAxisTitle", line->GetAttributeOrEmpty("bottom"), this->Bottom);
    this->SetTitle("LeftAxisTitle", line->GetAttributeOrEmpty("left"), this->Left);
    int logarithmic = 0;
    line->GetScalarAttribute("log", &logarithmic);
    vtkSMPropertyHelper(this->View, "LeftAxisLogScale", true).Set(logarithmic);
    this->Titled = line;
    this->View->UpdateVTKObjects();
  }

  /** Where the input finds no points of its curves; a legend that the user has put elsewhere stays. */
  void PlaceLegend()
  {
    vtkSMProxy* input = vtkSMPropertyHelper(this->Display, "Input").GetAsProxy();
    vtkSMProperty* corner = input ? input->GetProperty("QuietCorner") : nullptr;
    if (!corner || !this->View)
    {
      return;
    }
    vtkSMPropertyHelper place(this->View, "LegendLocation");
    if (place.GetAsInt() == this->Corner)
    {
      input->UpdatePropertyInformation(corner);
      this->Corner = vtkSMPropertyHelper(corner).GetAsInt();
      const vtkSMPropertyHelper size(this->View, "ViewSize");
      this->Corner =
        this->Corner == Right && size.GetAsInt(0) < size.GetAsInt(1) ? Above : this->Corner;
      place.Set(this->Corner);
      this->View->UpdateVTKObjects();
    }
  }

  /** `last`: the title that was set here before. */
  void SetTitle(const char* property, const std::string& text, std::string& last)
  {
    vtkSMPropertyHelper title(this->View, property, true);
    const char* now = title.GetAsString();
    if (!now || last == now)
    {
      title.Set(text.c_str());
      last = text;
    }
  }

  vtkWeakPointer<vtkSMProxy> Display;
  vtkWeakPointer<vtkSMProxy> View;
  vtkSmartPointer<vtkPVXMLElement> Xml;
  vtkPVXMLElement* Titled = nullptr;
  Texts Known;
  bool Dressed = false;
  std::string Bottom, Left;
  static constexpr int Above = 5, Right = 6; // a legend outside
  int Corner = 1; // of the legend: the upper right one, ParaView's default
};

/** Applies the lines Series and Axes of `xml` to a display: at once, when the display is
 * added to a view, and again when its input has other columns or its property changes.  A
 * title of an axis that the user has written stays. */
void DressChart(vtkSMProxy* display, vtkPVXMLElement* xml)
{
  vtkNew<Keeper> keeper;
  keeper->Keep(display, xml);
}

}

}

namespace
{

void SetValues(vtkSMProxy* display, const char* property, const std::string& value)
{
  vtkSMPropertyHelper helper(display, property);
  if (vtkSMStringVectorProperty::SafeDownCast(display->GetProperty(property)))
  {
    helper.Set(value.c_str());
    return;
  }
  std::istringstream stream(value);
  double number = 0.0;
  for (unsigned int i = 0; stream >> number; ++i)
  {
    helper.Set(i, number);
  }
}

}

//----------------------------------------------------------------------------
vtkSMGranumDisplayHelper::vtkSMGranumDisplayHelper() = default;

//----------------------------------------------------------------------------
vtkSMGranumDisplayHelper::~vtkSMGranumDisplayHelper() = default;

//----------------------------------------------------------------------------
void vtkSMGranumDisplayHelper::PostInitializeProxy(vtkSMProxy* display, vtkPVXMLElement* xml,
  vtkMTimeType start)
{
  granum::KnowCategories();
  granum::KnowUnits(display);
  const bool flat = granum::IsFlat(display);
  std::set<std::string> ofPlane;
  vtkSMProperty* coloring = display->GetProperty("ColorArrayName");
  for (unsigned int i = 0; i < xml->GetNumberOfNestedElements(); ++i)
  {
    vtkPVXMLElement* line = xml->GetNestedElement(i);
    if (std::strcmp(line->GetName(), "First") != 0)
    {
      continue; // colours below, series when they are known
    }
    const char* name = line->GetAttribute("property");
    vtkSMProperty* property = name ? display->GetProperty(name) : nullptr;
    if (!property)
    {
      vtkErrorMacro("The display has no property '" << (name ? name : "") << "'");
      continue;
    }
    const char* array = line->GetAttribute("point_array");
    const bool plane = line->GetAttribute("dimensions") != nullptr;
    if (ofPlane.count(name) > 0 || property->GetMTime() > start || (plane && !flat))
    {
      continue;
    }
    if (plane) // its value may be the default, which leaves the property unmodified
    {
      ofPlane.insert(name);
    }
    if (array)
    {
      if (granum::KnowsGrainArray(display, array) ||
        granum::HasArray(display, array, vtkDataObject::POINT))
      {
        vtkSMPropertyHelper(property).SetInputArrayToProcess(vtkDataObject::POINT, array);
      }
    }
    else if (line->GetAttribute("middle"))
    {
      vtkSMPropertyHelper(property).Set(granum::MiddleLayer(display));
    }
    else if (const char* port = line->GetAttribute("input_port"))
    {
      vtkSMPropertyHelper(property).Set(vtkSMPropertyHelper(display, "Input").GetAsProxy(),
        std::atoi(port));
    }
    else if (const char* source = line->GetAttribute("list_proxy"))
    {
      auto* list = property->FindDomain<vtkSMProxyListDomain>();
      if (vtkSMProxy* chosen = list ? list->FindProxy("sources", source) : nullptr)
      {
        vtkSMPropertyHelper(property).Set(chosen);
      }
    }
    else
    {
      SetValues(display, name, line->GetAttributeOrEmpty("value"));
      property->Modified(); // also by its default, which ParaView then does not replace
    }
  }
  if (coloring && coloring->GetMTime() <= start)
  {
    granum::ColorByLines(display, xml);
  }
  granum::LookAtPlane(display, xml, start);
  if (display->GetProperty("WindowLocation"))
  {
    granum::KeepTextApart(display);
  }
  display->UpdateVTKObjects();
}

//----------------------------------------------------------------------------
void vtkSMGranumDisplayHelper::RegisterProxy(vtkSMProxy* display, vtkPVXMLElement* xml)
{
  if (xml->FindNestedElementByName("Series"))
  {
    granum::DressChart(display, xml);
  }
  granum::ColorWithRows(display, xml);
}
