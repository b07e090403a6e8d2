/**
 * filters/grain_body.h -- volume and mass of a grain: a sphere, or a body in a plane.
 *
 * Room: plugin/filters.  As the solver counts them: in two dimensions a volume is the area
 * pi r^2 times the thickness for every body, so that a solid fraction is one of areas.
 */
#ifndef granum_filters_grain_body_h
#define granum_filters_grain_body_h

class vtkFieldData;
class vtkInformation;

namespace granum
{

struct GrainBody
{
  bool Flat = false; /**< all grains are in the plane z = 0 */
  bool Disc = false; /**< its mass is that of a disc, not of a sphere */
  double Thickness = 1.0; /**< m  in the plane */

  /** Volume (m3) of a grain of radius r (m). */
  double Volume(double r) const;
  /** Mass (kg) of a grain of radius r (m) and that density (kg/m3). */
  double Mass(double r, double density) const;
};

/** By the field arrays dimensions, thickness and grains of a result; a sphere without them. */
GrainBody BodyOf(vtkFieldData* fields);

/** The same on every rank, also where a rank has no data.  Collective. */
GrainBody BodyOverRanks(vtkFieldData* fields);

/** Whether the data of a connection will be of two dimensions, before they are computed: by
 * the key BODY of vtkGranumReader, or else by data that are there. */
bool WillBeFlat(vtkInformation* connection);

}

#endif
