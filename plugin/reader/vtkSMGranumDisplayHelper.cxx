#include "vtkSMGranumDisplayHelper.h"

#include "vtkCommand.h"
#include "vtkDataObject.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPVDataInformation.h"
#include "vtkPVXMLElement.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMStringVectorProperty.h"
#include "vtkSMTransferFunctionManager.h"
#include "vtkSmartPointer.h"
#include "vtkWeakPointer.h"

#include <cstring>
#include <sstream>
#include <string>

vtkStandardNewMacro(vtkSMGranumDisplayHelper);

namespace
{

/** Whether the data of the display hold the array.  What a client knows of data
 * without rows does not mention their arrays. */
bool HasPointArray(vtkSMProxy* display, const char* name)
{
  vtkSMPropertyHelper input(display, "Input");
  auto* source = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy());
  vtkPVDataInformation* data = source ? source->GetDataInformation(input.GetOutputPort()) : nullptr;
  return data && data->GetArrayInformation(name, vtkDataObject::POINT);
}

/** Whether the reader knows such an array of grains, in whatever frame. */
bool KnowsGrainArray(vtkSMProxy* display, const char* name)
{
  vtkSMProxy* source = vtkSMPropertyHelper(display, "Input").GetAsProxy();
  vtkSMProperty* known = source ? source->GetProperty("GrainArrayInfo") : nullptr;
  if (!known)
  {
    return false;
  }
  source->UpdatePropertyInformation(known);
  const vtkSMPropertyHelper names(known);
  for (unsigned int i = 0; i < names.GetNumberOfElements(); i += 2)
  {
    if (std::strcmp(names.GetAsString(i), name) == 0)
    {
      return true;
    }
  }
  return false;
}

/** Colours by the array.  The first frame of a run is often empty or at rest, so a
 * colour map that nobody has used yet grows with what later frames hold. */
void Color(vtkSMProxy* display, const char* array)
{
  vtkSMSessionProxyManager* proxies = display->GetSessionProxyManager();
  const bool first =
    !proxies->GetProxy("lookup_tables", (std::string(array) + ".PVLookupTable").c_str());
  vtkSMPVRepresentationProxy::SetScalarColoring(display, array, vtkDataObject::POINT);
  vtkSMProxy* table = vtkSMPropertyHelper(display, "LookupTable").GetAsProxy();
  if (first && table)
  {
    vtkSMPropertyHelper(table, "AutomaticRescaleRangeMode")
      .Set(vtkSMTransferFunctionManager::GROW_ON_APPLY_AND_TIMESTEP);
    table->UpdateVTKObjects();
    vtkSMPVRepresentationProxy::RescaleTransferFunctionToDataRange(display);
  }
}

/** Waits for data with rows, then colours by the array, unless somebody has chosen
 * another colouring meanwhile. */
class ColorLater : public vtkCommand
{
public:
  static ColorLater* New() { return new ColorLater; }

  void Wait(vtkSMProxy* display, const char* array)
  {
    this->Array = array;
    this->Display = display;
    this->Set = display->GetProperty("ColorArrayName")->GetMTime();
    // The input tells of every new frame, its display does not.
    vtkSMPropertyHelper(display, "Input")
      .GetAsProxy()
      ->AddObserver(vtkCommand::UpdateDataEvent, this);
  }

  void Execute(vtkObject* caller, unsigned long, void*) override
  {
    vtkSMProxy* display = this->Display;
    const vtkMTimeType set =
      display ? display->GetProperty("ColorArrayName")->GetMTime() : this->Set;
    const bool wanted = display && set == this->Set;
    if (wanted && !HasPointArray(display, this->Array.c_str()))
    {
      return;
    }
    const vtkSmartPointer<ColorLater> alive(this);
    caller->RemoveObserver(this);
    if (wanted)
    {
      Color(display, this->Array.c_str());
    }
  }

private:
  vtkWeakPointer<vtkSMProxy> Display;
  std::string Array;
  vtkMTimeType Set = 0; // when the colouring was last set
};

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
    if (property->GetMTime() > start || (color && !array))
    {
      continue;
    }
    if (color)
    {
      if (HasPointArray(display, array))
      {
        Color(display, array);
      }
    }
    else if (array)
    {
      if (KnowsGrainArray(display, array) || HasPointArray(display, array))
      {
        vtkSMPropertyHelper(property).SetInputArrayToProcess(vtkDataObject::POINT, array);
      }
    }
    else
    {
      SetValues(display, name, line->GetAttributeOrEmpty("value"));
    }
  }
  display->UpdateVTKObjects();
}

//----------------------------------------------------------------------------
void vtkSMGranumDisplayHelper::RegisterProxy(vtkSMProxy* display, vtkPVXMLElement* xml)
{
  vtkPVXMLElement* color = xml->FindNestedElementByName("Color");
  const char* array = color ? color->GetAttribute("point_array") : nullptr;
  // Without rows there was no range, and ParaView would have complained.
  if (array && !vtkSMPVRepresentationProxy::GetUsingScalarColoring(display) &&
    !HasPointArray(display, array) && KnowsGrainArray(display, array))
  {
    vtkNew<ColorLater> later;
    later->Wait(display, array);
  }
}

//----------------------------------------------------------------------------
void vtkSMGranumDisplayHelper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
}
