/**
 * @class   vtkGranumVirtualParticleShell
 * @brief   The virtual particles of structures: cut open, checked, and those a grain asks.
 *
 * Room: plugin/filters (data in, data out).  The arithmetic lives in
 * analysis/stencil.h, which knows nothing of VTK.
 *
 * Input 0 ("Sites"):      vtkPolyData, a point a site, with the point arrays distance
 *                         and spacing (m), structure_id and patch (1), and the field
 *                         array rotation (9: of the bodies) where it exists.
 * Input 1 ("Grains"):     vtkPolyData, a point a grain, with the point array id (1) and
 *                         answered, structure_id (1) and structure_distance (m), without
 *                         which no site is said to serve.
 *                         Optional; without it no grain can be picked.
 * Input 2 ("Structures"): vtkPolyData, polygons, with the cell arrays structure_id and
 *                         patch.  Optional; without it there is no error.
 * Output 0 ("Shell"):     vtkPolyData, the sites that are kept with their arrays and, with
 *                         Error, error (m: |distance| less the distance from its patch).
 * Output 1 ("Stencil"):   vtkPolyData, the sites within reach of the picked grain with
 *                         their arrays, away (m: from its centre), stencil (1: it could
 *                         serve the centre, as Interpolation says), served (1: it did, 0: of
 *                         the stencil, not used, -1: beside it) and size (m: radius to draw
 *                         it with), in the order of served; the field arrays grain_id,
 *                         grain_centre (m, 3), corners (1: how many sites have stencil 1),
 *                         answered (1: as of the grain) and answer, which says it in words.
 * Output 2 ("Grain"):     vtkPolyData, the picked grain with its arrays.
 *
 * A centre that lies in the bands of several patches has a stencil in each lattice; the one
 * that serves is of the nearest structure and patch, where the grain was answered by sites.  In
 * parallel sites lie on the first rank; the grain may lie on any.
 */
#ifndef vtkGranumVirtualParticleShell_h
#define vtkGranumVirtualParticleShell_h

#include "GranumFiltersModule.h" // for the export macro
#include "vtkPolyDataAlgorithm.h"

class GRANUMFILTERS_EXPORT vtkGranumVirtualParticleShell : public vtkPolyDataAlgorithm
{
public:
  static vtkGranumVirtualParticleShell* New();
  vtkTypeMacro(vtkGranumVirtualParticleShell, vtkPolyDataAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * Leave out what need not be connected.
   */
  void RemoveGrains() { this->RemoveAllInputConnections(1); }
  void RemoveStructures() { this->RemoveAllInputConnections(2); }
  ///@}

  enum Interpolations
  {
    CELL,
    BALL
  };

  ///@{
  /**
   * Only the sites of the structure of that number; -1 keeps all.
   */
  vtkSetClampMacro(Structure, int, -1, VTK_INT_MAX);
  vtkGetMacro(Structure, int);
  ///@}

  ///@{
  /**
   * Only the sites of the patch of that number; -1 keeps all.
   */
  vtkSetClampMacro(Patch, int, -1, VTK_INT_MAX);
  vtkGetMacro(Patch, int);
  ///@}

  ///@{
  /**
   * Keep the sites of a patch also where another patch of the structure is nearer.
   * Without Structures only the sites in the same place are compared.
   */
  vtkSetMacro(Overlaps, bool);
  vtkGetMacro(Overlaps, bool);
  ///@}

  ///@{
  /**
   * Give each site its error; needs Structures.
   */
  vtkSetMacro(Error, bool);
  vtkGetMacro(Error, bool);
  ///@}

  ///@{
  /**
   * Keep only sites whose distance lies within DistanceRange.
   */
  vtkSetMacro(LimitDistance, bool);
  vtkGetMacro(LimitDistance, bool);
  ///@}

  ///@{
  /**
   * Smallest and largest distance from the surface that is kept, in m.
   */
  vtkSetVector2Macro(DistanceRange, double);
  vtkGetVector2Macro(DistanceRange, double);
  ///@}

  ///@{
  /**
   * Take away the sites before a plane, on the side its normal points to.
   */
  vtkSetMacro(Cut, bool);
  vtkGetMacro(Cut, bool);
  ///@}

  ///@{
  /**
   * A point of the plane, in m.
   */
  vtkSetVector3Macro(CutOrigin, double);
  vtkGetVector3Macro(CutOrigin, double);
  ///@}

  ///@{
  /**
   * Normal of the plane, towards what is taken away.
   */
  vtkSetVector3Macro(CutNormal, double);
  vtkGetVector3Macro(CutNormal, double);
  ///@}

  ///@{
  /**
   * Id of the grain whose sites are shown by Stencil; -1: none.
   */
  vtkSetMacro(GrainId, vtkIdType);
  vtkGetMacro(GrainId, vtkIdType);
  ///@}

  ///@{
  /**
   * How far sites are shown around the centre of the picked grain, in spacings; the
   * corners of its cell are within the square root of 3.
   */
  vtkSetClampMacro(Reach, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(Reach, double);
  ///@}

  ///@{
  /**
   * Which sites serve a grain: the eight corners of the cell around its centre
   * (half_taylor, trilinear), or all within BallReach of it (mls, shepard).
   */
  vtkSetClampMacro(Interpolation, int, CELL, BALL);
  vtkGetMacro(Interpolation, int);
  ///@}

  ///@{
  /**
   * Radius of the ball of sites that serve a grain, in spacings.
   */
  vtkSetClampMacro(BallReach, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(BallReach, double);
  ///@}

protected:
  vtkGranumVirtualParticleShell();
  ~vtkGranumVirtualParticleShell() override = default;

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
};

#endif
