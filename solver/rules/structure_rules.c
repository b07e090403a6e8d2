/* rules/structure_rules.c -- rules about shapes, motions and virtual particles.
 *
 * Keys that only a mesh has, the band and the spacing of its virtual particles,
 * conveyors, the part of space it exists in. The reach of an interpolation must hold
 * enough virtual particles anywhere on the lattice, which bounds it from below by the
 * spacing.  What forces and servos move comes first.
 */
#include "rules/structure_rules.h"

#include "base/memory.h"
#include "base/vec3.h"
#include "rules/sides.h"
#include <string.h>

/* Structures that forces or servos move.
 *
 * An axis is free, prescribed by `motion`, or fixed; no axis may be two of these at one
 * time.  What follows from the shape, as the mass, is tested when the scene is built
 * (machines/drive.c). */

static const char *const axis_name[] = {"x", "y", "z"};

static int is_structure_given(gm_vec3 v)
{
  return isfinite(gm_norm2(v));
}

static int may_structure_turn(const gm_config_free *f)
{
  return f->rotate != 0 || is_structure_given(f->axis);
}

/* Bit mask of the world axes along which v has a component. */
static int structure_axes(gm_vec3 v)
{
  return (v.x != 0.0) | (v.y != 0.0) << 1 | (v.z != 0.0) << 2;
}

/* ---- prescribed and free -------------------------------------------------------- */

/* World axes along which a segment moves a body, and whether it turns the body. */
static int structure_moved_axes(const gm_config_motion *m, int *rotates)
{
  int axes = 0;
  *rotates = m->kind == GM_MOTION_ROTATE;
  if (m->kind == GM_MOTION_TRANSLATE)
    axes = structure_axes(m->translate.velocity);
  if (m->kind == GM_MOTION_OSCILLATE)
    axes = structure_axes(m->oscillate.amplitude);
  for (size_t k = 0; m->kind == GM_MOTION_TABLE && k < m->table.n_rows; ++k) {
    axes |= structure_axes(m->table.rows[k].position);
    *rotates |= gm_norm2(m->table.rows[k].rotation) > 0.0;
  }
  return axes;
}

/* No axis may be prescribed and free at one time. */
static void check_structure_motion(gm_checker *c, const gm_config_structure *s)
{
  const gm_config_free *f = &s->free;
  for (size_t k = 0; k < s->n_motion; ++k) {
    const gm_config_motion *m = &s->motion[k];
    char key[64];
    int rotates;
    const int axes = structure_moved_axes(m, &rotates);
    if (m->to <= f->from) continue;
    snprintf(key, sizeof key, "motion[%zu]", k);
    if (is_structure_given(f->pivot) && (axes || rotates)) {
      GM_CHECKER_FAULT(
          c, key,
          "the body turns about free.pivot, which stays; leave out "
          "this motion, or let it end before free.from");
      continue;
    }
    for (int a = 0; a < 3; ++a) {
      if (!(axes & f->translate & 1 << a)) continue;
      GM_CHECKER_FAULT(c, key,
                       "the motion along %s is prescribed here and free by "
                       "free.translate; take %s out of free.translate, or let "
                       "this motion end before free.from",
                       axis_name[a], axis_name[a]);
    }
    if (rotates && may_structure_turn(f))
      GM_CHECKER_FAULT(
          c, key,
          "the rotation is prescribed here and free by free.rotate; "
          "write free.rotate: [], or let this motion end before "
          "free.from");
  }
}

/* ---- a free body ---------------------------------------------------------------- */

static void check_structure_start(gm_checker *c, const gm_config_free *f)
{
  const int along = structure_axes(f->velocity) & ~f->translate;
  if (is_structure_given(f->pivot) && structure_axes(f->velocity))
    GM_CHECKER_FAULT(
        c, "free.velocity",
        "the body has a pivot, which stays; give angular_velocity");
  for (int a = 0; a < 3 && !is_structure_given(f->pivot); ++a)
    if (along & 1 << a)
      GM_CHECKER_FAULT(
          c, "free.velocity",
          "it has a component along %s, which is not free; add it to "
          "free.translate, or prescribe it by motion",
          axis_name[a]);
  const gm_vec3 w = f->angular_velocity;
  const double size = gm_norm(w);
  if (size == 0.0) return;
  if (is_structure_given(f->axis)) {
    if (gm_norm(gm_cross(w, gm_unit(f->axis))) > 1.0e-9 * size)
      GM_CHECKER_FAULT(
          c, "free.angular_velocity",
          "it is not along free.axis, about which alone the body turns; give a "
          "multiple of that axis");
    return;
  }
  for (int a = 0; a < 3; ++a)
    if (structure_axes(w) & ~f->rotate & 1 << a)
      GM_CHECKER_FAULT(
          c, "free.angular_velocity",
          "it has a component about %s, which is not free; add it to "
          "free.rotate, or prescribe it by motion",
          axis_name[a]);
}

static void check_structure_rotation(gm_checker *c, const gm_config_free *f)
{
  if (is_structure_given(f->axis) && gm_norm(f->axis) == 0.0) {
    GM_CHECKER_FAULT(c, "free.axis", "it has no length; give a direction");
  }
  const int two = f->rotate == 3 || f->rotate == 5 || f->rotate == 6;
  const int gear = f->rotation != GM_ROTATION_NO_SQUISH &&
                   f->rotation != GM_ROTATION_QUATERNION;
  if (two && gear && !is_structure_given(f->axis))
    GM_CHECKER_FAULT(c, "free.rotation",
                     "%s needs all three axes free, or one; take no_squish",
                     gm_choices_rotations[f->rotation]);
}

static void check_structure_loads(gm_checker *c, const gm_config_free *f)
{
  if (f->n_loads > GM_CONFIG_LOADS)
    GM_CHECKER_FAULT(c, "free.loads",
                     "has %zu loads; a structure has at most %d", f->n_loads,
                     GM_CONFIG_LOADS);
  for (size_t k = 0; k < f->n_loads; ++k) {
    const gm_config_load *l = &f->loads[k];
    char key[64], table[80];
    snprintf(key, sizeof key, "free.loads[%zu]", k);
    snprintf(table, sizeof table, "%s.table", key);
    gm_checker_times(c, key, l->from, l->to);
    const int file = l->table.file && *l->table.file;
    if (file && l->table.n_rows) {
      GM_CHECKER_FAULT(c, table,
                       "file and rows are both given; give one of them");
    } else if (file) {
      char path[96];
      snprintf(path, sizeof path, "%s.file", table);
      gm_checker_file(c, path, l->table.file);
    }
    if (gm_norm2(l->force) == 0.0 && gm_norm2(l->torque) == 0.0)
      GM_CHECKER_FAULT(c, key,
                       "has neither force nor torque; give one of them");
  }
}

static void check_structure_free(gm_checker *c, const gm_config_structure *s)
{
  const gm_config_free *f = &s->free;
  if (s->shape == GM_SHAPE_PLANE) {
    GM_CHECKER_FAULT(c, "free",
                     "a plane has no end and cannot be moved by forces; take a "
                     "box, a disc or a mesh");
  }
  if (s->shape == GM_SHAPE_LINE && s->line.form == GM_LINE_ENDLESS) {
    GM_CHECKER_FAULT(c, "free",
                     "this line has no end and cannot be moved by forces; give "
                     "it ends, from and to");
  }
  if (is_structure_given(f->pivot) && !may_structure_turn(f)) {
    GM_CHECKER_FAULT(c, "free",
                     "nothing is free: free.pivot stays, and free.rotate names "
                     "no axis; name axes in free.rotate, or leave out pivot");
  } else if (f->translate == 0 && !may_structure_turn(f)) {
    GM_CHECKER_FAULT(c, "free",
                     "nothing is free: neither translate nor rotate names an "
                     "axis; leave out free, or name axes");
  }
  check_structure_rotation(c, f);
  check_structure_start(c, f);
  check_structure_loads(c, f);
  if (f->n_dipoles && !may_structure_turn(f))
    GM_CHECKER_FAULT(
        c, "free.dipoles",
        "they turn the body, but free.rotate names no axis; name axes "
        "in free.rotate, or leave out dipoles");
  check_structure_motion(c, s);
}

/* ---- a servo -------------------------------------------------------------------- */

static void check_structure_servo(gm_checker *c, const gm_config_servo *s)
{
  const int torque = s->kind == GM_SERVO_TORQUE;
  const double given_limit = torque ? s->rate : s->speed;
  const double other = torque ? s->speed : s->rate;
  const char *key = torque ? "servo.rate" : "servo.speed";
  if (isnan(given_limit) && isnan(other))
    GM_CHECKER_FAULT(c, key, "missing: it is required, the largest %s",
                     torque ? "rate of rotation, as 1 rad/s"
                            : "speed, as 10 mm/s");
  if (!isnan(other))
    GM_CHECKER_FAULT(c, torque ? "servo.speed" : "servo.rate",
                     "the limit of a servo with a %s is its %s, as %s; "
                     "give %s",
                     torque ? "torque" : "force or a pressure",
                     torque ? "rate of rotation" : "speed",
                     torque ? "1 rad/s" : "10 mm/s", key);
  if (s->area > 0.0 && s->kind != GM_SERVO_PRESSURE)
    GM_CHECKER_FAULT(c, "servo.area", "it belongs to a pressure; leave it out");
}

/* ---- both ----------------------------------------------------------------------- */

static int any_structure_resumed(const gm_config *config)
{
  for (size_t k = 0; k < config->n_grains; ++k) {
    const char *word;
    const gm_config_bed *bed = gm_config_bed_of(config, k, &word);
    if (bed && bed->resume) return 1;
  }
  return 0;
}

/* Test free, servo and the motion beside them, of the structure that is the current
 * item. */
static void check_structure_drive(gm_checker *c, const gm_config_structure *s)
{
  if (s->drive < GM_DRIVE_FREE) return;
  const char *key = s->drive == GM_DRIVE_FREE ? "free" : "servo";
  if (!gm_checker_sound(c, key)) return;
  if (c->config->time.scheme != GM_SCHEME_LEAPFROG)
    GM_CHECKER_FAULT(c, key,
                     "structures that are moved by forces or a servo need "
                     "time.scheme: leapfrog");
  if (any_structure_resumed(c->config))
    GM_CHECKER_FAULT(
        c, key,
        "the run cannot resume from grains of a result, which does "
        "not hold the state of this structure; go on with granum "
        "run RESULT --resume");
  if (s->drive == GM_DRIVE_FREE)
    check_structure_free(c, s);
  else
    check_structure_servo(c, &s->servo);
}

static void check_structure_table(gm_checker *c, size_t i,
                                  const gm_config_motion *m)
{
  char table[64], file[80], rows[80];
  snprintf(table, sizeof table, "motion[%zu].table", i);
  snprintf(file, sizeof file, "%s.file", table);
  snprintf(rows, sizeof rows, "%s.rows", table);
  if (!gm_checker_sound(c, file) || !gm_checker_sound(c, rows)) return;
  if (m->table.file && m->table.n_rows > 0) {
    GM_CHECKER_FAULT(c, table,
                     "file and rows are both given; give one of them");
  } else if (!m->table.file && m->table.n_rows == 0) {
    GM_CHECKER_FAULT(c, table, "has no rows; give file or rows");
  } else if (m->table.file) {
    gm_checker_file(c, file, m->table.file);
  }
}

void gm_structure_rules_motion(gm_checker *c, const gm_config_motion *motion,
                               size_t n)
{
  for (size_t i = 0; i < n; ++i) {
    char item[128];
    snprintf(item, sizeof item, "motion[%zu]", i);
    gm_checker_times(c, item, motion[i].from, motion[i].to);
    if (motion[i].kind == GM_MOTION_TABLE)
      check_structure_table(c, i, &motion[i]);
  }
}

/* The rows of a property are given in the scene or in a file, and for soft contacts with
 * meshes only. */
static void check_structure_property(gm_checker *c,
                                     const gm_config_structure *s,
                                     const char *name,
                                     const gm_config_property *p)
{
  char key[64], file[72];
  snprintf(key, sizeof key, "virtual_particles.property.%s", name);
  snprintf(file, sizeof file, "%s.file", key);
  if (!gm_checker_sound(c, key) || (!p->file && p->n_rows == 0)) return;
  if (s->shape != GM_SHAPE_MESH) {
    GM_CHECKER_FAULT(c, key, "belongs to a mesh; this structure is none");
  } else if (c->config->collisions.engine != GM_ENGINE_NONE) {
    GM_CHECKER_FAULT(c, key,
                     "hard grains have the coefficients of their pair "
                     "everywhere; leave it out, or collisions.engine");
  } else if (p == &s->virtual_particles.property.youngs_modulus &&
             c->config->contacts.law != GM_LAW_HERTZ) {
    GM_CHECKER_FAULT(c, key,
                     "its springs know no modulus; choose contacts.law: hertz");
  } else if (p->file && p->n_rows > 0) {
    GM_CHECKER_FAULT(c, key, "file and rows are both given; give one of them");
  } else if (p->file) {
    gm_checker_file(c, file, p->file);
  }
}

/* Add an error for keys that apply to meshes only. */
static void check_structure_mesh_only(gm_checker *c,
                                      const gm_config_structure *s)
{
  if (s->shape == GM_SHAPE_MESH) return;
  if (s->side != GM_FACING_AUTO && gm_checker_sound(c, "side")) {
    GM_CHECKER_FAULT(c, "side", "belongs to a mesh; this structure is none");
  }
  if (s->n_groups > 0 && gm_checker_sound(c, "groups")) {
    GM_CHECKER_FAULT(c, "groups", "belong to a mesh; this structure is none");
  }
}

static void check_structure_conveyors(gm_checker *c,
                                      const gm_config_structure *s)
{
  char item[64], key[80];
  if (s->n_conveyor > GM_CONFIG_CONVEYORS && gm_checker_sound(c, "conveyor"))
    GM_CHECKER_FAULT(c, "conveyor", "%zu ways; at most %d are possible",
                     s->n_conveyor, GM_CONFIG_CONVEYORS);
  for (size_t i = 0; i < s->n_conveyor; ++i) {
    snprintf(item, sizeof item, "conveyor[%zu]", i);
    gm_checker_times(c, item, s->conveyor[i].from, s->conveyor[i].to);
    snprintf(key, sizeof key, "%s.groups", item);
    if (s->conveyor[i].n_groups == 0 || !gm_checker_sound(c, key)) continue;
    if (s->shape != GM_SHAPE_MESH)
      GM_CHECKER_FAULT(c, key,
                       "belong to a mesh; leave them out: all of this "
                       "structure moves");
    else if (s->virtual_particles.patches == GM_PATCHES_NONE)
      GM_CHECKER_FAULT(c, key,
                       "groups move as patches, and patches: none makes one "
                       "of all; leave patches out, or groups");
  }
}

/* The cut-off radius must contain enough virtual particles around any point: those of a
 * whole cell on a cubic grid, of a tetrahedron on a face-centred one. */
static void check_structure_reach(gm_checker *c, double reach, double spacing,
                                  bool face_centred)
{
  const double least = face_centred ? 1.0 : sqrt(3.0), most = 3.0;
  if (reach > least * spacing && reach <= most * spacing) return;
  GM_CHECKER_FAULT(
      c, "virtual_particles.reach",
      "%.10g m; it must be above %s, %.4g m, and at most 3 spacings, %.4g m; "
      "take %.3g m, or auto",
      reach, face_centred ? "the spacing" : "sqrt 3 spacings", least * spacing,
      most * spacing, (face_centred ? 1.5 : 1.75) * spacing);
}

static void check_structure_where(gm_checker *c, const gm_config_structure *s)
{
  if (s->virtual_particles.where.n_groups > 0 &&
      s->virtual_particles.patches == GM_PATCHES_NONE) {
    GM_CHECKER_FAULT(c, "virtual_particles.where.groups",
                     "groups are left out as patches, and patches: none makes "
                     "one of all; leave patches out, or name a region");
  }
  gm_checker_region(c, "virtual_particles.where",
                    &s->virtual_particles.where.region);
}

static void check_structure_band(gm_checker *c, const gm_config_structure *s,
                                 int way)
{
  const gm_config_span *band = &s->virtual_particles.band;
  const char *key = "virtual_particles.band";
  if (band->word != GM_BAND_GIVEN) return;
  if (!(band->ends[0] < band->ends[1])) {
    GM_CHECKER_FAULT(c, key,
                     "%.10g m is not below %.10g m; the lower distance from "
                     "the surface comes first",
                     band->ends[0], band->ends[1]);
  } else if (s->virtual_particles.patches == GM_PATCHES_NONE) {
    GM_CHECKER_FAULT(
        c, key,
        "triangles give the distance outside a given band, and patches: none "
        "has no triangles; leave patches out, or take auto");
  } else if (way == GM_INTERPOLATION_MLS || way == GM_INTERPOLATION_SHEPARD) {
    GM_CHECKER_FAULT(c, key,
                     "a given band is for half_taylor and trilinear, which ask "
                     "the cell around a point; take auto or described");
  }
}

static void check_structure_sites(gm_checker *c, const gm_config_structure *s)
{
  static const char *const names[] = {"half_taylor", "trilinear"};
  const bool face_centred =
      s->virtual_particles.lattice == GM_LATTICE_FACE_CENTRED;
  const int way = s->virtual_particles.interpolation;
  const double reach = s->virtual_particles.reach;
  const double spacing = s->virtual_particles.spacing;
  const bool by_reach =
      way == GM_INTERPOLATION_MLS || way == GM_INTERPOLATION_SHEPARD;
  if (!gm_checker_sound(c, "virtual_particles")) return;
  if (by_reach && s->virtual_particles.normal == GM_NORMAL_STORED) {
    GM_CHECKER_FAULT(c, "virtual_particles.normal",
                     "stored normals are interpolated in the cell around a "
                     "point; choose interpolation: half_taylor or trilinear, "
                     "or normal: gradient");
  }
  check_structure_where(c, s);
  check_structure_band(c, s, way);
  if (by_reach) {
    if (reach > 0.0 && spacing > 0.0)
      check_structure_reach(c, reach, spacing, face_centred);
    return;
  }
  if (face_centred) {
    GM_CHECKER_FAULT(c, "virtual_particles.lattice",
                     "%s interpolates in the cells of a cubic grid; with "
                     "face_centred choose "
                     "interpolation: mls or shepard",
                     names[way]);
  }
  if (reach > 0.0) {
    GM_CHECKER_FAULT(c, "virtual_particles.reach",
                     "%s interpolates in the cell around a point and has no "
                     "reach; leave it out, or "
                     "choose interpolation: mls or shepard",
                     names[way]);
  }
}

/* Walls, mirrors and reflecting sides of the domain are structures with names of their
 * own (machines/domain_walls.c). */
static void check_structure_name(gm_checker *c, const gm_config_structure *s)
{
  if (!s->name) return;
  for (int k = 0; k < GM_CONFIG_SIDES; ++k) {
    const int kind = gm_sides_kind(c->config, k);
    char name[32];
    snprintf(name, sizeof name, "%s_%s", gm_choices_boundaries[kind],
             gm_sides_name(k));
    if (kind < GM_BOUNDARY_MIRROR || strcmp(s->name, name) != 0) continue;
    GM_CHECKER_FAULT(c, "name",
                     "'%s' is the name of that side of the domain; give the "
                     "structure another",
                     name);
  }
}

/* A line is in the plane of a scene of two dimensions, and has ends or an angle. */
static void check_structure_line(gm_checker *c, const gm_config_structure *s)
{
  if (!gm_checker_sound(c, "line")) return;
  const bool ends = s->line.form == GM_LINE_SEGMENT;
  const bool closed = isfinite(gm_norm2(s->line.to));
  const gm_vec3 from = ends ? s->line.from : s->line.point;
  if (c->config->domain.dimensions != 2) {
    GM_CHECKER_FAULT(
        c, "line",
        "is for two dimensions, and this scene has three; take a "
        "disc, a box or a plane, or write domain: {dimensions: 2}");
  } else if (from.z != 0.0 || (closed && s->line.to.z != 0.0)) {
    GM_CHECKER_FAULT(c, "line",
                     "leaves the plane z = 0 of two dimensions; give its "
                     "points by x and y");
  } else if (!ends && closed) {
    GM_CHECKER_FAULT(c, "line.to",
                     "belongs to from; a line through point has no ends");
  } else if (ends && s->line.angle != 0.0) {
    GM_CHECKER_FAULT(c, "line.angle",
                     "belongs to point; from and to have the angle of this "
                     "line");
  } else if (ends && !closed) {
    GM_CHECKER_FAULT(c, "line",
                     "has no second end; give to, or point and angle");
  } else if (ends && gm_norm2(gm_sub(s->line.to, from)) == 0.0) {
    GM_CHECKER_FAULT(c, "line.to", "is the same point as from; move it");
  }
}

void gm_structure_rules_materials(gm_checker *c, const gm_config_structure *s)
{
  const int row = gm_checker_material(c, "material", s->material);
  if (row >= 0) c->structure[row] = true;
  for (size_t i = 0; i < s->n_groups; ++i) {
    char key[64];
    snprintf(key, sizeof key, "groups[%zu].material", i);
    const int part = gm_checker_material(c, key, s->groups[i].material);
    if (part >= 0) c->structure[part] = true;
  }
}

void gm_structure_rules_check(gm_checker *c, const gm_config_structure *s)
{
  check_structure_name(c, s);
  gm_structure_rules_materials(c, s);
  check_structure_mesh_only(c, s);
  check_structure_property(c, s, "friction",
                           &s->virtual_particles.property.friction);
  check_structure_property(c, s, "youngs_modulus",
                           &s->virtual_particles.property.youngs_modulus);
  check_structure_property(c, s, "restitution",
                           &s->virtual_particles.property.restitution);
  if (s->shape == GM_SHAPE_BOX)
    gm_checker_box(c, "box", s->box.min, s->box.max);
  if (s->shape == GM_SHAPE_CYLINDER) {
    gm_checker_axis(c, "cylinder.axis", s->cylinder.axis);
  }
  if (s->shape == GM_SHAPE_CONE) {
    gm_checker_axis(c, "cone.axis", s->cone.axis);
    const bool point = s->cone.base_radius == 0.0 && s->cone.top_radius == 0.0;
    if (point && gm_checker_sound(c, "cone")) {
      GM_CHECKER_FAULT(c, "cone",
                       "both radii are 0; one of them must be above 0");
    }
  }
  if (s->shape == GM_SHAPE_DISC && s->disc.hole >= s->disc.radius &&
      gm_checker_sound(c, "disc")) {
    GM_CHECKER_FAULT(
        c, "disc.hole",
        "%.10g m leaves nothing of a disc of radius %.10g m; it must be "
        "smaller",
        s->disc.hole, s->disc.radius);
  }
  if (s->shape == GM_SHAPE_LINE) check_structure_line(c, s);
  if (s->shape == GM_SHAPE_MESH) check_structure_sites(c, s);
  check_structure_conveyors(c, s);
  gm_checker_times(c, "present", s->present.from, s->present.to);
  gm_structure_rules_motion(c, s->motion, s->n_motion);
  check_structure_drive(c, s);
}

/* ---- bodies ------------------------------------------------------------------------ */

static void check_structure_bodies_shape(gm_checker *c,
                                         const gm_config_bodies *b)
{
  const gm_vec3 s = b->size, r = b->of.round.axes;
  const char *const round = b->of.shape == GM_SHAPE_ELLIPSOID
                                ? "ellipsoid.axes"
                                : "superquadric.axes";
  if (b->of.shape == GM_SHAPE_BOX && gm_checker_sound(c, "box") &&
      !(s.x > 0.0 && s.y > 0.0 && s.z > 0.0))
    GM_CHECKER_FAULT(c, "box.size", "all edges must be longer than 0");
  if (b->of.shape >= GM_SHAPE_ELLIPSOID && gm_checker_sound(c, round) &&
      !(r.x > 0.0 && r.y > 0.0 && r.z > 0.0))
    GM_CHECKER_FAULT(c, round, "all half axes must be longer than 0");
  if (b->of.shape == GM_SHAPE_MESH && gm_checker_sound(c, "mesh"))
    gm_checker_file(c, "mesh", b->of.mesh);
}

/* What bodies need of the rest of the scene. */
static void check_structure_bodies_scene(gm_checker *c)
{
  const gm_config *config = c->config;
  if (config->domain.dimensions == 2)
    GM_CHECKER_FAULT(c, "",
                     "bodies are for three dimensions; take clumps or "
                     "structures with free in two");
  if (config->collisions.engine != GM_ENGINE_NONE)
    GM_CHECKER_FAULT(c, "",
                     "bodies meet by forces, and with collisions grains have "
                     "none; leave collisions out, or bodies");
  if (config->time.scheme != GM_SCHEME_LEAPFROG)
    GM_CHECKER_FAULT(c, "", "bodies need time.scheme: leapfrog");
  for (size_t k = 0; k < config->n_grains; ++k) {
    const char *word;
    const gm_config_bed *bed = gm_config_bed_of(config, k, &word);
    if (bed && bed->resume)
      GM_CHECKER_FAULT(c, "",
                       "the run cannot resume from grains of a result, which "
                       "are not all that its next step reads; go on with "
                       "granum run RESULT --resume");
  }
}

static void check_structure_body_copies(gm_checker *c,
                                        const gm_config_bodies *b)
{
  const int row = gm_checker_material(c, "material", b->of.material);
  if (row >= 0) c->structure[row] = true;
  if (row >= 0) c->grains[row] += 1.0; /* they meet one another */
  if (!gm_checker_sound(c, "")) return;
  check_structure_bodies_shape(c, b);
  check_structure_bodies_scene(c);
  const char *key = b->from == GM_BODIES_POUR ? "pour" : "fill";
  if (b->from != GM_BODIES_LIST && gm_checker_sound(c, key))
    gm_checker_region(c, key, &b->region);
}

void gm_structure_rules_bodies(gm_checker *c)
{
  for (size_t i = 0; i < c->config->n_bodies; ++i) {
    gm_checker_item(c, "bodies", i);
    check_structure_body_copies(c, &c->config->bodies[i]);
  }
}

/* The shape of a source as a structure that forces move. */
static gm_config_structure structure_copied_shape(const gm_config_bodies *b)
{
  const gm_vec3 none = {INFINITY, INFINITY, INFINITY};
  gm_config_structure s = b->of;
  s.virtual_particles.turn = GM_PI / 6.0;
  s.virtual_particles.tolerance = 0.02;
  s.virtual_particles.debug_hole = none;
  s.virtual_particles.where.region.kind = -1;
  s.present.from = -INFINITY;
  s.present.to = INFINITY;
  s.place.rotate.axis = gm_vec(0.0, 0.0, 1.0);
  s.drive = GM_DRIVE_FREE;
  s.free.translate = s.free.rotate = 7;
  s.free.axis = s.free.pivot = s.free.centre = none;
  s.free.gravity = true;
  if (s.shape == GM_SHAPE_BOX) {
    s.box.max = gm_scale(0.5, b->size);
    s.box.min = gm_scale(-0.5, b->size);
  }
  if (s.shape == GM_SHAPE_CYLINDER)
    s.cylinder.base = gm_scale(-0.5, s.cylinder.axis);
  if (s.shape == GM_SHAPE_ELLIPSOID) s.round.exponent = 2.0;
  if (!(s.round.exponent_xy > 0.0)) s.round.exponent_xy = s.round.exponent;
  if (s.shape >= GM_SHAPE_ELLIPSOID) s.shape = GM_SHAPE_MESH;
  return s;
}

gm_status gm_structure_rules_shapes(gm_config *config)
{
  const size_t n = config->n_structures, m = config->n_bodies;
  if (!m) return GM_OK;
  GM_TRY(GM_RESIZE(config->structures, n, n + m));
  for (size_t q = 0; q < m; ++q)
    config->structures[n + q] = structure_copied_shape(&config->bodies[q]);
  return GM_OK;
}
