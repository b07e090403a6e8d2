/* form/form_build.c -- builds what a body needs to meet other bodies.
 *
 * First the samples, whose spacing follows from the smallest extent; then, of a mesh, its
 * distance by virtual particles.  In two dimensions a solid becomes what the plane z = 0
 * shows of it.
 */
#include "form/form_build.h"

#include "base/memory.h"
#include "form/form_balls.h"
#include "form/form_samples.h"
#include "sdf/lattice_build.h"

/* Most samples of a form whose spacing is chosen, and of one whose spacing is given. */
static const size_t most_samples = 20000, most_given = 4000000;
/* 1  virtual particles in the smallest extent: where they err by more than samples need,
 * triangles return the distance, which is slow; the finer they are, the fewer cells */
static const double coarsest = 20.0, finest = 32.0;
/* 1  error of the distance that interpolation may have, in spacings */
static const double allowed_error = 1.0e-4;
/* 1  the same where many bodies share a form, in spacings of the virtual particles */
static const double shared_error = 0.1;
/* 1  where many bodies share a form, triangles have one sample up to this area, in
 * squares of the spacing; samples of larger ones stand for as much */
static const double shared_single = 0.12;

/* ---- samples ----------------------------------------------------------------------- */

static void measure(gm_form *f)
{
  for (gm_index k = 0; k < f->n; ++k) {
    const gm_form_sample *s = &f->sample[k];
    f->area += s->a;
    f->shade[0] += 0.5 * s->a * fabs(s->n.x);
    f->shade[1] += 0.5 * s->a * fabs(s->n.y);
    f->shade[2] += 0.5 * s->a * fabs(s->n.z);
  }
}

/* A mesh has three samples of each triangle, however coarse they are. */
static size_t most_of(const gm_form *f)
{
  const size_t least =
      f->solid.kind == GM_FORM_MESH ? 3 * (size_t)f->surface->n : 0;
  return least < most_samples ? most_samples : least + most_samples / 4;
}

static gm_status lay_samples(gm_form *f, const gm_form_options *o,
                             const gm_index *patch)
{
  gm_vec3 wide = gm_sub(f->solid.max, f->solid.min);
  f->thickness = o->thickness;
  if (f->thickness > 0.0) wide.z = fmin(wide.x, wide.y);
  f->centre = gm_scale(0.5, gm_add(f->solid.min, f->solid.max));
  f->radius = 0.5 * gm_norm(wide);
  if (f->thickness > 0.0) f->centre.z = 0.0;
  f->size = fmin(wide.x, fmin(wide.y, wide.z));
  if (!(f->size > 0.0)) f->size = fmax(wide.x, fmax(wide.y, wide.z));
  f->depth = o->depth > 0.0 ? o->depth : 0.1 * f->size;
  f->spacing = o->spacing > 0.0 ? o->spacing
               : o->shared      ? 0.25 * f->size
                                : f->size / 5.5;
  f->single = o->shared ? shared_single : 0.0;
  if (f->solid.inside && f->solid.kind != GM_FORM_MESH) return GM_OK;
  const size_t most = most_of(f);
  while (!(o->spacing > 0.0) &&
         gm_form_samples_count(f, f->spacing, most) > most)
    f->spacing *= 1.25;
  if (o->spacing > 0.0 &&
      (f->radius > 1.0e6 * o->spacing ||
       gm_form_samples_count(f, f->spacing, most_given) > most_given))
    return gm_fail(GM_ERR_INPUT,
                   "%g m gives more than %zu samples of a body of %g m; give "
                   "%.2g m or more, or auto",
                   f->spacing, most_given, 2.0 * f->radius, 2.0e-3 * f->radius);
  GM_TRY(gm_form_samples_lay(f, patch));
  measure(f);
  return gm_form_balls_build(f);
}

/* ---- field of a mesh --------------------------------------------------------------- */

static gm_status sample_field(gm_form *f, int shared)
{
  const double spacing =
      fmin(fmax(f->spacing, f->size / finest), f->size / coarsest);
  const double diagonal = sqrt(3.0) * spacing;
  const gm_field field = {.query = gm_sign_query,
                          .of = f->side,
                          .min = f->surface->min,
                          .max = f->surface->max};
  const gm_flag_limits limits = {
      .allowed = shared ? shared_error * spacing : allowed_error * f->spacing};
  f->low = -(f->depth + diagonal);
  f->high = 2.0 * diagonal;
  GM_TRY(gm_lattice_build(&f->lattice, &field, spacing, gm_vec(0.0, 0.0, 0.0),
                          f->low, f->high));
  f->tested = spacing;
  f->error = limits.allowed;
  return gm_flag_cells(&f->lattice, &field, -f->depth, f->tested, &limits,
                       &f->flags);
}

static gm_status build_mesh(gm_form *f, const gm_index *patch,
                            const gm_form_options *o)
{
  f->solid.min = f->surface->min;
  f->solid.max = f->surface->max;
  f->solid.inside = f->surface->facing == GM_FACING_INSIDE;
  GM_TRY(lay_samples(f, o, patch));
  GM_TRY(gm_distance_create(f->surface, NULL, &f->triangles));
  GM_TRY(gm_sign_create(f->surface, f->triangles, &f->side));
  return sample_field(f, o->shared);
}

/* ---- two dimensions ---------------------------------------------------------------- */

/* What the plane z = 0 shows of an extrusion, without ends along z. */
static void flatten(gm_form_solid *s)
{
  enum { ENDS = 3 << 4 };
  const double r = s->rho[0];
  if (s->kind == GM_FORM_PROFILE) {
    s->kind = GM_FORM_SPHERE;
    s->open = 0;
    s->point.z = 0.0;
  }
  if (s->kind == GM_FORM_SPHERE) {
    s->min = gm_sub(s->point, gm_vec(r, r, r));
    s->max = gm_add(s->point, gm_vec(r, r, r));
  } else if (s->kind == GM_FORM_BOX) {
    const double far = 1.0e3 * fmax(s->max.x - s->min.x, s->max.y - s->min.y);
    s->min.z = -far;
    s->max.z = far;
    if (s->inside) s->open |= ENDS;
  }
}

/* ---- the whole --------------------------------------------------------------------- */

gm_status gm_form_build_solid(const gm_form_solid *solid,
                              const gm_form_options *o, gm_form **form)
{
  gm_form *f = NULL;
  *form = NULL;
  GM_TRY(GM_RESIZE(f, 0, 1));
  f->solid = *solid;
  if (o->thickness > 0.0) flatten(&f->solid);
  if (solid->kind == GM_FORM_PLANE) {
    f->radius = f->size = f->depth = INFINITY;
    *form = f;
    return GM_OK;
  }
  const gm_status status = lay_samples(f, o, NULL);
  *form = f;
  if (status != GM_OK) gm_form_free(form);
  return status;
}

gm_status gm_form_build_mesh(const gm_surface *surface, const gm_index *patch,
                             const gm_form_options *o, gm_form **form)
{
  gm_form *f = NULL;
  *form = NULL;
  if (surface->kind == GM_SURFACE_SHEET || surface->facing == GM_FACING_BOTH)
    return gm_fail(GM_ERR_INPUT,
                   "is an open mesh without inside, which other bodies could "
                   "meet; close it");
  GM_TRY(GM_RESIZE(f, 0, 1));
  f->solid.kind = GM_FORM_MESH;
  f->surface = surface;
  gm_lattice_init(&f->lattice);
  const gm_status status = build_mesh(f, patch, o);
  *form = f;
  if (status != GM_OK) gm_form_free(form);
  return status;
}
