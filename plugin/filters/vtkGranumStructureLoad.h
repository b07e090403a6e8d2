/**
 * @class   vtkGranumStructureLoad
 * @brief   Contact forces as load on the surfaces of the structures.
 *
 * Room: plugin/filters (data in, data out).  The sums live in
 * analysis/surface_load.h, which does not depend on VTK.
 *
 * Input 0 ("Structures"): vtkPolyData, polygons, with the cell arrays structure_id
 *                         and patch (1); the field arrays structures (names) and
 *                         position (m, 3: origins for the moments) if they exist.
 * Input 1 ("Contacts"):   vtkPolyData, one line per contact that ends at the surface,
 *                         with the cell arrays force (N, 3: on the grain) and
 *                         structure_id, patch (1).
 * Output:                 vtkPolyData, the structures with the cell arrays force (N,
 *                         3: on the structure), traction (Pa, 3), pressure (Pa: of the
 *                         normal forces, > 0 where grains push), contacts and area
 *                         (m2); and the field arrays structure_force (N, 3),
 *                         structure_torque (N m, 3: about position), a row a
 *                         structure, structure_met_force and structure_met_torque (their
 *                         part by other structures) and frames (1: number of frames in
 *                         the average).
 *
 * If the structures have sums since the start (surface sums of Granum Reader), the output
 * also has these sums per area: normal_impulse_per_area (N s/m2),
 * normal_work_per_area, sliding_work_per_area, impact_energy_per_area (J/m2),
 * load_times_way_per_area (N/m), contact_time_per_area (s/m2), impacts_per_area (1/m2),
 * wear_depth_archard and wear_depth_finnie (m).  With a window over several frames they
 * are the sums between the first and the last of them.
 *
 * A contact between two structures is one resultant: it counts in the forces and torques
 * of both, but not on cells.
 *
 * The force of a contact with a grain is added to the cell of its structure and patch nearest to the end
 * of its line.  With a window all loads are averages over the frames in it; vectors
 * are averaged in the world.  In parallel the surfaces lie on the first rank and get
 * the contacts of all.
 */
#ifndef vtkGranumStructureLoad_h
#define vtkGranumStructureLoad_h

#include "GranumFiltersModule.h" // for the export macro
#include "vtkPolyDataAlgorithm.h"

#include <memory>

class GRANUMFILTERS_EXPORT vtkGranumStructureLoad : public vtkPolyDataAlgorithm
{
public:
  static vtkGranumStructureLoad* New();
  vtkTypeMacro(vtkGranumStructureLoad, vtkPolyDataAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * Length of the time window before the shown frame over which loads are averaged, in
   * s; 0, the default: the shown frame only.
   */
  vtkSetClampMacro(Window, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(Window, double);
  ///@}

protected:
  vtkGranumStructureLoad();
  ~vtkGranumStructureLoad() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestUpdateExtent(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;

private:
  vtkGranumStructureLoad(const vtkGranumStructureLoad&) = delete;
  void operator=(const vtkGranumStructureLoad&) = delete;

  struct Internals;
  std::unique_ptr<Internals> Internal;

  double Window = 0.0;
};

#endif
