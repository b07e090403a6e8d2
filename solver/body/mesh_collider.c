/* body/mesh_collider.c -- the distance fields of the patches of a mesh, and queries.
 *
 * Exact distances come from the triangles.  A patch alone has no inside, so the sign
 * comes from the whole surface: inside the solid the patch nearest to the point returns a
 * negative distance, all others infinity.
 */
#include "body/mesh_collider.h"

#include "base/math.h"
#include "base/memory.h"
#include "sdf/lattice.h"
#include "sdf/lattice_build.h"
#include "sdf/sites.h"
#include <math.h>
#include <stdint.h>

/* ---- what the patches of a mesh are queried for ---------------------------------- */

static const double root3 = 1.7320508075688772;
/* overlap at which the tolerance applies, as a fraction of the smallest radius */
static const double gentle = 0.01;
/* interpolation error that is allowed, as a fraction of the chord error */
static const double chords = 0.15;
/* upper limit of the allowed error, as a fraction of the smallest radius */
static const double much = 0.02;
/* exponent of the overlap in the Hertz force */
static const double exponent = 1.5;

/* --- spacing and limits ---------------------------------------------------------- */

double gm_mesh_collider_largest_spacing(double smallest, double overlap)
{
  return (1.0 - overlap) * smallest / root3;
}

double gm_mesh_collider_sample_range(const gm_mesh_collider_options *o)
{
  return o->reach > 0.0 ? o->reach : root3 * o->spacing;
}

gm_flag_limits gm_mesh_collider_flag_limits(const gm_mesh_collider_options *o)
{
  return (gm_flag_limits){o->tolerance * gentle * o->smallest / exponent,
                          o->turn > 0.0 ? chords : 0.0, much * o->smallest};
}

/* --- borders --------------------------------------------------------------------- */

int gm_mesh_collider_at_border(const gm_patch_sdf *p, const gm_nearest *r)
{
  const gm_mesh_collider *all = p->all;
  const unsigned sharp = all->smooth.sharp[r->triangle];
  if (r->feature == GM_FEATURE_POINT)
    return (sharp & ((unsigned)GM_SMOOTH_CORNER << r->which)) != 0;
  if (r->feature != GM_FEATURE_SIDE) return 0;
  const gm_index q = all->surface->across[r->triangle][r->which];
  return q < 0 || (sharp & ((unsigned)GM_SMOOTH_SIDE << r->which)) != 0 ||
         all->of[q] != all->of[r->triangle];
}

/* The chord error (m) at a nearest point of the patch: the height of the smooth shape
 * above the facets; 0 at the border of the patch. */
static double collider_chord_error(const gm_patch_sdf *p, const gm_nearest *r)
{
  if (gm_mesh_collider_at_border(p, r)) return 0.0;
  return (double)p->all->smooth.chord[r->triangle];
}

/* Is a nearest point on edge k of its triangle, ends included? */
static int is_collider_on_side(const gm_nearest *r, int k)
{
  if (r->feature == GM_FEATURE_POINT)
    return r->which == k || r->which == (k + 1) % 3;
  return r->feature == GM_FEATURE_SIDE && r->which == k;
}

double gm_mesh_collider_chord_error_around(const gm_patch_sdf *p,
                                           const gm_nearest *r)
{
  const gm_mesh_collider *all = p->all;
  double chord = (double)all->smooth.chord[r->triangle];
  for (int k = 0; k < 3; ++k) {
    const gm_index q = all->surface->across[r->triangle][k];
    const int sharp = all->smooth.sharp[r->triangle] >> k & GM_SMOOTH_SIDE;
    if (q < 0 || all->of[q] != all->of[r->triangle]) continue;
    if (!sharp || is_collider_on_side(r, k))
      chord = fmax(chord, (double)all->smooth.chord[q]);
  }
  return chord;
}

int gm_mesh_collider_excludes(const gm_patch_sdf *p, gm_vec3 y,
                              const gm_query_result *r)
{
  const gm_extent *e = &p->all->options.extent;
  return p->left_out ||
         (e->distance && gm_mesh_collider_extent_excludes(e, y, r));
}

/* --- exact distances ------------------------------------------------------------- */

gm_query_result gm_mesh_collider_query_outside(const gm_patch_sdf *sdf,
                                               gm_vec3 y)
{
  if (!sdf->triangles) return gm_mesh_collider_query(sdf, y);
  const gm_nearest r = gm_distance_nearest(sdf->triangles, y);
  return (gm_query_result){r.distance, r.gradient, 0, 0, 0};
}

gm_query_result gm_mesh_collider_query_surface(const gm_mesh_collider *p,
                                               gm_vec3 y)
{
  const gm_nearest r = gm_sign_nearest(p->side, y);
  return (gm_query_result){r.distance, r.gradient, 0, r.distance < 0.0 ? 8 : 0,
                           0};
}

gm_query_result gm_mesh_collider_query_beside(const gm_patch_sdf *sdf,
                                              gm_vec3 y,
                                              const gm_nearest *whole)
{
  static const gm_query_result far = {INFINITY, {0.0, 0.0, 0.0}, 0, 0, 0};
  const gm_mesh_collider *all = sdf->all;
  gm_nearest r = *whole;
  const int own = all->n == 1 || all->of[r.triangle] == sdf->number;
  if (!own && r.distance < 0.0) return far;
  if (!own) r = gm_distance_nearest(sdf->triangles, y);
  return (gm_query_result){r.distance, r.gradient, 0, r.distance < 0.0 ? 8 : 0,
                           0};
}

gm_query_result gm_mesh_collider_query(const gm_patch_sdf *sdf, gm_vec3 y)
{
  const gm_nearest r = gm_sign_nearest(sdf->all->side, y);
  return gm_mesh_collider_query_beside(sdf, y, &r);
}

/* --- life ------------------------------------------------------------------------- */

void gm_mesh_collider_free(gm_mesh_collider **collider)
{
  gm_mesh_collider *p = *collider;
  if (!p) return;
  for (gm_index k = 0; p->sdf && k < p->n; ++k) {
    gm_lattice_clear(&p->sdf[k].lattice);
    gm_distance_free(&p->sdf[k].triangles);
  }
  gm_sign_free(&p->side);
  gm_distance_free(&p->whole);
  gm_smooth_clear(&p->smooth);
  GM_FREE(p->sdf);
  GM_FREE(p->patch);
  GM_FREE(p->of);
  GM_FREE(p->region);
  GM_FREE(*collider);
}

/* ---- compares the virtual particles of a mesh with the memory left --------------- */

/* A band of width w above an area A holds A w / D^3 samples D apart.  Convex edges add
 * some and concave ones take some away; the estimate is for spacings that are wrong by a
 * factor, which would otherwise compute for hours before the memory is used up. */

/* Bytes of a sample while its lattice is built: 16 each in the list of owned samples and
 * in the bricks, where two fifths are stored twice on faces of bricks. */
static const double bytes_each = 16.0 * 2.4;

/* GM_ERR_INPUT: samples `spacing` apart, at distances from `low` to `high` (m), would
 * exceed the memory that is left, or the largest number supported. */
static gm_status check_collider_sites_memory(const gm_surface *surface,
                                             double spacing, int face_centred,
                                             double low, double high)
{
  const double sides = surface->kind == GM_SURFACE_SHEET ? 2.0 : 1.0;
  const double packing = face_centred ? sqrt(2.0) : 1.0;
  const double sites = sides * packing * surface->area * (high - low) /
                       (spacing * spacing * spacing);
  const gm_available a = gm_memory_available();
  const double most = fmin((double)UINT32_MAX, a.bytes / bytes_each);
  if (sites <= most) return GM_OK;
  return gm_fail(
      GM_ERR_INPUT,
      "virtual particles %g m apart are about %.3g and need %.3g GB; "
      "%s leaves %.3g GB, and %u is the largest number; take a "
      "spacing of %.2g m or more, or auto",
      spacing, sites, 1e-9 * bytes_each * sites, a.by, 1e-9 * a.bytes,
      UINT32_MAX, 1.05 * spacing * gm_math_cbrt(sites / most));
}

/* ---- builds the distance fields of the patches of a mesh ------------------------- */

/* The narrow band in which a patch has virtual particles (samples of its distance) is
 *
 *   [max(0, r_min - overlap - sqrt 3 D),  2 r_max + sqrt 3 D],  D: spacing
 *
 * Its lower end serves grains with the largest allowed overlap, its upper end the
 * distances that frames report of grains nearby.  `plain` fields: from r_min / 2 - sqrt
 * 3 D on, inside the solid too.  Band `described`, as the method was published: [r_min
 * - sqrt 3 D, r_max + sqrt 3 D].  A `given` band is cut out of the first one; samples
 * outside it count as missing, so that triangles serve there. */

/* a shorter gradient marks a kink of the distance field */
static const double kink = 0.98;
/* largest rise of a smooth patch above its facet, as a fraction of the smallest radius */
static const double steep = 0.25;

/* --- fields of the samples ------------------------------------------------ */

static gm_query_result collider_field_distance(const void *of, gm_vec3 y)
{
  const gm_patch_sdf *p = of;
  return p->triangles ? gm_distance_query(p->triangles, y)
                      : gm_sign_query(p->all->side, y);
}

static double collider_field_solid(const void *of, gm_vec3 y)
{
  const gm_patch_sdf *p = of;
  return gm_sign_nearest(p->all->side, y).distance;
}

static gm_query_result collider_field_faceted(const void *of, gm_vec3 y,
                                              double *chord)
{
  const gm_patch_sdf *p = of;
  const gm_nearest r = p->triangles ? gm_distance_nearest(p->triangles, y)
                                    : gm_sign_nearest(p->all->side, y);
  *chord = collider_chord_error(p, &r);
  return (gm_query_result){r.distance, r.gradient, 0, 0, 0};
}

/* --- one patch ------------------------------------------------------------------- */

static void bound_collider_patch(const gm_surface *s, const gm_index *list,
                                 gm_index n, gm_patch *p)
{
  p->min = gm_vec(INFINITY, INFINITY, INFINITY);
  p->max = gm_scale(-1.0, p->min);
  for (gm_index k = 0; k < 3 * n; ++k) {
    const gm_vec3 x = s->point[s->corner[list[k / 3]][k % 3]];
    const gm_vec3 a = p->min, b = p->max;
    p->min = gm_least(a, x);
    p->max = gm_most(b, x);
  }
}

/* Flags the cells whose interpolation error is too large.  The distance then jumps
 * between interpolation and triangles by no more than twice the largest error of the
 * cells that remain. */
static gm_status collider_flag_cells(gm_patch_sdf *p, const gm_field *field,
                                     const gm_index *list, gm_index n,
                                     const gm_mesh_collider_options *o,
                                     gm_patch *patch)
{
  if (!isfinite(o->tolerance) || o->by != GM_INTERPOLATION_HALF_TAYLOR)
    return GM_OK;
  const gm_flag_limits limits = gm_mesh_collider_flag_limits(o);
  const double beyond = 2.0 * GM_SHAPE_JUMP * o->spacing;
  const double low = (1.0 - o->overlap) * o->smallest;
  const double high = o->largest + beyond;
  uint64_t(*near)[GM_BRICK_CELLS] = NULL;
  GM_TRY(GM_RESIZE(near, 0, p->lattice.n_bricks));
  gm_edge_near_mark(p, list, n, low, high, near);
  const gm_status status =
      gm_flag_cells(&p->lattice, field, low, high, &limits, near, &p->flags);
  GM_FREE(near);
  GM_TRY(status);
  GM_TRY(gm_edge_build(p, p->all->region, low, high, &limits));
  const double most = fmax(limits.allowed, 2.0 * p->flags.served);
  patch->jump = fmin(patch->jump, 2.0 * most);
  return GM_OK;
}

/* Chooses the narrow band of one patch from the options. */
static void choose_collider_band(gm_patch_sdf *p,
                                 const gm_mesh_collider_options *o)
{
  const double reach = gm_mesh_collider_sample_range(o);
  p->low = fmax(0.0, (1.0 - o->overlap) * o->smallest - reach);
  p->high = 2.0 * o->largest + reach;
  if (o->plain) p->low = 0.5 * o->smallest - reach;
  if (o->band != GM_BAND_DESCRIBED) return;
  p->low = o->smallest - reach;
  p->high = o->largest + reach;
}

static int is_collider_outside(const void *of, const gm_lattice *l,
                               const gm_index at[3], const gm_site *site)
{
  const gm_patch_sdf *p = of;
  (void)at;
  const double d = gm_lattice_distance(l, site);
  return d < p->low || d > p->high;
}

/* Is a sample so far from the extent that no query which uses it has its nearest point in
 * the extent?  The query point is at most one sample range away from the sample, and the
 * nearest point at most the distance of the query point away from that. */
static int is_collider_far_from_extent(const void *of, const gm_lattice *l,
                                       const gm_index at[3],
                                       const gm_site *site)
{
  const gm_patch_sdf *p = of;
  const gm_extent *e = &p->all->options.extent;
  const gm_vec3 y = gm_lattice_place(l, at[0], at[1], at[2]);
  const double d = fabs(gm_lattice_distance(l, site));
  return e->distance(e->of, y) >
         d + 2.0 * gm_mesh_collider_sample_range(&p->all->options);
}

/* Samples the distance of one patch in its band. */
static gm_status sample_collider_patch(gm_patch_sdf *p, const gm_field *field,
                                       const gm_mesh_collider_options *o,
                                       gm_vec3 phase)
{
  choose_collider_band(p, o);
  const int given = o->band == GM_BAND_GIVEN;
  const double low = given ? fmin(p->low, o->low) : p->low;
  const double high = given ? fmax(p->high, o->high) : p->high;
  GM_TRY((o->face_centred ? gm_lattice_build_face_centred : gm_lattice_build)(
      &p->lattice, field, o->spacing, phase, low, high));
  if (o->extent.distance) {
    GM_TRY(gm_sites_remove(&p->lattice, is_collider_far_from_extent, p,
                           GM_REMOVED_FAR));
  }
  if (!given) return GM_OK;
  p->low = o->low;
  p->high = o->high;
  return gm_sites_remove(&p->lattice, is_collider_outside, p,
                         GM_REMOVED_MISSING);
}

static gm_status build_collider_patch(const gm_surface *s, const gm_index *list,
                                      gm_index n,
                                      const gm_mesh_collider_options *o,
                                      gm_patch_sdf *p, gm_patch *patch)
{
  const gm_mesh_collider *all = p->all;
  const int sheet = s->kind == GM_SURFACE_SHEET;
  if (all->n > 1) {
    GM_TRY(gm_distance_create_piece(s, &all->smooth, list, n, &p->triangles));
  }
  bound_collider_patch(s, list, n, patch);
  const gm_field field = {
      .query = collider_field_distance,
      .solid = all->n > 1 && !sheet ? collider_field_solid : NULL,
      .faceted = o->turn > 0.0 ? collider_field_faceted : NULL,
      .of = p,
      .min = patch->min,
      .max = patch->max};
  patch->kind = GM_PATCH_SITES;
  patch->piece = p;
  patch->sites = &p->lattice;
  patch->surface = s;
  patch->partial = o->extent.distance || o->band == GM_BAND_DESCRIBED;
  patch->stored = o->stored_normals;
  patch->singly = o->by != GM_INTERPOLATION_HALF_TAYLOR || o->extent.distance ||
                  o->stored_normals;
  p->left_out = o->left_out && o->left_out[list[0]];
  p->lattice.spacing = o->spacing;
  if (p->left_out) return GM_OK;
  GM_TRY(sample_collider_patch(p, &field, o, s->centroid));
  patch->by = o->by;
  patch->reach = o->reach;
  patch->extent = o->extent.distance ? &all->options.extent : NULL;
  patch->jump = GM_SHAPE_JUMP * o->spacing;
  if (o->plain || o->band == GM_BAND_DESCRIBED) return GM_OK;
  patch->fallback = p;
  patch->sure = gm_mesh_collider_sample_range(o);
  if (o->by == GM_INTERPOLATION_HALF_TAYLOR) patch->shortest = kink * kink;
  return collider_flag_cells(p, &field, list, n, o, patch);
}

/* --- all patches ----------------------------------------------------------------- */

/* Is some part of a solid thinner than `depth` (m)?  Tests the point at this depth behind
 * the centre of each triangle. */
static int is_collider_thin(const gm_surface *s, const gm_sign *side,
                            double depth, gm_vec3 *where)
{
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_index *c = s->corner[t];
    const gm_vec3 sum =
        gm_add(gm_add(s->point[c[0]], s->point[c[1]]), s->point[c[2]]);
    *where = gm_scale(1.0 / 3.0, sum);
    const gm_vec3 behind = gm_madd(*where, -depth, s->normal[t]);
    if (gm_sign_nearest(side, behind).distance > 0.0) return 1;
  }
  return 0;
}

/* Checks the spacing.  A single patch without thin parts may be coarser than the rule,
 * and becomes `plain`; everything else is an error. */
static gm_status check_collider_spacing(const gm_surface *s,
                                        const gm_mesh_collider *p,
                                        gm_mesh_collider_options *o)
{
  const double finest = (1.0 - o->overlap) * o->smallest * o->spacing /
                        gm_mesh_collider_sample_range(o);
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
  if (is_collider_thin(s, p->side, gm_mesh_collider_sample_range(o), &at)) {
    return gm_fail(GM_ERR_INPUT,
                   "%g m is too coarse for the thin part at (%g, %g, %g) m: a "
                   "cell would reach through it; at most %.3g m, or auto",
                   o->spacing, at.x, at.y, at.z, finest);
  }
  if (o->band == GM_BAND_GIVEN) {
    return gm_fail(GM_ERR_INPUT,
                   "%g m is too coarse for a given band, outside which "
                   "triangles are used; at most %.3g m, or auto, or band: auto",
                   o->spacing, finest);
  }
  o->plain = 1;
  return GM_OK;
}

/* Sorts the triangles by patch: patch k has list[start[k]] to list[start[k + 1]]. */
static void sort_by_collider_patch(const gm_mesh_collider *p,
                                   gm_index triangles, gm_index *list,
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

static gm_status build_collider_patch_sites(const gm_surface *s,
                                            gm_mesh_collider_options o,
                                            gm_index *list, gm_index *start,
                                            gm_mesh_collider *p)
{
  o.plain &= s->kind != GM_SURFACE_SHEET;
  gm_status_work("a smooth surface for a mesh", 0, 1);
  GM_TRY(gm_smooth_build(&p->smooth, s, o.turn, steep * o.smallest));
  GM_TRY(gm_distance_create(s, &p->smooth, &p->whole));
  GM_TRY(gm_sign_create(s, p->whole, &p->side));
  GM_TRY(check_collider_spacing(s, p, &o));
  GM_TRY(gm_edge_build_regions(p, &p->region));
  choose_collider_band(&p->sdf[0], &o);
  if (!o.extent.distance && !o.left_out) /* else on a part of the area */
    GM_TRY(check_collider_sites_memory(s, o.spacing, o.face_centred,
                                       p->sdf[0].low, p->sdf[0].high));
  p->options = o;
  sort_by_collider_patch(p, s->n, list, start);
  for (gm_index k = 0; k < p->n; ++k) {
    gm_status_work("distances of virtual particles, patches of a mesh", k,
                   p->n);
    p->sdf[k].all = p;
    p->sdf[k].number = k;
    GM_TRY(build_collider_patch(s, &list[start[k]], start[k + 1] - start[k], &o,
                                &p->sdf[k], &p->patch[k]));
  }
  GM_FREE(p->region);
  return GM_OK;
}

static gm_status create_collider_patches(const gm_surface *s,
                                         const gm_index *of, gm_index n,
                                         const gm_mesh_collider_options *o,
                                         gm_mesh_collider *p)
{
  p->n = o->plain ? 1 : n;
  p->surface = s;
  GM_TRY(GM_RESIZE(p->sdf, 0, p->n));
  GM_TRY(GM_RESIZE(p->patch, 0, p->n));
  GM_TRY(GM_RESIZE(p->of, 0, s->n));
  for (gm_index t = 0; t < s->n && !o->plain; ++t)
    p->of[t] = of[t];
  gm_index *list = NULL, *start = NULL;
  gm_status status = GM_RESIZE(list, 0, s->n);
  if (status == GM_OK) status = GM_RESIZE(start, 0, p->n + 1);
  if (status == GM_OK)
    status = build_collider_patch_sites(s, *o, list, start, p);
  GM_FREE(list);
  GM_FREE(start);
  return status;
}

gm_status gm_mesh_collider_create(const gm_surface *surface, const gm_index *of,
                                  gm_index n,
                                  const gm_mesh_collider_options *options,
                                  gm_mesh_collider **collider)
{
  *collider = NULL;
  GM_TRY(GM_RESIZE(*collider, 0, 1));
  const gm_status status =
      create_collider_patches(surface, of, n, options, *collider);
  if (status != GM_OK) gm_mesh_collider_free(collider);
  return status;
}
