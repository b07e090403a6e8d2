// filters/field_samples.cxx -- distances of points from the sites and polygons of a structure.
//
// Room: plugin/filters.
#include "field_samples.h"

#include "surfaces.h"

#include "vtkCellArray.h"
#include "vtkCellType.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkSMPTools.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>

namespace granum
{

namespace
{

constexpr double Kink = 0.98; // a shorter gradient is one: solver/body/mesh_collider.c

double Length(const Vector& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

}

FieldSamples::FieldSamples(const SiteField& field, const SampleGrid& grid, std::int64_t patch)
  : Answer(grid.Size())
  , Error(grid.Size(), std::nan(""))
  , Answered(grid.Size(), NOBODY)
{
  vtkSMPTools::For(0, static_cast<vtkIdType>(grid.Size()),
    [&](vtkIdType begin, vtkIdType end)
    {
      for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end); ++row)
      {
        const SiteAnswer answer = field.Ask(grid.Point(row), patch);
        this->Answer[row] = answer;
        if (answer.Sites == 8)
        {
          this->Answered[row] = Length(answer.Gradient) < Kink ? ERR : SITES;
        }
      }
    });
}

void FieldSamples::Compare(Surfaces& surfaces, std::int64_t structure, const SampleGrid& grid,
  const BodyFrame& frame, double spacing, const AnswerRules& rules)
{
  for (auto& [whose, part] : surfaces.Parts)
  {
    if (whose.first == structure)
    {
      part.Build(surfaces.All); // here: not by several threads
    }
  }
  std::vector<char> errs(grid.Size(), 0);
  vtkSMPTools::For(0, static_cast<vtkIdType>(grid.Size()),
    [&](vtkIdType begin, vtkIdType end)
    {
      for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end); ++row)
      {
        const SiteAnswer& answer = this->Answer[row];
        const Vector x = frame.PointToWorld(grid.Point(row));
        if (!this->HasDistance(row))
        {
          const bool near = rules.Missing &&
            !std::isnan(surfaces.DistanceWithin(structure, -1, x.data(), rules.Near[1]));
          this->Answered[row] = near ? MISSING : NOBODY;
          continue;
        }
        // If the error exceeds half a spacing, search the polygons without a limit of distance.
        double distance = surfaces.DistanceWithin(structure, answer.Patch, x.data(),
          std::abs(answer.Distance) + 0.5 * spacing);
        if (std::isnan(distance) &&
          surfaces.Nearest(structure, answer.Patch, x.data(), distance) < 0)
        {
          continue;
        }
        const double error = std::abs(answer.Distance) - distance;
        this->Error[row] = error;
        errs[row] =
          distance >= rules.Near[0] && distance <= rules.Near[1] && std::abs(error) > rules.Allowed;
      }
    });
  // The decision between sites and triangles is made for a whole cell of a patch.
  std::size_t cells = 0;
  for (const SiteAnswer& answer : this->Answer)
  {
    cells = std::max(cells, answer.Cell + 1);
  }
  std::vector<char> bad(cells, 0);
  for (std::size_t row = 0; row < errs.size(); ++row)
  {
    bad[this->Answer[row].Cell] |= errs[row];
  }
  for (std::size_t row = 0; row < errs.size(); ++row)
  {
    if (this->HasDistance(row) && bad[this->Answer[row].Cell])
    {
      this->Answered[row] = ERR;
    }
  }
}

std::vector<std::size_t> CopyCells(const SampleGrid& grid, const BodyFrame& frame,
  const std::vector<char>& keep, bool whole, vtkUnstructuredGrid* cells)
{
  const std::size_t nx = grid.Count[0], ny = grid.Count[1], nz = grid.Count[2];
  const bool solid = nz > 1;
  const int corners = solid ? 8 : 4;
  const std::size_t around[8] = { 0, 1, 1 + nx, nx, nx * ny, nx * ny + 1, nx * ny + 1 + nx,
    nx * ny + nx };
  std::vector<vtkIdType> place(grid.Size(), -1);
  std::vector<std::size_t> rows;
  vtkNew<vtkCellArray> made;
  const auto point = [&](std::size_t row)
  {
    if (place[row] < 0)
    {
      place[row] = static_cast<vtkIdType>(rows.size());
      rows.push_back(row);
    }
    return place[row];
  };
  for (std::size_t row = 0; whole && row < grid.Size(); ++row)
  {
    point(row);
  }
  for (std::size_t k = 0; k + 1 < std::max<std::size_t>(nz, 2); ++k)
  {
    for (std::size_t j = 0; j + 1 < ny; ++j)
    {
      for (std::size_t i = 0; i + 1 < nx; ++i)
      {
        const std::size_t first = (k * ny + j) * nx + i;
        if (!whole &&
          !std::all_of(around, around + corners, [&](std::size_t c) { return keep[first + c]; }))
        {
          continue;
        }
        vtkIdType ids[8];
        for (int c = 0; c < corners; ++c)
        {
          ids[c] = point(first + around[c]);
        }
        made->InsertNextCell(corners, ids);
      }
    }
  }
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  points->SetNumberOfPoints(static_cast<vtkIdType>(rows.size()));
  for (std::size_t p = 0; p < rows.size(); ++p)
  {
    points->SetPoint(static_cast<vtkIdType>(p), frame.PointToWorld(grid.Point(rows[p])).data());
  }
  cells->SetPoints(points);
  cells->SetCells(solid ? VTK_HEXAHEDRON : VTK_QUAD, made);
  return rows;
}

}
