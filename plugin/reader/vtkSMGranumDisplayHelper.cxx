#include "vtkSMGranumDisplayHelper.h"

#include "categories.h"
#include "charts.h"
#include "legends.h"

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

/** Whether the data of the display have the array.  The data information of a client lists
 * no arrays for data without rows. */
bool HasArray(vtkSMProxy* display, const char* name, int association)
{
  vtkSMPropertyHelper input(display, "Input");
  auto* source = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy());
  vtkPVDataInformation* data = source ? source->GetDataInformation(input.GetOutputPort()) : nullptr;
  return data && data->GetArrayInformation(name, association);
}

bool HasPointArray(vtkSMProxy* display, const char* name)
{
  return HasArray(display, name, vtkDataObject::POINT);
}

/** Whether the reader has such an array of grains, in any frame. */
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

/** Colours by the array.  The first frame of a run is often empty or at rest, so the range
 * of a colour map that is not in use yet grows with later frames. */
void Color(vtkSMProxy* display, const char* array, int association = vtkDataObject::POINT,
  vtkPVXMLElement* line = nullptr)
{
  vtkSMSessionProxyManager* proxies = display->GetSessionProxyManager();
  const bool first =
    !proxies->GetProxy("lookup_tables", (std::string(array) + ".PVLookupTable").c_str());
  vtkSMPVRepresentationProxy::SetScalarColoring(display, array, association);
  vtkSMProxy* table = vtkSMPropertyHelper(display, "LookupTable").GetAsProxy();
  if (first && table && vtkSMPropertyHelper(table, "IndexedLookup").GetAsInt() == 0)
  {
    vtkSMPropertyHelper(table, "AutomaticRescaleRangeMode")
      .Set(vtkSMTransferFunctionManager::GROW_ON_APPLY_AND_TIMESTEP);
    table->UpdateVTKObjects();
    vtkSMPVRepresentationProxy::RescaleTransferFunctionToDataRange(display);
    if (line)
    {
      granum::GiveColors(display, line);
    }
  }
  if (line)
  {
    granum::TitleLater(display, line);
  }
}

/** Waits for data with rows, then colours by the array, unless another colouring has been
 * chosen meanwhile. */
class ColorLater : public vtkCommand
{
public:
  static ColorLater* New() { return new ColorLater; }

  void Wait(vtkSMProxy* display, const char* array)
  {
    this->Array = array;
    this->Display = display;
    this->Set = display->GetProperty("ColorArrayName")->GetMTime();
    // The input has an event for every new frame, its display has not.
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
  bool colored = false;
  granum::KnowCategories();
  for (unsigned int i = 0; i < xml->GetNumberOfNestedElements(); ++i)
  {
    vtkPVXMLElement* line = xml->GetNestedElement(i);
    const bool color = std::strcmp(line->GetName(), "Color") == 0;
    const char* name = color ? "ColorArrayName" : line->GetAttribute("property");
    vtkSMProperty* property = name ? display->GetProperty(name) : nullptr;
    if (std::strcmp(line->GetName(), "Series") == 0 || std::strcmp(line->GetName(), "Axes") == 0)
    {
      continue; // when the columns are known
    }
    if (!property)
    {
      vtkErrorMacro("The display has no property '" << (name ? name : "") << "'");
      continue;
    }
    const char* array = line->GetAttribute("point_array");
    const char* cells = line->GetAttribute("cell_array");
    if (color ? colored : property->GetMTime() > start)
    {
      continue;
    }
    else if (color)
    {
      const char* by = cells ? cells : array;
      const int where = cells ? vtkDataObject::CELL : vtkDataObject::POINT;
      if (by && property->GetMTime() <= start && HasArray(display, by, where))
      {
        Color(display, by, where, line);
        colored = true;
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
  if (xml->FindNestedElementByName("Series"))
  {
    granum::DressChart(display, xml);
  }
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
