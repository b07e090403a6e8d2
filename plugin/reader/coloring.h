/**
 * reader/coloring.h -- the array by which a display is coloured, and its range.
 *
 * Room: plugin/reader.  In the lines Color of vtkSMGranumDisplayHelper:
 *
 *   <Color point_array="velocity" />                  the range of the result, series_range.h
 *   <Color cell_array="force_ratio" to="Cap" />       from 0 to a property of the filter,
 *                                                     also when that is changed later
 *   <Color point_array="velocity" with_field="shapes" />
 *                                     without rows if there is that field array
 *
 *   <Color cell_array="appearance" colors="1" dimensions="3" />
 *                                     its values are colours, without a bar; not in a plane
 *
 * Without rows there are no arrays: the first frame of a run is often empty.  A display that
 * is made then is coloured when it is shown, by the first line; its range follows with the rows.
 */
#ifndef granum_coloring_h
#define granum_coloring_h

class vtkPVXMLElement;
class vtkSMProxy;

namespace granum
{

/** Whether the data shown have that array of points (vtkDataObject::POINT) or cells. */
bool HasArray(vtkSMProxy* display, const char* name, int association);

/** Whether a frame of the result shown has that array of grains. */
bool KnowsGrainArray(vtkSMProxy* display, const char* name);

/** Colours by the first array of the lines Color that the data have; returns false if they
 * have none of them. */
bool ColorByLines(vtkSMProxy* display, vtkPVXMLElement* xml);

/** If the data have no rows now: colours by the first line that later ones may have. */
void ColorWithRows(vtkSMProxy* display, vtkPVXMLElement* xml);

}

#endif
