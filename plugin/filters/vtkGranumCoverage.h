/**
 * @class   vtkGranumCoverage
 * @brief   Where virtual particles are missing: on the surface, and for which grains.
 *
 * Room: plugin/filters (data in, data out).
 *
 * Input 0 ("Structures"): vtkPolyData, polygons, with the cell array structure_id; the
 *                         cell arrays of an audit pass through.
 * Input 1 ("Grains"):     vtkPolyData, one point per grain, with the point arrays radius,
 *                         structure_distance (m), structure_id and site_count (1).
 * Input 2 ("Sites"):      vtkPolyData, the virtual particles, with the point array
 *                         structure_id: which structures have virtual particles.
 * Input 3 ("History"):    vtkTable, with the columns time (s), coverage_lost, asked_sites and
 *                         asked_triangles (1): sums since the start.  Optional.
 * Output 0 ("Map"):       vtkPolyData, the structures that have sites, with the cell arrays
 *                         incomplete_grains (1: number of listed grains nearest to the cell)
 *                         and coverage (1): source of the distance, the worst of
 *                         audit_answered and of the array answered of the grains within
 *                         ContactRange: -1 not evaluated, 0 primitive, 1 sites, 2 triangles,
 *                         because sites are inaccurate, 3 triangles, because sites are
 *                         missing, 4 none.
 * Output 1 ("Incomplete Grains"): vtkPolyData, the grains whose stencil is incomplete:
 *                         a structure with sites is within ContactRange and site_count
 *                         is below LeastSites; with their arrays and ids.
 * Output 2 ("Summary"):   vtkTable, one row with the column summary: for each structure the
 *                         share of positions where sites are missing, by the field arrays
 *                         audited_... of Structures, the listed grains, the events in the
 *                         history until this time, and the remedy, in words; and which
 *                         meshes are open, by the field array mesh_report of Structures.
 * Output 3 ("Lost At"):   vtkTable, the frames before which coverage was lost: time (s) and
 *                         events (1, since the frame before).
 * Output 4 ("Open Edges"): vtkPolyData, a line for each edge of a mesh that belongs to one
 *                         triangle only, with the cell array structure_id; meshes are the
 *                         structures with a text in mesh_report, or with sites.
 *
 * In parallel the map lies on the first rank and counts the grains of all; the list
 * stays where the grains are, and every rank has the tables.
 */
#ifndef vtkGranumCoverage_h
#define vtkGranumCoverage_h

#include "GranumFiltersModule.h" // for the export macro
#include "vtkNew.h"
#include "vtkPolyDataAlgorithm.h"

class vtkDoubleArray;
class vtkTable;

class GRANUMFILTERS_EXPORT vtkGranumCoverage : public vtkPolyDataAlgorithm
{
public:
  static vtkGranumCoverage* New();
  vtkTypeMacro(vtkGranumCoverage, vtkPolyDataAlgorithm);

  /**
   * Disconnect an optional input.
   */
  void RemoveHistory() { this->RemoveAllInputConnections(3); }

  /**
   * Times of the frames before which coverage was lost, in s.
   */
  vtkDoubleArray* GetLostTimes() { return this->LostTimes; }

  /**
   * A grain is considered if the distance of its centre from the structure is below
   * this multiple of its radius; 1 is contact.
   */
  vtkSetClampMacro(ContactRange, double, 0.0, VTK_DOUBLE_MAX);

  /**
   * A stencil with fewer virtual particles is incomplete.
   */
  vtkSetClampMacro(LeastSites, int, 0, VTK_INT_MAX);

  /**
   * Show structures without virtual particles in the map as well.
   */
  vtkSetMacro(AllStructures, bool);

protected:
  vtkGranumCoverage();
  ~vtkGranumCoverage() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;

private:
  vtkGranumCoverage(const vtkGranumCoverage&) = delete;
  void operator=(const vtkGranumCoverage&) = delete;

  void ListLosses(vtkTable* history, vtkInformation* grains, vtkTable* losses);

  double ContactRange = 1.0;
  int LeastSites = 8;
  bool AllStructures = false;
  vtkNew<vtkDoubleArray> LostTimes;
};

#endif
