// reader/upstream.cxx -- the Granum Reader from which the data of a filter or a display come.
//
// Room: plugin/reader.
#include "upstream.h"

#include "vtkSMInputProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMPropertyIterator.h"
#include "vtkSMSourceProxy.h"
#include "vtkSmartPointer.h"

#include <cstring>

namespace granum
{

vtkSMSourceProxy* ReaderAbove(vtkSMProxy* proxy)
{
  if (!proxy)
  {
    return nullptr;
  }
  if (proxy->GetXMLName() && std::strcmp(proxy->GetXMLName(), "GranumReader") == 0)
  {
    return vtkSMSourceProxy::SafeDownCast(proxy);
  }
  const auto properties =
    vtkSmartPointer<vtkSMPropertyIterator>::Take(proxy->NewPropertyIterator());
  for (properties->Begin(); !properties->IsAtEnd(); properties->Next())
  {
    auto* input = vtkSMInputProperty::SafeDownCast(properties->GetProperty());
    for (unsigned int i = 0; input && i < input->GetNumberOfProxies(); ++i)
    {
      if (vtkSMSourceProxy* reader = ReaderAbove(input->GetProxy(i)))
      {
        return reader;
      }
    }
  }
  return nullptr;
}

std::vector<std::string> InformationTexts(vtkSMProxy* proxy, const char* property)
{
  std::vector<std::string> texts;
  vtkSMProperty* known = proxy ? proxy->GetProperty(property) : nullptr;
  if (known)
  {
    proxy->UpdatePropertyInformation(known);
    const vtkSMPropertyHelper values(known);
    for (unsigned int i = 0; i < values.GetNumberOfElements(); ++i)
    {
      texts.emplace_back(values.GetAsString(i));
    }
  }
  return texts;
}

}
