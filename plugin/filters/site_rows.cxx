// filters/site_rows.cxx -- virtual particles as numbers, and where their structure is.
//
// Room: plugin/filters.
#include "site_rows.h"

#include "arrays.h"
#include "ranks.h"

#include "file/schema.h"

#include "vtkFieldData.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"

#include <algorithm>
#include <cmath>

namespace granum
{

std::string WhatSitesLack(vtkPolyData* data)
{
  const std::pair<const char*, int> columns[] = { { GM_NAME_DISTANCE, 1 }, { GM_NAME_NORMAL, 3 },
    { GM_NAME_SPACING, 1 }, { GM_NAME_STRUCTURE_ID, 1 }, { GM_NAME_PATCH, 1 } };
  for (const auto& [name, components] : columns)
  {
    if (data->GetNumberOfPoints() > 0 && !Find(data->GetPointData(), name, components))
    {
      return std::string("The virtual particles have no point array '") + name + "' of " +
        (components > 1 ? "three numbers" : "one number") +
        ", as the port Virtual Particles of Granum Reader gives it";
    }
  }
  return "";
}

std::int64_t FirstOf(vtkPolyData* data)
{
  if (data->GetNumberOfPoints() == 0)
  {
    return -1;
  }
  double range[2];
  Find(data->GetPointData(), GM_NAME_STRUCTURE_ID, 1)->GetRange(range, 0);
  return std::llround(range[0]);
}

BodyFrame FrameOf(vtkFieldData* fields, std::int64_t structure)
{
  BodyFrame frame;
  vtkDataArray* position = Find(fields, GM_NAME_POSITION, 3);
  vtkDataArray* rotation = Find(fields, GM_NAME_ROTATION, 9);
  if (position && structure < position->GetNumberOfTuples())
  {
    position->GetTuple(structure, frame.Position.data());
  }
  if (rotation && structure < rotation->GetNumberOfTuples())
  {
    rotation->GetTuple(structure, frame.Rotation.data());
  }
  return frame;
}

StructureSites SitesOf(vtkPolyData* data, std::int64_t structure)
{
  StructureSites sites;
  sites.Frame = FrameOf(data->GetFieldData(), structure);
  vtkPointData* arrays = data->GetPointData();
  vtkDataArray* owner = Find(arrays, GM_NAME_STRUCTURE_ID, 1);
  vtkDataArray* distance = Find(arrays, GM_NAME_DISTANCE, 1);
  vtkDataArray* normal = Find(arrays, GM_NAME_NORMAL, 3);
  vtkDataArray* patch = Find(arrays, GM_NAME_PATCH, 1);
  vtkDataArray* spacing = Find(arrays, GM_NAME_SPACING, 1);
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    if (std::llround(owner->GetComponent(i, 0)) != structure)
    {
      continue;
    }
    double x[3], n[3];
    data->GetPoint(i, x);
    normal->GetTuple(i, n);
    sites.Place.insert(sites.Place.end(), x, x + 3);
    sites.Normal.insert(sites.Normal.end(), n, n + 3);
    sites.Distance.push_back(distance->GetComponent(i, 0));
    sites.Patch.push_back(std::llround(patch->GetComponent(i, 0)));
    sites.Spacing = spacing->GetComponent(i, 0);
  }
  return sites;
}

std::array<double, 2> RadiiOf(vtkPolyData* grains, vtkFieldData* fields)
{
  std::vector<double> radius;
  if (grains)
  {
    radius = NumbersIn(Find(grains->GetPointData(), GM_NAME_RADIUS, 1));
  }
  const std::vector<double> told = NumbersIn(Find(fields, GM_NAME_RADIUS, 1));
  std::vector<double> low(2, HUGE_VAL), high(2, 0.0);
  for (int from = 0; from < 2; ++from)
  {
    for (const double r : from == 0 ? radius : told)
    {
      low[from] = std::min(low[from], r);
      high[from] = std::max(high[from], r);
    }
  }
  MinOverRanks(low);
  MaxOverRanks(high);
  const int from = high[0] > 0.0 ? 0 : 1;
  return { high[from] > 0.0 ? low[from] : 0.0, high[from] };
}

}
