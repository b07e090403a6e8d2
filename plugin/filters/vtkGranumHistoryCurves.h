/**
 * @class   vtkGranumHistoryCurves
 * @brief   Curves of the history of a run that belong into one chart.
 *
 * Room: plugin/filters.
 *
 * Input ("History"): vtkTable, the port History of Granum Reader: one row every few steps.
 * Output: vtkTable, with the same rows: time (s) and the columns of the chosen Curves, all
 *         with one unit.  Vectors become their magnitudes, or a component with the axis in its name.
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
 *   BODIES        kinetic and potential energy of all structures that forces move, work of
 *                 their loads, loss by drag (J)
 *   BODY_KINETIC, BODY_ROTATIONAL  kinetic energy of each of them, and that of its rotation
 *                 (J)
 *   BODY_ANGULAR_MOMENTUM  magnitude of the angular momentum of each (kg m2/s)
 *   BODY_ORTHOGONALITY     largest element of |R^T R - E| of each (1)
 *
 * Of the choices BODY_..., structures that are 0 in all rows are left out if others are not.
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
    OVERLAP,
    BODIES,
    BODY_KINETIC,
    BODY_ROTATIONAL,
    BODY_ANGULAR_MOMENTUM,
    BODY_ORTHOGONALITY
  };

  /**
   * The curves, a Choice.  ENERGIES by default.
   */
  vtkSetClampMacro(Curves, int, ENERGIES, BODY_ORTHOGONALITY);

  ///@{
  /**
   * Of vectors the magnitude (0, the default) or the component along x, y or z (1 to 3) with its sign.
   */
  vtkSetClampMacro(Component, int, 0, 3);
  vtkGetMacro(Component, int);
  ///@}

  /**
   * Width of a running mean, in s; 0, the default: none.
   */
  vtkSetClampMacro(MeanOver, double, 0.0, VTK_DOUBLE_MAX);

  /**
   * The corner of the chart where a legend has the fewest points of the curves behind it, as ParaView numbers them: 0 is at the
   * upper left, then clockwise.  Known when the curves are.
   */
  vtkGetMacro(QuietCorner, int);

protected:
  vtkGranumHistoryCurves() = default;
  ~vtkGranumHistoryCurves() override = default;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;

private:
  vtkGranumHistoryCurves(const vtkGranumHistoryCurves&) = delete;
  void operator=(const vtkGranumHistoryCurves&) = delete;

  int Curves = ENERGIES;
  int Component = 0;
  double MeanOver = 0.0;
  int QuietCorner = 1;
};

#endif
