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
 * Output 0 ("Load"): vtkPolyData, the chosen structures with the cell arrays force (N, 3: on
 *                         the structure), traction (Pa, 3), pressure (Pa: of the normal forces,
 *                         > 0 where grains push), contacts and area (m2); and the field arrays
 *                         structure_force (N, 3), structure_torque (N m, 3: about position), a
 *                         row for each structure, structure_met_force and structure_met_torque
 *                         (their part by other structures), frames (1: over how many these are
 *                         averaged) and window (s, 2: over which cells are averaged).
 * Output 1 ("Contact Forces"): vtkPolyData, the forces of the frame shown as arrows that end
 *                         at the contacts; see filters/load_view.h for the arrays.
 * Output 2 ("Resultants"): vtkPolyData, resultant force and torque as arrows.
 * Output 3 ("Summary"):   vtkTable, one text.
 * Output 4 ("Other Structures"): vtkPolyData.
 * Output 5 ("Loads"):     vtkTable, a row for each chosen structure: structure (name), contacts,
 *                         force (N, 3), reference (m, 3), torque (N m, 3: about reference) and
 *                         axis_torque (N m: > 0 with the rotation; NaN where nothing turns), all
 *                         of the frame shown.
 *
 * If the structures have sums since the start (surface sums of Granum Reader) and the window has
 * more than one frame, force, traction and pressure are the impulses between its first and its
 * last frame over the time between them, else averages over its frames.  Then the output
 * also has these sums per area: normal_impulse_per_area (N s/m2),
 * normal_work_per_area, sliding_work_per_area, impact_energy_per_area (J/m2),
 * load_times_way_per_area (N/m), contact_time_per_area (s/m2), impacts_per_area (1/m2),
 * wear_depth_archard and wear_depth_finnie (m): in the window, or since the start.
 *
 * A contact between two structures is one resultant: it counts in the forces and torques
 * of both, but not on cells.
 *
 * The force of a contact with a grain is added to the cell of its structure and patch nearest to the end
 * of its line.  Vectors are averaged in the world.  In parallel the surfaces lie on the first rank and get
 * the contacts of all.
 */
#ifndef vtkGranumStructureLoad_h
#define vtkGranumStructureLoad_h

#include "GranumFiltersModule.h" // for the export macro
#include "vtkPolyDataAlgorithm.h"

#include <memory>
#include <vector>

class GRANUMFILTERS_EXPORT vtkGranumStructureLoad : public vtkPolyDataAlgorithm
{
public:
  static vtkGranumStructureLoad* New();
  vtkTypeMacro(vtkGranumStructureLoad, vtkPolyDataAlgorithm);

  ///@{
  /**
   * The structures to look at; without any those that turn at some time, else those that move,
   * else all.
   */
  void AddStructure(int structure);
  void ClearStructures();
  ///@}

  enum Averages
  {
    FRAME,
    LAST_TURN,
    LAST_SECONDS
  };

  /**
   * Over which time loads on cells are averaged: the frame shown only; the last turn of what
   * turns, or all time before the frame shown if nothing turns or no turn is over; Window.
   * Totals of structures are averaged with LAST_SECONDS, or if the structures have no sums.
   */
  vtkSetClampMacro(Average, int, FRAME, LAST_SECONDS);

  /**
   * Length of the time window before the shown frame, in s, of LAST_SECONDS.
   */
  vtkSetClampMacro(Window, double, 0.0, VTK_DOUBLE_MAX);

  /**
   * Arrows at contacts: the whole force, its normal and tangential part apart, or none.
   */
  vtkSetClampMacro(Arrows, int, 0, 2);

  /**
   * Length of the arrow of one newton, in m/N; 0: such that the 99th percentile of the forces is
   * an eighth of the structures' box.
   */
  vtkSetClampMacro(ArrowScale, double, 0.0, VTK_DOUBLE_MAX);

  ///@{
  /**
   * Of the frame shown: the scale that is used, the time over which cells are averaged (s), and
   * the 99th percentiles of the pressures above 0 (Pa) and of the contact forces (N).
   */
  vtkGetMacro(UsedArrowScale, double);
  vtkGetMacro(UsedWindow, double);
  vtkGetMacro(UpperPressure, double);
  vtkGetMacro(UpperForce, double);
  ///@}

protected:
  vtkGranumStructureLoad();
  ~vtkGranumStructureLoad() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestUpdateExtent(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;

private:
  vtkGranumStructureLoad(const vtkGranumStructureLoad&) = delete;
  void operator=(const vtkGranumStructureLoad&) = delete;

  struct Internals;
  std::unique_ptr<Internals> Internal;

  std::vector<int> Structures;
  int Average = LAST_TURN;
  double Window = 0.0;
  int Arrows = 0;
  double ArrowScale = 0.0;
  double UsedArrowScale = 0.0;
  double UsedWindow = 0.0;
  double UpperPressure = 0.0;
  double UpperForce = 0.0;

  void FillViews(vtkPolyData* all, vtkInformationVector* outputs);
};

#endif
