/**
 * reader/legends.h -- colours and titles of a display, as written in its XML.
 *
 * Room: plugin/reader.  In the lines Color of vtkSMGranumDisplayHelper:
 *
 *   <Color point_array="distance" map="Viridis (matplotlib)" title="distance (m)" />
 *   <Color cell_array="isoline" title="isoline">
 *     <Category value="1" name="centres touch" color="0.85 0.1 0.1" />
 *   </Color>
 */
#ifndef granum_legends_h
#define granum_legends_h

class vtkPVXMLElement;
class vtkSMProxy;

namespace granum
{

/** Gives the colour map of a display, unless it is in use already, the colours of a line. */
void GiveColors(vtkSMProxy* display, vtkPVXMLElement* line);

/** Sets the title of the colour bar when the display is added to a view, if the line has a
 * title and the bar has none yet. */
void TitleLater(vtkSMProxy* display, vtkPVXMLElement* line);

}

#endif
