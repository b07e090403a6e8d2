/**
 * reader/blocks.h -- the blocks of a result file as data of VTK.
 *
 * Room: plugin/reader.  One function per block and port; each reads what its own
 * block needs of one frame and nothing of another.  Arrays keep the names and
 * number types of the file, and carry their unit under
 * vtkDataArray::UNITS_LABEL.  A frame without rows gives all arrays with
 * length zero.
 *
 * All functions throw ResultError.
 */
#ifndef granum_blocks_h
#define granum_blocks_h

#include "result_file.h"

#include "vtkCellArray.h"
#include "vtkCellArrayIterator.h"
#include "vtkIdList.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkType.h"

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

class vtkCellArray;
class vtkDataArray;
class vtkDataArraySelection;
class vtkDataObject;
class vtkFieldData;
class vtkPoints;
class vtkPolyData;
class vtkTable;
class vtkUnstructuredGrid;

namespace granum
{

/** One of `Count` consecutive ranges of rows, of nearly equal length. */
struct Piece
{
  int Number = 0;
  int Count = 1;

  std::uint64_t First(std::uint64_t rows) const;
  std::uint64_t Last(std::uint64_t rows) const
  {
    return Piece{ this->Number + 1, Count }.First(rows);
  }
};

/** Where a frame lies in a block: rows of points and of cells in the long datasets. */
struct Range
{
  std::uint64_t FirstPoint = 0, Points = 0;
  std::uint64_t FirstCell = 0, Cells = 0;
};

/** Stands for a frame where none has been published yet: blocks without rows. */
constexpr std::size_t NoFrame = static_cast<std::size_t>(-1);

/** Times of the published frames; a plain VTKHDF file without Steps has one frame
 * and no time. */
struct Frames
{
  bool Timed = false;
  std::vector<double> Times;

  std::size_t Count() const { return this->Timed ? this->Times.size() : 1; }
  /** The last frame whose time is <= `time`, but for round-off; the first if there is
   * none. */
  std::size_t At(double time) const;
};

/** The surfaces of the structures in their body frames.  They never change, so they
 * are read once per file. */
struct Bodies
{
  vtkSmartPointer<vtkPolyData> Surfaces; /**< no point belongs to two structures */
  std::vector<std::int64_t> Owner; /**< structure of each point */
  std::vector<std::int64_t> CellOwner; /**< and of each cell, some of which have no point */
  std::vector<int> Moving; /**< 2: turns in some frame, 1: moves, 0: stands still */
  std::uint64_t MovingFrames = 0; /**< number of frames for which this is known */
  std::vector<bool> Vessel; /**< whether half of the grains are in its box */
  std::size_t VesselFrames = 0; /**< likewise */
};

/** The virtual particles in their body frames, with the arrays of the file; likewise. */
struct Sites
{
  vtkSmartPointer<vtkPolyData> Body;
};

Frames ReadFrames(ResultFile& file);

/** Names of the point arrays of the grains, and of the cell arrays of the contacts,
 * those that the reader derives included. */
std::vector<std::string> GrainArrays(const ResultFile& file);
std::vector<std::string> ContactArrays(const ResultFile& file);

/** Names of the structures, in the order of their numbers. */
std::vector<std::string> StructureNames(const ResultFile& file);

/** Name and unit of every array of the file and of every derived one. */
std::map<std::string, std::string> Units(const ResultFile& file);

vtkSmartPointer<vtkPolyData> ReadGrains(ResultFile& file, std::size_t frame, Piece piece,
  vtkDataArraySelection* wanted);
vtkSmartPointer<vtkPolyData> ReadContacts(ResultFile& file, std::size_t frame, Piece piece,
  vtkDataArraySelection* wanted);
vtkSmartPointer<vtkPolyData> ReadStructures(ResultFile& file, std::size_t frame, Bodies& bodies,
  vtkDataArraySelection* wanted);
vtkSmartPointer<vtkPolyData> ReadSites(ResultFile& file, std::size_t frame, Sites& sites);
vtkSmartPointer<vtkTable> ReadHistory(ResultFile& file);
/** The material points with the arrays of the file and size (m), the side of a cube, in two
 * dimensions of a square, of their volume. */
vtkSmartPointer<vtkPolyData> ReadMaterialPoints(ResultFile& file, std::size_t frame, Piece piece);
/** The cells of a hybrid run in which there is something: zone, packing and distance. */
vtkSmartPointer<vtkUnstructuredGrid> ReadZones(ResultFile& file, std::size_t frame);

/* What the blocks share. */

/** What file/schema.h says that an array of points or cells of this name holds; numbers of
 * any width if it says nothing, or if the file is no result of Granum. */
Expected ExpectedOf(const ResultFile& file, const std::string& name);

/** Rows [first, first + rows) of a dataset as an array of the same number type. */
vtkSmartPointer<vtkDataArray> ReadArray(ResultFile& file, const std::string& dataset,
  const Expected& expected, const std::string& name, std::uint64_t first, std::uint64_t rows);
/** The same of integers, as an array of `vtkType`, which has 64 bits. */
vtkSmartPointer<vtkDataArray> ReadIntegers(ResultFile& file, const std::string& dataset,
  const std::string& name, std::uint64_t first, std::uint64_t rows, int vtkType);
/** Points, three numbers each. */
vtkSmartPointer<vtkPoints> ReadPoints(ResultFile& file, const std::string& group,
  std::uint64_t first, std::uint64_t rows);
void SetUnits(vtkDataArray* array, const std::string& units);

/** A vertex and all arrays of each row of a group that has the layout of the grains. */
vtkSmartPointer<vtkPolyData> ReadVertices(ResultFile& file, const std::string& group,
  std::size_t frame, Piece piece);

/** A cell of one point for each of `count` points. */
vtkSmartPointer<vtkCellArray> OneVertexEach(vtkIdType count);

/** The first number of a row of integers, which counts or points to rows: at least 0. */
std::uint64_t CountAt(ResultFile& file, const std::string& dataset, std::uint64_t row);

/** The range of a frame in a group laid out as VTKHDF with Steps.  `cellGroup` is
 * the subgroup that counts the cells ("" in an unstructured grid). */
Range RangeOf(ResultFile& file, const std::string& group, std::size_t frame,
  const std::string& cellGroup);
/** First row of an array in a frame: its own offset, or that of the geometry. */
std::uint64_t FirstRow(ResultFile& file, const std::string& group, const std::string& offsets,
  const std::string& array, std::size_t frame, std::uint64_t geometry);

/** Adds what grains are: dimensions (2: all in the plane z = 0; or 3), grains (a text: sphere,
 * disc or lecture) and, in two dimensions, thickness (m).  Files without these attributes are
 * of spheres in space. */
void AddBody(const ResultFile& file, vtkFieldData* fields);

/** Adds the same, the names of structures and materials as arrays of strings, and the
 * densities of the materials (kg/m3) where the file has them. */
void AddNames(ResultFile& file, vtkFieldData* fields);

/** Adds friction_of_pairs (a row and a column a material; -1: unknown) and structure_material
 * (row of the material, -1: unknown), if the file has the scene. */
void AddFriction(ResultFile& file, vtkFieldData* fields);

/** Adds the sums of the audit and its remedies, a row for each structure, if the file has
 * them: audited_queries and so on. */
void AddAudit(ResultFile& file, vtkFieldData* fields);

/** Adds the masses of structures that forces move, kg, 0 of others, if the file has them. */
void AddMasses(ResultFile& file, vtkFieldData* fields);

/** Adds what the solver found in the meshes as an array of strings, a row for each structure:
 * mesh_report, "" for a structure that is no mesh. */
void AddFindings(ResultFile& file, vtkFieldData* fields);

/* Bodies, which are copies of a mesh or clumps of spheres, and their shapes.  A body is a point
   with a shape, a scale and an orientation. What is drawn is its shape, placed there by a glyph
   mapper, so that a shape is in memory once for all its bodies. */

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

/* Polygons of a static block of a result file. */

/** The polygons of a group laid out as VTKHDF with their cell arrays, of which one named `owner`
 * must be there.  Every corner is a point of the group.  Throws ResultError. */
vtkSmartPointer<vtkPolyData> ReadPolygons(ResultFile& file, const std::string& group,
  const std::string& owner);

/** Visits the cells in order: visit(row, corners). */
template <typename Visit>
void ForEachCell(vtkPolyData* surfaces, Visit visit)
{
  vtkNew<vtkIdList> corners;
  const auto cell = vtk::TakeSmartPointer(surfaces->GetPolys()->NewIterator());
  for (cell->GoToFirstCell(); !cell->IsDoneWithTraversal(); cell->GoToNextCell())
  {
    cell->GetCurrentCell(corners);
    visit(cell->GetCurrentCellId(), corners.Get());
  }
}

}

#endif
