/**
 * reader/ports.h -- which block of a result file fills which port of the reader.
 *
 * Room: plugin/reader.
 */
#ifndef granum_ports_h
#define granum_ports_h

#include "blocks.h"
#include "body_shapes.h"

#include "vtkNew.h"
#include "vtkStringArray.h"

namespace granum
{

/** What the reader keeps between two readings of a file. */
struct PortState
{
  granum::Bodies Bodies;
  granum::Sites Sites;
  granum::Shapes Shapes;
  vtkSmartPointer<vtkDataObject> Body; /**< fields alone: what grains are */
  vtkDataArraySelection* GrainArrays = nullptr; /**< not owned; likewise the next */
  vtkDataArraySelection* ContactArrays = nullptr;
  vtkDataArraySelection* ShownStructures = nullptr;
  vtkNew<vtkStringArray> Units; /**< of every array: its name, its unit */
  vtkNew<vtkStringArray> Structures; /**< their names */
};

/** Reads the names of arrays and structures, the units and what grains are. */
void ReadNames(ResultFile& file, PortState& state);

/** The class of VTK that a port delivers. */
const char* DataTypeOf(int port);
/** Whether a port has the same data at all times. */
bool IsTimeless(int port);
/** Whether a file that grows changes what the port has delivered. */
bool Grows(int port);

/** The data of a port of vtkGranumReader, from a result or a file of ON-DEM. */
vtkSmartPointer<vtkDataObject> ReadPort(ResultFile& file, int port, std::size_t frame, Piece piece,
  PortState& state);

}

#endif
