// filters/answer.cxx -- the source of the distance of a grain from its nearest structure.
//
// Room: plugin/filters.
#include "answer.h"

#include "arrays.h"
#include "ranks.h"

#include "vtkDataArray.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"

namespace granum
{

Answer AnswerTo(vtkPolyData* grains, vtkIdType row)
{
  std::vector<double> said;
  if (row >= 0)
  {
    vtkPointData* arrays = grains->GetPointData();
    vtkDataArray* source = granum::Find(arrays, GM_NAME_ANSWERED, 1);
    vtkDataArray* structure = granum::Find(arrays, GM_NAME_STRUCTURE_ID, 1);
    vtkDataArray* distance = granum::Find(arrays, GM_NAME_STRUCTURE_DISTANCE, 1);
    if (source && structure && distance)
    {
      said = { source->GetComponent(row, 0), structure->GetComponent(row, 0),
        distance->GetComponent(row, 0) };
    }
  }
  granum::GatherOverRanks(said);
  if (said.size() < 3)
  {
    return {};
  }
  return { static_cast<std::int64_t>(said[0]), static_cast<std::int64_t>(said[1]), said[2], true };
}

const char* InWords(const Answer& answer)
{
  if (!answer.Known)
  {
    return "the result does not contain the source of the distance";
  }
  switch (answer.Source)
  {
    case GM_ANSWERED_PRIMITIVE:
      return "distance from a primitive";
    case GM_ANSWERED_SITES:
      return "distance from virtual particles";
    case GM_ANSWERED_EDGES:
      return "distance from virtual particles that know the edge";
    case GM_ANSWERED_ERROR:
      return "distance from triangles: virtual particles inaccurate";
    case GM_ANSWERED_MISSING:
      return "distance from triangles: virtual particles missing";
    default:
      return answer.Source < 0 ? "no structure in range" : "no distance: virtual particles missing";
  }
}

}
