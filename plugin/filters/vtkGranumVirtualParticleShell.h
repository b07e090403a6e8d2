/**
 * @class   vtkGranumVirtualParticleShell
 * @brief   The virtual particles of structures: cut open, checked, and those around a grain.
 *
 * Room: plugin/filters (data in, data out).  The arithmetic lives in
 * analysis/site_lattice.h, which does not depend on VTK.
 *
 * Input 0 ("Sites"):      vtkPolyData, one point per virtual particle ("site"), with the point
 *                         arrays distance and spacing (m), structure_id and patch (1), and the
 *                         field array rotation (9: of the bodies) if it exists.
 * Input 1 ("Grains"):     vtkPolyData, one point per grain, with the point array id (1) and
 *                         answered, structure_id (1) and structure_distance (m), which the
 *                         array served needs.
 *                         Optional; without it no grain can be picked.
 * Input 2 ("Structures"): vtkPolyData, polygons, with the cell arrays structure_id and
 *                         patch.  Optional; without it there is no error.
 * Output 0 ("Shell"):     vtkPolyData, the sites that are kept with their arrays and, with
 *                         Error, error (m: |distance| less the distance from its patch).
 * Output 1 ("Stencil"):   vtkPolyData, the sites within reach of the picked grain with
 *                         their arrays, away (m: from its centre), stencil (1: the site is in
 *                         the stencil of the centre by Interpolation), served (1: the distance
 *                         was computed from it, 0: in the stencil but not used, -1: not in
 *                         the stencil) and size (m: radius to draw
 *                         it with), in the order of served; the field arrays grain_id,
 *                         grain_centre (m, 3), corners (1: how many sites have stencil 1),
 *                         answered (1: as of the grain) and answer, the same in words.
 * Output 2 ("Grain"):     vtkPolyData, the picked grain with its arrays.
 * Output 3 ("Missing"):   vtkPolyData, lines: a wire cube at each corner of the cell around
 *                         the picked grain that has no site, of the patches of its nearest
 *                         structure in contact; cell arrays structure_id, patch, served (2).
 * Output 4 ("Summary"):   vtkTable, one row with the column summary: how many sites the
 *                         picked grain has, which patches lack how many, and the source.
 *
 * A centre in the narrow bands of several patches has a stencil in each grid; the one used is
 * that of the nearest structure and patch, if the distance came from sites.  In
 * parallel sites lie on the first rank; the grain may lie on any.
 */
#ifndef vtkGranumVirtualParticleShell_h
#define vtkGranumVirtualParticleShell_h

#include "GranumFiltersModule.h" // for the export macro
#include "vtkNew.h"
#include "vtkPolyDataAlgorithm.h"

class vtkIdTypeArray;

class GRANUMFILTERS_EXPORT vtkGranumVirtualParticleShell : public vtkPolyDataAlgorithm
{
public:
  static vtkGranumVirtualParticleShell* New();
  vtkTypeMacro(vtkGranumVirtualParticleShell, vtkPolyDataAlgorithm);

  ///@{
  /**
   * Disconnect an optional input.
   */
  void RemoveGrains() { this->RemoveAllInputConnections(1); }
  void RemoveStructures() { this->RemoveAllInputConnections(2); }
  ///@}

  enum Interpolations
  {
    CELL,
    BALL
  };

  /**
   * Number of a structure: only its virtual particles are kept; -1: all.
   */
  vtkSetClampMacro(Structure, int, -1, VTK_INT_MAX);

  /**
   * Number of a patch: only its virtual particles are kept; -1: all.
   */
  vtkSetClampMacro(Patch, int, -1, VTK_INT_MAX);

  /**
   * Keep the virtual particles of a patch also where another patch of the structure is
   * nearer. Without Structures only virtual particles at the same position are
   * compared.
   */
  vtkSetMacro(Overlaps, bool);

  /**
   * Compute the error of each virtual particle; needs Structures.
   */
  vtkSetMacro(Error, bool);

  /**
   * Keep only virtual particles whose distance lies within DistanceRange.
   */
  vtkSetMacro(LimitDistance, bool);

  /**
   * Smallest and largest distance from the surface that is kept, in m.
   */
  vtkSetVector2Macro(DistanceRange, double);

  /**
   * Remove the virtual particles on the side of a plane to which its normal points.
   */
  vtkSetMacro(Cut, bool);

  /**
   * A point of the plane, in m.
   */
  vtkSetVector3Macro(CutOrigin, double);

  /**
   * Normal of the plane, towards the removed side.
   */
  vtkSetVector3Macro(CutNormal, double);

  /**
   * Id of the grain whose virtual particles Stencil shows; -1: none.
   */
  vtkSetMacro(GrainId, vtkIdType);

  /**
   * Radius around the centre of the picked grain within which virtual particles are
   * shown, in spacings; the corners of its cell lie within the square root of 3.
   */
  vtkSetClampMacro(Reach, double, 0.0, VTK_DOUBLE_MAX);

  /**
   * Virtual particles from which the distance of a grain is computed: the eight corners
   * of the cell around its centre (half_taylor, trilinear), or all within BallReach of
   * it (mls, shepard).
   */
  vtkSetClampMacro(Interpolation, int, CELL, BALL);

  /**
   * Radius of the ball from whose virtual particles the distance of a grain is
   * computed, in spacings.
   */
  vtkSetClampMacro(BallReach, double, 0.0, VTK_DOUBLE_MAX);

  /**
   * Ids of the grains of this frame whose stencil is incomplete, as Coverage lists them.
   */
  vtkIdTypeArray* GetIncompleteIds() { return this->IncompleteIds; }

protected:
  vtkGranumVirtualParticleShell();
  ~vtkGranumVirtualParticleShell() override;

  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;

private:
  vtkGranumVirtualParticleShell(const vtkGranumVirtualParticleShell&) = delete;
  void operator=(const vtkGranumVirtualParticleShell&) = delete;

  int Structure = -1;
  int Patch = -1;
  bool Overlaps = false;
  bool Error = false;
  bool LimitDistance = false;
  double DistanceRange[2] = { 0.0, 1.0 };
  bool Cut = false;
  double CutOrigin[3] = { 0.0, 0.0, 0.0 };
  double CutNormal[3] = { 0.0, -1.0, 0.0 };
  vtkIdType GrainId = -1;
  double Reach = 3.0;
  int Interpolation = CELL;
  double BallReach = 1.75;
  vtkNew<vtkIdTypeArray> IncompleteIds;
};

#endif
