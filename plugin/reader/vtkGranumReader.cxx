#include "vtkGranumReader.h"

#include "blocks.h"
#include "opening.h"
#include "ports.h"
#include "series_range.h"
#include "vtkGranumReaderExecutive.h"

#include "vtkCommand.h"
#include "vtkDataArraySelection.h"
#include "vtkDataObject.h"
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

#include <exception>

vtkStandardNewMacro(vtkGranumReader);
vtkInformationKeyMacro(vtkGranumReader, BODY, DataObjectMetaData);

static_assert(vtkGranumReader::NUMBER_OF_PORTS == 10, "as many BytesRead");

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
    return name && granum::Claims(name) ? 1 : 0;
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
    (granum::Grows(port) ? kept.File == self.Seen : kept.File.SameFile(self.Seen));
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

//----------------------------------------------------------------------------
void vtkGranumReader::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "FileName: " << this->GetFileName() << "\n";
  os << indent << "Frames: " << this->Internal->Frames.Count() << "\n";
  os << indent << "Follow: " << this->Follow << "\n";
  for (int i = 0; i < NUMBER_OF_PORTS; ++i)
  {
    os << indent << "BytesRead, port " << i << ": " << this->BytesRead[i] << "\n";
  }
}
