/**
 * filters/open_edges.h -- edges of meshes that belong to one triangle only.
 *
 * Room: plugin/filters.
 */
#ifndef granum_filters_open_edges_h
#define granum_filters_open_edges_h

#include "analysis/coverage_sentence.h"

#include "vtkType.h"

#include <cstdint>
#include <set>
#include <vector>

class vtkPolyData;

namespace granum
{

struct OpenEdge
{
  std::int64_t Structure;
  vtkIdType From, To; /**< points of the surfaces */
};

/** The structures of the surfaces that are meshes: those with a text in the field array
 * mesh_report; of a result without it, those with virtual particles.  The surfaces of
 * primitives have edges too, but those are only where their drawing ends. */
std::set<std::int64_t> Meshes(vtkPolyData* surfaces, const std::set<std::int64_t>& carried);

/** The edges of these structures that belong to one polygon only, by structure. */
std::vector<OpenEdge> OpenEdges(vtkPolyData* surfaces, const std::set<std::int64_t>& meshes);

/** Makes `lines` one line for each edge, with the cell array structure_id. */
void DrawOpenEdges(vtkPolyData* surfaces, const std::vector<OpenEdge>& edges, vtkPolyData* lines);

/** The structures with such edges, their number, and where the first one is.  Collective. */
std::vector<OpenMesh> OpenMeshes(vtkPolyData* surfaces, const std::vector<OpenEdge>& edges);

}

#endif
