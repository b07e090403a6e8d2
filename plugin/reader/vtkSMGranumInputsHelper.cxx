#include "vtkSMGranumInputsHelper.h"

#include "categories.h"
#include "legends.h"
#include "upstream.h"

#include "vtkCommand.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPVXMLElement.h"
#include "vtkSMInputProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

#include <cstring>

vtkStandardNewMacro(vtkSMGranumInputsHelper);

namespace
{

vtkSMInputProperty* InputOf(vtkSMProxy* filter, vtkPVXMLElement* line)
{
  const char* name = line->GetAttribute("property");
  return name ? vtkSMInputProperty::SafeDownCast(filter->GetProperty(name)) : nullptr;
}

vtkSMSourceProxy* ReaderAt(vtkSMInputProperty* input)
{
  vtkSMProxy* proxy = input && input->GetNumberOfProxies() == 1 ? input->GetProxy(0) : nullptr;
  return proxy && std::strcmp(proxy->GetXMLName(), "GranumReader") == 0
    ? vtkSMSourceProxy::SafeDownCast(proxy)
    : nullptr;
}

/** Number of the output port of that name; -1 if there is none. */
int PortOf(vtkSMSourceProxy* reader, const char* name)
{
  for (unsigned int i = 0; name && i < reader->GetNumberOfOutputPorts(); ++i)
  {
    if (std::strcmp(reader->GetOutputPortName(i), name) == 0)
    {
      return static_cast<int>(i);
    }
  }
  return -1;
}

/** Reads the values that a filter has used whenever it has made new data. */
class Values : public vtkCommand
{
public:
  static Values* New() { return new Values; }

  void Execute(vtkObject* caller, unsigned long, void*) override
  {
    if (auto* filter = vtkSMProxy::SafeDownCast(caller))
    {
      filter->UpdatePropertyInformation();
    }
  }
};

}

//----------------------------------------------------------------------------
vtkSMGranumInputsHelper::vtkSMGranumInputsHelper() = default;

//----------------------------------------------------------------------------
vtkSMGranumInputsHelper::~vtkSMGranumInputsHelper() = default;

//----------------------------------------------------------------------------
void vtkSMGranumInputsHelper::PostInitializeProxy(vtkSMProxy* filter, vtkPVXMLElement* xml,
  vtkMTimeType)
{
  granum::KnowCategories(); // also for who shows in another way than ours
  granum::KnowUnits(filter);
  if (xml->GetAttribute("shows_values"))
  {
    vtkNew<Values> values;
    filter->AddObserver(vtkCommand::UpdateDataEvent, values);
  }
  vtkSMSourceProxy* reader = nullptr;
  bool through = false; // other filters
  for (unsigned int i = 0; !reader && i < xml->GetNumberOfNestedElements(); ++i)
  {
    reader = ReaderAt(InputOf(filter, xml->GetNestedElement(i)));
  }
  if (!reader && xml->GetAttribute("through_filters"))
  {
    reader = granum::ReaderAbove(filter);
    through = reader != nullptr;
  }
  for (unsigned int i = 0; reader && i < xml->GetNumberOfNestedElements(); ++i)
  {
    vtkPVXMLElement* line = xml->GetNestedElement(i);
    vtkSMInputProperty* input = InputOf(filter, line);
    const int port = PortOf(reader, line->GetAttribute("name"));
    if (!input || port < 0)
    {
      vtkErrorMacro("There is no such input or port of the reader: "
        << line->GetAttributeOrEmpty("property") << ", " << line->GetAttributeOrEmpty("name"));
      continue;
    }
    if (input->GetNumberOfProxies() == 0 || (!through && ReaderAt(input) == reader))
    {
      vtkSMPropertyHelper(input).Set(reader, static_cast<unsigned int>(port));
    }
  }
  filter->UpdateVTKObjects();
}
