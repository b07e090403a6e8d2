/* structure/carriers.c -- patches carried by virtual particles.  Room: structure.
 *
 *   band  [max(0, r_min - overlap - sqrt 3 D),  2 r_max + sqrt 3 D]
 *
 * below: all that a grain needs which overlaps by no more than allowed; above: what a frame
 * tells of grains in reach.  `plain`: from r_min / 2 - sqrt 3 D, inside and out.  As the method
 * was published: [r_min - sqrt 3 D,  r_max + sqrt 3 D].  One that is given is cut out of the first,
 * and what it leaves out counts as missing, so that triangles answer there.
 */
#include "structure/carriers.h"

#include "base/memory.h"
#include "structure/lattice.h"
#include "structure/probes.h"
#include "structure/thin.h"

static const double root3 = 1.7320508075688772;
static const double kink = 0.98;   /* a shorter gradient is one */
static const double gentle = 0.01; /* of the radius: overlap of the tolerance */
static const double steep =
    0.25; /* of the radius: a smooth shape rises by less */
static const double chords = 0.15;  /* of the chord error sites may add */
static const double much = 0.02;    /* of the radius: more is never allowed */
static const double exponent = 1.5; /* of the force in the overlap, by Hertz */

double gm_carriers_spacing(double smallest, double overlap)
{
  return (1.0 - overlap) * smallest / root3;
}

double gm_carriers_reach(const gm_carriers_options *o)
{
  return o->reach > 0.0 ? o->reach : root3 * o->spacing;
}

/* --- distances ------------------------------------------------------------------- */

gm_probe gm_carriers_outside(const gm_carrier *carrier, gm_vec3 y)
{
  if (!carrier->triangles) return gm_carriers_probe(carrier, y);
  const gm_nearest r = gm_distance_nearest(carrier->triangles, y);
  return (gm_probe){r.distance, r.gradient, 0, 0, 0};
}

gm_probe gm_carriers_of_foot(const gm_carrier *carrier, gm_vec3 y,
                             const gm_foot *foot)
{
  gm_nearest r = gm_distance_answer(gm_carriers_distance(carrier), y, foot);
  if (!carrier->triangles) gm_side_judge(carrier->all->side, y, &r);
  return (gm_probe){r.distance, r.gradient, 0, r.distance < 0.0 ? 8 : 0, 0};
}

gm_probe gm_carriers_whole(const gm_carriers *p, gm_vec3 y)
{
  const gm_nearest r = gm_side_nearest(p->side, y);
  return (gm_probe){r.distance, r.gradient, 0, r.distance < 0.0 ? 8 : 0, 0};
}

gm_probe gm_carriers_beside(const gm_carrier *carrier, gm_vec3 y,
                            const gm_nearest *whole)
{
  static const gm_probe far = {INFINITY, {0.0, 0.0, 0.0}, 0, 0, 0};
  const gm_carriers *all = carrier->all;
  gm_nearest r = *whole;
  const int own = all->n == 1 || all->of[r.triangle] == carrier->number;
  if (!own && r.distance < 0.0) return far;
  if (!own) r = gm_distance_nearest(carrier->triangles, y);
  return (gm_probe){r.distance, r.gradient, 0, r.distance < 0.0 ? 8 : 0, 0};
}

gm_probe gm_carriers_probe(const gm_carrier *carrier, gm_vec3 y)
{
  const gm_nearest r = gm_side_nearest(carrier->all->side, y);
  return gm_carriers_beside(carrier, y, &r);
}

static gm_probe probe_patch(const void *of, gm_vec3 y)
{
  const gm_carrier *p = of;
  return p->triangles ? gm_distance_probe(p->triangles, y)
                      : gm_side_probe(p->all->side, y);
}

static double probe_solid(const void *of, gm_vec3 y)
{
  const gm_carrier *p = of;
  return gm_side_nearest(p->all->side, y).distance;
}

int gm_carriers_at_border(const gm_carrier *p, const gm_nearest *r)
{
  const gm_carriers *all = p->all;
  const unsigned sharp = all->smooth.sharp[r->triangle];
  if (r->feature == GM_FEATURE_POINT)
    return (sharp & (GM_SMOOTH_CORNER << r->which)) != 0;
  if (r->feature != GM_FEATURE_SIDE) return 0;
  const gm_index q = all->surface->across[r->triangle][r->which];
  return q < 0 || (sharp & (GM_SMOOTH_SIDE << r->which)) != 0 ||
         all->of[q] != all->of[r->triangle];
}

double gm_carriers_chord(const gm_carrier *p, const gm_nearest *r)
{
  if (gm_carriers_at_border(p, r)) return 0.0;
  return (double)p->all->smooth.chord[r->triangle];
}

double gm_carriers_chord_around(const gm_carrier *p, const gm_nearest *r)
{
  const gm_carriers *all = p->all;
  double chord = (double)all->smooth.chord[r->triangle];
  for (int k = 0; k < 3; ++k) {
    const gm_index q = all->surface->across[r->triangle][k];
    if (q >= 0 && !(all->smooth.sharp[r->triangle] >> k & GM_SMOOTH_SIDE))
      chord = fmax(chord, (double)all->smooth.chord[q]);
  }
  return chord;
}

static gm_probe probe_faceted(const void *of, gm_vec3 y, double *chord)
{
  const gm_carrier *p = of;
  const gm_nearest r = p->triangles ? gm_distance_nearest(p->triangles, y)
                                    : gm_side_nearest(p->all->side, y);
  *chord = gm_carriers_chord(p, &r);
  return (gm_probe){r.distance, r.gradient, 0, 0, 0};
}

/* --- one piece ------------------------------------------------------------------- */

static void bound(const gm_surface *s, const gm_index *list, gm_index n,
                  gm_patch *p)
{
  p->min = gm_vec(INFINITY, INFINITY, INFINITY);
  p->max = gm_scale(-1.0, p->min);
  for (gm_index k = 0; k < 3 * n; ++k) {
    const gm_vec3 x = s->point[s->corner[list[k / 3]][k % 3]];
    p->min =
        gm_vec(fmin(p->min.x, x.x), fmin(p->min.y, x.y), fmin(p->min.z, x.z));
    p->max =
        gm_vec(fmax(p->max.x, x.x), fmax(p->max.y, x.y), fmax(p->max.z, x.z));
  }
}

gm_flag_limits gm_carriers_limits(const gm_carriers_options *o)
{
  return (gm_flag_limits){o->tolerance * gentle * o->smallest / exponent,
                          o->turn > 0.0 ? chords : 0.0, much * o->smallest};
}

/* Flag the cells that err too much; answers of sites and of triangles differ by no more than
 * what the worst of those err by that sites serve. */
static gm_status flag(gm_carrier *p, const gm_field *field,
                      const gm_carriers_options *o, gm_patch *patch)
{
  if (!isfinite(o->tolerance) || o->by != GM_BY_HALF_TAYLOR) return GM_OK;
  const gm_flag_limits limits = gm_carriers_limits(o);
  const double beyond = 2.0 * GM_PROBES_JUMP * o->spacing;
  GM_TRY(gm_flag_cells(&p->lattice, field, (1.0 - o->overlap) * o->smallest,
                       o->largest + beyond, &limits, &p->flags));
  const double most = fmax(limits.allowed, 2.0 * p->flags.served);
  patch->jump = fmin(patch->jump, 2.0 * most);
  return GM_OK;
}

/* The band of a piece, as it is asked for. */
static void choose_band(gm_carrier *p, const gm_carriers_options *o)
{
  const double reach = gm_carriers_reach(o);
  p->low = fmax(0.0, (1.0 - o->overlap) * o->smallest - reach);
  p->high = 2.0 * o->largest + reach;
  if (o->plain) p->low = 0.5 * o->smallest - reach;
  if (o->band != GM_CARRIERS_DESCRIBED) return;
  p->low = o->smallest - reach;
  p->high = o->largest + reach;
}

static int is_outside(const void *of, const gm_lattice *l, const gm_index at[3],
                      const gm_site *site)
{
  const gm_carrier *p = of;
  (void)at;
  const double d = gm_lattice_distance(l, site);
  return d < p->low || d > p->high;
}

/* Can no point of what is there be the nearest to a place that asks this site?  Such a place is
 * less than a reach from the site, and its nearest point no farther than its distance. */
static int is_far_from_extent(const void *of, const gm_lattice *l,
                              const gm_index at[3], const gm_site *site)
{
  const gm_carrier *p = of;
  const gm_extent *e = &p->all->options.extent;
  const gm_vec3 y = gm_lattice_place(l, at[0], at[1], at[2]);
  const double d = fabs(gm_lattice_distance(l, site));
  return e->distance(e->of, y) > d + 2.0 * gm_carriers_reach(&p->all->options);
}

int gm_carriers_leaves_out(const gm_carrier *p, gm_vec3 y, const gm_probe *r)
{
  const gm_extent *e = &p->all->options.extent;
  return p->left_out || (e->distance && gm_extent_leaves_out(e, y, r));
}

/* Place the sites of a piece. */
static gm_status place(gm_carrier *p, const gm_field *field,
                       const gm_carriers_options *o, gm_vec3 phase)
{
  choose_band(p, o);
  const int given = o->band == GM_CARRIERS_GIVEN;
  const double low = given ? fmin(p->low, o->low) : p->low;
  const double high = given ? fmax(p->high, o->high) : p->high;
  GM_TRY((o->face_centred ? gm_lattice_build_face_centred : gm_lattice_build)(
      &p->lattice, field, o->spacing, phase, low, high));
  if (o->extent.distance) {
    GM_TRY(gm_thin_lattice(&p->lattice, is_far_from_extent, p, GM_THIN_NONE));
  }
  if (!given) return GM_OK;
  p->low = o->low;
  p->high = o->high;
  return gm_thin_lattice(&p->lattice, is_outside, p, GM_THIN_MISSING);
}

static gm_status carry(const gm_surface *s, const gm_index *list, gm_index n,
                       const gm_carriers_options *o, gm_carrier *p,
                       gm_patch *patch)
{
  const gm_carriers *all = p->all;
  const int sheet = s->kind == GM_SURFACE_SHEET;
  if (all->n > 1) {
    GM_TRY(gm_distance_create_piece(s, &all->smooth, list, n, &p->triangles));
  }
  bound(s, list, n, patch);
  const gm_field field = {.probe = probe_patch,
                          .solid = all->n > 1 && !sheet ? probe_solid : NULL,
                          .faceted = o->turn > 0.0 ? probe_faceted : NULL,
                          .of = p,
                          .min = patch->min,
                          .max = patch->max};
  patch->kind = GM_PATCH_SITES;
  patch->piece = p;
  patch->sites = &p->lattice;
  patch->surface = s;
  patch->partial = o->extent.distance || o->band == GM_CARRIERS_DESCRIBED;
  patch->stored = o->stored_normals;
  patch->singly =
      o->by != GM_BY_HALF_TAYLOR || o->extent.distance || o->stored_normals;
  p->left_out = o->left_out && o->left_out[list[0]];
  p->lattice.spacing = o->spacing;
  if (p->left_out) return GM_OK;
  GM_TRY(place(p, &field, o, s->centroid));
  patch->by = o->by;
  patch->reach = o->reach;
  patch->extent = o->extent.distance ? &all->options.extent : NULL;
  patch->jump = GM_PROBES_JUMP * o->spacing;
  if (o->plain || o->band == GM_CARRIERS_DESCRIBED) return GM_OK;
  patch->carrier = p;
  patch->sure = gm_carriers_reach(o);
  if (o->by == GM_BY_HALF_TAYLOR) patch->shortest = kink * kink;
  return flag(p, &field, o, patch);
}

/* --- all pieces ------------------------------------------------------------------ */

/* Is some part of a solid thinner than `depth`?  A look through each triangle. */
static int is_thin(const gm_surface *s, const gm_side *side, double depth,
                   gm_vec3 *where)
{
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_index *c = s->corner[t];
    const gm_vec3 sum =
        gm_add(gm_add(s->point[c[0]], s->point[c[1]]), s->point[c[2]]);
    *where = gm_scale(1.0 / 3.0, sum);
    const gm_vec3 behind = gm_madd(*where, -depth, s->normal[t]);
    if (gm_side_nearest(side, behind).distance > 0.0) return 1;
  }
  return 0;
}

/* What may be coarser than the rule is plain; what may not is refused. */
static gm_status judge(const gm_surface *s, const gm_carriers *p,
                       gm_carriers_options *o)
{
  const double finest =
      (1.0 - o->overlap) * o->smallest * o->spacing / gm_carriers_reach(o);
  if (o->plain || o->any_spacing || o->spacing <= finest * (1.0 + 1.0e-12))
    return GM_OK;
  gm_vec3 at;
  if (s->kind == GM_SURFACE_SHEET) {
    return gm_fail(
        GM_ERR_INPUT,
        "%g m is too coarse for a sheet: a cell around a grain of "
        "radius %g m would reach through it; at most %.3g m, or auto",
        o->spacing, o->smallest, finest);
  }
  if (p->n > 1) {
    return gm_fail(GM_ERR_INPUT,
                   "%g m is too coarse for a surface of %d patches: a cell "
                   "around a grain of radius %g m would reach through an edge; "
                   "at most %.3g m, or auto",
                   o->spacing, (int)p->n, o->smallest, finest);
  }
  if (is_thin(s, p->side, gm_carriers_reach(o), &at)) {
    return gm_fail(GM_ERR_INPUT,
                   "%g m is too coarse for the thin part at (%g, %g, %g) m: a "
                   "cell would reach through it; at most %.3g m, or auto",
                   o->spacing, at.x, at.y, at.z, finest);
  }
  if (o->band == GM_CARRIERS_GIVEN) {
    return gm_fail(GM_ERR_INPUT,
                   "%g m is too coarse for a given band, outside which "
                   "triangles answer; at most %.3g m, or auto, or band: auto",
                   o->spacing, finest);
  }
  o->plain = 1;
  return GM_OK;
}

/* Triangles by piece: list[start[k]] to list[start[k + 1]]. */
static void sort(const gm_carriers *p, gm_index triangles, gm_index *list,
                 gm_index *start)
{
  for (gm_index t = 0; t < triangles; ++t)
    ++start[p->of[t] + 1];
  for (gm_index k = 0; k < p->n; ++k)
    start[k + 1] += start[k];
  for (gm_index t = 0; t < triangles; ++t)
    list[start[p->of[t]]++] = t;
  for (gm_index k = p->n; k > 0; --k)
    start[k] = start[k - 1];
  start[0] = 0;
}

static gm_status carry_all(const gm_surface *s, gm_carriers_options o,
                           gm_index *list, gm_index *start, gm_carriers *p)
{
  o.plain &= s->kind != GM_SURFACE_SHEET;
  GM_TRY(gm_smooth_build(&p->smooth, s, o.turn, steep * o.smallest));
  GM_TRY(gm_distance_create(s, &p->smooth, &p->whole));
  GM_TRY(gm_side_create(s, p->whole, &p->side));
  GM_TRY(judge(s, p, &o));
  p->options = o;
  sort(p, s->n, list, start);
  for (gm_index k = 0; k < p->n; ++k) {
    p->carrier[k].all = p;
    p->carrier[k].number = k;
    GM_TRY(carry(s, &list[start[k]], start[k + 1] - start[k], &o,
                 &p->carrier[k], &p->patch[k]));
  }
  return GM_OK;
}

static gm_status create(const gm_surface *s, const gm_index *of, gm_index n,
                        const gm_carriers_options *o, gm_carriers *p)
{
  p->n = o->plain ? 1 : n;
  p->surface = s;
  GM_TRY(GM_RESIZE(p->carrier, 0, p->n));
  GM_TRY(GM_RESIZE(p->patch, 0, p->n));
  GM_TRY(GM_RESIZE(p->of, 0, s->n));
  for (gm_index t = 0; t < s->n && !o->plain; ++t)
    p->of[t] = of[t];
  gm_index *list = NULL, *start = NULL;
  gm_status status = GM_RESIZE(list, 0, s->n);
  if (status == GM_OK) status = GM_RESIZE(start, 0, p->n + 1);
  if (status == GM_OK) status = carry_all(s, *o, list, start, p);
  GM_FREE(list);
  GM_FREE(start);
  return status;
}

gm_status gm_carriers_create(const gm_surface *surface, const gm_index *of,
                             gm_index n, const gm_carriers_options *options,
                             gm_carriers **carriers)
{
  *carriers = NULL;
  GM_TRY(GM_RESIZE(*carriers, 0, 1));
  const gm_status status = create(surface, of, n, options, *carriers);
  if (status != GM_OK) gm_carriers_free(carriers);
  return status;
}

void gm_carriers_free(gm_carriers **carriers)
{
  gm_carriers *p = *carriers;
  if (!p) return;
  for (gm_index k = 0; p->carrier && k < p->n; ++k) {
    gm_lattice_clear(&p->carrier[k].lattice);
    gm_distance_free(&p->carrier[k].triangles);
  }
  gm_side_free(&p->side);
  gm_distance_free(&p->whole);
  gm_smooth_clear(&p->smooth);
  GM_FREE(p->carrier);
  GM_FREE(p->patch);
  GM_FREE(p->of);
  GM_FREE(*carriers);
}
