// reader/apart.cxx -- texts and colour bars of a view, apart from one another.
//
// Room: plugin/reader.
#include "apart.h"

#include "when_shown.h"

#include "vtkCommand.h"
#include "vtkNew.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMProxyIterator.h"
#include "vtkSMScalarBarWidgetRepresentationProxy.h"
#include "vtkSmartPointer.h"
#include "vtkWeakPointer.h"

#include <cstring>
#include <string>
#include <vector>

namespace granum
{

namespace
{

enum Place // WindowLocation of a text and of a bar
{
  Free = 0,
  BottomLeft = 1, // of a bar: where the axes are
  BottomCentre = 3,
  TopCentre = 6
};

constexpr double OverAxes[2] = { 0.02, 0.3 }, BesideBar = 0.12; // 1  of the view

/** Visible texts or bars of a view at a place, but for one. */
std::vector<vtkSMProxy*> OthersAt(vtkSMProxy* view, vtkSMProxy* self, int place)
{
  std::vector<vtkSMProxy*> found;
  const vtkSMPropertyHelper shown(view, "Representations", true);
  for (unsigned int i = 0; i < shown.GetNumberOfElements(); ++i)
  {
    vtkSMProxy* other = shown.GetAsProxy(i);
    if (other && other != self && std::strcmp(other->GetXMLName(), self->GetXMLName()) == 0 &&
      vtkSMPropertyHelper(other, "Visibility", true).GetAsInt() != 0 &&
      vtkSMPropertyHelper(other, "WindowLocation", true).GetAsInt() == place)
    {
      found.push_back(other);
    }
  }
  return found;
}

void PlaceText(vtkSMProxy* display, vtkSMProxy* view)
{
  vtkSMPropertyHelper place(display, "WindowLocation");
  if (place.GetAsInt() != TopCentre || OthersAt(view, display, TopCentre).empty())
  {
    return;
  }
  for (vtkSMProxy* older : OthersAt(view, display, BottomCentre))
  {
    vtkSMPropertyHelper(older, "Visibility").Set(0);
    older->UpdateVTKObjects();
  }
  place.Set(BottomCentre);
  display->UpdateVTKObjects();
}

/** A bar that would hide the axes of a view stands over them, a second one beside the first. */
void ClearAxes(vtkSMProxy* bar, vtkSMProxy* view)
{
  vtkSMPropertyHelper place(bar, "WindowLocation"), at(bar, "Position");
  if (place.GetAsInt() != BottomLeft ||
    vtkSMPropertyHelper(view, "OrientationAxesVisibility", true).GetAsInt() == 0)
  {
    return;
  }
  place.Set(Free);
  const double corner[2] = {
    OverAxes[0] + BesideBar * static_cast<double>(OthersAt(view, bar, Free).size()), OverAxes[1]
  };
  at.Set(corner, 2);
  bar->UpdateVTKObjects();
}

void PlaceBar(vtkSMProxy* bar)
{
  const vtkSMPropertyHelper place(bar, "WindowLocation", true);
  const auto views = vtkSmartPointer<vtkSMProxyIterator>::New();
  views->SetSessionProxyManager(bar->GetSessionProxyManager());
  views->SetModeToOneGroup();
  for (views->Begin("views"); place.GetAsInt() != Free && !views->IsAtEnd(); views->Next())
  {
    vtkSMProxy* view = views->GetProxy();
    const vtkSMPropertyHelper shown(view, "Representations", true);
    bool here = false;
    for (unsigned int i = 0; i < shown.GetNumberOfElements(); ++i)
    {
      here = here || shown.GetAsProxy(i) == bar;
    }
    if (here && !OthersAt(view, bar, place.GetAsInt()).empty())
    {
      vtkSMScalarBarWidgetRepresentationProxy::PlaceInView(bar, view);
    }
    if (here)
    {
      ClearAxes(bar, view);
    }
  }
}

class Placer : public vtkCommand
{
public:
  static Placer* New() { return new Placer; }

  void Execute(vtkObject* caller, unsigned long, void* property) override
  {
    auto* bar = vtkSMProxy::SafeDownCast(caller);
    const std::string name = property ? static_cast<const char*>(property) : "";
    if (bar && name == "Visibility" && vtkSMPropertyHelper(bar, "Visibility").GetAsInt() != 0)
    {
      PlaceBar(bar);
    }
  }
};

}

void KeepTextApart(vtkSMProxy* display)
{
  const vtkWeakPointer<vtkSMProxy> shown(display);
  WhenShown(display,
    [shown](vtkSMProxy* view)
    {
      if (shown)
      {
        PlaceText(shown, view);
      }
    });
}

void KeepBarApart(vtkSMProxy* bar)
{
  vtkNew<Placer> placer;
  bar->AddObserver(vtkCommand::PropertyModifiedEvent, placer);
  const vtkWeakPointer<vtkSMProxy> made(bar);
  WhenShown(bar,
    [made](vtkSMProxy*)
    {
      if (made)
      {
        PlaceBar(made);
      }
    });
}

}
