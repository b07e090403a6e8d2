/* mesh/creases.c -- finds short isolated runs of sharp edges. */
#include "mesh/creases.h"

#include "base/memory.h"
#include "mesh/union_find.h"

/* largest dihedral angle of an artefact, as a multiple of the limit */
static const double little = 1.5;
/* height over longest edge below which a triangle is a sliver */
static const double sliver = 0.2;

enum { EDGES = 3 }; /* largest number of edges in an artefact */

/* Height over longest edge = twice the area over the square of the longest edge. */
static int is_sliver(const gm_surface *s, gm_index t)
{
  const gm_index *c = s->corner[t];
  const gm_vec3 a = gm_sub(s->point[c[1]], s->point[c[0]]);
  const gm_vec3 b = gm_sub(s->point[c[2]], s->point[c[0]]);
  const double longest =
      fmax(gm_norm2(gm_sub(b, a)), fmax(gm_norm2(a), gm_norm2(b)));
  return gm_norm(gm_cross(a, b)) < sliver * longest;
}

/* Sets of points connected by sharp edges. */
typedef struct creases {
  gm_index *set; /* [points] */
  /* [points]  at the root of each set: number of its points, and of its sharp
   * half-edges */
  gm_index *points, *sides;
  /* [points]  at the root of each set.  meant: 1 if an edge is too sharp to be an
   * artefact, 2 if it is too sharp even next to a sliver; sliver: 1 if an edge is at a
   * sliver */
  unsigned char *meant, *sliver;
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
  gm_union_find_init(q->set, s->n_points);
  for (gm_index side = 0; side < 3 * s->n; ++side) {
    const gm_index *c = s->corner[side / 3];
    if (sharp[side]) gm_union_find_join(q->set, c[side % 3], c[(side + 1) % 3]);
  }
  for (gm_index p = 0; p < s->n_points; ++p)
    ++q->points[gm_union_find_root(q->set, p)];
  for (gm_index side = 0; side < 3 * s->n; ++side) {
    if (!sharp[side]) continue;
    const gm_index of =
        gm_union_find_root(q->set, s->corner[side / 3][side % 3]);
    ++q->sides[of];
    q->sliver[of] |= (unsigned char)is_sliver(s, side / 3);
    const double turn = angle[side];
    q->meant[of] |=
        (unsigned char)(turn < 0.0           ? 2
                        : turn > 0.5 * GM_PI ? 2
                                             : turn > little * limit);
  }
}

/* Is the set an artefact?  Each edge has two half-edges; a tree has one point more than
 * edges. */
static int is_noise(const creases *q, gm_index of)
{
  if (q->meant[of] > q->sliver[of]) return 0;
  return q->sides[of] <= 2 * EDGES && 2 * q->points[of] == q->sides[of] + 2;
}

gm_status gm_creases_soften(const gm_surface *s, double limit,
                            const double *angle, unsigned char *sharp)
{
  creases q = {0};
  const gm_status status = reserve(&q, s->n_points);
  if (status == GM_OK) {
    join(&q, s, limit, angle, sharp);
    for (gm_index side = 0; side < 3 * s->n; ++side) {
      const gm_index of =
          gm_union_find_root(q.set, s->corner[side / 3][side % 3]);
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
