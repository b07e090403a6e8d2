// reader/legends.cxx -- colours and titles of a display, as written in its XML.
//
// Room: plugin/reader.
#include "legends.h"

#include "vtkCommand.h"
#include "vtkNew.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxyIterator.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSMTransferFunctionManager.h"
#include "vtkSMTransferFunctionProxy.h"
#include "vtkSmartPointer.h"
#include "vtkWeakPointer.h"

#include <cstring>
#include <string>
#include <vector>

namespace granum
{

namespace
{

vtkSMProxy* TableOf(vtkSMProxy* display)
{
  return vtkSMPropertyHelper(display, "LookupTable").GetAsProxy();
}

/** Waits for the display in the views that there are. */
class Titler : public vtkCommand
{
public:
  static Titler* New() { return new Titler; }

  void Wait(vtkSMProxy* display, const char* title)
  {
    this->Display = display;
    this->Title = title;
    const auto views = vtkSmartPointer<vtkSMProxyIterator>::New();
    views->SetSessionProxyManager(display->GetSessionProxyManager());
    for (views->Begin("views"); !views->IsAtEnd(); views->Next())
    {
      views->GetProxy()->AddObserver(vtkCommand::PropertyModifiedEvent, this);
      this->Views.emplace_back(views->GetProxy());
    }
  }

  void Execute(vtkObject* caller, unsigned long, void* property) override
  {
    auto* view = vtkSMProxy::SafeDownCast(caller);
    const auto* name = static_cast<const char*>(property);
    if (!view || !name || std::strcmp(name, "Representations") != 0)
    {
      return;
    }
    const vtkSmartPointer<Titler> alive(this);
    if (!this->Display)
    {
      this->Leave();
      return;
    }
    const vtkSMPropertyHelper shown(view, "Representations");
    for (unsigned int i = 0; i < shown.GetNumberOfElements(); ++i)
    {
      if (shown.GetAsProxy(i) == this->Display)
      {
        this->SetTitle(view);
        this->Leave();
        return;
      }
    }
  }

private:
  void SetTitle(vtkSMProxy* view)
  {
    vtkSMProxy* table = TableOf(this->Display);
    vtkNew<vtkSMTransferFunctionManager> manager;
    vtkSMProxy* bar = table ? manager->GetScalarBarRepresentation(table, view) : nullptr;
    if (!bar)
    {
      return;
    }
    const std::string array =
      vtkSMPropertyHelper(this->Display, "ColorArrayName").GetInputArrayNameToProcess();
    vtkSMPropertyHelper title(bar, "Title");
    if (title.GetAsString() == array || bar->GetProperty("Title")->IsValueDefault())
    {
      title.Set(this->Title.c_str());
      vtkSMPropertyHelper(bar, "ComponentTitle").Set("");
      bar->UpdateVTKObjects();
    }
  }

  void Leave()
  {
    for (const auto& view : this->Views)
    {
      if (view)
      {
        view->RemoveObserver(this);
      }
    }
    this->Views.clear();
  }

  vtkWeakPointer<vtkSMProxy> Display;
  std::vector<vtkWeakPointer<vtkSMProxy>> Views;
  std::string Title;
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
    vtkSMTransferFunctionProxy::ApplyPreset(table, map, true);
  }
  std::vector<std::string> names;
  std::vector<double> colors;
  for (unsigned int i = 0; i < line->GetNumberOfNestedElements(); ++i)
  {
    vtkPVXMLElement* category = line->GetNestedElement(i);
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
    for (unsigned int i = 0; i < names.size(); ++i)
    {
      annotations.Set(i, names[i].c_str());
    }
    vtkSMPropertyHelper(table, "IndexedColors")
      .Set(colors.data(), static_cast<unsigned int>(colors.size()));
  }
  table->UpdateVTKObjects();
}

void TitleLater(vtkSMProxy* display, vtkPVXMLElement* line)
{
  if (const char* title = line->GetAttribute("title"))
  {
    vtkNew<Titler> titler;
    titler->Wait(display, title);
  }
}

}
