/* body/mesh_collider.c -- what the patches of a mesh are queried for; the build is in
 * mesh_collider_create.c.
 *
 * Exact distances come from the triangles.  A patch alone has no inside, so the sign
 * comes from the whole surface: inside the solid the patch nearest to the point returns a
 * negative distance, all others infinity.
 */
#include "body/mesh_collider.h"

#include "base/memory.h"

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

double gm_mesh_collider_chord_error(const gm_patch_sdf *p, const gm_nearest *r)
{
  if (gm_mesh_collider_at_border(p, r)) return 0.0;
  return (double)p->all->smooth.chord[r->triangle];
}

/* Is a nearest point on edge k of its triangle, ends included? */
static int is_on_side(const gm_nearest *r, int k)
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
    if (!sharp || is_on_side(r, k))
      chord = fmax(chord, (double)all->smooth.chord[q]);
  }
  return chord;
}

int gm_mesh_collider_excludes(const gm_patch_sdf *p, gm_vec3 y,
                              const gm_query_result *r)
{
  const gm_extent *e = &p->all->options.extent;
  return p->left_out || (e->distance && gm_extent_excludes(e, y, r));
}

/* --- exact distances ------------------------------------------------------------- */

gm_query_result gm_mesh_collider_query_outside(const gm_patch_sdf *sdf,
                                               gm_vec3 y)
{
  if (!sdf->triangles) return gm_mesh_collider_query(sdf, y);
  const gm_nearest r = gm_distance_nearest(sdf->triangles, y);
  return (gm_query_result){r.distance, r.gradient, 0, 0, 0};
}

gm_query_result gm_mesh_collider_query_foot(const gm_patch_sdf *sdf, gm_vec3 y,
                                            const gm_foot *foot)
{
  gm_nearest r = gm_distance_result(gm_mesh_collider_triangles(sdf), y, foot);
  if (!sdf->triangles) gm_sign_apply(sdf->all->side, y, &r);
  return (gm_query_result){r.distance, r.gradient, 0, r.distance < 0.0 ? 8 : 0,
                           0};
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
