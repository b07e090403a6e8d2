/**
 * analysis/coverage_sentence.h -- where virtual particles are missing, in words.
 *
 * Room: plugin/analysis.  Standard C++ only.
 */
#ifndef granum_coverage_sentence_h
#define granum_coverage_sentence_h

#include <cstdint>
#include <string>
#include <vector>

namespace granum
{

/** A structure that has virtual particles. */
struct CoveredStructure
{
  std::string Name;
  std::int64_t Queries = -1; /**< of the audit; -1: the result has no sums of an audit */
  std::int64_t Missing = 0; /**< of these, that lack virtual particles */
  bool Audited = false; /**< whether triangles have findings of an audit */
  std::int64_t Worst = 0; /**< triangles over which virtual particles are missing */
  std::int64_t Triangles = 0; /**< of the structure */
  std::int64_t Grains = 0; /**< in this frame whose stencil is incomplete */
  std::string Remedy; /**< change of the scene; "" if the result has none */
};

/** Sums since the start, as in the history; -1: the result does not have them. */
struct CoverageEvents
{
  std::int64_t Lost = -1;
  std::int64_t BySites = -1, ByTriangles = -1;
};

/** A structure whose mesh has edges that belong to one triangle only. */
struct OpenMesh
{
  enum Sides
  {
    Unknown, /**< the result does not have the findings in its meshes */
    Both, /**< a sheet: grains may touch it from both sides */
    One, /**< a solid with holes, which count as closed */
    Parts /**< a solid with parts that are sheets */
  };

  std::string Name;
  std::int64_t Edges = 0;
  double First[3]; /**< middle of the first edge, m */
  Sides Grains = Unknown;
};

/** Lines that say for each mesh that it is open, where, and what follows; "" for none. */
std::string OpenSentence(const std::vector<OpenMesh>& meshes);

/** Lines that give for each structure the share of positions where virtual particles are
 * missing, the grains at a gap now, the distances lost so far, and the remedy. */
std::string CoverageSentence(const std::vector<CoveredStructure>& structures,
  const CoverageEvents& events);

/** 1715549 as "1,715,549". */
std::string Grouped(std::int64_t number);

}

#endif
