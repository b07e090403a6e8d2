/* search/screen.c -- pairs of grains with a sheet between them.
 *
 * When the list is built, grains that are near two-sided structures are marked; only
 * their pairs are tested in a step. The test steps along the line of centres by the
 * distance to each patch, which cannot jump over the surface (sphere tracing).
 */
#include "search/screen.h"
#include "body/query_batch.h"
#include "search/partners.h"
#include "search/walk.h"

#include <omp.h>
#include <string.h>

/* Has a patch grains on both sides, and no thickness? */
static int two_sided(const gm_patch *p)
{
  if (p->kind == GM_PATCH_PLANE) return 0;
  if (p->kind != GM_PATCH_SITES) return 1;
  return p->surface && p->surface->n_sheets > 0;
}

static int any_sheet(const gm_structures *structures)
{
  int any = 0;
  for (gm_index s = 0; s < structures->named; ++s) {
    const gm_structure *b = &structures->row[s];
    if (!b->mirror && b->shape.n > 0)
      any |= two_sided(gm_shape_patch(&b->shape, 0));
  }
  return any;
}

/* A line from the centre of a grain to that of another. */
typedef struct sight {
  const gm_structures *structures;
  const gm_contacts *list;
  const gm_grain *from; /* grains whose pairs are screened */
  gm_vec3 way;          /* m  to the other, world */
  double margin;        /* m  nearer to a patch than this is on it */
  double slack;         /* m  that strides are shorter */
  double within;        /* m  patches no nearer to the centre are left out */
} sight;

/* Does the line meet the patch of a row? */
static int meets_sight(const sight *q, gm_index row)
{
  const gm_contacts *list = q->list;
  const gm_structure *body = &q->structures->row[list->b[row]];
  const gm_patch *p =
      gm_shape_patch(&body->shape, gm_contacts_patch(list, row));
  if (!body->present || !two_sided(p)) return 0;
  gm_vec3 x = gm_row_vec(q->from->x);
  if (list->image && list->image[row])
    x = gm_sub(x, gm_row_vec(list->shift[list->image[row]]));
  if (body->kind >= 0) return 0; /* a solid, between whose sides no line fits */
  const gm_vec3 y = gm_pose_to_body(&body->pose, x);
  const gm_vec3 e = gm_quat_unrotate(body->pose.orientation, q->way);
  if (gm_walk_beside(p, y, e, q->margin)) return 0;
  const double length = gm_norm(e), reach = length + q->margin;
  double s = 0.0;
  for (int k = 0; k < GM_WALK_STRIDES; ++k) {
    const gm_vec3 at = gm_madd(y, s / length, e);
    const double d = gm_query_batch_single(p, at, reach).distance;
    if (k == 0 && d >= q->within) return 0;
    if (d <= q->margin) return 1;
    s += d - q->slack;
    if (s >= length) return 0;
  }
  return q->slack > 0.0;
}

/* Rows [from, to) of grain i on structures. */
static void screened_rows(const gm_contacts *list, gm_index i, gm_index *from,
                          gm_index *to)
{
  const gm_index c = i / list->chunk, end = list->first_structure[c + 1];
  gm_index low = list->first_structure[c], high = end;
  while (low < high) {
    const gm_index middle = low + (high - low) / 2;
    if (list->a[middle] < i)
      low = middle + 1;
    else
      high = middle;
  }
  *from = *to = low;
  while (*to < end && list->a[*to] == i)
    ++*to;
}

/* Does the line meet any patch near the grain it starts from? */
static int meets_any(const sight *q, gm_index i)
{
  gm_index row, end;
  screened_rows(q->list, i, &row, &end);
  for (; row < end; ++row)
    if (meets_sight(q, row)) return 1;
  return 0;
}

/* d: m  x_a - x_b.  Of a list that lasts while nothing moves by `skin`; or, if 0, now. */
static int parted_by_surface(const gm_structures *structures,
                             const gm_contacts *list, const gm_grain *g,
                             gm_index a, gm_index b, gm_vec3 d, double skin)
{
  const double ra = g[a].x[3], rb = g[b].x[3];
  const double margin = skin + GM_WALK_NEAR * fmin(ra, rb);
  sight q = {.structures = structures,
             .list = list,
             .from = &g[a],
             .way = gm_scale(-1.0, d),
             .margin = margin,
             .slack = skin > 0.0 ? margin : 0.0,
             .within = ra + skin};
  if (meets_any(&q, a)) return 1;
  q.from = &g[b];
  q.way = d;
  q.within = rb + skin;
  return meets_any(&q, b);
}

/* ---- when a list is built --------------------------------------------------- */

enum { BESIDE = 1, BETWEEN = 2 }; /* marks: has rows on sheets; a pair does */

static void mark_screened(uint8_t *at, uint8_t what)
{
#pragma omp atomic update
  *at |= what;
}

static void mark_beside(gm_contacts *list, const gm_structures *structures,
                        gm_index c)
{
  const gm_index end = list->first_structure[c + 1];
  for (gm_index row = list->first_structure[c]; row < end; ++row) {
    const gm_structure *b = &structures->row[list->b[row]];
    if (b->kind < 0 &&
        two_sided(gm_shape_patch(&b->shape, gm_contacts_patch(list, row))))
      list->screen[list->a[row]] = BESIDE;
  }
}

static void mark_pairs(gm_contacts *list, const gm_grains *g,
                       const gm_structures *structures, double skin,
                       gm_index row, gm_index end)
{
  for (; row < end; ++row) {
    const gm_index a = list->a[row], b = list->b[row];
    uint8_t own, other; /* pairs of other chunks are marked meanwhile */
#pragma omp atomic read
    own = list->screen[a];
#pragma omp atomic read
    other = list->screen[b];
    if (!((own | other) & BESIDE)) continue;
    gm_row4 d = g->g[a].x - g->g[b].x;
    if (list->image) d -= list->shift[list->image[row]];
    if (!parted_by_surface(structures, list, g->g, a, b, gm_row_vec(d), skin))
      continue;
    mark_screened(&list->screen[a], BETWEEN);
    mark_screened(&list->screen[b], BETWEEN);
  }
}

/* The same for the pairs of grain i, which are not in the list. */
static void mark_partners(gm_contacts *list, const gm_grains *g,
                          const gm_structures *structures,
                          const gm_domain *domain, const gm_cells *cells,
                          double skin, gm_index i)
{
  enum { ROOM = 512 };
  gm_index partner[ROOM];
  const gm_index n = gm_partners_all(cells, g, domain, skin, i, partner, ROOM);
  int any = n < 0;
  for (gm_index k = 0; k < n && !any; ++k) {
    gm_row4 d = g->g[i].x - g->g[partner[k]].x;
    if (partner[k] == i) continue;
    if (list->shift) d -= list->shift[gm_domain_nearest(domain, d)];
    any = parted_by_surface(structures, list, g->g, i, partner[k],
                            gm_row_vec(d), skin);
  }
  if (any) mark_screened(&list->screen[i], BETWEEN);
}

gm_status gm_screen_mark(gm_contacts *list, const gm_grains *g,
                         const gm_structures *structures,
                         const gm_domain *domain, const gm_cells *cells,
                         double skin)
{
  list->screened = any_sheet(structures);
  if (!list->screened) return GM_OK;
  GM_TRY(gm_contacts_reserve_screen(list, g->n));
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (gm_index c = 0; c < list->n_chunks; ++c) {
      const gm_index i0 = list->first_grain[c], i1 = list->first_grain[c + 1];
      memset(&list->screen[i0], 0, (size_t)(i1 - i0));
      mark_beside(list, structures, c);
    }
#pragma omp for schedule(dynamic)
    for (gm_index c = 0; c < list->n_chunks; ++c) {
      mark_pairs(list, g, structures, skin, list->first_cross[c],
                 list->first_cross[c + 1]);
      mark_pairs(list, g, structures, skin, list->first_own[c],
                 list->first_own[c + 1]);
      const gm_index end = list->apart ? list->first_grain[c + 1] : 0;
      for (gm_index i = list->first_grain[c]; i < end; ++i)
        if (list->screen[i] & BESIDE)
          mark_partners(list, g, structures, domain, cells, skin, i);
    }
#pragma omp for schedule(static)
    for (gm_index c = 0; c < list->n_chunks; ++c) {
      uint8_t all = 0;
      for (gm_index i = list->first_grain[c]; i < list->first_grain[c + 1]; ++i)
        all |= list->screen[i];
      list->screened_chunk[c] = all & BETWEEN;
    }
  }
  return GM_OK;
}

/* ---- in a step -------------------------------------------------------------- */

int gm_screen_part(gm_block *k, const gm_grain *g,
                   const gm_structures *structures, gm_contacts *list,
                   gm_index k0, int c)
{
  int left = 0;
  for (int t = 0; t < c; ++t) {
    const gm_index row = k0 + k->row[t], a = list->a[row], b = list->b[row];
    if (list->screen[a] & list->screen[b] & BETWEEN &&
        parted_by_surface(structures, list, g, a, b, gm_row_vec(k->d[t]),
                          0.0)) {
      gm_contacts_part(list, row);
      continue;
    }
    k->row[left] = k->row[t];
    k->d[left++] = k->d[t];
  }
  return left;
}
