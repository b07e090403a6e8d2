// reader/ports.cxx -- which block of a result file fills which port of the reader.
//
// Room: plugin/reader.
#include "ports.h"

#include "exchange.h"
#include "vtkGranumReader.h"

#include "file/schema.h"

#include "vtkDataArraySelection.h"
#include "vtkDataObject.h"
#include "vtkDataObjectTypes.h"
#include "vtkPolyData.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

namespace granum
{

namespace
{

vtkSmartPointer<vtkDataObject> Empty(int port)
{
  return vtkSmartPointer<vtkDataObject>::Take(vtkDataObjectTypes::NewDataObject(DataTypeOf(port)));
}

vtkSmartPointer<vtkDataObject> ReadExchange(ResultFile& file, int port, Piece piece,
  PortState& state)
{
  switch (port)
  {
    case vtkGranumReader::GRAINS:
      return ReadExchangeGrains(file, piece, state.GrainArrays);
    case vtkGranumReader::CONTACTS:
      return ReadExchangeContacts(file, piece, state.ContactArrays);
    case vtkGranumReader::STRUCTURES:
      return piece.Number == 0 ? ReadExchangeStructures(file) : vtkSmartPointer<vtkPolyData>::New();
    default:
      return Empty(port);
  }
}

}

const char* DataTypeOf(int port)
{
  switch (port)
  {
    case vtkGranumReader::HISTORY:
      return "vtkTable";
    case vtkGranumReader::BODY_SHAPES:
      return "vtkMultiBlockDataSet";
    case vtkGranumReader::ZONES:
      return "vtkUnstructuredGrid";
    default:
      return "vtkPolyData";
  }
}

bool IsTimeless(int port)
{
  return port == vtkGranumReader::HISTORY || port == vtkGranumReader::BODY_SHAPES;
}

bool Grows(int port) { return port == vtkGranumReader::HISTORY; }

void ReadNames(ResultFile& file, PortState& state)
{
  for (const std::string& name : GrainArrays(file))
  {
    state.GrainArrays->AddArray(name.c_str());
  }
  for (const std::string& name : ContactArrays(file))
  {
    state.ContactArrays->AddArray(name.c_str());
  }
  state.Body = vtkSmartPointer<vtkDataObject>::New();
  if (!IsExchange(file))
  {
    AddBody(file, state.Body->GetFieldData());
  }
  state.Units->Initialize();
  for (const auto& [name, unit] : Units(file))
  {
    state.Units->InsertNextValue(name);
    state.Units->InsertNextValue(unit);
  }
  state.Structures->Initialize();
  for (const std::string& name : StructureNames(file))
  {
    state.Structures->InsertNextValue(name);
    state.ShownStructures->AddArray(name.c_str());
  }
}

vtkSmartPointer<vtkDataObject> ReadPort(ResultFile& file, int port, std::size_t frame, Piece piece,
  PortState& state)
{
  if (IsExchange(file))
  {
    return ReadExchange(file, port, piece, state);
  }
  switch (port)
  {
    case vtkGranumReader::GRAINS:
      return ReadGrains(file, frame, piece, state.GrainArrays);
    case vtkGranumReader::CONTACTS:
      return ReadContacts(file, frame, piece, state.ContactArrays);
    case vtkGranumReader::BODIES:
      return ReadBodyRows(file, GM_GROUP_BODIES, frame, piece, state.Shapes);
    case vtkGranumReader::CLUMPS:
      return ReadBodyRows(file, GM_GROUP_CLUMPS, frame, piece, state.Shapes);
    case vtkGranumReader::MATERIAL_POINTS:
      return ReadMaterialPoints(file, frame, piece);
    default:
      break;
  }
  if (piece.Number > 0)
  {
    return Empty(port); // the first process has all of it
  }
  switch (port)
  {
    case vtkGranumReader::STRUCTURES:
      return ReadStructures(file, frame, state.Bodies, state.ShownStructures);
    case vtkGranumReader::VIRTUAL_PARTICLES:
      return ReadSites(file, frame, state.Sites);
    case vtkGranumReader::BODY_SHAPES:
      return ReadShapes(file, state.Shapes);
    case vtkGranumReader::ZONES:
      return ReadZones(file, frame);
    default:
      return ReadHistory(file);
  }
}

}
