/**
 * filters/lacking.h -- a grain that lacks virtual particles: which, where, in words.
 *
 * Room: plugin/filters.
 */
#ifndef granum_filters_lacking_h
#define granum_filters_lacking_h

#include "analysis/site_lattice.h"
#include "file/schema.h"

#include "vtkType.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

class vtkPolyData;

namespace granum
{

/* The source of the distance of a grain from its nearest structure. */

struct Answer
{
  std::int64_t Source = GM_ANSWERED_NONE, Structure = -1;
  double Distance = 0.0; /**< m */
  bool Known = false; /**< false: older results lack the array */
};

/** Of the grain in that row of its rank; row -1: the grain is on another rank.  Collective. */
Answer AnswerTo(vtkPolyData* grains, vtkIdType row);

const char* InWords(const Answer& answer);

/** Structures that have virtual particles, on any rank.  Collective. */
std::set<std::int64_t> Carried(vtkPolyData* sites);

/** Whether the stencil of a grain is incomplete: a structure with sites is within `range`
 * radii and the grain has fewer than `least` sites. */
struct Incomplete
{
  std::vector<double> Radius, Distance;
  std::vector<std::int64_t> Structure, Sites;
  std::set<std::int64_t> Covered; /**< structures with virtual particles */

  Incomplete(vtkPolyData* grains, const std::set<std::int64_t>& covered);
  bool IsNear(vtkIdType row, double range) const;
  bool IsLacking(vtkIdType row, int least) const;
};

/** Ids of these grains of all ranks in contact with a structure, rising.  Collective. */
std::vector<std::int64_t> IncompleteIds(vtkPolyData* grains, const std::set<std::int64_t>& covered);

/** The cells around a grain in the lattice of its nearest structure. */
struct Lacking
{
  std::vector<PatchCell> Cells; /**< of the patches in contact */
  std::string Name; /**< of the structure */
  Answer Source;
  bool Found = false; /**< whether there is such a grain */
  double Spacing = 0.0; /**< m */
  double Rotation[9]; /**< of the structure, row by row */

  /** Makes `cubes` a wire cube for each missing corner, with the cell arrays structure_id,
   * patch and served (2: missing). */
  void Draw(vtkPolyData* cubes) const;

  /** Sentences about the grain; how many grains are incomplete if none is picked.
   * Collective. */
  std::string InWords(std::int64_t id, std::size_t incomplete) const;
};

/** Of the grain in that row of its rank (-1: on another) at that centre (empty: there is no
 * such grain), whose nearest structure has that rotation.  Collective. */
Lacking LackingOf(vtkPolyData* sites, vtkPolyData* grains, vtkIdType row,
  const std::vector<double>& centre, const double rotation[9], const Answer& answer);

}

#endif
