/**
 * filters/answer.h -- who told a grain how far its nearest structure is.
 *
 * Room: plugin/filters.
 */
#ifndef granum_filters_answer_h
#define granum_filters_answer_h

#include "vtkType.h"

#include "output/schema.h"

#include <cstdint>

class vtkPolyData;

namespace granum
{

struct Answer
{
  std::int64_t Source = GM_ANSWERED_NONE, Structure = -1;
  double Distance = 0.0; /**< m */
  bool Known = false; /**< older results do not say */
};

/** Of the grain in that row, on whatever rank it lies (-1: not on this one). */
Answer AnswerTo(vtkPolyData* grains, vtkIdType row);

const char* InWords(const Answer& answer);

}

#endif
