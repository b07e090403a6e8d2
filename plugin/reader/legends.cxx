// reader/legends.cxx -- colours and titles of a display, as written in its XML.
//
// Room: plugin/reader.
#include "legends.h"

#include "when_shown.h"

#include "vtkNew.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMTransferFunctionManager.h"
#include "vtkSMTransferFunctionProxy.h"

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

void SetTitle(vtkSMProxy* display, vtkSMProxy* view, const std::string& text)
{
  vtkSMProxy* table = TableOf(display);
  vtkNew<vtkSMTransferFunctionManager> manager;
  vtkSMProxy* bar = table ? manager->GetScalarBarRepresentation(table, view) : nullptr;
  if (!bar)
  {
    return;
  }
  const std::string array =
    vtkSMPropertyHelper(display, "ColorArrayName").GetInputArrayNameToProcess();
  vtkSMPropertyHelper title(bar, "Title");
  if (title.GetAsString() == array || bar->GetProperty("Title")->IsValueDefault())
  {
    title.Set(text.c_str());
    vtkSMPropertyHelper(bar, "ComponentTitle").Set("");
    bar->UpdateVTKObjects();
  }
}

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
    WhenShown(display,
      [display, text = std::string(title)](vtkSMProxy* view) { SetTitle(display, view, text); });
  }
}

}
