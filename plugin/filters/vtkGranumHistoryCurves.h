/**
 * @class   vtkGranumHistoryCurves
 * @brief   Curves of the history of a run that belong into one chart.
 *
 * Room: plugin/filters.
 *
 * Input ("History"): vtkTable, the port History of Granum Reader: one row every few steps.
 * Output: vtkTable, with the same rows: time (s) and the columns of the chosen Curves, all
 *         with one unit.  Vectors become their magnitudes.
 *
 *   ENERGIES      kinetic, potential, elastic, dissipated energy, work of structures,
 *                 residual of the balance (J)
 *   FORCES        magnitude of the force of the grains on each structure (N)
 *   TORQUES       and of the torque about the origin of its body (N m)
 *   POWER         power of each structure on the grains (W)
 *   GRAINS        numbers of grains: present, inserted, gone, through sensors, in sinks
 *   MASS          masses through flux sensors and in sinks (kg)
 *   MASS_RATE     their slopes between neighbouring rows (kg/s)
 *   COVERAGE      shares of the distance queries of meshes since the last row that virtual
 *                 particles and triangles served (%)
 *   COVERAGE_LOST number of queries without a distance, so far
 *   CONTACTS      numbers of contacts of grains with grains and with structures
 *   OVERLAP       largest overlap over radius (%)
 */
#ifndef vtkGranumHistoryCurves_h
#define vtkGranumHistoryCurves_h

#include "GranumFiltersModule.h" // for the export macro
#include "vtkTableAlgorithm.h"

class GRANUMFILTERS_EXPORT vtkGranumHistoryCurves : public vtkTableAlgorithm
{
public:
  static vtkGranumHistoryCurves* New();
  vtkTypeMacro(vtkGranumHistoryCurves, vtkTableAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum Choice
  {
    ENERGIES,
    FORCES,
    TORQUES,
    POWER,
    GRAINS,
    MASS,
    MASS_RATE,
    COVERAGE,
    COVERAGE_LOST,
    CONTACTS,
    OVERLAP
  };

  ///@{
  /**
   * The curves, a Choice.  ENERGIES by default.
   */
  vtkSetClampMacro(Curves, int, ENERGIES, OVERLAP);
  vtkGetMacro(Curves, int);
  ///@}

protected:
  vtkGranumHistoryCurves() = default;
  ~vtkGranumHistoryCurves() override = default;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;

private:
  vtkGranumHistoryCurves(const vtkGranumHistoryCurves&) = delete;
  void operator=(const vtkGranumHistoryCurves&) = delete;

  int Curves = ENERGIES;
};

#endif
