// filters/open_edges.cxx -- edges of meshes that belong to one triangle only.
//
// Room: plugin/filters.
#include "open_edges.h"

#include "arrays.h"
#include "coverage_facts.h"
#include "ranks.h"

#include "file/schema.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace granum
{

namespace
{

constexpr std::size_t MeshNumbers = 5; // structure, number of edges, place of the first

auto KeyOf(const OpenEdge& e)
{
  return std::make_tuple(e.Structure, std::min(e.From, e.To), std::max(e.From, e.To));
}

/** What the findings say of the sides: the first line ends with "grains on both sides", "grains
 * outside" or "grains inside" of the closed parts, and a line counts triangles of open parts. */
OpenMesh::Sides SidesIn(const std::string& findings)
{
  const std::string line = findings.substr(0, findings.find('\n'));
  if (line.find("grains on both sides") != std::string::npos)
  {
    return OpenMesh::Both;
  }
  if (findings.find(" of open parts: sheets, ") != std::string::npos)
  {
    return OpenMesh::Parts;
  }
  return line.find("grains ") != std::string::npos ? OpenMesh::One : OpenMesh::Unknown;
}

}

std::set<std::int64_t> Meshes(vtkPolyData* surfaces, const std::set<std::int64_t>& carried)
{
  auto* texts =
    vtkStringArray::SafeDownCast(surfaces->GetFieldData()->GetAbstractArray(GM_NAME_MESH_REPORT));
  std::set<std::int64_t> meshes;
  for (vtkIdType s = 0; texts && s < texts->GetNumberOfValues(); ++s)
  {
    if (!texts->GetValue(s).empty())
    {
      meshes.insert(s);
    }
  }
  return meshes.empty() ? carried : meshes;
}

std::vector<OpenEdge> OpenEdges(vtkPolyData* surfaces, const std::set<std::int64_t>& meshes)
{
  const auto owner = IntegersIn(Find(surfaces->GetCellData(), GM_NAME_STRUCTURE_ID, 1));
  std::vector<OpenEdge> edges;
  vtkNew<vtkIdList> corners;
  for (std::size_t c = 0; c < owner.size(); ++c)
  {
    if (!meshes.count(owner[c]))
    {
      continue;
    }
    surfaces->GetPolys()->GetCellAtId(static_cast<vtkIdType>(c), corners);
    const vtkIdType n = corners->GetNumberOfIds();
    for (vtkIdType i = 0; i < n; ++i)
    {
      edges.push_back({ owner[c], corners->GetId(i), corners->GetId((i + 1) % n) });
    }
  }
  std::sort(edges.begin(), edges.end(),
    [](const OpenEdge& a, const OpenEdge& b) { return KeyOf(a) < KeyOf(b); });
  std::vector<OpenEdge> open;
  for (std::size_t first = 0, next = 0; first < edges.size(); first = next)
  {
    while (next < edges.size() && KeyOf(edges[next]) == KeyOf(edges[first]))
    {
      ++next;
    }
    if (next == first + 1 && edges[first].From != edges[first].To)
    {
      open.push_back(edges[first]);
    }
  }
  return open;
}

void DrawOpenEdges(vtkPolyData* surfaces, const std::vector<OpenEdge>& edges, vtkPolyData* lines)
{
  vtkNew<vtkPoints> points;
  points->SetDataType(VTK_DOUBLE);
  vtkNew<vtkCellArray> cells;
  const auto structure = NewIntegers(GM_NAME_STRUCTURE_ID, static_cast<vtkIdType>(edges.size()));
  std::map<vtkIdType, vtkIdType> placed;
  for (std::size_t k = 0; k < edges.size(); ++k)
  {
    vtkIdType ends[2] = { edges[k].From, edges[k].To };
    for (vtkIdType& end : ends)
    {
      const auto entry = placed.try_emplace(end, points->GetNumberOfPoints());
      if (entry.second)
      {
        points->InsertNextPoint(surfaces->GetPoint(end));
      }
      end = entry.first->second;
    }
    cells->InsertNextCell(2, ends);
    structure->SetValue(static_cast<vtkIdType>(k), static_cast<int>(edges[k].Structure));
  }
  lines->SetPoints(points);
  lines->SetLines(cells);
  lines->GetCellData()->AddArray(structure);
}

std::vector<OpenMesh> OpenMeshes(vtkPolyData* surfaces, const std::vector<OpenEdge>& edges)
{
  std::vector<double> rows;
  for (const OpenEdge& edge : edges)
  {
    const auto s = static_cast<double>(edge.Structure);
    if (rows.empty() || rows[rows.size() - MeshNumbers] != s)
    {
      double a[3], b[3];
      surfaces->GetPoint(edge.From, a);
      surfaces->GetPoint(edge.To, b);
      rows.insert(rows.end(),
        { s, 0.0, 0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2]) });
    }
    rows[rows.size() - MeshNumbers + 1] += 1.0;
  }
  GatherOverRanks(rows);
  std::vector<OpenMesh> meshes;
  for (std::size_t k = 0; k < rows.size(); k += MeshNumbers)
  {
    const auto s = static_cast<std::int64_t>(rows[k]);
    OpenMesh mesh;
    mesh.Name = NameOf(surfaces, s);
    mesh.Edges = static_cast<std::int64_t>(rows[k + 1]);
    std::copy(&rows[k + 2], &rows[k + 2] + 3, mesh.First);
    mesh.Grains = SidesIn(TextOf(surfaces->GetFieldData(), GM_NAME_MESH_REPORT, s));
    meshes.push_back(mesh);
  }
  return meshes;
}

}
