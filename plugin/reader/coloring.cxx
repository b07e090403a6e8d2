// reader/coloring.cxx -- the array by which a display is coloured, and its range.
//
// Room: plugin/reader.
#include "coloring.h"

#include "legends.h"
#include "plane_view.h"
#include "upstream.h"
#include "when_shown.h"

#include "vtkCommand.h"
#include "vtkDataObject.h"
#include "vtkNew.h"
#include "vtkPVDataInformation.h"
#include "vtkPVDataSetAttributesInformation.h"
#include "vtkPVXMLElement.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMTransferFunctionManager.h"
#include "vtkSMTransferFunctionProxy.h"
#include "vtkSmartPointer.h"
#include "vtkWeakPointer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

namespace granum
{

namespace
{

constexpr double Nothing = 1e-30;
constexpr double Small = 1e-3; // 1  of the upper end, below which a lower one is 0

vtkPVDataInformation* DataOf(vtkSMProxy* display)
{
  const vtkSMPropertyHelper input(display, "Input");
  auto* source = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy());
  return source ? source->GetDataInformation(input.GetOutputPort()) : nullptr;
}

vtkSMProxy* FilterOf(vtkSMProxy* display)
{
  return vtkSMPropertyHelper(display, "Input").GetAsProxy();
}

/** From 0 to `top`, whatever its size; to 1 where nothing is above 0. */
void ScaleTo(vtkSMProxy* table, double top)
{
  vtkSMTransferFunctionProxy::RescaleTransferFunction(table, 0.0, top > 0.0 ? top : 1.0);
}

/** Keeps the colour map at 0 to the value of a property of the filter. */
class Capped : public vtkCommand
{
public:
  static Capped* New() { return new Capped; }

  void Watch(vtkSMProxy* filter, vtkSMProxy* table, const char* property)
  {
    this->Table = table;
    this->Property = property;
    filter->AddObserver(vtkCommand::PropertyModifiedEvent, this);
  }

  void Execute(vtkObject* caller, unsigned long, void* changed) override
  {
    vtkSMProxy* table = this->Table;
    const auto* name = static_cast<const char*>(changed);
    if (table && name && this->Property == name)
    {
      ScaleTo(table, vtkSMPropertyHelper(vtkSMProxy::SafeDownCast(caller), name).GetAsDouble());
    }
  }

private:
  vtkWeakPointer<vtkSMProxy> Table;
  std::string Property;
};

/** Ends the colour bar in a swatch of its own: values above have the last colour. */
void MarkAbove(vtkSMProxy* table)
{
  const std::vector<double> points = vtkSMPropertyHelper(table, "RGBPoints").GetDoubleArray();
  if (points.size() >= 4)
  {
    vtkSMPropertyHelper(table, "AboveRangeColor").Set(&points[points.size() - 3], 3);
    vtkSMPropertyHelper(table, "UseAboveRangeColor").Set(1);
    table->UpdateVTKObjects();
  }
}

/** Extends the colour map by the range of the array over all frames of the result; one not
 * in use yet gets this range.  False if it is not known. */
bool ScaleBySeries(vtkSMProxy* display, vtkSMProxy* table, const char* array, bool first)
{
  vtkSMSourceProxy* reader = ReaderAbove(FilterOf(display));
  const std::vector<std::string> known = InformationTexts(FilterOf(display), "ArrayUnits");
  if (!reader || reader != FilterOf(display) ||
    std::find(known.begin(), known.end(), array) == known.end())
  {
    return false;
  }
  double range[2] = { 1.0, -1.0 };
  vtkSMPropertyHelper asked(reader, "RangeArray");
  asked.Set(array);
  reader->UpdateProperty("RangeArray");
  reader->UpdatePropertyInformation(reader->GetProperty("SeriesRange"));
  vtkSMPropertyHelper(reader, "SeriesRange").Get(range, 2);
  asked.Set("");
  reader->UpdateProperty("RangeArray");
  if (range[0] > range[1])
  {
    return false;
  }
  if (range[0] == range[1]) // all at rest: any scale is as good
  {
    range[1] = range[0] + 1.0;
  }
  vtkSMTransferFunctionProxy::RescaleTransferFunction(table, range[0], range[1], !first);
  return true;
}

/** Extends the colour map of a display when the result it shows has new frames. */
class Grown : public vtkCommand
{
public:
  static Grown* New() { return new Grown; }

  void Watch(vtkSMProxy* display, vtkSMProxy* table, const char* array)
  {
    this->Display = display;
    this->Table = table;
    this->Array = array;
    this->Frames = Count(FilterOf(display));
    FilterOf(display)->AddObserver(vtkCommand::UpdateInformationEvent, this);
  }

  void Execute(vtkObject* caller, unsigned long, void*) override
  {
    vtkSMProxy* display = this->Display;
    if (!display || !this->Table)
    {
      caller->RemoveObserver(this);
      return;
    }
    const unsigned int frames = Count(vtkSMProxy::SafeDownCast(caller));
    const vtkSMPropertyHelper by(display, "ColorArrayName");
    if (frames != this->Frames && this->Array == by.GetInputArrayNameToProcess())
    {
      this->Frames = frames;
      ScaleBySeries(display, this->Table, this->Array.c_str(), false);
    }
  }

private:
  static unsigned int Count(vtkSMProxy* reader)
  {
    return vtkSMPropertyHelper(reader, "TimestepValues").GetNumberOfElements();
  }

  vtkWeakPointer<vtkSMProxy> Display, Table;
  std::string Array;
  unsigned int Frames = 0;
};

void RescaleWhen(vtkSMProxy* table, int mode)
{
  vtkSMPropertyHelper(table, "AutomaticRescaleRangeMode").Set(mode);
  table->UpdateVTKObjects();
}

/** From 0, if the values begin near it; false as long as the data have no rows. */
bool ScaleByRows(vtkSMProxy* display, vtkSMProxy* table)
{
  if (DataOf(display)->GetNumberOfPoints() == 0)
  {
    return false;
  }
  vtkSMPVRepresentationProxy::SafeDownCast(display)->RescaleTransferFunctionToDataRange();
  const std::vector<double> points = vtkSMPropertyHelper(table, "RGBPoints").GetDoubleArray();
  const double low = points.size() >= 4 ? points.front() : 0.0;
  const double high = points.size() >= 4 ? points[points.size() - 4] : 1.0;
  if (low == 0.0 && high < Nothing)
  {
    ScaleTo(table, 0.0); // a body at rest
  }
  else if (low > 0.0 && low < Small * high) // 0, not 3.05e-09
  {
    vtkSMTransferFunctionProxy::RescaleTransferFunction(table, 0.0, high);
  }
  return true;
}

/** Scales a colour map once the display has rows.  The display itself stays as it is: a view that
 * is updated would take it, and all others, for up to date and draw nothing. */
class Waiting : public vtkCommand
{
public:
  static Waiting* New() { return new Waiting; }

  void Wait(vtkSMProxy* display, vtkSMProxy* table)
  {
    this->Display = display;
    this->Table = table;
    // The input has an event for every new frame, its display has not.
    FilterOf(display)->AddObserver(vtkCommand::UpdateDataEvent, this);
  }

  void Execute(vtkObject* caller, unsigned long, void*) override
  {
    if (!this->Display || !this->Table || ScaleByRows(this->Display, this->Table))
    {
      caller->RemoveObserver(this);
    }
  }

private:
  vtkWeakPointer<vtkSMProxy> Display, Table;
};

/** Gives a colour map that is not in use yet its colours and range. */
void Scale(vtkSMProxy* display, vtkSMProxy* table, vtkPVXMLElement* line, const char* array,
  bool first)
{
  WatchCategories(display, line);
  if (vtkSMPropertyHelper(table, "IndexedLookup").GetAsInt() != 0)
  {
    return;
  }
  const char* top = line->GetAttribute("to");
  vtkSMProxy* filter = FilterOf(display);
  bool ends = true; // where values may be above
  if (const double share = top ? std::atof(top) : 0.0; share > 0.0)
  {
    ends = false;
    if (first)
    {
      RescaleWhen(table, vtkSMTransferFunctionManager::NEVER);
      ScaleTo(table, share);
    }
  }
  else if (top && filter && filter->GetProperty(top))
  {
    vtkNew<Capped> capped;
    capped->Watch(filter, table, top);
    if (first)
    {
      RescaleWhen(table, vtkSMTransferFunctionManager::NEVER);
      ScaleTo(table, vtkSMPropertyHelper(filter, top).GetAsDouble());
    }
  }
  else if (ScaleBySeries(display, table, array, first))
  {
    vtkNew<Grown> grown;
    grown->Watch(display, table, array);
    if (first)
    {
      RescaleWhen(table, vtkSMTransferFunctionManager::NEVER);
    }
  }
  else if (first)
  {
    ends = false;
    RescaleWhen(table, vtkSMTransferFunctionManager::GROW_ON_APPLY_AND_TIMESTEP);
    if (!ScaleByRows(display, table))
    {
      vtkNew<Waiting> waiting;
      waiting->Wait(display, table);
    }
  }
  if (first)
  {
    GiveColors(display, line);
    if (ends)
    {
      MarkAbove(table);
    }
  }
}

/** ParaView scales the colour map of a new display to its frame, unless the map may only
 * grow: the colours of what is shown already would change. */
void GrowOnly(vtkSMProxy* display, vtkSMProxy* table)
{
  vtkSMPropertyHelper mode(table, "AutomaticRescaleRangeMode");
  if (mode.GetAsInt() == vtkSMTransferFunctionManager::GROW_ON_APPLY_AND_TIMESTEP)
  {
    mode.Set(vtkSMTransferFunctionManager::GROW_ON_APPLY);
    const vtkWeakPointer<vtkSMProxy> later(table);
    WhenShown(display,
      [later](vtkSMProxy*)
      {
        if (later)
        {
          vtkSMPropertyHelper(later, "AutomaticRescaleRangeMode")
            .Set(vtkSMTransferFunctionManager::GROW_ON_APPLY_AND_TIMESTEP);
          later->UpdateVTKObjects();
        }
      });
  }
}

void ColorBy(vtkSMProxy* display, const char* array, int association, vtkPVXMLElement* line)
{
  vtkSMSessionProxyManager* proxies = display->GetSessionProxyManager();
  const bool first =
    !proxies->GetProxy("lookup_tables", (std::string(array) + ".PVLookupTable").c_str());
  auto* shown = vtkSMPVRepresentationProxy::SafeDownCast(display); // no static calls since 6.0
  if (!shown)
  {
    return;
  }
  shown->SetScalarColoring(array, association);
  DropComponentWord(display);
  if (vtkSMProxy* table = vtkSMPropertyHelper(display, "LookupTable").GetAsProxy())
  {
    Scale(display, table, line, array, first);
    GrowOnly(display, table);
  }
  TitleLater(display, line);
}

/** Maps the values of every array to colours but those of one that has colours. */
class Direct : public vtkCommand
{
public:
  static Direct* New() { return new Direct; }

  std::string Array;

  void Execute(vtkObject* caller, unsigned long, void* changed) override
  {
    auto* display = vtkSMProxy::SafeDownCast(caller);
    const auto* name = static_cast<const char*>(changed);
    if (display && name && std::strcmp(name, "ColorArrayName") == 0)
    {
      const vtkSMPropertyHelper by(display, "ColorArrayName");
      vtkSMPropertyHelper(display, "MapScalars")
        .Set(this->Array == by.GetInputArrayNameToProcess() ? 0 : 1);
      display->UpdateVTKObjects();
    }
  }
};

/** Keeps a colour bar hidden, which the application shows for each display that has colours. */
class Unseen : public vtkCommand
{
public:
  static Unseen* New() { return new Unseen; }

  void Execute(vtkObject* caller, unsigned long, void*) override
  {
    auto* bar = vtkSMProxy::SafeDownCast(caller);
    vtkSMPropertyHelper visible(bar, "Visibility", true);
    if (visible.GetAsInt() != 0)
    {
      visible.Set(0);
    }
  }
};

void HideBar(vtkSMProxy* display, vtkSMProxy* view)
{
  vtkSMProxy* table = vtkSMPropertyHelper(display, "LookupTable").GetAsProxy();
  vtkNew<vtkSMTransferFunctionManager> manager;
  if (vtkSMProxy* bar = table ? manager->GetScalarBarRepresentation(table, view) : nullptr)
  {
    vtkNew<Unseen> unseen;
    bar->AddObserver(vtkCommand::PropertyModifiedEvent, unseen);
    unseen->Execute(bar, 0, nullptr);
    bar->UpdateVTKObjects();
  }
}

/** Colours by an array whose values are colours, for which a bar has no sense. */
void ColorDirectly(vtkSMProxy* display, const char* array, int association)
{
  vtkNew<Direct> direct;
  direct->Array = array;
  display->AddObserver(vtkCommand::PropertyModifiedEvent, direct);
  vtkSMPropertyHelper(display, "MapScalars").Set(0);
  vtkSMPVRepresentationProxy::SafeDownCast(display)->SetScalarColoring(array, association);
  const vtkWeakPointer<vtkSMProxy> alive(display);
  WhenShown(display,
    [alive](vtkSMProxy* view)
    {
      if (alive)
      {
        HideBar(alive, view);
      }
    });
}

}

bool HasArray(vtkSMProxy* display, const char* name, int association)
{
  vtkPVDataInformation* data = DataOf(display);
  return data && data->GetArrayInformation(name, association);
}

bool KnowsGrainArray(vtkSMProxy* display, const char* name)
{
  const std::vector<std::string> known = InformationTexts(FilterOf(display), "GrainArrayInfo");
  for (std::size_t i = 0; i < known.size(); i += 2)
  {
    if (known[i] == name)
    {
      return true;
    }
  }
  return false;
}

namespace
{

/** Whether rows that come later may have the array of a line: a port of a result that never has
 * any is without field arrays. */
bool MayHave(vtkSMProxy* display, vtkPVXMLElement* line, const char* array)
{
  vtkPVDataInformation* data = DataOf(display);
  const bool some = data->GetFieldDataInformation()->GetNumberOfArrays() > 0;
  const char* with = line->GetAttribute("with_field");
  return with ? HasArray(display, with, vtkDataObject::FIELD)
              : some || KnowsGrainArray(display, array) ||
      ReaderAbove(FilterOf(display)) != FilterOf(display);
}

/** As ColorByLines(); `later`: by an array that has no rows yet. */
bool ColorByFirst(vtkSMProxy* display, vtkPVXMLElement* xml, bool later)
{
  for (unsigned int i = 0; i < xml->GetNumberOfNestedElements(); ++i)
  {
    vtkPVXMLElement* line = xml->GetNestedElement(i);
    if (std::strcmp(line->GetName(), "Color") != 0 ||
      (line->GetAttribute("dimensions") && IsFlat(display)))
    {
      continue;
    }
    const char* cells = line->GetAttribute("cell_array");
    const char* array = cells ? cells : line->GetAttribute("point_array");
    const int association = cells ? vtkDataObject::CELL : vtkDataObject::POINT;
    if (array && (later ? MayHave(display, line, array) : HasArray(display, array, association)))
    {
      if (line->GetAttribute("colors"))
      {
        ColorDirectly(display, array, association);
      }
      else
      {
        ColorBy(display, array, association, line);
      }
      return true;
    }
  }
  return false;
}

}

bool ColorByLines(vtkSMProxy* display, vtkPVXMLElement* xml)
{
  return ColorByFirst(display, xml, false);
}

void ColorWithRows(vtkSMProxy* display, vtkPVXMLElement* xml)
{
  vtkPVDataInformation* data = DataOf(display);
  auto* shown = vtkSMPVRepresentationProxy::SafeDownCast(display);
  if (!xml->FindNestedElementByName("Color") || !data || data->GetNumberOfPoints() > 0 || !shown ||
    shown->GetUsingScalarColoring())
  {
    return;
  }
  // ParaView would complain, when it registers the display, of an array without rows.
  const vtkWeakPointer<vtkSMProxy> alive(display);
  const vtkSmartPointer<vtkPVXMLElement> lines(xml);
  WhenShown(display,
    [alive, lines](vtkSMProxy*)
    {
      if (alive)
      {
        ColorByFirst(alive, lines, true);
        alive->UpdateVTKObjects();
      }
    });
}

}
