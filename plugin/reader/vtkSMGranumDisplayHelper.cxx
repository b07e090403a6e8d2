#include "vtkSMGranumDisplayHelper.h"

#include "apart.h"
#include "categories.h"
#include "charts.h"
#include "coloring.h"
#include "legends.h"
#include "plane_view.h"

#include "vtkDataObject.h"
#include "vtkObjectFactory.h"
#include "vtkPVXMLElement.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMProxyListDomain.h"
#include "vtkSMStringVectorProperty.h"

#include <cstdlib>
#include <cstring>
#include <set>
#include <sstream>
#include <string>

vtkStandardNewMacro(vtkSMGranumDisplayHelper);

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

//----------------------------------------------------------------------------
void vtkSMGranumDisplayHelper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
}
