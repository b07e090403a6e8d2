/**
 * @class   vtkGranumLocalStructure
 * @brief   Space, neighbours and deformation around each particle, and g(r).
 *
 * Room: plugin/filters (data in, data out).  The sums live in analysis/local_structure.h,
 * which does not depend on VTK.
 *
 * Input:  vtkPointSet, a point a particle; with the point arrays radius (m) and id, if it has them.
 * Output 0 ("Grains"): vtkPolyData, the points with the point arrays of the input and
 *         cell_volume (m3; in two dimensions m2), solid_fraction (1), cell_faces (1); NaN at a
 *         free surface, where no neighbour or wall ends the cell of a particle;
 *         displacement (m, 3) since the reference frame, d2min (m2), shear_strain (1) and
 *         volumetric_strain (1) of the neighbours within Range, NaN with too few.
 * Output 1 ("Pair Correlation"): vtkTable: distance (m), g (1), partners (1: mean number up to
 *         the end of the bin).
 *
 * In parallel every rank has the points of all and computes its own.
 */
#ifndef vtkGranumLocalStructure_h
#define vtkGranumLocalStructure_h

#include "GranumFiltersModule.h" // for the export macro
#include "vtkPolyDataAlgorithm.h"

#include <memory>

class GRANUMFILTERS_EXPORT vtkGranumLocalStructure : public vtkPolyDataAlgorithm
{
public:
  static vtkGranumLocalStructure* New();
  vtkTypeMacro(vtkGranumLocalStructure, vtkPolyDataAlgorithm);

  /**
   * The reference frame of displacements and strains: so many frames before the one that is shown,
   * or the first; 0: none.
   */
  vtkSetClampMacro(FramesBack, int, 0, VTK_INT_MAX);

  ///@{
  /**
   * Distance up to which particles are neighbours, in m; 0, the default: three times the largest
   * radius.
   */
  vtkSetClampMacro(Range, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(Range, double);
  vtkGetMacro(UsedRange, double);
  ///@}

  ///@{
  /**
   * End of g(r), in multiples of the largest radius, and its number of bins.
   */
  vtkSetClampMacro(Farthest, double, 1.0, VTK_DOUBLE_MAX);
  vtkSetClampMacro(Bins, int, 1, 100000);
  ///@}

protected:
  vtkGranumLocalStructure();
  ~vtkGranumLocalStructure() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestUpdateExtent(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;

private:
  vtkGranumLocalStructure(const vtkGranumLocalStructure&) = delete;
  void operator=(const vtkGranumLocalStructure&) = delete;

  struct Internals;
  std::unique_ptr<Internals> Internal;

  int FramesBack = 1;
  double Range = 0.0;
  double UsedRange = 0.0;
  double Farthest = 12.0;
  int Bins = 120;
};

#endif
