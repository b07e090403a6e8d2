/**
 * @class   vtkGranumHeapSurface
 * @brief   The free surface of a heap, its volume and its angle of repose.
 *
 * Room: plugin/filters (data in, data out).  The sums live in analysis/heap_surface.h.
 *
 * Input:  vtkPointSet, a point a particle, with the point array radius (m).
 * Output 0 ("Surface"): vtkPolyData, quadrilaterals between the nodes over which there are
 *         particles, in two dimensions a line, with the point array height (m) above the lowest.
 * Output 1 ("Summary"): vtkTable, volume, height and angle in words, for a view.
 * Output 2 ("Heap"): vtkTable, a row: volume (m3; in two dimensions m2), height (m), angle and
 *         its standard error (degrees), axis_x and axis_y (m).
 *
 * In parallel the outputs lie on the first rank.
 */
#ifndef vtkGranumHeapSurface_h
#define vtkGranumHeapSurface_h

#include "GranumFiltersModule.h" // for the export macro
#include "vtkPolyDataAlgorithm.h"

class GRANUMFILTERS_EXPORT vtkGranumHeapSurface : public vtkPolyDataAlgorithm
{
public:
  static vtkGranumHeapSurface* New();
  vtkTypeMacro(vtkGranumHeapSurface, vtkPolyDataAlgorithm);

  enum Form
  {
    CONE,
    SLOPE
  };

  /**
   * What the flank is fitted by: a cone about the middle of the heap, or a plane.
   */
  vtkSetClampMacro(Shape, int, CONE, SLOPE);

  ///@{
  /**
   * Distance between nodes, in m; 0, the default: the mean diameter.
   */
  vtkSetClampMacro(Spacing, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(Spacing, double);
  vtkGetMacro(UsedSpacing, double);
  ///@}

protected:
  vtkGranumHeapSurface();
  ~vtkGranumHeapSurface() override = default;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;

private:
  vtkGranumHeapSurface(const vtkGranumHeapSurface&) = delete;
  void operator=(const vtkGranumHeapSurface&) = delete;

  int Shape = CONE;
  double Spacing = 0.0;
  double UsedSpacing = 0.0;
};

#endif
