/**
 * filters/coverage_facts.h -- numbers of the coverage: of the audit, and of the history.
 *
 * Room: plugin/filters.  Every call is collective: what only the first rank has, every rank
 * gets.
 */
#ifndef granum_filters_coverage_facts_h
#define granum_filters_coverage_facts_h

#include "analysis/coverage_sentence.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

class vtkDataObject;
class vtkFieldData;
class vtkPolyData;
class vtkTable;

namespace granum
{

/** Entry of a list of texts that the first rank has, on every rank; "" if there is none. */
std::string TextOf(vtkFieldData* fields, const char* name, std::int64_t row);

/** Name of a structure; "structure 3" where the surfaces do not have it. */
std::string NameOf(vtkPolyData* surfaces, std::int64_t structure);

/** The structures in the keys of `grains`, whose values are the grains with an incomplete
 * stencil, with the sums of the audit in the field arrays of the surfaces. */
std::vector<CoveredStructure> CoveredIn(vtkPolyData* surfaces,
  const std::map<std::int64_t, std::int64_t>& grains);

/** The sums of the last row of a history that is not later; none without a history. */
CoverageEvents EventsUntil(vtkTable* history, double time);

/** The frames, of those at these rising times, before which coverage was lost, and the number
 * of events since the frame before: pairs of time, s, and events. */
std::vector<double> LostAt(vtkTable* history, const std::vector<double>& times);

/** Time of the frame, s; infinite for data without a time. */
double TimeOf(vtkDataObject* data);

}

#endif
