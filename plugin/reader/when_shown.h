/**
 * reader/when_shown.h -- acts when a display is added to a view.
 *
 * Room: plugin/reader.  Titles of colour bars and of axes belong to a view, but the
 * first values of a display are set before it is in one.
 */
#ifndef granum_when_shown_h
#define granum_when_shown_h

#include <functional>

class vtkSMProxy;

namespace granum
{

/** Calls `action` once, with the view that has the display: at once, or as soon as it is
 * added to one of the present views; never if the display is deleted before. */
void WhenShown(vtkSMProxy* display, std::function<void(vtkSMProxy* view)> action);

}

#endif
