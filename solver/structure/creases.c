/* structure/creases.c -- creases that end nowhere.  Room: structure. */
#include "structure/creases.h"

#include "base/memory.h"
#include "structure/sets.h"

static const double little = 1.5; /* thresholds that an edge may turn by */
static const double sliver = 0.2; /* least height over longest side */

enum { EDGES = 3 }; /* of a crease that is forgiven, at most */

/* Twice the area over the square of the longest side: height over side. */
static int is_sliver(const gm_surface *s, gm_index t)
{
  const gm_index *c = s->corner[t];
  const gm_vec3 a = gm_sub(s->point[c[1]], s->point[c[0]]);
  const gm_vec3 b = gm_sub(s->point[c[2]], s->point[c[0]]);
  const double longest =
      fmax(gm_norm2(gm_sub(b, a)), fmax(gm_norm2(a), gm_norm2(b)));
  return gm_norm(gm_cross(a, b)) < sliver * longest;
}

/* Sets of points that sharp sides join. */
typedef struct creases {
  gm_index *set;            /* [points] */
  gm_index *points, *sides; /* [points] of the set that a row stands for */
  unsigned char *meant,
      *sliver; /* [points] 1: some side is no noise; is at a sliver */
} creases;

static gm_status reserve(creases *q, gm_index n)
{
  GM_TRY(GM_RESIZE(q->set, 0, n));
  GM_TRY(GM_RESIZE(q->points, 0, n));
  GM_TRY(GM_RESIZE(q->sides, 0, n));
  GM_TRY(GM_RESIZE(q->meant, 0, n));
  return GM_RESIZE(q->sliver, 0, n);
}

static void join(creases *q, const gm_surface *s, double limit,
                 const double *angle, const unsigned char *sharp)
{
  gm_sets_init(q->set, s->n_points);
  for (gm_index side = 0; side < 3 * s->n; ++side) {
    const gm_index *c = s->corner[side / 3];
    if (sharp[side]) gm_sets_join(q->set, c[side % 3], c[(side + 1) % 3]);
  }
  for (gm_index p = 0; p < s->n_points; ++p)
    ++q->points[gm_sets_find(q->set, p)];
  for (gm_index side = 0; side < 3 * s->n; ++side) {
    if (!sharp[side]) continue;
    const gm_index of = gm_sets_find(q->set, s->corner[side / 3][side % 3]);
    ++q->sides[of];
    q->sliver[of] |= (unsigned char)is_sliver(s, side / 3);
    const double turn = angle[side];
    q->meant[of] |=
        (unsigned char)(turn < 0.0           ? 2
                        : turn > 0.5 * GM_PI ? 2
                                             : turn > little * limit);
  }
}

/* Each edge is two sides; a tree has one point more than edges. */
static int is_noise(const creases *q, gm_index of)
{
  if (q->meant[of] > q->sliver[of]) return 0;
  return q->sides[of] <= 2 * EDGES && 2 * q->points[of] == q->sides[of] + 2;
}

gm_status gm_creases_forgive(const gm_surface *s, double limit,
                             const double *angle, unsigned char *sharp)
{
  creases q = {0};
  const gm_status status = reserve(&q, s->n_points);
  if (status == GM_OK) {
    join(&q, s, limit, angle, sharp);
    for (gm_index side = 0; side < 3 * s->n; ++side) {
      const gm_index of = gm_sets_find(q.set, s->corner[side / 3][side % 3]);
      if (sharp[side] && is_noise(&q, of)) sharp[side] = 0;
    }
  }
  GM_FREE(q.set);
  GM_FREE(q.points);
  GM_FREE(q.sides);
  GM_FREE(q.meant);
  GM_FREE(q.sliver);
  return status;
}
