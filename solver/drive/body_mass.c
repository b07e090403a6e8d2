/* drive/body_mass.c -- the mass of a structure, from its shape and a density.
 *
 * In two dimensions it is that of the section times the thickness of the domain.
 */
#include "drive/body_mass.h"

#include "config/report.h"
#include <stdio.h>

/* 1  largest error of the volume that holes of a surface may cause, if the user declared
 * it a solid */
static const double most_missing = 0.01;

static gm_status fault(gm_config *config, size_t k, const char *text)
{
  char path[64];
  snprintf(path, sizeof path, "structures[%zu].free.mass", k);
  return gm_report_fault(config, path, "%s", text);
}

/* Does the surface enclose its volume V?  If it does, the integrals of x_i n_j over the
 * area are V for i = j and 0 for others, wherever the origin of x is.  Over a surface
 * with holes they lack what the lids would add.  The origin is a corner of the bounds, so
 * that every lid is far from it. */
static int encloses(const gm_surface *s, double volume)
{
  double sum[9] = {0.0};
  for (gm_index t = 0; t < s->n; ++t) {
    if (s->sheet[t]) continue;
    const gm_vec3 a = gm_sub(s->point[s->corner[t][0]], s->min);
    const gm_vec3 b = gm_sub(s->point[s->corner[t][1]], s->min);
    const gm_vec3 c = gm_sub(s->point[s->corner[t][2]], s->min);
    const gm_vec3 n = gm_cross(gm_sub(b, a), gm_sub(c, a));
    const gm_vec3 x = gm_add(a, gm_add(b, c));
    const double xi[3] = {x.x, x.y, x.z}, nj[3] = {n.x, n.y, n.z};
    for (int q = 0; q < 9; ++q)
      sum[q] += xi[q / 3] * nj[q % 3] / 6.0;
  }
  for (int q = 0; q < 9; ++q) {
    const double error = sum[q] - (q % 4 == 0 ? volume : 0.0);
    if (!(fabs(error) <= most_missing * volume)) return 0;
  }
  return 1;
}

/* A mesh has no mass, because `why`.  That of a structure may be given instead; copies of
 * a mesh take theirs from the density alone. */
static gm_status no_mass(gm_config *config, size_t k, const char *why,
                         const char *remedy)
{
  if (k < config->n_structures) {
    char text[256];
    snprintf(text, sizeof text,
             "%s, so no mass follows from a density; %s%sgive mass, centre and "
             "inertia",
             why, remedy, *remedy ? ", or " : "");
    return fault(config, k, text);
  }
  char path[64];
  snprintf(path, sizeof path, "structures[%zu].mesh", k);
  return gm_report_fault(
      config, path, "%s; bodies are copies of a closed mesh: %s", why, remedy);
}

static gm_status of_mesh(gm_config *config, size_t k, const gm_surface *s,
                         double density, gm_mass *mass)
{
  const int side = config->structures[k].side;
  if (side == GM_FACING_INSIDE) {
    return no_mass(config, k,
                   "the mesh is a vessel (side: inside): its solid is outside "
                   "of the surface and has no end",
                   "");
  }
  if (side == GM_FACING_BOTH) {
    return no_mass(config, k, "the mesh counts as an open surface (side: both)",
                   "remove side if the mesh is closed");
  }
  if (s->kind == GM_SURFACE_SHEET) {
    char why[96];
    snprintf(why, sizeof why,
             k < config->n_structures
                 ? "the mesh is open and encloses no volume"
                 : "the mesh is open, at %d edge(s) of one triangle",
             (int)s->found.open.n);
    return no_mass(config, k, why, "close it");
  }
  const gm_mass m = gm_mass_of_surface(s, density);
  if (!(m.mass > 0.0)) {
    return no_mass(config, k,
                   "the mesh is inside out: the volume inside its triangles is "
                   "negative",
                   "reverse the triangles");
  }
  if (side == GM_FACING_OUTSIDE && s->found.open.n > 0 &&
      !encloses(s, m.mass / density)) {
    return no_mass(config, k,
                   "the mesh counts as a solid (side: outside), but its holes "
                   "are too large for its volume",
                   "close them");
  }
  *mass = m;
  return GM_OK;
}

gm_status gm_body_mass(gm_config *config, size_t k, const gm_structure *s,
                       double density, gm_mass *mass)
{
  const gm_config_structure *c = &config->structures[k];
  const int flat = config->domain.dimensions == 2;
  const gm_vec3 along = {0.0, 0.0, config->domain.thickness};
  int open = 0;
  switch (c->shape) {
  case GM_SHAPE_PLANE:
    return fault(config, k,
                 "a plane has no end and cannot be free; use a box, "
                 "or remove free");
  case GM_SHAPE_DISC:
    return fault(config, k,
                 "a disc has no volume, so no mass follows from a density; "
                 "give mass, centre and inertia, or use a flat cylinder");
  case GM_SHAPE_LINE:
    return fault(config, k,
                 "a line has no volume, so no mass follows from a density; "
                 "give mass, centre and inertia");
  case GM_SHAPE_BOX:
    open = c->box.open & ~(flat ? GM_SIDE_ZMIN | GM_SIDE_ZMAX : 0);
    if (!open) *mass = gm_mass_box(c->box.min, c->box.max, density);
    break;
  case GM_SHAPE_CYLINDER:
    open = c->cylinder.open != GM_OPEN_NONE && !flat;
    if (!open)
      *mass = gm_mass_frustum(c->cylinder.base, c->cylinder.axis,
                              c->cylinder.radius, c->cylinder.radius, density);
    break;
  case GM_SHAPE_CONE:
    open = c->cone.open != GM_OPEN_NONE;
    if (!open)
      *mass = gm_mass_frustum(c->cone.base, c->cone.axis, c->cone.base_radius,
                              c->cone.top_radius, density);
    break;
  case GM_SHAPE_SPHERE:
    *mass = flat
                ? gm_mass_frustum(gm_madd(c->sphere.centre, -0.5, along), along,
                                  c->sphere.radius, c->sphere.radius, density)
                : gm_mass_sphere(c->sphere.centre, c->sphere.radius, density);
    break;
  default:
    if (flat) density *= along.z / (s->surface.max.z - s->surface.min.z);
    GM_TRY(of_mesh(config, k, &s->surface, density, mass));
    if (flat) mass->centre.z = 0.0; /* the ends need not be equally far */
    return GM_OK;
  }
  if (!open) return GM_OK;
  return fault(config, k,
               "the shape is open and its walls have no thickness, so no mass "
               "follows from a density; remove open, or give mass, centre and "
               "inertia");
}
