#include "vtkGranumBodyMotion.h"

#include "arrow_rows.h"
#include "body_rows.h"
#include "path_rows.h"
#include "ranks.h"

#include "vtkDataObject.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkObjectFactory.h"
#include "vtkPolyData.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"

#include <algorithm>

vtkStandardNewMacro(vtkGranumBodyMotion);

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
double TimeOf(vtkPolyData* structures, vtkInformation* requested)
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
      TimeOf(structures, outputs->GetInformationObject(port)), rows));
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
  paths.Fill(vtkPolyData::GetData(outputs, 0));
  granum::FillArrows(rows,
    { { this->ShowForce, this->ShowTorque, this->ShowMomentum, this->ShowAngularMomentum,
        this->ShowVelocity, this->ShowAngularVelocity },
      this->ArrowLength, LargestBody(rows), this->EachBody },
    vtkPolyData::GetData(outputs, 1));
  granum::FillCentres(rows, vtkPolyData::GetData(outputs, 2));
  return 1;
}

//----------------------------------------------------------------------------
void vtkGranumBodyMotion::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Track: " << this->Track << "\n";
  os << indent << "BodyPoint: " << this->BodyPoint[0] << " " << this->BodyPoint[1] << " "
     << this->BodyPoint[2] << "\n";
  os << indent << "PathLength: " << this->PathLength << "\n";
  os << indent << "AllStructures: " << this->AllStructures << "\n";
  os << indent << "Structure: " << this->Structure << "\n";
  os << indent << "ShowForce: " << this->ShowForce << "\n";
  os << indent << "ShowTorque: " << this->ShowTorque << "\n";
  os << indent << "ShowMomentum: " << this->ShowMomentum << "\n";
  os << indent << "ShowAngularMomentum: " << this->ShowAngularMomentum << "\n";
  os << indent << "ShowVelocity: " << this->ShowVelocity << "\n";
  os << indent << "ShowAngularVelocity: " << this->ShowAngularVelocity << "\n";
  os << indent << "ArrowLength: " << this->ArrowLength << "\n";
  os << indent << "EachBody: " << this->EachBody << "\n";
}
