/* rules/plane_structures.c -- structures and motions of a two-dimensional scene.
 *
 * A structure of such a scene is an extrusion along z, of which the plane z = 0 shows a
 * section: a grain meets its sides and never its ends.  It moves in the plane and turns
 * about z.
 */
#include "rules/plane_structures.h"

#include "rules/plane_rules.h"

static void check_box(gm_checker *c, gm_config_structure *s)
{
  if (!gm_checker_sound(c, "box")) return;
  gm_plane_rules_cuts(c, "box", s->box.min.z, s->box.max.z);
  s->box.min.z = -0.5 * c->config->domain.thickness;
  s->box.max.z = 0.5 * c->config->domain.thickness;
}

static void check_cylinder(gm_checker *c, gm_config_structure *s)
{
  const double z = s->cylinder.base.z, height = s->cylinder.axis.z;
  if (!gm_checker_sound(c, "cylinder")) return;
  if (s->cylinder.axis.x != 0.0 || s->cylinder.axis.y != 0.0)
    GM_CHECKER_FAULT(
        c, "cylinder.axis",
        "is not along z; in two dimensions a cylinder is a circle: "
        "write axis: [0, 0, 1], or take a box or a disc");
  gm_plane_rules_cuts(c, "cylinder", fmin(z, z + height), fmax(z, z + height));
  s->cylinder.base.z = -0.5 * c->config->domain.thickness;
  s->cylinder.axis = (gm_vec3){0.0, 0.0, c->config->domain.thickness};
}

static void check_shape(gm_checker *c, gm_config_structure *s)
{
  switch (s->shape) {
  case GM_SHAPE_PLANE:
    gm_plane_rules_in(c, "plane.normal", s->plane.normal, "the normal");
    break;
  case GM_SHAPE_BOX:
    check_box(c, s);
    break;
  case GM_SHAPE_CYLINDER:
    check_cylinder(c, s);
    break;
  case GM_SHAPE_SPHERE:
    gm_plane_rules_in(c, "sphere.centre", s->sphere.centre, "the centre");
    break;
  case GM_SHAPE_DISC:
    gm_plane_rules_in(c, "disc.centre", s->disc.centre, "the centre");
    gm_plane_rules_in(c, "disc.normal", s->disc.normal, "the normal");
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

static void check_conveyor(gm_checker *c, const gm_config_structure *s)
{
  for (size_t i = 0; i < s->n_conveyor; ++i) {
    const gm_config_conveyor *v = &s->conveyor[i];
    char key[64];
    snprintf(key, sizeof key, "conveyor[%zu]", i);
    if (v->kind == GM_MOTION_TRANSLATE)
      gm_plane_rules_in(c, key, v->translate.velocity, "the velocity");
    else
      gm_plane_rules_about(c, key, v->rotate.axis, "the axis");
  }
}

static void check_free(gm_checker *c, gm_config_free *f)
{
  enum { X_Y = 3, Z = 4 };
  gm_plane_rules_in(c, "free.velocity", f->velocity, "the velocity");
  gm_plane_rules_about(c, "free.angular_velocity", f->angular_velocity,
                       "the angular velocity");
  if (isfinite(f->axis.x))
    gm_plane_rules_about(c, "free.axis", f->axis, "the axis");
  for (size_t i = 0; i < f->n_loads; ++i) {
    char key[64];
    snprintf(key, sizeof key, "free.loads[%zu]", i);
    gm_plane_rules_in(c, key, f->loads[i].force, "the force");
    gm_plane_rules_about(c, key, f->loads[i].torque, "the torque");
  }
  f->translate &= X_Y;
  f->rotate &= Z;
}

static void check_servo(gm_checker *c, const gm_config_servo *s)
{
  if (s->kind == GM_SERVO_TORQUE)
    gm_plane_rules_about(c, "servo.axis", s->axis, "the axis");
  else
    gm_plane_rules_in(c, "servo.axis", s->axis, "the axis");
}

static void check_place(gm_checker *c, const gm_config_structure *s)
{
  const bool turned = s->place.rotate.angle != 0.0;
  gm_plane_rules_in(c, "place.translate", s->place.translate, "the place");
  if (turned)
    gm_plane_rules_about(c, "place.rotate", s->place.rotate.axis, "the axis");
}

void gm_plane_structures_check(gm_checker *c)
{
  gm_config *config = c->config;
  for (size_t i = 0; i < config->n_structures; ++i) {
    gm_config_structure *s = &config->structures[i];
    gm_checker_item(c, "structures", i);
    check_shape(c, s);
    check_place(c, s);
    check_conveyor(c, s);
    if (s->drive == GM_DRIVE_FREE) check_free(c, &s->free);
    if (s->drive == GM_DRIVE_SERVO) check_servo(c, &s->servo);
    gm_plane_rules_motion(c, "structures", i, s->motion, s->n_motion);
  }
  c->path[0] = '\0';
}
