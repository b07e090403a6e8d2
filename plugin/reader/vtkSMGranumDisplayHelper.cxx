#include "vtkSMGranumDisplayHelper.h"

#include "vtkDataObject.h"
#include "vtkObjectFactory.h"
#include "vtkPVDataInformation.h"
#include "vtkPVXMLElement.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMStringVectorProperty.h"

#include <cstring>
#include <sstream>
#include <string>

vtkStandardNewMacro(vtkSMGranumDisplayHelper);

namespace
{

bool HasPointArray(vtkSMProxy* display, const char* name)
{
  vtkSMPropertyHelper input(display, "Input");
  auto* source = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy());
  vtkPVDataInformation* data = source ? source->GetDataInformation(input.GetOutputPort()) : nullptr;
  return data && data->GetArrayInformation(name, vtkDataObject::POINT);
}

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
  for (unsigned int i = 0; i < xml->GetNumberOfNestedElements(); ++i)
  {
    vtkPVXMLElement* line = xml->GetNestedElement(i);
    const bool color = std::strcmp(line->GetName(), "Color") == 0;
    const char* name = color ? "ColorArrayName" : line->GetAttribute("property");
    vtkSMProperty* property = name ? display->GetProperty(name) : nullptr;
    if (!property)
    {
      vtkErrorMacro("The display has no property '" << (name ? name : "") << "'");
      continue;
    }
    const char* array = line->GetAttribute("point_array");
    if (property->GetMTime() > start || (array && !HasPointArray(display, array)))
    {
      continue;
    }
    if (color)
    {
      vtkSMPVRepresentationProxy::SetScalarColoring(display, array, vtkDataObject::POINT);
    }
    else if (array)
    {
      vtkSMPropertyHelper(property).SetInputArrayToProcess(vtkDataObject::POINT, array);
    }
    else
    {
      SetValues(display, name, line->GetAttributeOrEmpty("value"));
    }
  }
  display->UpdateVTKObjects();
}

//----------------------------------------------------------------------------
void vtkSMGranumDisplayHelper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
}
