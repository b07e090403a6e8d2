#include "vtkSMGranumNameHelper.h"

#include "vtkCommand.h"
#include "vtkObjectFactory.h"
#include "vtkPVXMLElement.h"
#include "vtkSMCoreUtilities.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMProxyManager.h"
#include "vtkSMSessionProxyManager.h"

#include <cstring>
#include <string>

vtkStandardNewMacro(vtkSMGranumNameHelper);

namespace
{

/** Waits for the reader to be registered, once. */
class Renamer : public vtkCommand
{
public:
  vtkTypeMacro(Renamer, vtkCommand);
  static Renamer* New() { return new Renamer; }

  void Execute(vtkObject* caller, unsigned long, void* data) override
  {
    auto* manager = vtkSMSessionProxyManager::SafeDownCast(caller);
    const auto* info = static_cast<vtkSMProxyManager::RegisteredProxyInformation*>(data);
    if (!manager || info->Type != vtkSMProxyManager::RegisteredProxyInformation::PROXY ||
      info->Proxy != this->Reader || std::strcmp(info->GroupName, "sources") != 0)
    {
      return;
    }
    const std::string given = info->ProxyName;
    vtkSMProxy* reader = this->Reader;
    const std::string name = this->Name;
    this->Reader = nullptr; // the registration below is the second
    if (IsDefault(given, reader))
    {
      const std::string unique = manager->GetUniqueProxyName("sources", name.c_str(), false);
      manager->RegisterProxy("sources", unique.c_str(), reader);
      manager->UnRegisterProxy("sources", given.c_str(), reader);
    }
    manager->RemoveObserver(this);
  }

  vtkSMProxy* Reader = nullptr; // for comparison only
  std::string Name;

private:
  /** Whether the name is what ParaView makes up: the label and a number. */
  static bool IsDefault(const std::string& name, vtkSMProxy* reader)
  {
    const std::string label = vtkSMCoreUtilities::SanitizeName(reader->GetXMLLabel());
    return name.size() > label.size() && name.compare(0, label.size(), label) == 0 &&
      name.find_first_not_of("0123456789", label.size()) == std::string::npos;
  }
};

}

//----------------------------------------------------------------------------
vtkSMGranumNameHelper::vtkSMGranumNameHelper() = default;

//----------------------------------------------------------------------------
vtkSMGranumNameHelper::~vtkSMGranumNameHelper() = default;

//----------------------------------------------------------------------------
void vtkSMGranumNameHelper::PostInitializeProxy(vtkSMProxy*, vtkPVXMLElement*, vtkMTimeType) {}

//----------------------------------------------------------------------------
void vtkSMGranumNameHelper::RegisterProxy(vtkSMProxy* reader, vtkPVXMLElement* xml)
{
  const std::string file =
    vtkSMPropertyHelper(reader, xml->GetAttributeOrEmpty("property"), true).GetAsString();
  const std::string name = file.substr(file.find_last_of('/') + 1);
  if (name.empty())
  {
    return;
  }
  auto* renamer = Renamer::New();
  renamer->Reader = reader;
  renamer->Name = name;
  // After ParaView's own observers, which get to know the reader by its first name.
  reader->GetSessionProxyManager()->AddObserver(vtkCommand::RegisterEvent, renamer, -1.0f);
  renamer->Delete();
}
