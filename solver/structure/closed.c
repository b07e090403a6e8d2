/* structure/closed.c -- sides in pairs, fans, shells.  Room: structure.
 *
 * The winding number of a closed surface around a point is the sum of the solid angles
 * of its triangles over 4 pi: 1 in the solid, 0 outside.  A. Van Oosterom and J. Strackee,
 * IEEE Trans. Biomed. Eng. 30 (1983) 125-126.
 */
#include "structure/closed.h"

#include "base/memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double no_volume = 1.0e-15; /* of the diagonal cubed: rounding */

/* A side by its two points, the lower first; `at` = 3 triangle + corner. */
typedef struct side {
  gm_index low, high, at;
} side;

static int by_points(const void *a, const void *b)
{
  const side *p = a, *q = b;
  if (p->low != q->low) return p->low < q->low ? -1 : 1;
  if (p->high != q->high) return p->high < q->high ? -1 : 1;
  return p->at < q->at ? -1 : p->at > q->at;
}

static gm_index start_of(const gm_surface *s, gm_index at)
{
  return s->corner[at / 3][at % 3];
}

static gm_index end_of(const gm_surface *s, gm_index at)
{
  return s->corner[at / 3][(at % 3 + 1) % 3];
}

static void note(gm_index *n, gm_index *shown, gm_index at)
{
  if (*n < GM_CLOSED_SHOWN) shown[*n] = at;
  ++*n;
}

gm_status gm_closed_link(gm_surface *s, gm_open_sides *faults,
                         unsigned char *open)
{
  *faults = (gm_open_sides){0};
  side *list = NULL;
  GM_TRY(GM_RESIZE(list, 0, 3 * (size_t)s->n));
  for (gm_index at = 0; at < 3 * s->n; ++at) {
    const gm_index a = start_of(s, at), b = end_of(s, at);
    list[at] = (side){a < b ? a : b, a < b ? b : a, at};
    s->across[at / 3][at % 3] = -1;
  }
  if (open) memset(open, 0, (size_t)s->n);
  qsort(list, 3 * (size_t)s->n, sizeof *list, by_points);
  for (gm_index i = 0, j; i < 3 * s->n; i = j) {
    for (j = i + 1; j < 3 * s->n && list[j].low == list[i].low &&
                    list[j].high == list[i].high;) {
      ++j;
    }
    const gm_index p = list[i].at;
    if (j - i == 1) {
      note(&faults->n_open, faults->open, p);
      if (open) open[p / 3] |= (unsigned char)(1u << (p % 3));
    } else if (j - i > 2) {
      note(&faults->n_shared, faults->shared, p);
    } else if (start_of(s, p) == start_of(s, list[i + 1].at)) {
      note(&faults->n_turned, faults->turned, p);
    } else {
      const gm_index q = list[i + 1].at;
      s->across[p / 3][p % 3] = q / 3;
      s->across[q / 3][q % 3] = p / 3;
    }
  }
  GM_FREE(list);
  return GM_OK;
}

/* --- what is wrong, in words --------------------------------------------------- */

static void say(char *text, size_t room, const gm_surface *s, gm_index n,
                const gm_index *shown, const char *what)
{
  if (n == 0) return;
  size_t used = strlen(text);
  snprintf(text + used, room - used, "\n  %d %s:", (int)n, what);
  for (gm_index k = 0; k < n && k < GM_CLOSED_SHOWN; ++k) {
    const gm_vec3 a = s->point[start_of(s, shown[k])];
    const gm_vec3 b = s->point[end_of(s, shown[k])];
    used = strlen(text);
    snprintf(text + used, room - used, "%s (%g %g %g) to (%g %g %g) m",
             k ? "," : "", a.x, a.y, a.z, b.x, b.y, b.z);
  }
  used = strlen(text);
  if (n > GM_CLOSED_SHOWN) snprintf(text + used, room - used, ", ...");
}

gm_status gm_closed_refuse(const gm_surface *s, const gm_open_sides *f,
                           const char *name)
{
  char text[2048] = "";
  say(text, sizeof text, s, f->n_open, f->open,
      "side(s) belong to one triangle only");
  say(text, sizeof text, s, f->n_shared, f->shared,
      "side(s) belong to more than two triangles");
  say(text, sizeof text, s, f->n_turned, f->turned,
      "side(s) join triangles that look opposite ways");
  return gm_fail(GM_ERR_INPUT,
                 "surface '%s' is not closed; open and branching surfaces are "
                 "not supported yet%s",
                 name, text);
}

/* --- fans ---------------------------------------------------------------------- */

static int corner_at(const gm_surface *s, gm_index t, gm_index p)
{
  return s->corner[t][0] == p ? 0 : s->corner[t][1] == p ? 1 : 2;
}

/* Walking around a point from triangle to triangle must meet all of its triangles. */
static gm_status check_fans(const gm_surface *s, const char *name)
{
  gm_index *left = NULL;
  GM_TRY(GM_RESIZE(left, 0, s->n_points));
  for (gm_index at = 0; at < 3 * s->n; ++at)
    ++left[start_of(s, at)];
  gm_index bad = -1;
  for (gm_index at = 0; at < 3 * s->n && bad < 0; ++at) {
    const gm_index p = start_of(s, at), first = at / 3;
    if (left[p] == 0) continue; /* walked already */
    gm_index t = first, met = 0;
    do {
      t = s->across[t][corner_at(s, t, p)];
      ++met;
    } while (t != first);
    if (met != left[p]) bad = p;
    left[p] = 0;
  }
  GM_FREE(left);
  if (bad < 0) return GM_OK;
  const gm_vec3 x = s->point[bad];
  return gm_fail(GM_ERR_INPUT,
                 "surface '%s' touches itself in the point (%g %g %g) m; such "
                 "surfaces are not supported yet",
                 name, x.x, x.y, x.z);
}

/* --- shells -------------------------------------------------------------------- */

static gm_status number_shells(gm_surface *s)
{
  gm_index *stack = NULL;
  GM_TRY(GM_RESIZE(stack, 0, s->n));
  for (gm_index t = 0; t < s->n; ++t)
    s->shell[t] = -1;
  s->n_shells = 0;
  for (gm_index seed = 0; seed < s->n; ++seed) {
    if (s->shell[seed] >= 0) continue;
    gm_index depth = 0;
    stack[depth++] = seed;
    s->shell[seed] = s->n_shells;
    while (depth > 0) {
      const gm_index t = stack[--depth];
      for (int k = 0; k < 3; ++k) {
        const gm_index q = s->across[t][k];
        if (s->shell[q] >= 0) continue;
        s->shell[q] = s->n_shells;
        stack[depth++] = q;
      }
    }
    ++s->n_shells;
  }
  GM_FREE(stack);
  return GM_OK;
}

/* Six times the volume that triangle t spans with o. */
static double six_volume(const gm_surface *s, gm_index t, gm_vec3 o)
{
  const gm_index *c = s->corner[t];
  return gm_dot(gm_sub(s->point[c[0]], o),
                gm_cross(gm_sub(s->point[c[1]], o), gm_sub(s->point[c[2]], o)));
}

/* Solid angle over 4 pi under which o sees triangle t; the sign is that of its turn. */
static double angle_share(const gm_surface *s, gm_index t, gm_vec3 o)
{
  const gm_index *k = s->corner[t];
  const gm_vec3 a = gm_sub(s->point[k[0]], o), b = gm_sub(s->point[k[1]], o),
                c = gm_sub(s->point[k[2]], o);
  const double la = gm_norm(a), lb = gm_norm(b), lc = gm_norm(c);
  const double down =
      la * lb * lc + gm_dot(a, b) * lc + gm_dot(b, c) * la + gm_dot(c, a) * lb;
  return atan2(gm_dot(a, gm_cross(b, c)), down) / (2.0 * GM_PI);
}

static void turn_over(gm_surface *s)
{
  for (gm_index t = 0; t < s->n; ++t) {
    gm_index *c = s->corner[t], *a = s->across[t];
    const gm_index corner = c[1], beyond = a[0];
    c[1] = c[2];
    c[2] = corner;
    a[0] = a[2]; /* the sides 0-1 and 2-0 change places, 1-2 turns */
    a[2] = beyond;
    s->normal[t] = gm_scale(-1.0, s->normal[t]);
  }
  s->turned = true;
}

/* volume[k] of shell k has its final sign.  The first triangle of each shell asks how often
 * the other shells wind around its centre. */
static gm_status check_nesting(const gm_surface *s, const double *volume,
                               const char *name)
{
  for (gm_index k = 0, t = 0; k < s->n_shells; ++k) {
    while (s->shell[t] != k)
      ++t; /* shells are numbered by their first triangle */
    const gm_index *c = s->corner[t];
    const gm_vec3 o =
        gm_scale(1.0 / 3.0, gm_add(s->point[c[0]],
                                   gm_add(s->point[c[1]], s->point[c[2]])));
    double w = 0.0;
    for (gm_index q = 0; q < s->n; ++q) {
      if (s->shell[q] != k) w += angle_share(s, q, o);
    }
    const double expected = volume[k] > 0.0 ? 0.0 : 1.0;
    if (fabs(w - expected) < 0.25) continue;
    return gm_fail(
        GM_ERR_INPUT,
        "surface '%s': the closed piece with the triangle at (%g %g %g) m %s; "
        "such surfaces are not supported yet",
        name, o.x, o.y, o.z,
        volume[k] > 0.0
            ? "lies in or touches another piece, but looks like a body, not "
              "like a hollow"
            : "looks inwards like a hollow, but lies in no other piece");
  }
  return GM_OK;
}

gm_status gm_closed_orient(gm_surface *s, const char *name)
{
  GM_TRY(check_fans(s, name));
  GM_TRY(number_shells(s));
  double *volume = NULL;
  GM_TRY(GM_RESIZE(volume, 0, s->n_shells));
  const gm_vec3 o = gm_scale(0.5, gm_add(s->min, s->max));
  double total = 0.0;
  for (gm_index t = 0; t < s->n; ++t) {
    volume[s->shell[t]] += six_volume(s, t, o);
  }
  for (gm_index k = 0; k < s->n_shells; ++k)
    total += volume[k];
  gm_status status = GM_OK;
  const double diagonal = gm_norm(gm_sub(s->max, s->min));
  if (!(fabs(total) > no_volume * diagonal * diagonal * diagonal)) {
    status = gm_fail(GM_ERR_INPUT, "surface '%s' encloses no volume", name);
  } else if (total < 0.0) {
    turn_over(s);
    for (gm_index k = 0; k < s->n_shells; ++k)
      volume[k] = -volume[k];
  }
  if (status == GM_OK && s->n_shells > 1) {
    status = check_nesting(s, volume, name);
  }
  GM_FREE(volume);
  return status;
}
