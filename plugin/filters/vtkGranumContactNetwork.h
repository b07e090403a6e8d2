/**
 * @class   vtkGranumContactNetwork
 * @brief   Contacts as lines or tubes whose thickness is their force.
 *
 * Room: plugin/filters (data in, data out).  The sums live in
 * analysis/force_network.h, which does not depend on VTK.
 *
 * Input 0 ("Contacts"): vtkPolyData or vtkUnstructuredGrid, one line per contact, with
 *                       the cell array ForceArray (N); kind, structure_id, image, id_a,
 *                       id_b (1) are used if they exist, and for force chains
 *                       force_tangential (N, 3) and point (m, 3).
 * Input 1 ("Grains"):   vtkPolyData, one point per grain, with the point arrays id (1)
 *                       and radius (m).  Optional; without it there is no radius.
 * Output:               vtkPolyData, one line or tube per contact that is kept, with
 *                       the cell arrays of the input and
 *                       force_ratio (1: f over the reference force), strong (1:
 *                       force_ratio > 1), thickness (m: radius of the tube),
 *                       position_a, position_b (m, 3: the ends)
 *                       and radius_a, radius_b (m: of the grains there, 0: a
 *                       structure); with the point arrays id (-1: a structure) and
 *                       radius (m); and with the field arrays mean_force (N: <f>),
 *                       reference_force (N) and pushing_contacts (1: number of
 *                       contacts in the mean).  If Part is CHAINS also with the cell
 *                       arrays chain_id (1: from 1, the longest chain first) and
 *                       chain_length (1: grains of the chain), and the field arrays
 *                       chains (1: their number) and mean_stress (Pa: see
 *                       analysis/force_network.h, which defines chains).
 *
 * With OnlyOf only the contacts that it names are drawn, and three more ports are not empty:
 * Output 1 ("Partners"): vtkTable, a row for each of these contacts, see filters/partners.h.
 * Output 2 ("Summary"):  vtkTable, the same as one text.
 * Output 3 ("Picked Grains"): vtkPolyData, the grains that touch there.
 *
 * f is the normal force and <f> its mean over the repulsive contacts (f > 0) selected
 * by Kind and Structure; Part, ForceRange and the slab select what is drawn and do not
 * affect the mean.  Contacts between structures count in the mean force and the mean length
 * only if Kind chooses them alone or nothing else pushes.  The reference force is <f> unless one is given.  In parallel the mean
 * is that of all ranks, and chains go on across ranks.
 */
#ifndef vtkGranumContactNetwork_h
#define vtkGranumContactNetwork_h

#include "GranumFiltersModule.h" // for the export macro
#include "vtkPolyDataAlgorithm.h"

#include <string>

class GRANUMFILTERS_EXPORT vtkGranumContactNetwork : public vtkPolyDataAlgorithm
{
public:
  static vtkGranumContactNetwork* New();
  vtkTypeMacro(vtkGranumContactNetwork, vtkPolyDataAlgorithm);

  /**
   * Disconnect an optional input.
   */
  void RemoveGrains() { this->RemoveAllInputConnections(1); }

  /**
   * Draw only these contacts: ids of grains (100), pairs of them (100-205), or a grain and the
   * name of a structure (100-left), with blanks between; empty: all.
   */
  vtkSetMacro(OnlyOf, std::string);

  enum Shapes
  {
    LINES,
    TUBES
  };
  enum Parts
  {
    ALL,
    STRONG,
    WEAK,
    CHAINS
  };

  /**
   * Cell array of the force: one component is the normal force, three components are
   * the force on the first end of the line.
   */
  vtkSetMacro(ForceArray, std::string);

  /**
   * Draw lines, or tubes whose thickness grows with the normal force.
   */
  vtkSetClampMacro(Shape, int, LINES, TUBES);

  /**
   * Contacts between grains (0), contacts of grains with structures (1), contacts between
   * structures (2), or all (-1).
   */
  vtkSetClampMacro(Kind, int, -1, 2);

  /**
   * Number of a structure: only contacts with it are kept; -1: all contacts.
   */
  vtkSetClampMacro(Structure, int, -1, VTK_INT_MAX);

  /**
   * All contacts, only strong ones (above the reference force), only weak ones, or only
   * those between the grains of force chains.
   */
  vtkSetClampMacro(Part, int, ALL, CHAINS);

  /**
   * Largest angle between a chain and the most compressive stress of its grains, in
   * degrees.
   */
  vtkSetClampMacro(ChainAngle, double, 0.0, 90.0);

  /**
   * Smallest number of grains of a force chain.
   */
  vtkSetClampMacro(LeastGrains, int, 2, VTK_INT_MAX);

  /**
   * Force by which force_ratio is measured, in N; 0, the default: the mean force of the
   * frame.
   */
  vtkSetClampMacro(ReferenceForce, double, 0.0, VTK_DOUBLE_MAX);

  /**
   * Draw only contacts with an end in a slab. Ends count where the line has them: a
   * contact across a periodic side ends at the image of its second grain.
   */
  vtkSetMacro(Slab, bool);

  ///@{
  /**
   * A point of the middle plane of the slab, in m, and the normal of the plane.
   */
  vtkSetVector3Macro(SlabOrigin, double);
  vtkSetVector3Macro(SlabNormal, double);
  ///@}

  /**
   * Thickness of the slab, in m; 0, the default: twice the mean length of the lines.
   */
  vtkSetClampMacro(SlabThickness, double, 0.0, VTK_DOUBLE_MAX);

  /**
   * Draw only contacts whose normal force lies within ForceRange.
   */
  vtkSetMacro(LimitForce, bool);

  /**
   * Smallest and largest normal force drawn, in N.
   */
  vtkSetVector2Macro(ForceRange, double);

  /**
   * Leave out contacts whose line ends at a periodic image.
   */
  vtkSetMacro(HideImages, bool);

  /**
   * Tube radius of a contact with the reference force, in m; 0, the default: a tenth of the
   * mean length of the lines.
   */
  vtkSetClampMacro(MeanThickness, double, 0.0, VTK_DOUBLE_MAX);

  /**
   * Largest force ratio by which tubes grow: larger forces get the same thickness.
   */
  vtkSetClampMacro(Cap, double, 0.0, VTK_DOUBLE_MAX);

  /**
   * Number of sides of a tube.
   */
  vtkSetClampMacro(Sides, int, 3, 64);

  ///@{
  /**
   * What the last frame was drawn with: the mean force in N, the tube radius of a contact
   * with the reference force and the thickness of the slab, in m.
   */
  vtkGetMacro(MeanForce, double);
  vtkGetMacro(UsedThickness, double);
  vtkGetMacro(UsedSlabThickness, double);
  ///@}

protected:
  vtkGranumContactNetwork();
  ~vtkGranumContactNetwork() override = default;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;

private:
  vtkGranumContactNetwork(const vtkGranumContactNetwork&) = delete;
  void operator=(const vtkGranumContactNetwork&) = delete;

  std::string ForceArray, OnlyOf;
  int Shape = TUBES;
  int Kind = -1;
  int Structure = -1;
  int Part = ALL;
  double ChainAngle = 45.0;
  int LeastGrains = 3;
  double ReferenceForce = 0.0;
  bool Slab = false;
  double SlabOrigin[3] = { 0.0, 0.0, 0.0 };
  double SlabNormal[3] = { 0.0, 1.0, 0.0 };
  double SlabThickness = 0.0;
  bool LimitForce = false;
  double ForceRange[2] = { 0.0, 1.0 };
  bool HideImages = true;
  double MeanThickness = 0.0;
  double Cap = 4.0;
  int Sides = 8;

  double MeanForce = 0.0;
  double UsedThickness = 0.0;
  double UsedSlabThickness = 0.0;
};

#endif
