/* machines/drive.c -- rigid bodies and servos from the config: masses and loads.
 *
 * Mass, centre and inertia that are not given follow from the volume; a given mass
 * scales the inertia of the volume.  The principal axes are found here, about the centre
 * of mass or the pivot, so that a step only turns diagonal tensors.
 */
#include "machines/drive.h"

#include "base/memory.h"
#include "config/report.h"
#include "machines/csv_table.h"
#include <stdio.h>

/* ---- reads and checks tables of the factor of a load ----------------------------- */

static const char *const columns[] = {"time", "factor"};

static gm_status take_drive_load_row(gm_csv_table *s, int line, const double *v,
                                     void *of)
{
  gm_config_load *l = of;
  const size_t n = l->table.n_rows;
  if (n > 0 && v[0] <= l->table.rows[n - 1].time)
    return gm_csv_table_fault(s, line,
                              "time %.10g s is not later than that of the row "
                              "before, %.10g s; times must increase",
                              v[0], l->table.rows[n - 1].time);
  GM_TRY(GM_CSV_TABLE_ROOM(s, l->table.rows, n));
  l->table.rows[l->table.n_rows++] = (gm_config_factor){v[0], v[1]};
  return GM_OK;
}

static gm_status read_drive_load_file(gm_config *config, const char *path,
                                      gm_config_load *l)
{
  static const gm_csv_table_form form = {.row = "row",
                                         .rows = "rows",
                                         .header = "time and factor",
                                         .column = columns,
                                         .n = 2,
                                         .n_required = 2,
                                         .positive = -1,
                                         .strict = 1,
                                         .take = take_drive_load_row};
  return gm_csv_table_read(config, path, l->table.file, &form, l);
}

static gm_status check_drive_load_rows(gm_config *config, const char *key,
                                       const gm_config_load *l)
{
  gm_status status = GM_OK;
  for (size_t q = 1; q < l->table.n_rows; ++q) {
    const gm_config_factor *a = &l->table.rows[q - 1], *b = a + 1;
    if (b->time > a->time) continue;
    char path[128];
    snprintf(path, sizeof path, "%s.rows[%zu].time", key, q);
    status = gm_report_fault(config, path,
                             "time %.10g s is not later than that of the row "
                             "before, %.10g s; times must increase",
                             b->time, a->time);
  }
  return status;
}

gm_status gm_drive_factors(gm_config *config)
{
  gm_status status = GM_OK;
  for (size_t k = 0; k < config->n_structures; ++k) {
    gm_config_free *f = &config->structures[k].free;
    for (size_t q = 0; q < f->n_loads; ++q) {
      gm_config_load *l = &f->loads[q];
      char key[96], path[112];
      snprintf(key, sizeof key, "structures[%zu].free.loads[%zu].table", k, q);
      snprintf(path, sizeof path, "%s.file", key);
      const gm_status one = l->table.file
                                ? read_drive_load_file(config, path, l)
                                : check_drive_load_rows(config, key, l);
      if (one == GM_ERR_MEMORY) return one;
      if (one != GM_OK) status = one;
    }
  }
  return status;
}

/* ---- the mass of a structure, from its shape and a density ----------------------- */

/* In two dimensions it is that of the section times the thickness of the domain. */

/* 1  largest error of the volume that holes of a surface may cause, if the user declared
 * it a solid */
static const double most_missing = 0.01;

static gm_status fault_drive_mass(gm_config *config, size_t k, const char *text)
{
  char path[64];
  snprintf(path, sizeof path, "structures[%zu].free.mass", k);
  return gm_report_fault(config, path, "%s", text);
}

/* Does the surface enclose its volume V?  If it does, the integrals of x_i n_j over the
 * area are V for i = j and 0 for others, wherever the origin of x is.  Over a surface
 * with holes they lack what the lids would add.  The origin is a corner of the bounds, so
 * that every lid is far from it. */
static int drive_encloses_volume(const gm_surface *s, double volume)
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
static gm_status no_drive_mass(gm_config *config, size_t k, const char *why,
                               const char *remedy)
{
  if (k < config->n_structures) {
    char text[256];
    snprintf(text, sizeof text,
             "%s, so no mass follows from a density; %s%sgive mass, centre and "
             "inertia",
             why, remedy, *remedy ? ", or " : "");
    return fault_drive_mass(config, k, text);
  }
  char path[64];
  snprintf(path, sizeof path, "structures[%zu].mesh", k);
  return gm_report_fault(
      config, path, "%s; bodies are copies of a closed mesh: %s", why, remedy);
}

static gm_status drive_of_mesh(gm_config *config, size_t k, const gm_surface *s,
                               double density, gm_mass *mass)
{
  const int side = config->structures[k].side;
  if (side == GM_FACING_INSIDE) {
    return no_drive_mass(
        config, k,
        "the mesh is a vessel (side: inside): its solid is outside "
        "of the surface and has no end",
        "");
  }
  if (side == GM_FACING_BOTH) {
    return no_drive_mass(config, k,
                         "the mesh counts as an open surface (side: both)",
                         "remove side if the mesh is closed");
  }
  if (s->kind == GM_SURFACE_SHEET) {
    char why[96];
    snprintf(why, sizeof why,
             k < config->n_structures
                 ? "the mesh is open and encloses no volume"
                 : "the mesh is open, at %d edge(s) of one triangle",
             (int)s->found.open.n);
    return no_drive_mass(config, k, why, "close it");
  }
  const gm_mass m = gm_mass_of_surface(s, density);
  if (!(m.mass > 0.0)) {
    return no_drive_mass(
        config, k,
        "the mesh is inside out: the volume inside its triangles is "
        "negative",
        "reverse the triangles");
  }
  if (side == GM_FACING_OUTSIDE && s->found.open.n > 0 &&
      !drive_encloses_volume(s, m.mass / density)) {
    return no_drive_mass(
        config, k,
        "the mesh counts as a solid (side: outside), but its holes "
        "are too large for its volume",
        "close them");
  }
  *mass = m;
  return GM_OK;
}

gm_status gm_drive_mass(gm_config *config, size_t k, const gm_structure *s,
                        double density, gm_mass *mass)
{
  const gm_config_structure *c = &config->structures[k];
  const int flat = config->domain.dimensions == 2;
  const gm_vec3 along = {0.0, 0.0, config->domain.thickness};
  int open = 0;
  switch (c->shape) {
  case GM_SHAPE_PLANE:
    return fault_drive_mass(config, k,
                            "a plane has no end and cannot be free; use a box, "
                            "or remove free");
  case GM_SHAPE_DISC:
    return fault_drive_mass(
        config, k,
        "a disc has no volume, so no mass follows from a density; "
        "give mass, centre and inertia, or use a flat cylinder");
  case GM_SHAPE_LINE:
    return fault_drive_mass(
        config, k,
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
    GM_TRY(drive_of_mesh(config, k, &s->surface, density, mass));
    if (flat) mass->centre.z = 0.0; /* the ends need not be equally far */
    return GM_OK;
  }
  if (!open) return GM_OK;
  return fault_drive_mass(
      config, k,
      "the shape is open and its walls have no thickness, so no mass "
      "follows from a density; remove open, or give mass, centre and "
      "inertia");
}

/* ---- rigid bodies and servos from the config ------------------------------------- */

/* Mass, centre and inertia that are not given follow from the volume; a given mass scales
 * the inertia of the volume.  The principal axes are found here, about the centre of mass
 * or the pivot, so that a step only turns diagonal tensors. */

static int is_drive_vector_given(gm_vec3 v)
{
  return isfinite(gm_norm2(v));
}

/* Reports an error at structures[k].free.KEY. */
#define FAULT(config, k, key, ...)                                             \
  do {                                                                         \
    char path_[96];                                                            \
    snprintf(path_, sizeof path_, "structures[%zu].free." key, k);             \
    status = gm_report_fault(config, path_, __VA_ARGS__);                      \
  } while (0)

/* ---- mass ----------------------------------------------------------------------- */

/* Moments as given must be those of some body. */
static gm_status check_drive_tensor(gm_config *config, size_t k,
                                    const gm_mass *m)
{
  gm_status status = GM_OK;
  const gm_vec3 i = gm_mass_principal(m).moments; /* rising */
  const int off = gm_norm2(config->structures[k].free.products) > 0.0;
  if (!(i.x > 0.0)) {
    FAULT(config, k, "inertia",
          "a principal moment of inertia is %.3g kg m2; all three must be "
          "above 0%s",
          i.x,
          off ? ": the products are too large for these moments"
              : ", also those of a rod: give the small one as well");
  } else if (i.z > (i.x + i.y) * (1.0 + 1.0e-9)) {
    FAULT(config, k, "inertia",
          "the principal moments of inertia are %.6g, %.6g and %.6g kg m2, and "
          "no body has one that exceeds the sum of the others",
          i.x, i.y, i.z);
  }
  return status;
}

/* Mass, centre and tensor: of the volume, where they are not given. */
static gm_status find_drive_mass(gm_config *config, size_t k,
                                 const gm_structure *s, double density,
                                 gm_mass *m)
{
  gm_status status = GM_OK;
  const gm_config_free *f = &config->structures[k].free;
  const int tensor = gm_norm2(f->inertia) > 0.0;
  if (!(f->mass > 0.0 && is_drive_vector_given(f->centre) && tensor))
    GM_TRY(gm_drive_mass(config, k, s, density, m));
  if (f->mass > 0.0) {
    for (int q = 0; q < 6 && m->mass > 0.0; ++q)
      m->inertia[q] *= f->mass / m->mass;
    m->mass = f->mass;
  }
  if (is_drive_vector_given(f->centre)) m->centre = f->centre;
  if (tensor) {
    const gm_vec3 i = f->inertia, p = f->products;
    const double all[6] = {i.x, i.y, i.z, p.x, p.y, p.z};
    for (int q = 0; q < 6; ++q)
      m->inertia[q] = all[q];
  } else if (gm_norm2(f->products) > 0.0) {
    FAULT(config, k, "products", "is given without inertia; give both or none");
  }
  return status == GM_OK ? check_drive_tensor(config, k, m) : status;
}

/* ---- mirrors -------------------------------------------------------------------- */

/* A mirror fixes axes; none that the config uses may be among them. */
static gm_status check_drive_mirror(gm_config *config, size_t k, int side,
                                    const gm_rigid *r)
{
  static const char *const faces[] = {"x_min", "x_max", "y_min",
                                      "y_max", "z_min", "z_max"};
  gm_status status = GM_OK;
  const int a = side / 2;
  const double along[3] = {r->axis.x, r->axis.y, r->axis.z};
  const double moves[3] = {r->velocity_at.x, r->velocity_at.y,
                           r->velocity_at.z};
  if (gm_norm2(r->axis) > 0.0 && fabs(along[a]) < 1.0 - 1.0e-9)
    FAULT(config, k, "rotate",
          "the centre of the body is on the mirror at %s, so that it can turn "
          "about %c only; change rotate or axis, or move the body",
          faces[side], "xyz"[a]);
  if (moves[a] != 0.0 && !r->pivots)
    FAULT(config, k, "velocity",
          "the centre of the body is on the mirror at %s, so that it cannot "
          "move along %c; give it no velocity along %c, or move the body",
          faces[side], "xyz"[a], "xyz"[a]);
  if (!r->translates && !r->turns && !(gm_norm2(r->axis) > 0.0))
    FAULT(config, k, "translate",
          "the centre of the body is on the mirror at %s, which leaves none of "
          "its free axes; free others, or move the body",
          faces[side]);
  return status;
}

/* A body whose centre of mass is on a mirror is one half of a symmetric body: half of
 * mass and inertia move, along the plane and about its normal. */
static gm_status keep_to_drive_mirrors(gm_config *config, size_t k,
                                       const gm_domain *d, gm_vec3 centre,
                                       double size, gm_rigid *r)
{
  gm_status status = GM_OK;
  const double x[3] = {centre.x, centre.y, centre.z};
  const double low[3] = {d->min.x, d->min.y, d->min.z};
  const double high[3] = {d->max.x, d->max.y, d->max.z};
  for (int a = 0; a < 3; ++a) {
    for (int side = 0; side < 2; ++side) {
      if (d->kind[2 * a + side] != GM_BOUNDARY_MIRROR) continue;
      const double off = fabs(x[a] - (side ? high[a] : low[a]));
      if (off > 1.0e-6 * size) continue;
      r->translates &= ~(1 << a);
      r->turns &= 1 << a;
      ++r->mirrors;
      const gm_status one = check_drive_mirror(config, k, 2 * a + side, r);
      if (one != GM_OK) status = one;
      r->mass *= 0.5;
      r->moments = gm_scale(0.5, r->moments);
      for (int q = 0; q < r->n_load; ++q) {
        r->load[q].force = gm_scale(0.5, r->load[q].force);
        r->load[q].torque = gm_scale(0.5, r->load[q].torque);
      }
      for (int q = 0; q < r->n_dipole; ++q)
        r->dipole[q].torque *= 0.5;
      r->drag *= 0.5;
      r->angular_drag *= 0.5;
    }
  }
  return status;
}

/* ---- a free body ---------------------------------------------------------------- */

static gm_status build_drive_loads(gm_config *config, size_t k, gm_rigid *r)
{
  const gm_config_free *f = &config->structures[k].free;
  GM_TRY(GM_RESIZE(r->load, 0, f->n_loads));
  for (size_t q = 0; q < f->n_loads; ++q) {
    const gm_config_load *c = &f->loads[q];
    gm_rigid_load *l = &r->load[r->n_load++];
    *l = (gm_rigid_load){.force = c->force,
                         .torque = c->torque,
                         .at = is_drive_vector_given(c->at) ? c->at : r->centre,
                         .axes = c->axes,
                         .from = c->from,
                         .to = c->to};
    GM_TRY(GM_RESIZE(l->row, 0, c->table.n_rows));
    for (; (size_t)l->n < c->table.n_rows; ++l->n)
      l->row[l->n] = (gm_rigid_factor){c->table.rows[l->n].time,
                                       c->table.rows[l->n].factor};
  }
  return GM_OK;
}

static gm_status build_drive_dipoles(const gm_config_free *f, gm_rigid *r)
{
  GM_TRY(GM_RESIZE(r->dipole, 0, f->n_dipoles));
  for (size_t q = 0; q < f->n_dipoles; ++q) {
    const gm_config_dipole *d = &f->dipoles[q];
    r->dipole[r->n_dipole++] =
        (gm_rigid_dipole){gm_unit(d->moment), gm_unit(d->field), d->torque};
  }
  return GM_OK;
}

/* The axis about which it turns alone, or 0: also where a single world axis is free. */
static gm_vec3 drive_free_axis(const gm_config_free *f, int bits)
{
  if (is_drive_vector_given(f->axis)) return gm_unit(f->axis);
  const int single = bits && !(bits & (bits - 1));
  return gm_vec(single && bits & 1, single && bits & 2, single && bits & 4);
}

static void find_drive_body_inertia(const gm_mass *m, gm_rigid *r)
{
  gm_mass about = {.mass = m->mass, .centre = m->centre};
  gm_mass_about(m, r->seat, about.inertia);
  const gm_mass_axes axes = gm_mass_principal(&about);
  r->moments = axes.moments;
  r->turn = axes.turn;
}

/* Light bodies on stiff grains: the coupling of an explicit step would be stiff. */
static gm_status check_drive_weight(gm_config *config, size_t k,
                                    const gm_rigid *r, double heaviest)
{
  gm_status status = GM_OK;
  if (r->mass * (1.0 + 1.0e-9) >= 3.0 * heaviest) return GM_OK;
  FAULT(config, k, "mass",
        "the body has %.3g kg, less than three of the heaviest grains, of %.3g "
        "kg each; give a larger mass or density, or smaller grains",
        r->mass, heaviest);
  return status;
}

static gm_status build_drive_free(gm_config *config, size_t k,
                                  const gm_domain *domain, double density,
                                  double heaviest, gm_structure *s)
{
  const gm_config_free *f = &config->structures[k].free;
  gm_mass m = {0};
  gm_status status = find_drive_mass(config, k, s, density, &m);
  if (status != GM_OK) return status;
  GM_TRY(GM_RESIZE(s->rigid, 0, 1));
  gm_rigid *r = s->rigid;
  *r = (gm_rigid){.mass = m.mass,
                  .centre = m.centre,
                  .pivots = is_drive_vector_given(f->pivot),
                  .translates = f->translate,
                  .turns = f->rotate,
                  .axis = drive_free_axis(f, f->rotate),
                  .drag = f->drag,
                  .angular_drag = f->angular_drag,
                  .from = fmax(f->from, s->present_from),
                  .how = {f->rotation, f->gear.values, f->gear.project,
                          f->gear.corrections, f->gear.restart},
                  .velocity_at = f->velocity,
                  .spin_at = f->angular_velocity};
  r->seat = r->pivots ? f->pivot : r->centre;
  if (r->pivots) r->translates = 0;
  r->whole = (gm_rigid_freedom){r->translates, r->turns, r->axis};
  find_drive_body_inertia(&m, r);
  GM_TRY(check_drive_weight(config, k, r, heaviest));
  GM_TRY(build_drive_loads(config, k, r));
  GM_TRY(build_drive_dipoles(f, r));
  const gm_vec3 centre = gm_pose_to_world(&s->pose, r->centre);
  const double size = sqrt(r->moments.z / r->mass);
  GM_TRY(keep_to_drive_mirrors(config, k, domain, centre, size, r));
  r->axis = drive_free_axis(f, r->turns);
  if (f->gravity) r->gravity = config->gravity;
  if (gm_norm2(r->axis) > 0.0) {
    r->turns = 0;
    r->moment = gm_rigid_moment(r, s->pose.orientation);
  }
  return GM_OK;
}

/* ---- a servo -------------------------------------------------------------------- */

/* Area of the bounding box seen along the axis, inside the domain, in m2. */
static double drive_seen_area(const gm_structure *s, const gm_domain *d,
                              gm_vec3 axis)
{
  double low[3], high[3];
  gm_structures_bounds(s, low, high);
  const double min[3] = {d->min.x, d->min.y, d->min.z};
  const double max[3] = {d->max.x, d->max.y, d->max.z};
  double side[3];
  for (int a = 0; a < 3; ++a)
    side[a] = fmax(fmin(high[a], max[a]) - fmax(low[a], min[a]), 0.0);
  return fabs(axis.x) * side[1] * side[2] + fabs(axis.y) * side[2] * side[0] +
         fabs(axis.z) * side[0] * side[1];
}

static gm_status build_drive_servo(gm_config *config, size_t k,
                                   const gm_domain *domain, gm_structure *s)
{
  const gm_config_servo *c = &config->structures[k].servo;
  const int turns = c->kind == GM_SERVO_TORQUE;
  char path[64];
  snprintf(path, sizeof path, "structures[%zu].servo.area", k);
  double area = c->area;
  if (c->kind == GM_SERVO_PRESSURE && !(area > 0.0)) {
    area = gm_structures_bounded(s) ? drive_seen_area(s, domain, c->axis) : 0.0;
    if (!(area > 0.0))
      return gm_report_fault(
          config, path,
          "'%s' has no area along the axis within the "
          "domain, or no end; give the area that the pressure "
          "acts on",
          s->name);
  }
  GM_TRY(GM_RESIZE(s->servo, 0, 1));
  *s->servo =
      (gm_servo){.turns = turns,
                 .axis = gm_unit(c->axis),
                 .through = c->through,
                 .wanted = turns                          ? c->torque
                           : c->kind == GM_SERVO_PRESSURE ? c->pressure * area
                                                          : c->force,
                 .limit = turns ? c->rate : c->speed,
                 .gain = c->gain,
                 .from = fmax(c->from, s->present_from)};
  return GM_OK;
}

gm_status gm_drive_build(gm_config *config, size_t k, const gm_domain *domain,
                         double density, double heaviest, gm_structure *s)
{
  switch (config->structures[k].drive) {
  case GM_DRIVE_FREE:
    return build_drive_free(config, k, domain, density, heaviest, s);
  case GM_DRIVE_SERVO:
    return build_drive_servo(config, k, domain, s);
  default:
    return GM_OK;
  }
}
