/**
 * filters/answer.h -- the source of the distance of a grain from its nearest structure.
 *
 * Room: plugin/filters.
 */
#ifndef granum_filters_answer_h
#define granum_filters_answer_h

#include "vtkType.h"

#include "file/schema.h"

#include <cstdint>

class vtkPolyData;

namespace granum
{

struct Answer
{
  std::int64_t Source = GM_ANSWERED_NONE, Structure = -1;
  double Distance = 0.0; /**< m */
  bool Known = false; /**< false: older results lack the array */
};

/** Of the grain in that row of its rank; row -1: the grain is on another rank.  Collective. */
Answer AnswerTo(vtkPolyData* grains, vtkIdType row);

const char* InWords(const Answer& answer);

}

#endif
