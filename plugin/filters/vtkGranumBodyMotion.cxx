#include "vtkGranumBodyMotion.h"

#include "arrays.h"
#include "arrow_rows.h"
#include "body_rows.h"
#include "ranks.h"

#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataObject.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <algorithm>
#include <vector>

vtkStandardNewMacro(vtkGranumBodyMotion);

namespace granum
{

namespace
{

// The paths of bodies as lines with arrays.

/** The rows of paths as they are appended. */
struct PathRows
{
  vtkSmartPointer<vtkPoints> Points;
  vtkSmartPointer<vtkCellArray> Lines;
  std::vector<double> Time, Speed; /**< s, m/s  of the points */
  vtkSmartPointer<vtkIntArray> Owner, LineOwner; /**< structure of each point, each line */
  vtkSmartPointer<vtkStringArray> Name; /**< of the structure of each line */

  PathRows();

  /** Adds the rows of `path` (m, of `time`, s) before `end`, a line for each part without
   * interruption; speeds are those of the whole path. */
  void Append(const Body& body, const std::vector<Vector3>& path, const std::vector<double>& time,
    std::size_t end);
  bool Moves = false; /**< one of the paths is more than a point */

  /** Makes `output` these lines, with the point arrays time, speed and structure_id and the
   * cell arrays structure_id and name. */
  void Fill(vtkPolyData* output) const;
};

PathRows::PathRows()
  : Points(vtkSmartPointer<vtkPoints>::New())
  , Lines(vtkSmartPointer<vtkCellArray>::New())
  , Owner(NewIntegers(GM_NAME_STRUCTURE_ID, 0))
  , LineOwner(NewIntegers(GM_NAME_STRUCTURE_ID, 0))
  , Name(vtkSmartPointer<vtkStringArray>::New())
{
  this->Points->SetDataTypeToDouble();
  this->Name->SetName("name");
}

/** Whether that part of a path stays where it begins, but for the round-off of a body of that size (m). */
bool Rests(const std::vector<Vector3>& path, const PathPart& part, double size)
{
  constexpr double part_of_size = 1e-9;
  const Vector3& first = path[part.First];
  return std::none_of(path.begin() + static_cast<std::ptrdiff_t>(part.First),
    path.begin() + static_cast<std::ptrdiff_t>(part.End),
    [&](const Vector3& x) {
      return LengthOf({ x[0] - first[0], x[1] - first[1], x[2] - first[2] }) > part_of_size * size;
    });
}

void PathRows::Append(const Body& body, const std::vector<Vector3>& path,
  const std::vector<double>& time, std::size_t end)
{
  for (const PathPart& part : PartsOf(path, time, body.Jumps))
  {
    const std::size_t last = std::min(part.End, end);
    if (last < part.First + 2)
    {
      continue; // no line through one point
    }
    const std::vector<double> speed = SpeedsIn(part, path, time);
    this->Moves = this->Moves || !Rests(path, part, body.Size);
    this->Lines->InsertNextCell(static_cast<vtkIdType>(last - part.First));
    for (std::size_t k = part.First; k < last; ++k)
    {
      this->Lines->InsertCellPoint(this->Points->InsertNextPoint(path[k].data()));
      this->Time.push_back(time[k]);
      this->Speed.push_back(speed[k - part.First]);
      this->Owner->InsertNextValue(static_cast<int>(body.Structure));
    }
    this->LineOwner->InsertNextValue(static_cast<int>(body.Structure));
    this->Name->InsertNextValue(body.Name);
  }
}

void PathRows::Fill(vtkPolyData* output) const
{
  output->SetPoints(this->Points);
  output->SetLines(this->Lines);
  output->GetPointData()->AddArray(NumbersOf(GM_NAME_TIME, "s", this->Time));
  output->GetPointData()->AddArray(NumbersOf("speed", "m/s", this->Speed));
  output->GetPointData()->AddArray(this->Owner);
  output->GetCellData()->AddArray(this->LineOwner);
  output->GetCellData()->AddArray(this->Name);
}

}

}

namespace
{

using granum::Body;
using granum::BodyRows;
using granum::Vector3;

/** The radius of the largest body: of those that forces move, if there are any, since walls
 * may be much larger. */
double LargestBody(const BodyRows& rows)
{
  double free = 0.0, any = 0.0;
  for (const Body& body : rows.Bodies)
  {
    any = std::max(any, body.Size);
    free = body.Mass > 0.0 ? std::max(free, body.Size) : free;
  }
  return free > 0.0 ? free : any;
}

/** The time of the frame shown, s. */
double MotionTime(vtkPolyData* structures, vtkInformation* requested)
{
  vtkInformation* of = structures->GetInformation();
  if (of->Has(vtkDataObject::DATA_TIME_STEP()))
  {
    return of->Get(vtkDataObject::DATA_TIME_STEP());
  }
  auto* key = vtkStreamingDemandDrivenPipeline::UPDATE_TIME_STEP();
  return requested->Has(key) ? requested->Get(key) : VTK_DOUBLE_MAX;
}

}

//----------------------------------------------------------------------------
vtkGranumBodyMotion::vtkGranumBodyMotion()
{
  this->SetNumberOfInputPorts(2);
  this->SetNumberOfOutputPorts(3);
}

//----------------------------------------------------------------------------
int vtkGranumBodyMotion::FillInputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), port == 0 ? "vtkTable" : "vtkPolyData");
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumBodyMotion::RequestInformation(vtkInformation*, vtkInformationVector** inputs,
  vtkInformationVector* outputs)
{
  vtkInformation* structures = inputs[1]->GetInformationObject(0);
  for (int port = 0; port < this->GetNumberOfOutputPorts(); ++port)
  {
    vtkInformation* info = outputs->GetInformationObject(port);
    info->CopyEntry(structures, vtkStreamingDemandDrivenPipeline::TIME_STEPS());
    info->CopyEntry(structures, vtkStreamingDemandDrivenPipeline::TIME_RANGE());
  }
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumBodyMotion::RequestData(vtkInformation* request, vtkInformationVector** inputs,
  vtkInformationVector* outputs)
{
  vtkTable* history = vtkTable::GetData(inputs[0]);
  vtkPolyData* structures = vtkPolyData::GetData(inputs[1]);
  const int port = std::max(request->Get(vtkDemandDrivenPipeline::FROM_OUTPUT_PORT()), 0);
  BodyRows rows;
  const std::string complaint = granum::FirstComplaint(
    granum::ReadBodies(history, structures, { this->AllStructures, this->Structure },
      MotionTime(structures, outputs->GetInformationObject(port)), rows));
  if (!complaint.empty())
  {
    vtkErrorMacro(<< complaint);
    return 0;
  }
  if (rows.Time.empty())
  {
    return 1;
  }
  if (rows.Bodies.empty() && !this->Warned)
  {
    vtkWarningMacro("There is nothing to show: the history has no poses of "
      << (this->AllStructures || this->Structure >= 0
             ? "structures, which it has if forces move one of them"
             : "structures that forces move (key structures[].free)"));
    this->Warned = true;
  }

  granum::PathRows paths;
  const std::size_t end = this->PathLength == WHOLE_RUN ? rows.Time.size() : rows.Now + 1;
  for (const Body& body : rows.Bodies)
  {
    const Vector3 point = { this->BodyPoint[0], this->BodyPoint[1], this->BodyPoint[2] };
    if (this->Track == BODY_POINT)
    {
      paths.Append(body, granum::PathOf(body.Position, body.Orientation, point), rows.Time, end);
    }
    else if (body.HasCentre)
    {
      paths.Append(body, body.Centre, rows.Time, end);
    }
  }
  if (paths.Moves) // else there is nothing to see, and a colour bar without a range
  {
    paths.Fill(vtkPolyData::GetData(outputs, 0));
  }
  granum::FillArrows(rows,
    { { this->ShowForce, this->ShowTorque, this->ShowMomentum, this->ShowAngularMomentum,
        this->ShowVelocity, this->ShowAngularVelocity },
      this->ArrowLength, LargestBody(rows), this->EachBody, this->ShowAxes },
    vtkPolyData::GetData(outputs, 1));
  granum::FillCentres(rows, vtkPolyData::GetData(outputs, 2));
  return 1;
}
