/**
 * filters/arrow_rows.h -- the vectors of bodies as arrows and as point data.
 *
 * Room: plugin/filters.
 */
#ifndef granum_filters_arrow_rows_h
#define granum_filters_arrow_rows_h

#include "body_rows.h"

#include "vtkCellArray.h"
#include "vtkNew.h"
#include "vtkPoints.h"

#include <array>
#include <cstddef>

class vtkPolyData;

namespace granum
{

/** Kinds of vectors, the values of the cell array `arrow`; the axes x, y, z of the body have the three values that
 * follow. */
enum VectorKind
{
  FORCE,
  TORQUE,
  MOMENTUM,
  ANGULAR_MOMENTUM,
  VELOCITY,
  ANGULAR_VELOCITY
};
constexpr int VectorKinds = 6;

/** How arrows are drawn. */
struct ArrowStyle
{
  std::array<bool, VectorKinds> Shown;
  double Length; /**< of the longest, over the radius */
  double Radius; /**< m  of the largest body */
  bool EachBody; /**< each has a scale of its own */
  bool Axes; /**< of the bodies, as long as they are, and a fifth */
};

/** Makes `output` the arrows of the bodies at the frame shown, with the cell arrays arrow,
 * structure_id and magnitude and the field array largest. */
void FillArrows(const BodyRows& rows, const ArrowStyle& style, vtkPolyData* output);

/** Makes `output` a point for each body, with its vectors, structure_id and name. */
void FillCentres(const BodyRows& rows, vtkPolyData* output);

/* Arrows as polygons of VTK. */

struct ArrowMesh;

/** Arrows as they are appended. */
struct ArrowPolygons
{
  vtkNew<vtkPoints> Points;
  vtkNew<vtkCellArray> Cells;

  ArrowPolygons() { this->Points->SetDataTypeToDouble(); }

  /** Returns the number of cells. */
  std::size_t Append(const ArrowMesh& mesh);
};

}

#endif
