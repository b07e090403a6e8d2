/**
 * reader/body_shapes.h -- bodies, which are copies of a mesh or clumps of spheres, and their
 * shapes.
 *
 * Room: plugin/reader.  A body is a point with a shape, a scale and an orientation.  What is
 * drawn is its shape, placed there by a glyph mapper, so that a shape is in memory once for all
 * its bodies.
 */
#ifndef granum_body_shapes_h
#define granum_body_shapes_h

#include "blocks.h"

#include "vtkMultiBlockDataSet.h"

#include <array>

namespace granum
{

/** The shapes of a file, first those of copies, then those of clumps.  They never change, so they
 * are read once per file. */
struct Shapes
{
  bool Known = false; /**< names and axes have been read */
  std::size_t Copies = 0; /**< so many shapes are of copies */
  std::vector<std::string> Names;
  std::vector<std::array<double, 3>> Axis; /**< long axis in the frame of the shape; 0: none */
  vtkSmartPointer<vtkMultiBlockDataSet> Surfaces; /**< a block of polygons for each shape */
};

/**
 * The bodies of a frame: the copies of GM_GROUP_BODIES or the clumps of GM_GROUP_CLUMPS.  A vertex
 * each at the centre of mass with the point arrays of the file; `shape` is the block of
 * ReadShapes(), scale is 1 where the file has none.
 *
 * Where the file has the long axes of the shapes: axis (3, unit, in the world, z >= 0), tilt
 * (rad, between it and z) and axis_color (3 bytes, red, green and blue by |x|, |y|, |z| of the
 * axis; grey where a shape has none).
 *
 * Field array `shapes`: names of the shapes.  All functions throw ResultError.
 */
vtkSmartPointer<vtkPolyData> ReadBodyRows(ResultFile& file, const std::string& group,
  std::size_t frame, Piece piece, Shapes& shapes);

/** The surfaces of the shapes, centre of mass at 0, with normals of the points. */
vtkSmartPointer<vtkMultiBlockDataSet> ReadShapes(ResultFile& file, Shapes& shapes);

/** Reads names and axes unless they are known. */
void KnowShapes(ResultFile& file, Shapes& shapes);

}

#endif
