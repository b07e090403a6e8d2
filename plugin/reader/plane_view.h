/**
 * reader/plane_view.h -- the first picture of a result of two dimensions.
 *
 * Room: plugin/reader.  In the XML of a representation:
 *
 *   <First property="ShaderPreset" value="2" dimensions="2" />   in two dimensions only
 *   <Plane />                the view looks along -z, as `flat` below
 *   <Plane squeeze="1" />    likewise, and the display is thin along z
 *
 * Structures are extrusions over the thickness of the grains, 1 m by default, which is often far
 * more than the width of the scene.  A camera that ParaView fits to them would show the plane
 * small; a display that is squeezed along z has the same picture from there.
 */
#ifndef granum_plane_view_h
#define granum_plane_view_h

class vtkPVXMLElement;
class vtkSMProxy;

namespace granum
{

/** Whether the data shown are of two dimensions, by their field array `dimensions`. */
bool IsFlat(vtkSMProxy* display);

/** Of a grid in space the layer in the middle of y, in a plane of z. */
int MiddleLayer(vtkSMProxy* display);

/** Applies the line Plane of the XML, if there is one and the data are of two dimensions: as
 * soon as the display is in a view, that one gets a parallel projection along -z with y
 * upwards and the 2-D interaction, unless it shows data of three dimensions. */
void LookAtPlane(vtkSMProxy* display, vtkPVXMLElement* xml, unsigned long start);

}

#endif
