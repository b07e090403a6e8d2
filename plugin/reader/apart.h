/**
 * reader/apart.h -- texts and colour bars of a view, apart from one another.
 *
 * Room: plugin/reader.  ParaView puts the text of each filter at the same place, and a colour
 * bar that becomes visible later than it is made at the place of another one.
 */
#ifndef granum_apart_h
#define granum_apart_h

class vtkSMProxy;

namespace granum
{

/** Gives a text, when it is added to a view, the first place that no other text has: its own, top
 * centre, bottom centre; with all taken, the older ones there are hidden.  Its letters are dark, as those of a bar,
 * where the background is light. */
void KeepTextApart(vtkSMProxy* display);

/** From now on, whenever the bar is added to a view or becomes visible, it goes to a corner that no
 * visible one has; when it is hidden, one that found none goes to its corner. */
void KeepBarApart(vtkSMProxy* bar);

}

#endif
