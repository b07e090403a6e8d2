#include "vtkGranumLocalStructure.h"

#include "arrays.h"
#include "grain_rows.h"
#include "ranks.h"

#include "analysis/local_structure.h"

#include "vtkCellArray.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkPointSet.h"
#include "vtkPolyData.h"
#include "vtkSMPTools.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"

#include <algorithm>
#include <cmath>
#include <map>

vtkStandardNewMacro(vtkGranumLocalStructure);

namespace
{

using granum::Particles;
using granum::Place;

constexpr double CellRange = 8.0; // 1  largest radii, within which neighbours cut cells
constexpr double NeighbourRange = 3.0; // 1  largest radii

/** The space of each particle of this rank, within the box around all of them. */
void AddCells(const Particles& all, vtkIdType count, vtkPointData* output)
{
  const double largest = all.LargestRadius(), range = CellRange * largest;
  const auto volume = granum::NewNumbers("cell_volume", all.Flat ? "m2" : "m3", count);
  const auto fraction = granum::NewNumbers("solid_fraction", "1", count);
  const auto faces = granum::NewIntegers("cell_faces", count);
  if (largest > 0.0)
  {
    Place low = all.Point.front(), high = low;
    for (std::size_t i = 0; i < all.Point.size(); ++i)
    {
      for (int c = 0; c < 3; ++c)
      {
        low[c] = std::min(low[c], all.Point[i][c] - all.Radius[i]);
        high[c] = std::max(high[c], all.Point[i][c] + all.Radius[i]);
      }
    }
    if (all.Flat)
    {
      low[2] = -1e-3 * largest;
      high[2] = 1e-3 * largest;
    }
    const granum::NeighbourGrid grid(all.Point, range);
    vtkSMPTools::For(0, count,
      [&](vtkIdType from, vtkIdType to)
      {
        for (vtkIdType row = from; row < to; ++row)
        {
          const std::size_t i = all.First + static_cast<std::size_t>(row);
          const double r = all.Radius[i], disc = vtkMath::Pi() * r * r;
          const auto share = granum::ShareOf(i, all.Point, all.Radius, grid, range, low, high);
          const double space = all.Flat ? share.Volume / (high[2] - low[2]) : share.Volume;
          volume->SetValue(row, space);
          fraction->SetValue(row,
            space > 0.0 ? (all.Flat ? disc : 4.0 / 3.0 * disc * r) / space : vtkMath::Nan());
          faces->SetValue(row, share.Neighbours);
        }
      });
    for (vtkDataArray* array : { static_cast<vtkDataArray*>(volume),
           static_cast<vtkDataArray*>(fraction), static_cast<vtkDataArray*>(faces) })
    {
      output->AddArray(array);
    }
  }
}

/** Displacements and strains of the particles of this rank since `before`. */
void AddStrains(const Particles& before, const Particles& now, double range, vtkIdType count,
  vtkPointData* output)
{
  const double none = vtkMath::Nan();
  std::map<std::int64_t, std::size_t> row;
  for (std::size_t i = 0; i < now.Id.size(); ++i)
  {
    row[now.Id[i]] = i;
  }
  // Rows of now by rows of before, and back; none: now.Id.size().
  std::vector<std::size_t> later(before.Id.size(), now.Id.size());
  std::vector<std::size_t> earlier(now.Id.size(), before.Id.size());
  for (std::size_t i = 0; i < before.Id.size(); ++i)
  {
    const auto found = row.find(before.Id[i]);
    if (found != row.end())
    {
      later[i] = found->second;
      earlier[found->second] = i;
    }
  }
  const auto moved = granum::NewNumbers("displacement", "m", count, 3);
  const auto off = granum::NewNumbers("d2min", "m2", count);
  const auto shear = granum::NewNumbers("shear_strain", "1", count);
  const auto bulk = granum::NewNumbers("volumetric_strain", "1", count);
  const granum::NeighbourGrid grid(before.Point, range);
  vtkSMPTools::For(0, count,
    [&](vtkIdType from, vtkIdType to)
    {
      for (vtkIdType at = from; at < to; ++at)
      {
        const std::size_t i = now.First + static_cast<std::size_t>(at), was = earlier[i];
        granum::LocalStrain strain = { none, none, none };
        double way[3] = { none, none, none };
        if (was < before.Id.size())
        {
          std::vector<Place> first, last;
          for (const auto& [square, j] : grid.Near(before.Point[was]))
          {
            if (j == was || later[j] == now.Id.size())
            {
              continue;
            }
            first.emplace_back();
            last.emplace_back();
            for (int c = 0; c < 3; ++c)
            {
              first.back()[c] = before.Point[j][c] - before.Point[was][c];
              last.back()[c] = now.Point[later[j]][c] - now.Point[i][c];
            }
          }
          for (int c = 0; c < 3; ++c)
          {
            way[c] = now.Point[i][c] - before.Point[was][c];
          }
          strain = granum::StrainOf(first, last, now.Flat);
        }
        moved->SetTypedTuple(at, way);
        off->SetValue(at, strain.NonAffine);
        shear->SetValue(at, strain.Shear);
        bulk->SetValue(at, strain.Volume);
      }
    });
  for (vtkDataArray* array : { moved.Get(), off.Get(), shear.Get(), bulk.Get() })
  {
    output->AddArray(array);
  }
}

}

struct vtkGranumLocalStructure::Internals
{
  bool Running = false; // the reference has been read, and the frame shown comes
  bool Referred = false;
  double Reference = 0.0, Now = 0.0;
  Particles Before;
};

//----------------------------------------------------------------------------
vtkGranumLocalStructure::vtkGranumLocalStructure()
  : Internal(new Internals)
{
  this->SetNumberOfOutputPorts(2);
}

//----------------------------------------------------------------------------
vtkGranumLocalStructure::~vtkGranumLocalStructure() = default;

//----------------------------------------------------------------------------
int vtkGranumLocalStructure::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPointSet");
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumLocalStructure::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == 0 ? "vtkPolyData" : "vtkTable");
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumLocalStructure::RequestUpdateExtent(vtkInformation* request,
  vtkInformationVector** inputs, vtkInformationVector* outputs)
{
  using Pipeline = vtkStreamingDemandDrivenPipeline;
  Internals& self = *this->Internal;
  vtkInformation* input = inputs[0]->GetInformationObject(0);
  const int count = input->Has(Pipeline::TIME_STEPS()) ? input->Length(Pipeline::TIME_STEPS()) : 0;
  if (!self.Running)
  {
    self.Referred = this->FramesBack > 0 && count > 1;
    if (self.Referred)
    {
      const double* times = input->Get(Pipeline::TIME_STEPS());
      const int port = std::max(request->Get(Pipeline::FROM_OUTPUT_PORT()), 0);
      vtkInformation* asked = outputs->GetInformationObject(port);
      const double time = asked->Has(Pipeline::UPDATE_TIME_STEP())
        ? asked->Get(Pipeline::UPDATE_TIME_STEP())
        : times[0];
      const double slack = 1e-9 * std::max(std::abs(times[0]), std::abs(times[count - 1]));
      const auto frame = std::max<std::ptrdiff_t>(
        std::upper_bound(times, times + count, time + slack) - times - 1, 0);
      self.Now = times[frame];
      self.Reference = times[std::max<std::ptrdiff_t>(frame - this->FramesBack, 0)];
    }
  }
  if (self.Referred)
  {
    input->Set(Pipeline::UPDATE_TIME_STEP(), self.Running ? self.Now : self.Reference);
  }
  return 1;
}

//----------------------------------------------------------------------------
int vtkGranumLocalStructure::RequestData(vtkInformation* request, vtkInformationVector** inputs,
  vtkInformationVector* outputs)
{
  using Pipeline = vtkStreamingDemandDrivenPipeline;
  Internals& self = *this->Internal;
  vtkPointSet* data = vtkPointSet::GetData(inputs[0]);
  Particles all = granum::ParticlesIn(data);
  if (self.Referred && !self.Running)
  {
    self.Before = std::move(all);
    self.Running = true;
    request->Set(Pipeline::CONTINUE_EXECUTING(), 1);
    return 1;
  }
  self.Running = false;
  request->Remove(Pipeline::CONTINUE_EXECUTING());

  vtkPolyData* output = vtkPolyData::GetData(outputs, 0);
  const vtkIdType count = data->GetNumberOfPoints();
  output->SetPoints(data->GetPoints());
  vtkNew<vtkCellArray> vertices;
  for (vtkIdType i = 0; i < count; ++i)
  {
    vertices->InsertNextCell(1, &i);
  }
  output->SetVerts(vertices);
  output->GetPointData()->ShallowCopy(data->GetPointData());
  output->GetFieldData()->ShallowCopy(data->GetFieldData());
  const double largest = all.LargestRadius();
  this->UsedRange = this->Range > 0.0 ? this->Range : NeighbourRange * largest;
  if (all.Point.empty())
  {
    return 1;
  }
  AddCells(all, count, output->GetPointData());
  if (self.Referred && this->UsedRange > 0.0)
  {
    AddStrains(self.Before, all, this->UsedRange, count, output->GetPointData());
  }
  self.Before = Particles();
  if (granum::Rank() == 0)
  {
    const double range = largest > 0.0 ? this->Farthest * largest : this->UsedRange;
    const auto found = granum::CorrelationOf(all.Point, range, this->Bins, all.Flat);
    vtkTable* table = vtkTable::GetData(outputs, 1);
    table->AddColumn(granum::NumbersOf("distance", "m", found.Distance));
    table->AddColumn(granum::NumbersOf("g", "1", found.G));
    table->AddColumn(granum::NumbersOf("partners", "1", found.Partners));
  }
  return 1;
}
