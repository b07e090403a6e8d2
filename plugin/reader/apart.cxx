// reader/apart.cxx -- texts and colour bars of a view, apart from one another.
//
// Room: plugin/reader.
#include "apart.h"

#include "when_shown.h"

#include "vtkAlgorithm.h"
#include "vtkCommand.h"
#include "vtkNew.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMProxyIterator.h"
#include "vtkSMScalarBarWidgetRepresentationProxy.h"
#include "vtkSmartPointer.h"
#include "vtkTable.h"
#include "vtkVariant.h"
#include "vtkWeakPointer.h"

#include <algorithm>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace granum
{

namespace
{

enum Place // WindowLocation of a text and of a bar
{
  Free = 0,
  BottomRight = 2,
  BottomCentre = 3,
  TopLeft = 4,
  TopCentre = 6
};

/** Where bars stand, in this order: a third of the view high each, below the texts at its upper edge, the left
 * ones over the axes.  The first one is that of ParaView.  They are shorter where a text leaves less room:
 * the right ones over one at the lower edge, the left ones under one below the time.  The last stands beside
 * the right ones. */
struct Slot
{
  bool Right;
  double Bottom, Pressed; // 1  of the view: the lower end, also where there is less room
};
constexpr Slot Slots[] = { { true, 0.0, 0.27 }, { true, 0.4, 0.54 }, { false, 0.26, 0.26 },
  { false, 0.6, 0.53 }, { true, 0.02, 0.28 } };
constexpr double Length = 0.33, Short = 0.25; // 1  of the view; the former is ParaView's
constexpr int Count = 5, Beside = 4; // slots, and the last of them
constexpr double Line =
  42.0; // widths of a view that is as wide as a text of unknown length, by the size of its letters
constexpr double Wide = 0.5, High = 1.25; // of a letter and of a line, by the size of letters
constexpr double Room = 125.0; // pixels of a bar at the right with numbers and title
constexpr double Letter = 9.0, Tick = 15.0; // pixels

constexpr double Ink[3] = { 0.1, 0.1, 0.1 };
constexpr double Light = 0.6; // of each part of a background on which letters are dark

bool IsText(vtkSMProxy* display)
{
  return display && display->GetProperty("FontSize") && display->GetProperty("WindowLocation");
}

double WidthOf(vtkSMProxy* view)
{
  return std::max(1.0, vtkSMPropertyHelper(view, "ViewSize").GetAsDouble(0));
}

/** The place of a text; of one of ours that stands elsewhere that beneath the time, at the top. */
int PlaceOf(vtkSMProxy* text)
{
  const int place = vtkSMPropertyHelper(text, "WindowLocation").GetAsInt();
  return place == Free && std::strncmp(text->GetXMLName(), "Granum", 6) == 0 ? TopCentre : place;
}

/** Number of lines of a text and letters of the longest; 0 where the server alone knows it. */
struct Extent
{
  double Lines = 0.0, Letters = 0.0;
};

Extent ExtentOf(vtkSMProxy* display)
{
  const vtkSMPropertyHelper input(display, "Input");
  vtkSMProxy* source = input.GetAsProxy();
  auto* here = vtkAlgorithm::SafeDownCast(source ? source->GetClientSideObject() : nullptr);
  auto* table = here
    ? vtkTable::SafeDownCast(here->GetOutputDataObject(static_cast<int>(input.GetOutputPort())))
    : nullptr;
  Extent extent;
  if (table && table->GetNumberOfRows() > 0 && table->GetNumberOfColumns() > 0)
  {
    std::istringstream text(table->GetValue(0, 0).ToString());
    for (std::string line; std::getline(text, line);)
    {
      extent.Lines += 1.0;
      extent.Letters = std::max(extent.Letters, static_cast<double>(line.size()));
    }
  }
  return extent;
}

/** Visible texts of a view at a place, but for one. */
std::vector<vtkSMProxy*> OthersAt(vtkSMProxy* view, vtkSMProxy* self, int place)
{
  std::vector<vtkSMProxy*> found;
  const vtkSMPropertyHelper shown(view, "Representations", true);
  for (unsigned int i = 0; i < shown.GetNumberOfElements(); ++i)
  {
    vtkSMProxy* other = shown.GetAsProxy(i);
    if (other != self && IsText(other) &&
      vtkSMPropertyHelper(other, "Visibility", true).GetAsInt() != 0 && PlaceOf(other) == place)
    {
      found.push_back(other);
    }
  }
  return found;
}

/** Dark letters in a view whose background is light, such as one made ready for print. */
void SetInk(vtkSMProxy* display, vtkSMProxy* view)
{
  const std::vector<double> paper = vtkSMPropertyHelper(view, "Background", true).GetDoubleArray();
  if (paper.size() != 3 || *std::min_element(paper.begin(), paper.end()) < Light ||
    vtkSMPropertyHelper(view, "UseColorPaletteForBackground", true).GetAsInt() != 0)
  {
    return;
  }
  for (const char* letters : { "Color", "TitleColor", "LabelColor" })
  {
    vtkSMPropertyHelper(display, letters, true).Set(Ink, 3);
  }
  display->UpdateVTKObjects();
}

/** Pixels of the names of values, which stand left of a bar. */
double WidthOfNames(vtkSMProxy* bar)
{
  vtkSMProxy* table = vtkSMPropertyHelper(bar, "LookupTable").GetAsProxy();
  std::size_t longest = 0;
  if (table && vtkSMPropertyHelper(table, "IndexedLookup").GetAsInt() != 0)
  {
    const vtkSMPropertyHelper names(table, "Annotations");
    for (unsigned int i = 1; i < names.GetNumberOfElements(); i += 2)
    {
      longest = std::max(longest, std::strlen(names.GetAsString(i)));
    }
  }
  return Tick + Letter * static_cast<double>(longest);
}

/** The slot in which a bar stands; -1: elsewhere. */
int SlotOf(vtkSMProxy* bar)
{
  const int place = vtkSMPropertyHelper(bar, "WindowLocation").GetAsInt();
  const double bottom = vtkSMPropertyHelper(bar, "Position").GetAsDouble(1);
  int slot = place == BottomRight ? 0 : -1;
  for (int k = 0; k < Count && place == Free; ++k)
  {
    slot = bottom == Slots[k].Pressed || (k > 0 && bottom == Slots[k].Bottom) ? k : slot;
  }
  return slot;
}

/** Whether a text leaves less room on that side of a view. */
bool IsPressed(vtkSMProxy* view, bool right)
{
  const auto texts = OthersAt(view, nullptr, right ? BottomCentre : TopCentre);
  return std::any_of(texts.begin(), texts.end(),
    [right](vtkSMProxy* text)
    { return right || vtkSMPropertyHelper(text, "WindowLocation").GetAsInt() == Free; });
}

void PutInto(int slot, vtkSMProxy* bar, vtkSMProxy* view)
{
  const double width = WidthOf(view);
  const Slot& at = Slots[slot];
  const bool pressed = IsPressed(view, at.Right);
  const double from = (slot == Beside ? 2.0 : 1.0) * Room / width;
  const double corner[2] = { at.Right ? 1.0 - from : WidthOfNames(bar) / width,
    pressed ? at.Pressed : at.Bottom };
  const bool standard = slot == 0 && !pressed;
  vtkSMPropertyHelper length(bar, "ScalarBarLength");
  if (length.GetAsDouble() == Length ||
    length.GetAsDouble() == Short) // not one that the user has chosen
  {
    length.Set(pressed ? Short : Length);
  }
  vtkSMPropertyHelper(bar, "WindowLocation").Set(standard ? BottomRight : Free);
  if (!standard)
  {
    vtkSMPropertyHelper(bar, "Position").Set(corner, 2);
  }
  bar->UpdateVTKObjects();
}

/** Puts a bar of a view into the first slot in which no other one is; one that the user has put elsewhere stays. */
void PlaceIn(vtkSMProxy* view, vtkSMProxy* bar)
{
  const int now = SlotOf(bar);
  if (now < 0 && vtkSMPropertyHelper(bar, "WindowLocation").GetAsInt() == Free)
  {
    return;
  }
  bool taken[Count] = {};
  const vtkSMPropertyHelper shown(view, "Representations", true);
  for (unsigned int i = 0; i < shown.GetNumberOfElements(); ++i)
  {
    vtkSMProxy* other = shown.GetAsProxy(i);
    if (other && other != bar && std::strcmp(other->GetXMLName(), bar->GetXMLName()) == 0 &&
      vtkSMPropertyHelper(other, "Visibility", true).GetAsInt() != 0 && SlotOf(other) >= 0)
    {
      taken[SlotOf(other)] = true;
    }
  }
  int slot = 0;
  while (slot < Count && taken[slot])
  {
    ++slot;
  }
  if (slot < Count)
  {
    PutInto(slot, bar, view);
  }
  else
  {
    vtkSMScalarBarWidgetRepresentationProxy::PlaceInView(bar, view);
  }
}

/** Displays of each view in which a bar is. */
template <typename Act>
void InViewsOf(vtkSMProxy* bar, Act act)
{
  const auto views = vtkSmartPointer<vtkSMProxyIterator>::New();
  views->SetSessionProxyManager(bar->GetSessionProxyManager());
  views->SetModeToOneGroup();
  for (views->Begin("views"); !views->IsAtEnd(); views->Next())
  {
    std::vector<vtkSMProxy*> displays;
    const vtkSMPropertyHelper shown(views->GetProxy(), "Representations", true);
    for (unsigned int i = 0; i < shown.GetNumberOfElements(); ++i)
    {
      displays.push_back(shown.GetAsProxy(i));
    }
    if (std::find(displays.begin(), displays.end(), bar) != displays.end())
    {
      act(views->GetProxy(), displays);
    }
  }
}

void PlaceBar(vtkSMProxy* bar)
{
  InViewsOf(bar, [bar](vtkSMProxy* view, const std::vector<vtkSMProxy*>&) { PlaceIn(view, bar); });
}

/** Where a bar has been hidden goes the one above it, or one that stands beside or over others. */
void FillSlotOf(vtkSMProxy* hidden)
{
  const int hole = SlotOf(hidden);
  InViewsOf(hidden,
    [hidden, hole](vtkSMProxy* view, const std::vector<vtkSMProxy*>& displays)
    {
      for (vtkSMProxy* bar : displays)
      {
        if (bar && std::strcmp(bar->GetXMLName(), hidden->GetXMLName()) == 0 &&
          (SlotOf(bar) < 0 || SlotOf(bar) == Beside ||
            (SlotOf(bar) == hole + 1 && Slots[hole + 1].Right == Slots[hole].Right)) &&
          vtkSMPropertyHelper(bar, "Visibility", true).GetAsInt() != 0)
        {
          PlaceIn(view, bar);
        }
      }
    });
}

/** Bars stand above a text that has come, as far from the edges of the view as before. */
void PlaceBarsAgain(vtkSMProxy* view)
{
  const vtkSMPropertyHelper shown(view, "Representations", true);
  for (unsigned int i = 0; i < shown.GetNumberOfElements(); ++i)
  {
    vtkSMProxy* bar = shown.GetAsProxy(i);
    if (bar && bar->GetProperty("ScalarBarLength") && SlotOf(bar) >= 0)
    {
      PutInto(SlotOf(bar), bar, view);
    }
  }
}

void PlaceText(vtkSMProxy* display, vtkSMProxy* view)
{
  vtkSMPropertyHelper place(display, "WindowLocation");
  int free = place.GetAsInt();
  for (const Place next : { TopCentre, BottomCentre })
  {
    free = OthersAt(view, display, free).empty() ? free : next;
  }
  for (vtkSMProxy* older : OthersAt(view, display, free))
  {
    if (std::strncmp(older->GetXMLName(), "Granum", 6) == 0) // not one that the user has written
    {
      vtkSMPropertyHelper(older, "Visibility").Set(0);
      older->UpdateVTKObjects();
    }
  }
  place.Set(free);
  display->UpdateVTKObjects();
  PlaceBarsAgain(view);
}

/** Keeps a bar as far from the edge of its view as before, and a text within the view, when it gets another size. */
class Fitter : public vtkCommand
{
public:
  static Fitter* New() { return new Fitter; }

  void Fit(vtkSMProxy* display, vtkSMProxy* view)
  {
    this->Display = display;
    if (IsText(display))
    {
      this->Letters = this->Given = vtkSMPropertyHelper(display, "FontSize").GetAsInt();
      this->FitText(view);
    }
    view->AddObserver(vtkCommand::PropertyModifiedEvent, this);
  }

  void Execute(vtkObject* caller, unsigned long, void* property) override
  {
    const auto* name = static_cast<const char*>(property);
    if (!this->Display)
    {
      caller->RemoveObserver(this);
    }
    else if (name && std::strcmp(name, "ViewSize") == 0)
    {
      auto* view = vtkSMProxy::SafeDownCast(caller);
      if (this->Letters > 0)
      {
        this->FitText(view);
      }
      else if (SlotOf(this->Display) >= 0)
      {
        PutInto(SlotOf(this->Display), this->Display, view);
      }
    }
  }

private:
  void FitText(vtkSMProxy* view)
  {
    vtkSMPropertyHelper size(this->Display, "FontSize");
    if (size.GetAsInt() != this->Given) // one that the user has chosen
    {
      return;
    }
    const Extent text = ExtentOf(this->Display);
    const double width = WidthOf(view);
    const double most = text.Letters > 0.0 ? 0.98 * width / (Wide * text.Letters) : width / Line;
    this->Given = std::max(1, std::min(this->Letters, static_cast<int>(most)));
    size.Set(this->Given);
    const int place = vtkSMPropertyHelper(this->Display, "WindowLocation").GetAsInt();
    if (place == TopCentre || (place == Free && this->Beneath)) // not where the user has put it
    {
      this->PutBesideTime(view, text);
    }
    this->Display->UpdateVTKObjects();
    PlaceBarsAgain(view);
  }

  /** A text at the top begins beneath the time where the view is too narrow for both. */
  void PutBesideTime(vtkSMProxy* view, const Extent& text)
  {
    const double width = WidthOf(view);
    const double height = std::max(1.0, vtkSMPropertyHelper(view, "ViewSize").GetAsDouble(1));
    double side = 0.0, above = 0.0;
    for (vtkSMProxy* other : OthersAt(view, this->Display, TopLeft))
    {
      const double letters = vtkSMPropertyHelper(other, "FontSize").GetAsDouble();
      const Extent time = ExtentOf(other);
      side = std::max(side, Wide * letters * time.Letters);
      above = std::max(above, High * letters * time.Lines);
    }
    const double wide = Wide * this->Given * text.Letters;
    this->Beneath = text.Letters > 0.0 && side > 0.0 && wide + 2.0 * side > width;
    vtkSMPropertyHelper(this->Display, "WindowLocation").Set(this->Beneath ? Free : TopCentre);
    if (this->Beneath)
    {
      const double corner[2] = { std::max(0.0, 0.5 - 0.5 * wide / width),
        1.0 - (above + High * this->Given * text.Lines) / height };
      vtkSMPropertyHelper(this->Display, "Position").Set(corner, 2);
    }
  }

  vtkWeakPointer<vtkSMProxy> Display;
  int Letters = 0, Given = 0; // size in a wide view, and that now
  bool Beneath = false; // the time
};

class Placer : public vtkCommand
{
public:
  static Placer* New() { return new Placer; }

  void Execute(vtkObject* caller, unsigned long, void* property) override
  {
    auto* bar = vtkSMProxy::SafeDownCast(caller);
    const std::string name = property ? static_cast<const char*>(property) : "";
    if (!bar || name != "Visibility")
    {
      return;
    }
    if (vtkSMPropertyHelper(bar, "Visibility").GetAsInt() != 0)
    {
      PlaceBar(bar);
    }
    else
    {
      FillSlotOf(bar);
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
        SetInk(shown, view);
        PlaceText(shown, view);
        vtkNew<Fitter> fitter;
        fitter->Fit(shown, view);
      }
    });
}

void KeepBarApart(vtkSMProxy* bar)
{
  vtkNew<Placer> placer;
  bar->AddObserver(vtkCommand::PropertyModifiedEvent, placer);
  const vtkWeakPointer<vtkSMProxy> made(bar);
  WhenShown(bar,
    [made](vtkSMProxy* view)
    {
      if (made)
      {
        SetInk(made, view);
        PlaceBar(made);
        vtkNew<Fitter> fitter;
        fitter->Fit(made, view);
      }
    });
}

}
