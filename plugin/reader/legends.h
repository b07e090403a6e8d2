/**
 * reader/legends.h -- colours and titles of a display, as written in its XML.
 *
 * Room: plugin/reader.  In the lines Color of vtkSMGranumDisplayHelper:
 *
 *   <Color point_array="distance" map="Viridis (matplotlib)" title="distance (m)" />
 *   <Color cell_array="pressure" map="Reds" invert="1" />
 *                                    from the other end of the map
 *   <Color cell_array="force_ratio" title="f/&lt;f&gt;"
 *          reference="ReferenceForce" reference_title="f / (* N)" />
 *                                    this title if the property is above 0; * is its value
 *   <Color cell_array="isoline" title="isoline">
 *     <Category value="1" name="centres touch" color="0.85 0.1 0.1" />
 *     <Category value="2" name="momentum" color="0 0.62 0.45" property="ShowMomentum" />
 *   </Color>                         the bar lists it while the property of the filter is on
 *
 * The bar of any other array of a result gets the unit: force (N), speed (m/s) of a velocity.
 */
#ifndef granum_legends_h
#define granum_legends_h

class vtkPVXMLElement;
class vtkSMProxy;

namespace granum
{

/** Gives the colour map of a display, unless it is in use already, the colours of a line. */
void GiveColors(vtkSMProxy* display, vtkPVXMLElement* line);

/** From now on the bar of a display lists the categories of a line whose property is on. */
void WatchCategories(vtkSMProxy* display, vtkPVXMLElement* line);

/** Sets the title of the colour bar when the display is added to a view, if the line has a
 * title and the bar has none of its user yet. */
void TitleLater(vtkSMProxy* display, vtkPVXMLElement* line);

/** Takes the word Component, which ParaView puts behind a title whenever it colours by an array
 * whose components have no names, from the colour bars of the colour map of a display. */
void DropComponentWord(vtkSMProxy* display);

/** From now on colour bars made in the session of `proxy` are titled by the name of their
 * array and its unit, as the Granum Readers of the session know it. */
void KnowUnits(vtkSMProxy* proxy);

}

#endif
