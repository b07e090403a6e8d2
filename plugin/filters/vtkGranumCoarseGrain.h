/**
 * @class   vtkGranumCoarseGrain
 * @brief   Density, velocity and stress on a grid, by coarse graining.
 *
 * Room: plugin/filters (data in, data out).  The sums live in
 * analysis/coarse_grain.h, which does not depend on VTK.
 *
 * Input 0 ("Grains"):   vtkPolyData, one point per grain, with the point arrays radius
 *                       (m), velocity (m/s, 3; 0 without it) and, unless Density is
 *                       given, mass (kg).
 * Input 1 ("Contacts"): vtkPolyData, one line per contact, with the cell array force (N,
 *                       3: on the first end).  Optional; without it contact stress is
 *                       zero.
 * Output:               vtkImageData with the point arrays density (kg/m3),
 *                       solid_fraction (1), velocity (m/s, 3), contact_stress,
 *                       kinetic_stress and stress, their sum (Pa, 6: xx yy zz xy yz
 *                       xz, positive in compression) and pressure (Pa: a third of the
 *                       trace).
 *
 * Of grains in a plane (field arrays dimensions, thickness) the grid has one layer at z = 0,
 * as thick as the grains.
 *
 * The sum of density times the volume of a step of the grid is the mass of the grains
 * whose surroundings lie in the box.  In parallel the fields are those of all ranks.
 */
#ifndef vtkGranumCoarseGrain_h
#define vtkGranumCoarseGrain_h

#include "GranumFiltersModule.h" // for the export macro
#include "vtkImageAlgorithm.h"

class GRANUMFILTERS_EXPORT vtkGranumCoarseGrain : public vtkImageAlgorithm
{
public:
  static vtkGranumCoarseGrain* New();
  vtkTypeMacro(vtkGranumCoarseGrain, vtkImageAlgorithm);

  /**
   * Disconnect an optional input.
   */
  void RemoveContacts() { this->RemoveAllInputConnections(1); }

  /**
   * Radius of the smoothing kernel, in m; 0, the default: three times the largest grain
   * radius.
   */
  vtkSetClampMacro(Reach, double, 0.0, VTK_DOUBLE_MAX);

  /**
   * Number of grid nodes along x, y and z.
   */
  vtkSetVector3Macro(Nodes, int);

  /**
   * On: the grid covers the grains and their surroundings. Off: the grid fills Box.
   */
  vtkSetMacro(FitBox, bool);

  /**
   * Box of the grid: xmin xmax ymin ymax zmin zmax, in m, world frame.
   */
  vtkSetVector6Macro(Box, double);

  /**
   * Density of the grains, in kg/m3; 0, the default: use the point array mass or, without
   * it, the field array material_density of a result and the point array material.
   */
  vtkSetClampMacro(Density, double, 0.0, VTK_DOUBLE_MAX);

protected:
  vtkGranumCoarseGrain();
  ~vtkGranumCoarseGrain() override = default;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;

private:
  vtkGranumCoarseGrain(const vtkGranumCoarseGrain&) = delete;
  void operator=(const vtkGranumCoarseGrain&) = delete;

  double Reach = 0.0;
  int Nodes[3] = { 32, 32, 32 };
  bool FitBox = true;
  double Box[6] = { 0.0, 1.0, 0.0, 1.0, 0.0, 1.0 };
  double Density = 0.0;
};

#endif
