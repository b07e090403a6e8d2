/**
 * @class   vtkGranumForceStatistics
 * @brief   Tables of the distributions of contact forces, directions and coordination.
 *
 * Room: plugin/filters (data in, data out).  The sums live in
 * analysis/force_network.h, which does not depend on VTK.
 *
 * Input 0 ("Contacts"): vtkPolyData, one line per contact, with the cell array
 *                       ForceArray (N); normal, kind, structure_id, id_a, id_b (1)
 *                       are used if they exist.
 * Input 1 ("Grains"):   vtkPolyData, one point per grain, with the point arrays id (1)
 *                       and radius (m).  Optional; without it grains without contacts
 *                       are not counted.
 * Output 0 ("Force Distribution"): vtkTable, one row per bin: force_ratio (1: f/<f>, its
 *                       middle), probability_density (1), contacts (1).  The sum of
 *                       probability_density times the width of a bin is one.
 *                       grain_on_grain, grain_on_structure, structure_on_structure (1): the
 *                       same of the contacts of each kind, whatever Kind is, each over the mean force of its
 *                       kind; not a number in empty bins, which a logarithmic axis cannot
 *                       show, and absent where no contact of that kind is repulsive.
 * Output 1 ("Rose"):    vtkTable, one row per sector, and the first once more at a full
 *                       turn, which closes the curve: angle (degrees, its middle),
 *                       density, force_density (1: of contacts and of force, one
 *                       everywhere in an isotropic medium).  The first sector is
 *                       centred on the first axis.
 * Output 2 ("Coordination"): vtkTable, one row per number of contacts: coordination,
 *                       grains, grains_held (1: without rattlers).  All contacts of a
 *                       grain count, whatever Kind and Structure are.
 * Output 3 ("Summary"): vtkTable, one row: contacts, pushing_contacts, mean_force (N),
 *                       largest_force (N), grains, rattlers, coordination,
 *                       coordination_held, fabric_xx ... fabric_xz (1: mean of n n),
 *                       fabric_1, fabric_2, fabric_3 (its principal values,
 *                       falling) and anisotropy (1: sqrt(3/2 D:D) of the deviator D of
 *                       the fabric tensor; 0 isotropic, 1 all normals parallel).
 * Output 4 ("Rose Sectors"): vtkPolyData, the rose as polygons whose radius is density,
 *                       and the circle of an isotropic medium.
 *
 * f is the normal force and <f> its mean over the repulsive contacts (f > 0).  In
 * parallel the tables are those of all ranks and lie on the first.
 */
#ifndef vtkGranumForceStatistics_h
#define vtkGranumForceStatistics_h

#include "GranumFiltersModule.h" // for the export macro
#include "vtkTableAlgorithm.h"

#include <string>

class GRANUMFILTERS_EXPORT vtkGranumForceStatistics : public vtkTableAlgorithm
{
public:
  static vtkGranumForceStatistics* New();
  vtkTypeMacro(vtkGranumForceStatistics, vtkTableAlgorithm);

  /**
   * Disconnect an optional input.
   */
  void RemoveGrains() { this->RemoveAllInputConnections(1); }

  enum Port
  {
    FORCE_DISTRIBUTION,
    ROSE,
    COORDINATION,
    SUMMARY,
    ROSE_SECTORS,
    NUMBER_OF_PORTS
  };

  /**
   * Cell array of the force: one component is the normal force, three components are
   * the force on the first end of the line.
   */
  vtkSetMacro(ForceArray, std::string);

  /**
   * Contacts between grains (0, the default), contacts of grains with structures (1), or
   * both (-1).  Where a Structure is chosen, its contacts are taken instead.
   */
  vtkSetClampMacro(Kind, int, -1, 2);

  /**
   * Number of a structure: only contacts with it are kept; -1: all contacts.
   */
  vtkSetClampMacro(Structure, int, -1, VTK_INT_MAX);

  /**
   * Number of bins of the force distribution.
   */
  vtkSetClampMacro(Bins, int, 1, 10000);

  /**
   * Upper end of the last bin, in multiples of the mean force; larger forces are in no bin. 0:
   * the largest force.
   */
  vtkSetClampMacro(LargestRatio, double, 0.0, VTK_DOUBLE_MAX);

  /**
   * World axis along which the rose is seen: x (0), y (1) or z (2).
   */
  vtkSetClampMacro(Axis, int, 0, 2);

  /**
   * Number of sectors of the rose.
   */
  vtkSetClampMacro(Sectors, int, 2, 3600);

  /**
   * Grains with fewer contacts are rattlers; they are removed repeatedly until all
   * remaining grains have at least this many.
   */
  vtkSetClampMacro(LeastContacts, int, 0, 100);

protected:
  vtkGranumForceStatistics();
  ~vtkGranumForceStatistics() override = default;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;

private:
  vtkGranumForceStatistics(const vtkGranumForceStatistics&) = delete;
  void operator=(const vtkGranumForceStatistics&) = delete;

  std::string ForceArray;
  int Kind = 0;
  int Structure = -1;
  int Bins = 25;
  double LargestRatio = 10.0;
  int Axis = 1;
  int Sectors = 36;
  int LeastContacts = 2;
};

#endif
