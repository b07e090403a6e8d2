/* rules/drive_rules.c -- structures that forces or servos move.
 *
 * An axis is free, prescribed by `motion`, or fixed; no axis may be two of these at one
 * time.  What follows from the shape, as the mass, is tested when the scene is built
 * (drive/drive.c).
 */
#include "rules/drive_rules.h"

#include "base/vec3.h"

static const char *const axis_name[] = {"x", "y", "z"};

static int given(gm_vec3 v)
{
  return isfinite(gm_norm2(v));
}

static int turns(const gm_config_free *f)
{
  return f->rotate != 0 || given(f->axis);
}

/* Bit mask of the world axes along which v has a component. */
static int axes_of(gm_vec3 v)
{
  return (v.x != 0.0) | (v.y != 0.0) << 1 | (v.z != 0.0) << 2;
}

/* ---- prescribed and free -------------------------------------------------------- */

/* World axes along which a segment moves a body, and whether it turns the body. */
static int moved_axes(const gm_config_motion *m, int *rotates)
{
  int axes = 0;
  *rotates = m->kind == GM_MOTION_ROTATE;
  if (m->kind == GM_MOTION_TRANSLATE) axes = axes_of(m->translate.velocity);
  if (m->kind == GM_MOTION_OSCILLATE) axes = axes_of(m->oscillate.amplitude);
  for (size_t k = 0; m->kind == GM_MOTION_TABLE && k < m->table.n_rows; ++k) {
    axes |= axes_of(m->table.rows[k].position);
    *rotates |= gm_norm2(m->table.rows[k].rotation) > 0.0;
  }
  return axes;
}

/* No axis may be prescribed and free at one time. */
static void check_motion(gm_checker *c, const gm_config_structure *s)
{
  const gm_config_free *f = &s->free;
  for (size_t k = 0; k < s->n_motion; ++k) {
    const gm_config_motion *m = &s->motion[k];
    char key[64];
    int rotates;
    const int axes = moved_axes(m, &rotates);
    if (m->to <= f->from) continue;
    snprintf(key, sizeof key, "motion[%zu]", k);
    if (given(f->pivot) && (axes || rotates)) {
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
    if (rotates && turns(f))
      GM_CHECKER_FAULT(
          c, key,
          "the rotation is prescribed here and free by free.rotate; "
          "write free.rotate: [], or let this motion end before "
          "free.from");
  }
}

/* ---- a free body ---------------------------------------------------------------- */

static void check_start(gm_checker *c, const gm_config_free *f)
{
  const int along = axes_of(f->velocity) & ~f->translate;
  if (given(f->pivot) && axes_of(f->velocity))
    GM_CHECKER_FAULT(
        c, "free.velocity",
        "the body has a pivot, which stays; give angular_velocity");
  for (int a = 0; a < 3 && !given(f->pivot); ++a)
    if (along & 1 << a)
      GM_CHECKER_FAULT(
          c, "free.velocity",
          "it has a component along %s, which is not free; add it to "
          "free.translate, or prescribe it by motion",
          axis_name[a]);
  const gm_vec3 w = f->angular_velocity;
  const double size = gm_norm(w);
  if (size == 0.0) return;
  if (given(f->axis)) {
    if (gm_norm(gm_cross(w, gm_unit(f->axis))) > 1.0e-9 * size)
      GM_CHECKER_FAULT(
          c, "free.angular_velocity",
          "it is not along free.axis, about which alone the body turns; give a "
          "multiple of that axis");
    return;
  }
  for (int a = 0; a < 3; ++a)
    if (axes_of(w) & ~f->rotate & 1 << a)
      GM_CHECKER_FAULT(
          c, "free.angular_velocity",
          "it has a component about %s, which is not free; add it to "
          "free.rotate, or prescribe it by motion",
          axis_name[a]);
}

static void check_rotation(gm_checker *c, const gm_config_free *f)
{
  if (given(f->axis) && gm_norm(f->axis) == 0.0) {
    GM_CHECKER_FAULT(c, "free.axis", "it has no length; give a direction");
  }
  const int two = f->rotate == 3 || f->rotate == 5 || f->rotate == 6;
  const int gear = f->rotation != GM_ROTATION_NO_SQUISH &&
                   f->rotation != GM_ROTATION_QUATERNION;
  if (two && gear && !given(f->axis))
    GM_CHECKER_FAULT(c, "free.rotation",
                     "%s needs all three axes free, or one; take no_squish",
                     gm_choices_rotations[f->rotation]);
}

static void check_loads(gm_checker *c, const gm_config_free *f)
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

static void check_free(gm_checker *c, const gm_config_structure *s)
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
  if (given(f->pivot) && !turns(f)) {
    GM_CHECKER_FAULT(c, "free",
                     "nothing is free: free.pivot stays, and free.rotate names "
                     "no axis; name axes in free.rotate, or leave out pivot");
  } else if (f->translate == 0 && !turns(f)) {
    GM_CHECKER_FAULT(c, "free",
                     "nothing is free: neither translate nor rotate names an "
                     "axis; leave out free, or name axes");
  }
  check_rotation(c, f);
  check_start(c, f);
  check_loads(c, f);
  if (f->n_dipoles && !turns(f))
    GM_CHECKER_FAULT(
        c, "free.dipoles",
        "they turn the body, but free.rotate names no axis; name axes "
        "in free.rotate, or leave out dipoles");
  check_motion(c, s);
}

/* ---- a servo -------------------------------------------------------------------- */

static void check_servo(gm_checker *c, const gm_config_servo *s)
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

static int any_resumed(const gm_config *config)
{
  for (size_t k = 0; k < config->n_grains; ++k) {
    const char *word;
    const gm_config_bed *bed = gm_config_bed_of(config, k, &word);
    if (bed && bed->resume) return 1;
  }
  return 0;
}

void gm_drive_rules_check(gm_checker *c, const gm_config_structure *s)
{
  if (s->drive < GM_DRIVE_FREE) return;
  const char *key = s->drive == GM_DRIVE_FREE ? "free" : "servo";
  if (!gm_checker_sound(c, key)) return;
  if (c->config->time.scheme != GM_SCHEME_LEAPFROG)
    GM_CHECKER_FAULT(c, key,
                     "structures that are moved by forces or a servo need "
                     "time.scheme: leapfrog");
  if (any_resumed(c->config))
    GM_CHECKER_FAULT(
        c, key,
        "the run cannot resume from grains of a result, which does "
        "not hold the state of this structure; go on with granum "
        "run RESULT --resume");
  if (s->drive == GM_DRIVE_FREE)
    check_free(c, s);
  else
    check_servo(c, &s->servo);
}
