/**
 * @class   vtkGranumDistanceField
 * @brief   The signed distance that virtual particles give between them, and its isolines.
 *
 * Room: plugin/filters (data in, data out).  The arithmetic lives in
 * analysis/site_field.h and analysis/sample_grid.h, which know nothing of VTK.
 *
 * Input 0 ("Sites"):      vtkPolyData, a point a site, with the point arrays distance and
 *                         spacing (m), normal (3), structure_id and patch (1), and the field
 *                         arrays position (m, 3) and rotation (9) of the bodies where they exist.
 * Input 1 ("Structures"): vtkPolyData, polygons, with the cell arrays structure_id and
 *                         patch.  Optional; without it nothing is known of errors.
 * Input 2 ("Grains"):     vtkPolyData, a point a grain, with the point array radius (m).
 *                         Optional; without it the radius comes from Radius or from the
 *                         field array radius of the sites.
 * Output 0 ("Field"):     vtkUnstructuredGrid, quadrangles of a plane or hexahedra, with the
 *                         point arrays distance (m), gradient (3, world axes), gradient_length
 *                         (1), sites (1: 0 to 8 in the cell of the lattice), patch (1: that
 *                         answers, -1: none), answered (1: who answers the query of a
 *                         centre there; -1 nobody, 1 sites, 2 triangles because sites err,
 *                         3 triangles because sites are missing) and, with Error, error
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
  void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * Leave out what need not be connected.
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

  ///@{
  /**
   * The structure whose field is sampled; -1: the first that has sites.
   */
  vtkSetClampMacro(Structure, int, -1, VTK_INT_MAX);
  vtkGetMacro(Structure, int);
  ///@}

  ///@{
  /**
   * Only the sites of that patch answer; -1: of those that can the nearest.
   */
  vtkSetClampMacro(Patch, int, -1, VTK_INT_MAX);
  vtkGetMacro(Patch, int);
  ///@}

  ///@{
  /**
   * The points lie on a plane, or in the box around the sites.
   */
  vtkSetClampMacro(Sampling, int, PLANE, BOX);
  vtkGetMacro(Sampling, int);
  ///@}

  ///@{
  /**
   * The plane goes through the middle of the sites, whatever Origin says.
   */
  vtkSetMacro(Centred, bool);
  vtkGetMacro(Centred, bool);
  ///@}

  ///@{
  /**
   * A point of the plane, in m.
   */
  vtkSetVector3Macro(Origin, double);
  vtkGetVector3Macro(Origin, double);
  ///@}

  ///@{
  /**
   * Normal of the plane.
   */
  vtkSetVector3Macro(Normal, double);
  vtkGetVector3Macro(Normal, double);
  ///@}

  ///@{
  /**
   * Origin and Normal are of the structure, so that the plane moves with it, or of the world.
   */
  vtkSetClampMacro(Frame, int, STRUCTURE, WORLD);
  vtkGetMacro(Frame, int);
  ///@}

  ///@{
  /**
   * From point to point, in m; 0: a quarter of the spacing of the sites on a plane, half
   * of it in a box.
   */
  vtkSetClampMacro(Spacing, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(Spacing, double);
  ///@}

  ///@{
  /**
   * No more points than that: where the spacing asks for more it is widened.
   */
  vtkSetClampMacro(MaximumPoints, vtkIdType, 1, VTK_INT_MAX);
  vtkGetMacro(MaximumPoints, vtkIdType);
  ///@}

  ///@{
  /**
   * Keep all points, also those for which sites have no distance.
   */
  vtkSetMacro(Whole, bool);
  vtkGetMacro(Whole, bool);
  ///@}

  ///@{
  /**
   * Radius of the grains that touch, in m; 0: that of the smallest grain.
   */
  vtkSetClampMacro(Radius, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(Radius, double);
  ///@}

  ///@{
  /**
   * From isoline to isoline, in m; 0: the spacing of the sites.
   */
  vtkSetClampMacro(Interval, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(Interval, double);
  ///@}

  ///@{
  /**
   * Compare with the polygons; needs Structures.
   */
  vtkSetMacro(Error, bool);
  vtkGetMacro(Error, bool);
  ///@}

  ///@{
  /**
   * What sites may be off before triangles answer, as virtual_particles.tolerance of the
   * scene: relative error of the force at an overlap of 1 % of the radius.
   */
  vtkSetClampMacro(Tolerance, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(Tolerance, double);
  ///@}

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
