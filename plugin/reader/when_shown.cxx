// reader/when_shown.cxx -- acts when a display is added to a view.
//
// Room: plugin/reader.
#include "when_shown.h"

#include "vtkCommand.h"
#include "vtkNew.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMProxyIterator.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSmartPointer.h"
#include "vtkWeakPointer.h"

#include <cstring>
#include <utility>
#include <vector>

namespace granum
{

namespace
{

bool Shows(vtkSMProxy* view, vtkSMProxy* display)
{
  const vtkSMPropertyHelper shown(view, "Representations", true);
  for (unsigned int i = 0; i < shown.GetNumberOfElements(); ++i)
  {
    if (shown.GetAsProxy(i) == display)
    {
      return true;
    }
  }
  return false;
}

class Waiter : public vtkCommand
{
public:
  static Waiter* New() { return new Waiter; }

  void Wait(vtkSMProxy* display, std::function<void(vtkSMProxy*)> action)
  {
    this->Display = display;
    this->Action = std::move(action);
    const auto views = vtkSmartPointer<vtkSMProxyIterator>::New();
    views->SetSessionProxyManager(display->GetSessionProxyManager());
    for (views->Begin("views"); !views->IsAtEnd(); views->Next())
    {
      if (Shows(views->GetProxy(), display)) // coloured after it was shown
      {
        this->Leave();
        this->Action(views->GetProxy());
        return;
      }
      views->GetProxy()->AddObserver(vtkCommand::PropertyModifiedEvent, this);
      this->Views.emplace_back(views->GetProxy());
    }
  }

  void Execute(vtkObject* caller, unsigned long, void* property) override
  {
    auto* view = vtkSMProxy::SafeDownCast(caller);
    const auto* name = static_cast<const char*>(property);
    if (!view || !name || std::strcmp(name, "Representations") != 0)
    {
      return;
    }
    const vtkSmartPointer<Waiter> alive(this);
    if (!this->Display)
    {
      this->Leave();
      return;
    }
    if (Shows(view, this->Display))
    {
      this->Leave();
      this->Action(view);
    }
  }

private:
  void Leave()
  {
    for (const auto& view : this->Views)
    {
      if (view)
      {
        view->RemoveObserver(this);
      }
    }
    this->Views.clear();
  }

  vtkWeakPointer<vtkSMProxy> Display;
  std::vector<vtkWeakPointer<vtkSMProxy>> Views;
  std::function<void(vtkSMProxy*)> Action;
};

}

void WhenShown(vtkSMProxy* display, std::function<void(vtkSMProxy* view)> action)
{
  vtkNew<Waiter> waiter;
  waiter->Wait(display, std::move(action));
}

}
