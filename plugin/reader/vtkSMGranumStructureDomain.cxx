#include "vtkSMGranumStructureDomain.h"

#include "upstream.h"

#include "vtkObjectFactory.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMUncheckedPropertyHelper.h"

#include <vector>

vtkStandardNewMacro(vtkSMGranumStructureDomain);

//----------------------------------------------------------------------------
vtkSMGranumStructureDomain::vtkSMGranumStructureDomain() = default;

//----------------------------------------------------------------------------
vtkSMGranumStructureDomain::~vtkSMGranumStructureDomain() = default;

//----------------------------------------------------------------------------
int vtkSMGranumStructureDomain::IsInDomain(vtkSMProperty*) { return IN_DOMAIN; }

//----------------------------------------------------------------------------
int vtkSMGranumStructureDomain::ReadXMLAttributes(vtkSMProperty* property, vtkPVXMLElement* element)
{
  if (!this->Superclass::ReadXMLAttributes(property, element))
  {
    return 0;
  }
  this->None = element->GetAttributeOrDefault("none", "All");
  if (!this->None.empty())
  {
    this->AddEntry(this->None.c_str(), -1);
  }
  return 1;
}

//----------------------------------------------------------------------------
void vtkSMGranumStructureDomain::Update(vtkSMProperty*)
{
  vtkSMProperty* input = this->GetRequiredProperty("Input");
  const vtkSMUncheckedPropertyHelper given(input);
  vtkSMSourceProxy* reader =
    input && given.GetNumberOfElements() > 0 ? granum::ReaderAbove(given.GetAsProxy(0)) : nullptr;
  std::vector<std::string> names = granum::InformationTexts(reader, "StructureNames");
  const int first = this->None.empty() ? 0 : -1;
  if (first < 0)
  {
    names.insert(names.begin(), this->None);
  }
  bool same = names.size() == this->GetNumberOfEntries();
  for (unsigned int i = 0; same && i < names.size(); ++i)
  {
    same = names[i] == this->GetEntryText(i);
  }
  if (!same)
  {
    this->RemoveAllEntries();
    for (std::size_t i = 0; i < names.size(); ++i)
    {
      this->AddEntry(names[i].c_str(), static_cast<int>(i) + first);
    }
    this->DomainModified();
  }
}
