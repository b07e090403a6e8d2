/* patch/patches.c -- divides a surface into patches: runs the passes in order.
 *
 * All passes work on a canonical copy (mesh/canonical.h), so that the patches do not
 * depend on the order of triangles and points in the file.  First comes the cut at
 * sharp edges, then incomplete cuts are completed, tight fillets split, and harmless
 * cuts merged again; finally the pieces are numbered by area.
 */
#include "patch/patches.h"

#include "base/memory.h"
#include "mesh/canonical.h"
#include "mesh/creases.h"
#include "mesh/union_find.h"
#include "patch/fillets.h"
#include "patch/incomplete_cuts.h"
#include "patch/merge.h"
#include "patch/missed_contacts.h"
#include "patch/tangent.h"
#include <stdlib.h>

/* rad  added to the limit of 30 degrees: rounding must not cut a regular 12-gon */
static const double exactly = 1.0e-6;
/* largest area of a sliver, as a fraction of the whole */
static const double sliver = 1.0e-3;
/* radius of hollows, as a multiple of r_max, below which they touch the grain along a
 * ring */
static const double tight = 1.2;
/* margin for the sampling of contact sets, as a fraction of eta */
static const double certain = 5.0 / 6.0;

gm_patches_options gm_patches_defaults(double r_min, double r_max)
{
  return (gm_patches_options){.r_min = r_min,
                              .r_max = r_max,
                              .turn = GM_PI / 6.0,
                              .margin = GM_TANGENT_MARGIN,
                              .two_sided = false,
                              .merge = true};
}

void gm_patches_init(gm_patches *p)
{
  *p = (gm_patches){0};
}

void gm_patches_clear(gm_patches *p)
{
  GM_FREE(p->of);
  GM_FREE(p->area);
  GM_FREE(p->twice);
  gm_patches_init(p);
}

/* --- pass 1 ------------------------------------------------------------------------ */

static void mark_sharp(gm_pieces *q, double turn, gm_patches *p)
{
  const gm_edges *e = q->edges;
  for (gm_index k = 0; k < e->n; ++k) {
    const gm_index count = gm_edges_count(e, k);
    const int sharp = e->turn[k] < 0.0 || e->turn[k] > turn + exactly;
    const gm_index *side = &e->side[e->first[k]];
    const int seam =
        count == 2 && !gm_pieces_alike(q, side[0] / 3, side[1] / 3);
    q->cut[k] = count > 2 || (count == 2 && sharp) || seam;
    p->n_cut += q->cut[k];
  }
}

/* Removes cuts that are artefacts of the tessellation (mesh/creases.h). */
static gm_status forgive_slivers(gm_pieces *q, double limit, gm_patches *p)
{
  const gm_surface *s = q->surface;
  const gm_edges *e = q->edges;
  double *angle = NULL; /* rad  dihedral angle of each half-edge */
  unsigned char *sharp = NULL;
  gm_status status = GM_RESIZE(angle, 0, 3 * (size_t)s->n);
  if (status == GM_OK) status = GM_RESIZE(sharp, 0, 3 * (size_t)s->n);
  for (gm_index side = 0; side < 3 * s->n && status == GM_OK; ++side) {
    angle[side] = e->turn[e->of[side]];
    sharp[side] = q->cut[e->of[side]] || angle[side] < 0.0;
  }
  if (status == GM_OK) status = gm_creases_soften(s, limit, angle, sharp);
  for (gm_index side = 0; side < 3 * s->n && status == GM_OK; ++side) {
    const gm_index k = e->of[side];
    if (sharp[side] || !q->cut[k]) continue;
    q->cut[k] = 0;
    --p->n_cut;
  }
  GM_FREE(angle);
  GM_FREE(sharp);
  return status;
}

static gm_status number_pieces(gm_pieces *q)
{
  gm_index *set = NULL;
  GM_TRY(GM_RESIZE(set, 0, q->surface->n));
  gm_union_find_init(set, q->surface->n);
  for (gm_index side = 0; side < 3 * q->surface->n; ++side) {
    /* all triangles still belong to one piece, so only cuts separate them */
    const gm_index t = gm_pieces_beyond(q, side);
    if (t >= 0) gm_union_find_join(set, side / 3, t);
  }
  q->n = gm_union_find_number(set, q->surface->n);
  GM_FREE(q->of);
  q->of = set;
  return GM_OK;
}

static gm_status cut(gm_pieces *q, double turn, gm_patches *p)
{
  const gm_surface *s = q->surface;
  GM_TRY(GM_RESIZE(q->of, 0, s->n));
  GM_TRY(GM_RESIZE(q->cut, 0, q->edges->n));
  GM_TRY(GM_RESIZE(q->middle, 0, s->n));
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_index *c = s->corner[t];
    const gm_vec3 ab = gm_add(s->point[c[0]], s->point[c[1]]);
    q->middle[t] = gm_scale(1.0 / 3.0, gm_add(ab, s->point[c[2]]));
  }
  mark_sharp(q, turn, p);
  GM_TRY(forgive_slivers(q, turn, p));
  GM_TRY(number_pieces(q));
  p->n_pieces = q->n;
  return GM_OK;
}

/* --- the result --------------------------------------------------------------------- */

typedef struct sum {
  double area;
  gm_index first, piece; /* first: lowest triangle, in the original numbering */
} sum;

static int by_area(const void *a, const void *b)
{
  const sum *p = a, *q = b;
  if (p->area != q->area) return p->area > q->area ? -1 : 1;
  return p->first < q->first ? -1 : 1;
}

static double area_of(const gm_surface *s, gm_index t)
{
  const gm_vec3 a = s->point[s->corner[t][0]];
  const gm_vec3 ab = gm_sub(s->point[s->corner[t][1]], a);
  const gm_vec3 ac = gm_sub(s->point[s->corner[t][2]], a);
  return 0.5 * gm_norm(gm_cross(ab, ac));
}

static void number_patches(gm_patches *p, const gm_pieces *q, sum *sums,
                           gm_index *number, const gm_index *from)
{
  const gm_surface *s = q->surface;
  double total = 0.0;
  for (gm_index k = 0; k < q->n; ++k)
    sums[k] = (sum){0.0, INT32_MAX, k};
  for (gm_index t = 0; t < s->n; ++t) {
    sum *of = &sums[q->of[t]];
    of->area += area_of(s, t);
    if (from[t] < of->first) of->first = from[t];
  }
  qsort(sums, (size_t)q->n, sizeof *sums, by_area);
  p->n = q->n;
  for (gm_index k = 0; k < p->n; ++k) {
    number[sums[k].piece] = k;
    p->area[k] = sums[k].area;
    total += sums[k].area;
  }
  for (gm_index t = 0; t < s->n; ++t)
    p->of[from[t]] = number[q->of[t]];
  for (gm_index k = 0; k < p->n; ++k)
    p->n_slivers += p->area[k] < sliver * total;
}

static gm_status give(gm_patches *p, const gm_pieces *q, const gm_index *from)
{
  sum *sums = NULL;
  gm_index *number = NULL;
  GM_TRY(GM_RESIZE(p->of, 0, q->surface->n));
  GM_TRY(GM_RESIZE(p->area, 0, q->n));
  gm_status status = GM_RESIZE(sums, 0, q->n);
  if (status == GM_OK) status = GM_RESIZE(number, 0, q->n);
  if (status == GM_OK) number_patches(p, q, sums, number, from);
  GM_FREE(sums);
  GM_FREE(number);
  return status;
}

/* --- pass 4, and the report --------------------------------------------------- */

/* Finds the places where grains of radius r miss a contact. */
static gm_status find_missed(const gm_pieces *q, const gm_exact_contacts *m,
                             const gm_patches_options *o, double r,
                             const gm_vec3 *site, gm_index n, gm_patches *p)
{
  return gm_missed_contacts_find(m, q->of, site, n, r, o->margin, o->turn,
                                 &p->twice, &p->n_twice);
}

/* Samples the contact sets of the largest and the smallest grain, merges pieces, and
 * finds the contacts missed afterwards. */
static gm_status join(gm_pieces *q, const gm_exact_contacts *m,
                      const gm_patches_options *o, gm_patches *p)
{
  gm_sampled_sets sampled = {0};
  const double margin = certain * o->margin;
  gm_status status = gm_sampled_sets_add(&sampled, m, q->of, o->r_max, margin);
  const gm_index large = sampled.n_crowded, before = q->n;
  if (status == GM_OK && o->r_min < o->r_max)
    status = gm_sampled_sets_add(&sampled, m, q->of, o->r_min, margin);
  if (status == GM_OK && o->merge) status = gm_merge_pieces(q, &sampled);
  p->n_merged = before - q->n;
  if (status == GM_OK && o->report)
    status = find_missed(q, m, o, o->r_max, sampled.crowded, large, p);
  if (status == GM_OK && o->report && large < sampled.n_crowded) {
    status = find_missed(q, m, o, o->r_min, sampled.crowded + large,
                         sampled.n_crowded - large, p);
  }
  gm_sampled_sets_clear(&sampled);
  return status;
}

static gm_status count_tight(const gm_pieces *q, const gm_exact_contacts *m,
                             const gm_patches_options *o, gm_patches *p)
{
  unsigned char *hidden = NULL;
  GM_TRY(GM_RESIZE(hidden, 0, q->surface->n));
  gm_status status = GM_OK;
  for (int side = 1; side >= -1 && status == GM_OK; side -= 2) {
    status = gm_fillets_hidden(q, &m->tree, tight * o->r_max, o->margin, side,
                               hidden, &p->n_tight);
  }
  GM_FREE(hidden);
  return status;
}

/* --- all passes --------------------------------------------------------------- */

static gm_status build(gm_patches *p, gm_pieces *q, const gm_exact_contacts *m,
                       const gm_patches_options *o, const gm_index *from)
{
  GM_TRY(cut(q, o->turn, p));
  GM_TRY(gm_incomplete_cuts_split(q));
  p->n_slits = q->n - p->n_pieces;
  p->n_unparted = gm_incomplete_cuts_count(q);
  GM_TRY(gm_fillets_split(q, &m->tree, o->r_max, o->margin));
  p->n_fillets = q->n - p->n_pieces - p->n_slits;
  GM_TRY(join(q, m, o, p));
  if (o->report) GM_TRY(count_tight(q, m, o, p));
  return give(p, q, from);
}

gm_status gm_patches_build(const gm_surface *surface,
                           const gm_patches_options *options, gm_patches *p)
{
  gm_surface copy;
  gm_exact_contacts m;
  gm_index *from = NULL;
  gm_surface_init(&copy);
  gm_exact_contacts_init(&m);
  gm_pieces q = {.surface = &copy, .edges = &m.edges};
  gm_status status = gm_canonical_copy(&copy, &from, surface);
  if (status == GM_OK)
    status = gm_exact_contacts_build(&m, &copy, options->two_sided);
  q.both = m.both;
  if (status == GM_OK) status = build(p, &q, &m, options, from);
  GM_FREE(q.of);
  GM_FREE(q.cut);
  GM_FREE(q.middle);
  GM_FREE(from);
  gm_exact_contacts_clear(&m);
  gm_surface_clear(&copy);
  if (status != GM_OK) gm_patches_clear(p);
  return status;
}
