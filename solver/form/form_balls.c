/* form/form_balls.c -- sorts the samples of a form into balls within balls. */
#include "form/form_balls.h"

#include "base/memory.h"
#include "form/form_field.h"
#include <stdlib.h>

/* A sample with its coordinate along the axis of the division, and its first place. */
typedef struct entry {
  double at;
  gm_index place;
} entry;

static int by_place(const void *a, const void *b)
{
  const entry *p = a, *q = b;
  if (p->at != q->at) return p->at < q->at ? -1 : 1;
  return p->place < q->place ? -1 : 1;
}

typedef struct work {
  gm_form *form;
  gm_form_sample *copy;
  entry *entry;
} work;

static gm_form_ball enclose(const gm_form *f, gm_index first, gm_index n,
                            int *longest)
{
  gm_vec3 min = f->sample[first].y, max = min;
  for (gm_index k = first; k < first + n; ++k) {
    const gm_vec3 y = f->sample[k].y;
    min = gm_vec(fmin(min.x, y.x), fmin(min.y, y.y), fmin(min.z, y.z));
    max = gm_vec(fmax(max.x, y.x), fmax(max.y, y.y), fmax(max.z, y.z));
  }
  const gm_vec3 wide = gm_sub(max, min);
  *longest = wide.x >= wide.y && wide.x >= wide.z ? 0
             : wide.y >= wide.z                   ? 1
                                                  : 2;
  gm_form_ball ball = {.centre = gm_scale(0.5, gm_add(min, max)),
                       .first = first,
                       .n = n,
                       .child = {-1, -1}};
  for (gm_index k = first; k < first + n; ++k)
    ball.radius =
        fmax(ball.radius, gm_norm(gm_sub(f->sample[k].y, ball.centre)));
  ball.radius *= 1.0 + 1.0e-12;
  return ball;
}

static gm_index divide(const work *w, gm_index first, gm_index n)
{
  gm_form *f = w->form;
  int axis;
  const gm_index row = f->n_balls++;
  f->ball[row] = enclose(f, first, n, &axis);
  if (n <= GM_FORM_BALLS_LEAF) return row;
  for (gm_index k = 0; k < n; ++k)
    w->entry[k] =
        (entry){gm_form_field_part(f->sample[first + k].y, axis), first + k};
  qsort(w->entry, (size_t)n, sizeof *w->entry, by_place);
  for (gm_index k = 0; k < n; ++k)
    w->copy[k] = f->sample[w->entry[k].place];
  for (gm_index k = 0; k < n; ++k)
    f->sample[first + k] = w->copy[k];
  const gm_index half = n / 2;
  const gm_index low = divide(w, first, half);
  const gm_index high = divide(w, first + half, n - half);
  f->ball[row].child[0] = low;
  f->ball[row].child[1] = high;
  return row;
}

gm_status gm_form_balls_build(gm_form *f)
{
  if (!f->n) return GM_OK;
  work w = {.form = f};
  const size_t balls = 4 * (size_t)f->n / GM_FORM_BALLS_LEAF + 4;
  gm_status status = GM_RESIZE(f->ball, 0, balls);
  if (status == GM_OK) status = GM_RESIZE(w.copy, 0, f->n);
  if (status == GM_OK) status = GM_RESIZE(w.entry, 0, f->n);
  if (status == GM_OK) divide(&w, 0, f->n);
  GM_FREE(w.copy);
  GM_FREE(w.entry);
  return status;
}
