/**
 * @class   vtkGranumDistanceField
 * @brief   The signed distance interpolated from virtual particles, and its isolines.
 *
 * Room: plugin/filters (data in, data out).  The arithmetic lives in
 * analysis/site_field.h, which does not depend on VTK.
 *
 * Input 0 ("Sites"):      vtkPolyData, one point per virtual particle ("site"), with the point
 *                         arrays distance and spacing (m), normal (3), structure_id and patch
 *                         (1), and the field arrays position (m, 3) and rotation (9) of the
 *                         bodies if they exist.
 * Input 1 ("Structures"): vtkPolyData, polygons, with the cell arrays structure_id and
 *                         patch.  Optional; without it there is no error.
 * Input 2 ("Grains"):     vtkPolyData, one point per grain, with the point array radius (m).
 *                         Optional; without it the radius comes from Radius or from the
 *                         field array radius of the sites.
 * Output 0 ("Field"):     vtkUnstructuredGrid, quadrangles of a plane or hexahedra, with the
 *                         point arrays distance (m), gradient (3, world axes), gradient_length
 *                         (1), sites (1: number of sites of the grid cell, 0 to 8), patch (1:
 *                         of the distance, -1: none), answered (1: source of the distance of
 *                         a grain centre there; -1 none, 1 sites, 2 triangles because sites
 *                         are inaccurate, 3 triangles because sites are missing) and, with
 *                         Error, error
 *                         (m: |distance| less the distance from the polygons of its patch; NaN
 *                         where sites or polygons are missing); the field arrays spacing, radius
 *                         (m) and band (m, 2: distance of the nearest and of the farthest site).
 * Output 1 ("Isolines"):  vtkPolyData, lines (or triangles) on which the distance has a
 *                         value, with the point array distance (m) and the cell array
 *                         isoline (1: 0 every Interval, 1 where centres of grains of the
 *                         radius touch the structure, 2 the limits of the band).
 *
 * The field is that of one structure, in its own frame, by the half-Taylor interpolation of
 * the solver; the field is put where the structure is.  In parallel sites lie on the first
 * rank; grains may lie on any.
 */
#ifndef vtkGranumDistanceField_h
#define vtkGranumDistanceField_h

#include "GranumFiltersModule.h" // for the export macro
#include "vtkUnstructuredGridAlgorithm.h"

#include <memory>

namespace granum
{
class SiteField;
struct BodyFrame;
struct SampleGrid;
}

class GRANUMFILTERS_EXPORT vtkGranumDistanceField : public vtkUnstructuredGridAlgorithm
{
public:
  static vtkGranumDistanceField* New();
  vtkTypeMacro(vtkGranumDistanceField, vtkUnstructuredGridAlgorithm);

  ///@{
  /**
   * Disconnect an optional input.
   */
  void RemoveStructures() { this->RemoveAllInputConnections(1); }
  void RemoveGrains() { this->RemoveAllInputConnections(2); }
  ///@}

  enum Samplings
  {
    PLANE,
    BOX
  };

  enum Frames
  {
    STRUCTURE,
    WORLD
  };

  /**
   * Number of the structure whose field is sampled; -1: the first that has virtual
   * particles.
   */
  vtkSetClampMacro(Structure, int, -1, VTK_INT_MAX);

  /**
   * Number of the patch whose virtual particles are interpolated; -1: at each point the
   * nearest patch.
   */
  vtkSetClampMacro(Patch, int, -1, VTK_INT_MAX);

  /**
   * Sample on a plane, or in the box around the virtual particles.
   */
  vtkSetClampMacro(Sampling, int, PLANE, BOX);

  /**
   * The plane passes through the centre of the virtual particles; Origin is ignored.
   */
  vtkSetMacro(Centred, bool);

  ///@{
  /**
   * A point of the plane, in m.
   */
  vtkSetVector3Macro(Origin, double);
  vtkGetVector3Macro(Origin, double);
  ///@}

  /**
   * Normal of the plane.
   */
  vtkSetVector3Macro(Normal, double);

  /**
   * Frame of Origin and Normal: that of the structure, so that the plane moves with it,
   * or the world frame.
   */
  vtkSetClampMacro(Frame, int, STRUCTURE, WORLD);

  ///@{
  /**
   * Distance between sample points, in m; 0: a quarter of the spacing of the virtual
   * particles on a plane, half of it in a box.
   */
  vtkSetClampMacro(Spacing, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(Spacing, double);
  ///@}

  /**
   * Largest number of sample points: Spacing is increased if it would give more.
   */
  vtkSetClampMacro(MaximumPoints, vtkIdType, 1, VTK_INT_MAX);

  /**
   * Keep all points, also those without a distance from virtual particles; their
   * distance is NaN.
   */
  vtkSetMacro(Whole, bool);

  /**
   * Radius of the grains for the isoline of contact, in m; 0: that of the smallest
   * grain.
   */
  vtkSetClampMacro(Radius, double, 0.0, VTK_DOUBLE_MAX);

  /**
   * Interval between isolines, in m; 0: the spacing of the virtual particles.
   */
  vtkSetClampMacro(Interval, double, 0.0, VTK_DOUBLE_MAX);

  /**
   * Compute the error against the polygons; needs Structures.
   */
  vtkSetMacro(Error, bool);

  /**
   * Error of virtual particles above which triangles are used, as
   * virtual_particles.tolerance of the scene: relative error of the force at an overlap
   * of 1 % of the radius.
   */
  vtkSetClampMacro(Tolerance, double, 0.0, VTK_DOUBLE_MAX);

protected:
  vtkGranumDistanceField();
  ~vtkGranumDistanceField() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;

private:
  vtkGranumDistanceField(const vtkGranumDistanceField&) = delete;
  void operator=(const vtkGranumDistanceField&) = delete;

  granum::SampleGrid GridOver(const granum::SiteField& field, const granum::BodyFrame& frame) const;

  struct LookUp; // made once for each input
  std::unique_ptr<LookUp> Known;

  int Structure = -1;
  int Patch = -1;
  int Sampling = PLANE;
  bool Centred = true;
  double Origin[3] = { 0.0, 0.0, 0.0 };
  double Normal[3] = { 0.0, 0.0, 1.0 };
  int Frame = STRUCTURE;
  double Spacing = 0.0;
  vtkIdType MaximumPoints = 1000000;
  bool Whole = false;
  double Radius = 0.0;
  double Interval = 0.0;
  bool Error = true;
  double Tolerance = 0.02;
};

#endif
