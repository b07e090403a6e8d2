/* rules/plane_rules.c -- what a two-dimensional scene may contain.
 *
 * The plane of such a scene is z = 0.  Nothing may move a grain out of it: the solver
 * then computes zeros for the third component of every position, velocity and force.
 */
#include "rules/plane_rules.h"

/* Adds an error if a vector has a component along z. */
static void check_in_plane(gm_checker *c, const char *key, gm_vec3 v,
                           const char *what)
{
  if (!gm_checker_sound(c, key) || v.z == 0.0) return;
  GM_CHECKER_FAULT(c, key,
                   "%s has the component %.10g along z and the scene has two "
                   "dimensions, x and y; leave that component out",
                   what, v.z);
}

/* Adds an error if an axis or angular velocity has a component in the plane. */
static void check_about_plane_z(gm_checker *c, const char *key, gm_vec3 v,
                                const char *what)
{
  if (!gm_checker_sound(c, key) || (v.x == 0.0 && v.y == 0.0)) return;
  GM_CHECKER_FAULT(c, key,
                   "%s is not along z, about which alone grains and bodies "
                   "turn in two dimensions; write [0, 0, 1] for an axis, and "
                   "nothing along x and y",
                   what);
}

/* Adds an error if an angular velocity is about any axis but z. */
static void check_plane_spin(gm_checker *c, const char *key, gm_vec3 w)
{
  if (!gm_checker_sound(c, key) || (w.x == 0.0 && w.y == 0.0)) return;
  GM_CHECKER_FAULT(
      c, key,
      "the angular velocity has components about x or y, and in "
      "two dimensions grains turn about z alone; write [0, 0, %.10g]",
      w.z);
}

/* --- the scene ----------------------------------------------------------------- */

/* Grains whose bodies only one number of dimensions has. */
static void check_plane_bodies(gm_checker *c)
{
  const gm_config *config = c->config;
  const int body = config->domain.grains, law = config->contacts.law;
  const bool flat = config->domain.dimensions == 2;
  if (!gm_checker_sound(c, "domain.grains") ||
      !gm_checker_sound(c, "domain.dimensions"))
    return;
  if (!flat && (body == GM_BODY_DISC || body == GM_BODY_LECTURE)) {
    GM_CHECKER_FAULT(c, "domain.grains",
                     "discs belong to two dimensions; write domain: "
                     "{dimensions: 2}, or take spheres");
    return;
  }
  if (!flat || body == GM_BODY_SPHERE) return;
  if (law == GM_LAW_HERTZ && gm_checker_sound(c, "contacts.law"))
    GM_CHECKER_FAULT(c, "contacts.law",
                     "hertz is the law of spheres, and two discs touch along a "
                     "line; write law: hooke, or domain: {grains: sphere}");
  if (config->contacts.cohesion != GM_COHESION_NONE &&
      gm_checker_sound(c, "contacts.cohesion"))
    GM_CHECKER_FAULT(c, "contacts.cohesion",
                     "attractions are those of spheres; leave them out, or "
                     "write domain: {grains: sphere}");
}

/* The domain ends along x and y alone. */
static void check_plane_domain(gm_checker *c)
{
  gm_config *config = c->config;
  static const char *const keys[] = {
      "domain.boundary.z", "domain.boundary.z_min", "domain.boundary.z_max"};
  const int given[] = {config->domain.boundary.axis[2],
                       config->domain.boundary.side[4],
                       config->domain.boundary.side[5]};
  for (int k = 0; k < 3; ++k) {
    if (given[k] == GM_BOUNDARY_AUTO || !gm_checker_sound(c, keys[k])) continue;
    GM_CHECKER_FAULT(c, keys[k],
                     "a scene of two dimensions has no sides along z; leave "
                     "it out");
  }
  if (gm_faults_touch(c->faults, "domain")) return;
  config->domain.min.z = -INFINITY;
  config->domain.max.z = INFINITY;
}

/* --- regions ------------------------------------------------------------------- */

/* Returns true if the plane passes between two heights (m); else adds an error. */
static bool check_plane_cut(gm_checker *c, const char *key, double low,
                            double high)
{
  if (low <= 0.0 && high >= 0.0) return true;
  GM_CHECKER_FAULT(
      c, key,
      "extends from %.10g to %.10g m along z and does not meet the "
      "plane z = 0 of this scene of two dimensions; leave out z",
      low, high);
  return false;
}

/* An inlet: a part of the plane, or a face across the plane, which cuts it in a line. */
static void check_plane_face(gm_checker *c, const char *key,
                             const gm_config_region *g)
{
  if (g->kind == GM_REGION_RECTANGLE) {
    const gm_vec3 p = g->rectangle.corner, a = g->rectangle.across;
    const bool across = a.z != 0.0 && a.x == 0.0 && a.y == 0.0;
    if (g->rectangle.along.z == 0.0 && (a.z == 0.0 || across)) {
      check_plane_cut(c, key, p.z + fmin(a.z, 0.0), p.z + fmax(a.z, 0.0));
      return;
    }
    GM_CHECKER_FAULT(c, key,
                     "is inclined to the plane z = 0 of this scene of two "
                     "dimensions; give along in the plane, and across in the "
                     "plane too, or [0, 0, 1] for a line");
  } else if (g->kind == GM_REGION_DISC) {
    const gm_vec3 n = g->disc.normal;
    if (n.z != 0.0 && (n.x != 0.0 || n.y != 0.0))
      GM_CHECKER_FAULT(c, key,
                       "is inclined to the plane z = 0 of this scene of two "
                       "dimensions; give a normal in the plane for a line, or "
                       "[0, 0, 1] for a circle");
    else
      check_plane_cut(c, key, g->disc.centre.z, g->disc.centre.z);
  } else {
    GM_CHECKER_FAULT(c, key,
                     "grains on the surface of a mesh would leave the plane "
                     "z = 0 of this scene of two dimensions; pour from a box, "
                     "a sphere, or a rectangle: {corner, along, across: [0, 0, "
                     "1]}, which is a line");
  }
}

/* Cuts a region with the plane.  `at` is the path of its group. */
static void cut_plane_region(gm_checker *c, const char *at, gm_config_region *g)
{
  static const char *const words[] = {
      [GM_REGION_BOX] = "box",       [GM_REGION_CYLINDER] = "cylinder",
      [GM_REGION_SPHERE] = "sphere", [GM_REGION_RECTANGLE] = "rectangle",
      [GM_REGION_DISC] = "disc",     [GM_REGION_FACE] = "face"};
  char key[96];
  const char *dot = *at ? "." : "";
  if (g->kind < 0) return;
  snprintf(key, sizeof key, "%s%s%s", at, dot, words[g->kind]);
  if (!gm_checker_sound(c, key)) return;
  const double t = c->config->domain.thickness;
  const gm_vec3 a = g->cylinder.axis;
  switch (g->kind) {
  case GM_REGION_BOX:
    if (!check_plane_cut(c, key, g->box.min.z, g->box.max.z)) break;
    g->box.min.z = -0.5 * t;
    g->box.max.z = 0.5 * t;
    break;
  case GM_REGION_CYLINDER:
    if (a.x != 0.0 || a.y != 0.0)
      GM_CHECKER_FAULT(c, key,
                       "its axis is not along z; in two dimensions a cylinder "
                       "is a circle: write axis: [0, 0, 1], or take a box");
    break;
  case GM_REGION_SPHERE:
    snprintf(key, sizeof key, "%s%ssphere.centre", at, dot);
    check_in_plane(c, key, g->sphere.centre, "the centre");
    break;
  default:
    check_plane_face(c, key, g);
  }
  g->thickness = t;
}

static void check_plane_regions(gm_checker *c)
{
  gm_config *config = c->config;
  for (size_t k = 0; k < config->n_grains; ++k) {
    gm_config_grains *g = &config->grains[k];
    gm_checker_item(c, "grains", k);
    if (g->source == GM_SOURCE_FILL)
      cut_plane_region(c, "fill", &g->fill.of.region);
    if (g->source == GM_SOURCE_POUR)
      cut_plane_region(c, "pour", &g->pour.of.region);
  }
  for (size_t k = 0; k < config->n_held; ++k) {
    gm_checker_item(c, "held", k);
    cut_plane_region(c, "", &config->held[k].region);
  }
  for (size_t k = 0; k < config->n_sinks; ++k) {
    gm_checker_item(c, "sinks", k);
    if (config->sinks[k].region.kind != GM_REGION_FACE)
      cut_plane_region(c, "", &config->sinks[k].region);
  }
  for (size_t k = 0; k < config->n_measure; ++k) {
    gm_checker_item(c, "measure", k);
    if (config->measure[k].kind == GM_MEASURE_STRESS)
      cut_plane_region(c, "stress", &config->measure[k].stress);
  }
}

/* --- grains -------------------------------------------------------------------- */

static void check_plane_list(gm_checker *c, const gm_config_grains *g,
                             size_t source)
{
  for (size_t k = 0; k < g->list.n_grains; ++k) {
    const gm_config_grain *one = &g->list.grains[k];
    char list[64];
    snprintf(list, sizeof list, "grains[%zu].list.grains", source);
    gm_checker_item(c, list, k);
    check_in_plane(c, "position", one->position, "the position");
    check_in_plane(c, "velocity", one->velocity, "the velocity");
    check_plane_spin(c, "angular_velocity", one->angular_velocity);
    const gm_vec3 axis = one->orientation.axis;
    if (gm_checker_sound(c, "orientation") && (axis.x != 0.0 || axis.y != 0.0))
      GM_CHECKER_FAULT(c, "orientation.axis",
                       "grains turn about z alone in two dimensions; leave the "
                       "axis out");
  }
}

/* Copies of a result or another file stay in the plane. */
static void check_plane_bed(gm_checker *c, const char *word, gm_config_bed *bed)
{
  char key[64];
  snprintf(key, sizeof key, "%s.translate", word);
  check_in_plane(c, key, bed->translate, "the displacement");
  snprintf(key, sizeof key, "%s.copies", word);
  if (bed->copies.z == 1.0 || !gm_checker_sound(c, key)) return;
  if (bed->copies.z == 0.0) { /* as two components are read */
    bed->copies.z = 1.0;
    return;
  }
  GM_CHECKER_FAULT(c, key,
                   "%.10g copies along z; in two dimensions there is one",
                   bed->copies.z);
}

static void check_plane_grains(gm_checker *c)
{
  gm_config *config = c->config;
  for (size_t k = 0; k < config->n_grains; ++k) {
    gm_config_grains *g = &config->grains[k];
    gm_checker_item(c, "grains", k);
    if (g->source == GM_SOURCE_FILL)
      check_in_plane(c, "fill.velocity", g->fill.of.velocity, "the velocity");
    if (g->source == GM_SOURCE_POUR)
      check_in_plane(c, "pour.velocity", g->pour.of.velocity, "the velocity");
    if (g->source == GM_SOURCE_LIST) check_plane_list(c, g, k);
    if (g->source == GM_SOURCE_RESULT) check_plane_bed(c, "result", &g->result);
    if (g->source == GM_SOURCE_ONDEM) check_plane_bed(c, "ondem", &g->ondem.of);
  }
}

/* --- held grains, measures ------------------------------------------------------ */

static void check_plane_motion(gm_checker *c, const gm_config_motion *m)
{
  const bool turns = m->kind == GM_MOTION_ROTATE;
  if (m->kind == GM_MOTION_TRANSLATE)
    check_in_plane(c, "translate.velocity", m->translate.velocity,
                   "the velocity");
  if (m->kind == GM_MOTION_OSCILLATE)
    check_in_plane(c, "oscillate.amplitude", m->oscillate.amplitude,
                   "the amplitude");
  if (turns) check_about_plane_z(c, "rotate.axis", m->rotate.axis, "the axis");
  for (size_t k = 0; m->kind == GM_MOTION_TABLE && k < m->table.n_rows; ++k) {
    const gm_config_motion_row *row = &m->table.rows[k];
    check_in_plane(c, "table", row->position, "a position");
    check_about_plane_z(c, "table", row->rotation, "a rotation");
  }
}

/* Adds an error for every segment of the motion of list[row] that leaves the plane. */
static void check_plane_segments(gm_checker *c, const char *list, size_t row,
                                 const gm_config_motion *motion, size_t n)
{
  for (size_t k = 0; k < n; ++k) {
    char path[64];
    snprintf(path, sizeof path, "%s[%zu].motion", list, row);
    gm_checker_item(c, path, k);
    check_plane_motion(c, &motion[k]);
  }
}

static void check_plane_held(gm_checker *c)
{
  const gm_config *config = c->config;
  for (size_t k = 0; k < config->n_held; ++k) {
    const gm_config_held *h = &config->held[k];
    gm_checker_item(c, "held", k);
    if (isfinite(h->origin.z))
      check_in_plane(c, "origin", h->origin, "the origin");
    check_plane_segments(c, "held", k, h->motion, h->n_motion);
  }
}

/* A rectangle that counts grains is crossed in a line: one of its sides is along z. */
static void check_plane_measures(gm_checker *c)
{
  gm_config *config = c->config;
  for (size_t k = 0; k < config->n_measure; ++k) {
    gm_config_measure *m = &config->measure[k];
    gm_checker_item(c, "measure", k);
    if (m->kind == GM_MEASURE_FLUX)
      check_in_plane(c, "flux.normal", m->flux.normal, "the normal");
    if (m->kind != GM_MEASURE_RECTANGLE || !gm_checker_sound(c, "rectangle"))
      continue;
    const gm_vec3 a = m->rectangle.along, b = m->rectangle.across;
    if (a.z == 0.0 && b.x == 0.0 && b.y == 0.0) {
      m->rectangle.corner.z = -0.5 * b.z;
    } else {
      GM_CHECKER_FAULT(c, "rectangle",
                       "grains of this scene of two dimensions cross a line; "
                       "give along in the plane z = 0 and across: [0, 0, 1]");
    }
  }
}

void gm_plane_rules_check(gm_checker *c)
{
  c->path[0] = '\0';
  check_plane_bodies(c);
  if (c->config->domain.dimensions != 2) return;
  check_plane_domain(c);
  check_in_plane(c, "gravity", c->config->gravity, "gravity");
  check_plane_regions(c);
  check_plane_grains(c);
  check_plane_held(c);
  check_plane_measures(c);
  c->path[0] = '\0';
}

/* Structures and motions of a two-dimensional scene.
 *
 * A structure of such a scene is an extrusion along z, of which the plane z = 0 shows a
 * section: a grain meets its sides and never its ends.  It moves in the plane and turns
 * about z. */

static void check_plane_box(gm_checker *c, gm_config_structure *s)
{
  if (!gm_checker_sound(c, "box")) return;
  check_plane_cut(c, "box", s->box.min.z, s->box.max.z);
  s->box.min.z = -0.5 * c->config->domain.thickness;
  s->box.max.z = 0.5 * c->config->domain.thickness;
}

static void check_plane_cylinder(gm_checker *c, gm_config_structure *s)
{
  const double z = s->cylinder.base.z, height = s->cylinder.axis.z;
  if (!gm_checker_sound(c, "cylinder")) return;
  if (s->cylinder.axis.x != 0.0 || s->cylinder.axis.y != 0.0)
    GM_CHECKER_FAULT(
        c, "cylinder.axis",
        "is not along z; in two dimensions a cylinder is a circle: "
        "write axis: [0, 0, 1], or take a box or a disc");
  check_plane_cut(c, "cylinder", fmin(z, z + height), fmax(z, z + height));
  s->cylinder.base.z = -0.5 * c->config->domain.thickness;
  s->cylinder.axis = (gm_vec3){0.0, 0.0, c->config->domain.thickness};
}

static void check_plane_shape(gm_checker *c, gm_config_structure *s)
{
  switch (s->shape) {
  case GM_SHAPE_PLANE:
    check_in_plane(c, "plane.normal", s->plane.normal, "the normal");
    break;
  case GM_SHAPE_BOX:
    check_plane_box(c, s);
    break;
  case GM_SHAPE_CYLINDER:
    check_plane_cylinder(c, s);
    break;
  case GM_SHAPE_SPHERE:
    check_in_plane(c, "sphere.centre", s->sphere.centre, "the centre");
    break;
  case GM_SHAPE_DISC:
    check_in_plane(c, "disc.centre", s->disc.centre, "the centre");
    check_in_plane(c, "disc.normal", s->disc.normal, "the normal");
    break;
  case GM_SHAPE_CONE:
    GM_CHECKER_FAULT(
        c, "cone",
        "a cone is no extrusion along z, which structures of a "
        "scene of two dimensions are; take a box, a cylinder along "
        "z, a line, or a mesh that is an extrusion");
    break;
  default:
    break; /* a mesh is checked when it has been read; a line is flat */
  }
}

/* --- motion ---------------------------------------------------------------------- */

static void check_plane_conveyor(gm_checker *c, const gm_config_structure *s)
{
  for (size_t i = 0; i < s->n_conveyor; ++i) {
    const gm_config_conveyor *v = &s->conveyor[i];
    char key[64];
    snprintf(key, sizeof key, "conveyor[%zu]", i);
    if (v->kind == GM_MOTION_TRANSLATE)
      check_in_plane(c, key, v->translate.velocity, "the velocity");
    else
      check_about_plane_z(c, key, v->rotate.axis, "the axis");
  }
}

static void check_plane_free(gm_checker *c, gm_config_free *f)
{
  enum { X_Y = 3, Z = 4 };
  check_in_plane(c, "free.velocity", f->velocity, "the velocity");
  check_about_plane_z(c, "free.angular_velocity", f->angular_velocity,
                      "the angular velocity");
  if (isfinite(f->axis.x))
    check_about_plane_z(c, "free.axis", f->axis, "the axis");
  for (size_t i = 0; i < f->n_loads; ++i) {
    char key[64];
    snprintf(key, sizeof key, "free.loads[%zu]", i);
    check_in_plane(c, key, f->loads[i].force, "the force");
    check_about_plane_z(c, key, f->loads[i].torque, "the torque");
  }
  f->translate &= X_Y;
  f->rotate &= Z;
}

static void check_plane_servo(gm_checker *c, const gm_config_servo *s)
{
  if (s->kind == GM_SERVO_TORQUE)
    check_about_plane_z(c, "servo.axis", s->axis, "the axis");
  else
    check_in_plane(c, "servo.axis", s->axis, "the axis");
}

static void check_plane_place(gm_checker *c, const gm_config_structure *s)
{
  const bool turned = s->place.rotate.angle != 0.0;
  check_in_plane(c, "place.translate", s->place.translate, "the place");
  if (turned)
    check_about_plane_z(c, "place.rotate", s->place.rotate.axis, "the axis");
}

void gm_plane_rules_structures(gm_checker *c)
{
  gm_config *config = c->config;
  for (size_t i = 0; i < config->n_structures; ++i) {
    gm_config_structure *s = &config->structures[i];
    gm_checker_item(c, "structures", i);
    check_plane_shape(c, s);
    check_plane_place(c, s);
    check_plane_conveyor(c, s);
    if (s->drive == GM_DRIVE_FREE) check_plane_free(c, &s->free);
    if (s->drive == GM_DRIVE_SERVO) check_plane_servo(c, &s->servo);
    check_plane_segments(c, "structures", i, s->motion, s->n_motion);
  }
  c->path[0] = '\0';
}
