/**
 * @class   vtkSMGranumStructureDomain
 * @brief   The structures of a result, by name.
 *
 * Room: plugin/reader.  In the XML of an integer property that holds the number of a
 * structure:
 *
 *   <GranumStructureDomain name="structures" none="All">   the text for -1; "": no such
 *     <RequiredProperties>
 *       <Property name="Contacts" function="Input" />
 *     </RequiredProperties>
 *   </GranumStructureDomain>
 *
 * The names are those of the Granum Reader from which the input comes, through any filters.
 * The panel shows them as a list; scripts give the name or the number.  Data of another
 * program have no names, and their numbers are accepted.
 */
#ifndef vtkSMGranumStructureDomain_h
#define vtkSMGranumStructureDomain_h

#include "GranumReaderModule.h" // for the export macro
#include "vtkSMEnumerationDomain.h"

#include <string>

class GRANUMREADER_EXPORT vtkSMGranumStructureDomain : public vtkSMEnumerationDomain
{
public:
  static vtkSMGranumStructureDomain* New();
  vtkTypeMacro(vtkSMGranumStructureDomain, vtkSMEnumerationDomain);

  /**
   * Any number of a structure is valid: names may not be known yet.
   */
  int IsInDomain(vtkSMProperty* property) override;

  void Update(vtkSMProperty* property) override;

  /**
   * The default value of the property stays as it is.
   */
  int SetDefaultValues(vtkSMProperty*, bool) override { return 0; }

protected:
  vtkSMGranumStructureDomain();
  ~vtkSMGranumStructureDomain() override;

  int ReadXMLAttributes(vtkSMProperty* property, vtkPVXMLElement* element) override;

private:
  vtkSMGranumStructureDomain(const vtkSMGranumStructureDomain&) = delete;
  void operator=(const vtkSMGranumStructureDomain&) = delete;

  std::string None;
};

#endif
