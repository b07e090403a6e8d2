#include "vtkGranumReader.h"

#include "blocks.h"
#include "exchange.h"
#include "result_file.h"
#include "series_range.h"
#include "vtkGranumReaderExecutive.h"

#include "file/schema.h"

#include "vtkCommand.h"
#include "vtkDataArraySelection.h"
#include "vtkDataObject.h"
#include "vtkDataObjectTypes.h"
#include "vtkErrorCode.h"
#include "vtkInformation.h"
#include "vtkInformationDataObjectMetaDataKey.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPolyData.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

#include <exception>
#include <string>

#ifndef GM_PARAVIEW_READS_VTKHDF
#error "GM_PARAVIEW_READS_VTKHDF is 1 if ParaView's own reader opens NAME.vtkhdf, else 0"
#endif

vtkStandardNewMacro(vtkGranumReader);
vtkInformationKeyMacro(vtkGranumReader, BODY, DataObjectMetaData);

static_assert(vtkGranumReader::NUMBER_OF_PORTS == 10, "as many BytesRead");

namespace granum
{

namespace
{

// Which file a name stands for, and whether it is a result.

const std::string Grains = GM_GROUP_GRAINS;
const std::string Values = Grains + "/" GM_VTK_STEPS "/" GM_VTK_VALUES;

bool EndsIn(const std::string& text, const std::string& ending)
{
  return text.size() >= ending.size() &&
    text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

bool IsThere(const std::string& path) { return Stamp::Of(path).Size >= 0; }

/** Returns the file that holds the result: `path` itself, or, if `path` is the contacts file
 * of a result, the result beside it.  Throws ResultError if that one is absent. */
std::string ResultOf(const std::string& path)
{
  if (!EndsIn(path, GM_SUFFIX_CONTACTS) || !IsThere(path))
  {
    return path;
  }
  const std::string linked = ResultFile(path).LinkedFile(Grains);
  if (linked.empty())
  {
    return path; // a result of this name
  }
  // The name of the result may have changed together with that of its contacts file.
  const std::string folder = path.substr(0, path.rfind('/') + 1); // "" without a slash
  const std::string stem = path.substr(0, path.size() - std::string(GM_SUFFIX_CONTACTS).size());
  const bool inFolder = linked.find('/') == std::string::npos;
  for (const std::string& result :
    { inFolder ? folder + linked : stem, stem + GM_SUFFIX_RESULT, stem })
  {
    if (result != path && IsThere(result))
    {
      return result;
    }
  }
  throw ResultError("'" + path + "' is the contacts file of a result, '" + linked +
    "', which is not beside it; keep the two files in one folder");
}

/** Returns "" if the file can be read (HDF5 with a group /VTKHDF of type PolyData with
 * points), or one sentence with the reason why not. */
std::string WhyForeign(const ResultFile& file)
{
  if (!file.Has(Grains))
  {
    std::string found;
    for (const std::string& name : file.Children("/"))
    {
      found += (found.empty() ? "" : ", ") + name;
    }
    return "'" + file.Path() + "' has no group " + Grains +
      "; at its top are: " + (found.empty() ? "nothing" : found);
  }
  const std::string type = file.Text(Grains, GM_VTK_TYPE);
  if (type != "PolyData")
  {
    return "'" + file.Path() + "' is a VTKHDF file of type '" + type +
      "'; Granum Reader reads PolyData";
  }
  for (const char* name : { GM_VTK_POINTS, GM_VTK_NUMBER_OF_POINTS })
  {
    if (!file.IsDataset(Grains + "/" + name))
    {
      return "'" + file.Path() + "' has no dataset " + Grains + "/" + name;
    }
  }
  if (file.Has(Grains + "/" GM_VTK_STEPS) && !file.IsDataset(Values))
  {
    return "'" + file.Path() + "' has a group " + Grains +
      "/" GM_VTK_STEPS " without the dataset Values";
  }
  return {};
}

/** Whether Granum Reader opens the file when it is opened by name.  Results are its own; of
 * damaged files and of files that are no VTKHDF it gives the reason, if no other reader does:
 * their names end in .vtkhdf.  A good VTKHDF file of another program is left to the reader of
 * ParaView 5.12 and later; in 5.11, where nothing else opens this ending, it is ours as well. */
bool ClaimsFile(const std::string& path)
{
  const bool named = EndsIn(path, GM_SUFFIX_RESULT);
  try
  {
    const ResultFile file(ResultOf(path));
    const bool ours = file.Has(GM_GROUP_HISTORY) || IsExchange(file);
    const bool vtkhdf = file.Has(Grains) && !file.Text(Grains, GM_VTK_TYPE).empty();
    if (GM_PARAVIEW_READS_VTKHDF && vtkhdf && !ours)
    {
      return false;
    }
    return named || WhyForeign(file).empty();
  }
  catch (const ResultError&)
  {
    return named;
  }
}

// Which block of a result file fills which port of the reader.

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

/** The class of VTK that a port delivers. */
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

vtkSmartPointer<vtkDataObject> EmptyPort(int port)
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
      return EmptyPort(port);
  }
}

/** Whether a port has the same data at all times. */
bool IsTimeless(int port)
{
  return port == vtkGranumReader::HISTORY || port == vtkGranumReader::BODY_SHAPES;
}

/** Whether a file that grows changes what the port has delivered. */
bool GrowsWithFile(int port) { return port == vtkGranumReader::HISTORY; }

/** Reads the names of arrays and structures, the units and what grains are. */
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

/** The data of a port of vtkGranumReader, from a result or a file of ON-DEM. */
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
    return EmptyPort(port); // the first process has all of it
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

}

namespace
{

/** What a port was last filled with. */
struct Kept
{
  std::size_t Frame = 0;
  granum::Piece Piece;
  vtkMTimeType Selection = 0;
  granum::Stamp File;
  vtkSmartPointer<vtkDataObject> Data;
};

}

struct vtkGranumReader::Internals
{
  std::string FileName; // as it was set
  std::string Result; // the file that is read: FileName, or the result beside it
  granum::Stamp Seen; // of the result when its frames were counted
  bool Failed = false; // the reason was given; it holds until the file changes
  granum::Stamp FailedAt;
  granum::Frames Frames;
  granum::PortState State;
  Kept Ports[NUMBER_OF_PORTS];
  vtkNew<vtkDataArraySelection> GrainArrays;
  vtkNew<vtkDataArraySelection> ContactArrays;
  vtkNew<vtkDataArraySelection> ShownStructures;

  granum::Stamp Glanced; // of the file when it was last judged outdated or not
  bool Outdated = false;

  std::size_t FrameAt(const vtkInformation* request) const;
  vtkMTimeType SelectionTime(int port) const;
};

//----------------------------------------------------------------------------
std::size_t vtkGranumReader::Internals::FrameAt(const vtkInformation* request) const
{
  if (this->Frames.Count() == 0)
  {
    return granum::NoFrame;
  }
  auto* asked = const_cast<vtkInformation*>(request);
  return this->Frames.Timed && asked->Has(vtkStreamingDemandDrivenPipeline::UPDATE_TIME_STEP())
    ? this->Frames.At(asked->Get(vtkStreamingDemandDrivenPipeline::UPDATE_TIME_STEP()))
    : 0;
}

//----------------------------------------------------------------------------
vtkMTimeType vtkGranumReader::Internals::SelectionTime(int port) const
{
  switch (port)
  {
    case GRAINS:
      return this->GrainArrays.Get()->GetMTime();
    case CONTACTS:
      return this->ContactArrays.Get()->GetMTime();
    case STRUCTURES:
      return this->ShownStructures.Get()->GetMTime();
    default:
      return 0;
  }
}

//----------------------------------------------------------------------------
vtkGranumReader::vtkGranumReader()
  : Internal(new Internals)
{
  this->SetNumberOfInputPorts(0);
  this->SetNumberOfOutputPorts(NUMBER_OF_PORTS);
  this->Internal->State.GrainArrays = this->Internal->GrainArrays;
  this->Internal->State.ContactArrays = this->Internal->ContactArrays;
  this->Internal->State.ShownStructures = this->Internal->ShownStructures;
  for (vtkDataArraySelection* selection : { this->Internal->GrainArrays.Get(),
         this->Internal->ContactArrays.Get(), this->Internal->ShownStructures.Get() })
  {
    selection->AddObserver(vtkCommand::ModifiedEvent, this, &vtkGranumReader::Modified);
  }
}

//----------------------------------------------------------------------------
vtkGranumReader::~vtkGranumReader() = default;

//----------------------------------------------------------------------------
vtkExecutive* vtkGranumReader::CreateDefaultExecutive() { return vtkGranumReaderExecutive::New(); }

//----------------------------------------------------------------------------
int vtkGranumReader::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), granum::DataTypeOf(port));
  return 1;
}

//----------------------------------------------------------------------------
void vtkGranumReader::SetFileName(const char* name)
{
  const std::string given = name ? name : "";
  if (given != this->Internal->FileName)
  {
    this->Internal->FileName = given;
    this->Internal->Result = given;
    this->Internal->Seen = granum::Stamp();
    this->Internal->Failed = false;
    this->Modified();
  }
}

//----------------------------------------------------------------------------
const char* vtkGranumReader::GetFileName() const { return this->Internal->FileName.c_str(); }

//----------------------------------------------------------------------------
int vtkGranumReader::CanReadFile(const char* name)
{
  try
  {
    return name && granum::ClaimsFile(name) ? 1 : 0;
  }
  catch (const std::exception&)
  {
    return 0;
  }
}

//----------------------------------------------------------------------------
void vtkGranumReader::Refresh()
{
  Internals& self = *this->Internal;
  if (self.Failed || !(granum::Stamp::Of(self.Result) == self.Seen))
  {
    self.Failed = false;
    this->Modified();
  }
}

//----------------------------------------------------------------------------
int vtkGranumReader::GetOutdated()
{
  Internals& self = *this->Internal;
  const granum::Stamp now = granum::Stamp::Of(self.Result);
  if (now == self.Seen || now.Size < 0)
  {
    return 0;
  }
  if (!(now == self.Glanced))
  {
    try
    {
      granum::ResultFile file(self.Result);
      self.Outdated = granum::WhyForeign(file).empty() &&
        (!now.SameFile(self.Seen) ||
          granum::ReadFrames(file).Times.size() != self.Frames.Times.size());
    }
    catch (const std::exception&)
    {
      self.Outdated = false; // half-written by a run that is just starting
    }
    self.Glanced = now;
  }
  return self.Outdated ? 1 : 0;
}

//----------------------------------------------------------------------------
vtkDataArraySelection* vtkGranumReader::GetGrainArraySelection()
{
  return this->Internal->GrainArrays;
}

//----------------------------------------------------------------------------
vtkDataArraySelection* vtkGranumReader::GetContactArraySelection()
{
  return this->Internal->ContactArrays;
}

//----------------------------------------------------------------------------
vtkDataArraySelection* vtkGranumReader::GetStructureSelection()
{
  return this->Internal->ShownStructures;
}

//----------------------------------------------------------------------------
vtkStringArray* vtkGranumReader::GetArrayUnits() { return this->Internal->State.Units; }

//----------------------------------------------------------------------------
vtkStringArray* vtkGranumReader::GetStructureNames() { return this->Internal->State.Structures; }

//----------------------------------------------------------------------------
double* vtkGranumReader::GetSeriesRange()
{
  const auto range =
    granum::SeriesRange(this->Internal->Result, this->Internal->Frames, this->RangeArray);
  std::copy(range.begin(), range.end(), this->Range);
  return this->Range;
}

//----------------------------------------------------------------------------
vtkTypeBool vtkGranumReader::ProcessRequest(vtkInformation* request, vtkInformationVector** inputs,
  vtkInformationVector* outputs)
{
  const int port = request->Has(vtkExecutive::FROM_OUTPUT_PORT())
    ? request->Get(vtkExecutive::FROM_OUTPUT_PORT())
    : -1;
  if (request->Has(vtkDemandDrivenPipeline::REQUEST_INFORMATION()))
  {
    return this->RequestInformation(outputs);
  }
  if (request->Has(vtkDemandDrivenPipeline::REQUEST_DATA_NOT_GENERATED()))
  {
    // Only the requested port is filled; the others keep their data and count as outdated.
    for (int i = 0; i < NUMBER_OF_PORTS && port >= 0; ++i)
    {
      if (i != port)
      {
        outputs->GetInformationObject(i)->Set(vtkDemandDrivenPipeline::DATA_NOT_GENERATED(), 1);
      }
    }
    return 1;
  }
  if (request->Has(vtkDemandDrivenPipeline::REQUEST_DATA()))
  {
    int result = 1;
    for (int i = 0; i < NUMBER_OF_PORTS; ++i)
    {
      if (port < 0 || i == port)
      {
        result = this->RequestData(i, outputs) && result ? 1 : 0;
      }
    }
    return result;
  }
  return this->Superclass::ProcessRequest(request, inputs, outputs);
}

//----------------------------------------------------------------------------
int vtkGranumReader::RequestInformation(vtkInformationVector* outputs)
{
  Internals& self = *this->Internal;
  this->SetErrorCode(vtkErrorCode::NoError);
  if (self.FileName.empty())
  {
    vtkErrorMacro("No file name: set FileName to a result of granum, NAME.vtkhdf");
    this->SetErrorCode(vtkErrorCode::NoFileNameError);
    return 0;
  }
  if (self.Failed && granum::Stamp::Of(self.Result) == self.FailedAt)
  {
    this->SetErrorCode(vtkErrorCode::CannotOpenFileError);
    return 0;
  }
  self.Failed = false;
  granum::Stamp now = granum::Stamp::Of(self.Result);
  if (!(now == self.Seen) || now.Size < 0)
  {
    try
    {
      self.Result = granum::ResultOf(self.FileName);
      now = granum::Stamp::Of(self.Result);
      granum::ResultFile file(self.Result);
      const std::string foreign = granum::WhyForeign(file);
      if (!foreign.empty())
      {
        throw granum::ResultError(foreign);
      }
      if (!now.SameFile(self.Seen))
      {
        self.State.Bodies = granum::Bodies();
        self.State.Sites = granum::Sites();
        self.State.Shapes = granum::Shapes();
        for (Kept& kept : self.Ports)
        {
          kept = Kept();
        }
      }
      self.Frames = granum::ReadFrames(file);
      granum::ReadNames(file, self.State);
      self.Seen = now;
    }
    catch (const std::exception& error)
    {
      vtkErrorMacro(<< error.what());
      self.Failed = true;
      self.FailedAt = now;
      this->SetErrorCode(vtkErrorCode::CannotOpenFileError);
      return 0;
    }
  }

  const std::vector<double>& times = self.Frames.Times;
  for (int i = 0; i < NUMBER_OF_PORTS; ++i)
  {
    vtkInformation* info = outputs->GetInformationObject(i);
    info->Set(vtkAlgorithm::CAN_HANDLE_PIECE_REQUEST(), 1);
    info->Set(BODY(), self.State.Body);
    info->Remove(vtkStreamingDemandDrivenPipeline::TIME_STEPS());
    info->Remove(vtkStreamingDemandDrivenPipeline::TIME_RANGE());
    if (!granum::IsTimeless(i) && !times.empty())
    {
      const double range[2] = { times.front(), times.back() };
      info->Set(vtkStreamingDemandDrivenPipeline::TIME_STEPS(), times.data(),
        static_cast<int>(times.size()));
      info->Set(vtkStreamingDemandDrivenPipeline::TIME_RANGE(), range, 2);
    }
  }
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumReader::RequestData(int port, vtkInformationVector* outputs)
{
  Internals& self = *this->Internal;
  vtkInformation* info = outputs->GetInformationObject(port);
  vtkDataObject* output = vtkDataObject::GetData(info);
  if (self.Failed)
  {
    return 0; // RequestInformation gave the reason
  }
  if (auto* executive = vtkGranumReaderExecutive::SafeDownCast(this->GetExecutive()))
  {
    executive->Drop(port);
  }

  const std::size_t frame = granum::IsTimeless(port) ? 0 : self.FrameAt(info);
  granum::Piece piece;
  if (info->Has(vtkStreamingDemandDrivenPipeline::UPDATE_NUMBER_OF_PIECES()))
  {
    piece.Number = info->Get(vtkStreamingDemandDrivenPipeline::UPDATE_PIECE_NUMBER());
    piece.Count = info->Get(vtkStreamingDemandDrivenPipeline::UPDATE_NUMBER_OF_PIECES());
  }

  Kept& kept = self.Ports[port];
  const vtkMTimeType selection = self.SelectionTime(port);
  const bool same = kept.Data && kept.Frame == frame && kept.Piece.Number == piece.Number &&
    kept.Piece.Count == piece.Count && kept.Selection == selection &&
    (granum::GrowsWithFile(port) ? kept.File == self.Seen : kept.File.SameFile(self.Seen));
  if (!same)
  {
    try
    {
      if (!granum::Stamp::Of(self.Result).SameFile(self.Seen))
      {
        throw granum::ResultError("'" + self.Result + "' has been replaced; refresh the reader");
      }
      granum::ResultFile file(self.Result);
      kept = { frame, piece, selection, self.Seen,
        granum::ReadPort(file, port, frame, piece, self.State) };
      this->BytesRead[port] += static_cast<double>(file.BytesRead());
    }
    catch (const std::exception& error)
    {
      kept = Kept();
      vtkErrorMacro(<< error.what());
      this->SetErrorCode(vtkErrorCode::FileFormatError);
      return 0;
    }
  }

  output->ShallowCopy(kept.Data);
  if (!granum::IsTimeless(port) && frame < self.Frames.Times.size())
  {
    output->GetInformation()->Set(vtkDataObject::DATA_TIME_STEP(), self.Frames.Times[frame]);
  }
  return 1;
}
