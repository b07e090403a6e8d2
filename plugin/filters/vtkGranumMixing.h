/**
 * @class   vtkGranumMixing
 * @brief   Lacey's mixing index and the local concentration of kinds of grains.
 *
 * Room: plugin/filters (data in, data out).  The sums live in analysis/mixing.h,
 * which does not depend on VTK.
 *
 * Input:  vtkPolyData, one point per grain, with the point array KindArray of whole
 *         numbers.
 * Output 0 ("Grains"): vtkPolyData, the grains with the point arrays concentration
 *         (1: share of the kind Concentration among the grains of its cell) and
 *         mixing_cell (1: the cell); and the field array lacey_index (1).
 * Output 1 ("Mixture"): vtkTable, one row per kind: kind, grains, share, lacey_index (1: 0
 *         segregated, 1 random), and in every row cells, the number of cells with
 *         grains, and lacey_index_all, that of all kinds together.
 * Output 2 ("Summary"): vtkTable, the index of all kinds in words, for a view.
 *
 * Cells of equal size fill the box around the grains.  In parallel cells and counts
 * are those of all ranks; the table lies on the first.
 */
#ifndef vtkGranumMixing_h
#define vtkGranumMixing_h

#include "GranumFiltersModule.h" // for the export macro
#include "vtkPolyDataAlgorithm.h"

#include <string>

class GRANUMFILTERS_EXPORT vtkGranumMixing : public vtkPolyDataAlgorithm
{
public:
  static vtkGranumMixing* New();
  vtkTypeMacro(vtkGranumMixing, vtkPolyDataAlgorithm);

  /**
   * Integer point array of the kind of a grain: material or label.
   */
  vtkSetMacro(KindArray, std::string);

  /**
   * Kind whose local concentration is computed.
   */
  vtkSetMacro(Concentration, int);

  /**
   * Mean number of grains per cell, if CellSize is 0.
   */
  vtkSetClampMacro(GrainsPerCell, double, 1.0, VTK_DOUBLE_MAX);

  /**
   * Edge length of the cells, in m; 0, the default: derived from GrainsPerCell.
   */
  vtkSetClampMacro(CellSize, double, 0.0, VTK_DOUBLE_MAX);

protected:
  vtkGranumMixing();
  ~vtkGranumMixing() override = default;

  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;

private:
  vtkGranumMixing(const vtkGranumMixing&) = delete;
  void operator=(const vtkGranumMixing&) = delete;

  std::string KindArray;
  int Concentration = 0;
  double GrainsPerCell = 20.0;
  double CellSize = 0.0;
};

#endif
