/* report/drive_report.c -- prints what moves structures beside prescribed motion.
 *
 * The numbers are those that the run computes with, so a wrong unit, a mesh with a wrong
 * volume or an axis of the wrong frame shows before the run.  Vectors are in the world
 * unless the line names another frame.
 */
#include "report/drive_report.h"

/* Prints the vector without -0. */
static void print_vector(FILE *out, const char *before, gm_vec3 v,
                         const char *after)
{
  fprintf(out, "%s(%.6g, %.6g, %.6g)%s", before, v.x + 0.0, v.y + 0.0,
          v.z + 0.0, after);
}

/* ---- a free body ---------------------------------------------------------------- */

static void print_mass(FILE *out, const gm_structure *b)
{
  const gm_rigid *r = b->rigid;
  const gm_quat turn = gm_quat_product(b->pose.orientation, r->turn);
  const double m[3] = {r->moments.x, r->moments.y, r->moments.z};
  const double least = 1.0e-12;
  fprintf(out, "free '%s': mass %.6g kg", b->name, r->mass);
  if (r->mirrors)
    fprintf(out, ", of the part of the body within its %s",
            r->mirrors == 1 ? "mirror" : "mirrors");
  print_vector(out, ", centre of mass ", gm_pose_to_world(&b->pose, r->centre),
               " m");
  print_vector(out, ", in the frame of the body ", r->centre, " m\n");
  fprintf(out, "  principal moments of inertia about the %s, and their axes\n",
          r->pivots ? "pivot" : "centre of mass");
  for (int a = 0; a < 3; ++a) {
    gm_vec3 e = gm_quat_rotate(turn, gm_vec(a == 0, a == 1, a == 2));
    if (fabs(e.x) < least) e.x = 0.0;
    if (fabs(e.y) < least) e.y = 0.0;
    if (fabs(e.z) < least) e.z = 0.0;
    fprintf(out, "    %.6g kg m2", m[a]);
    print_vector(out, " ", e, "\n");
  }
}

/* Prints the world axes of the bits, as "x y". */
static void print_axes(FILE *out, int bits)
{
  for (int a = 0; a < 3; ++a)
    if (bits & 1 << a) fprintf(out, " %c", "xyz"[a]);
}

/* Near theta = 0 Euler angles are wrong before they overflow. */
static void print_singular(FILE *out, const gm_structure *b)
{
  const gm_quat turn = gm_quat_product(b->pose.orientation, b->rigid->turn);
  const double cosine = gm_quat_rotate(turn, gm_vec(0.0, 0.0, 1.0)).z;
  const double near = 0.999; /* 1  within 2.6 degrees */
  if (fabs(cosine) > near)
    fputs("  its Euler angles are singular at the start, where the third axis "
          "is along z: take\n  free.rotation: no_squish\n",
          out);
}

static void print_freedom(FILE *out, const gm_structure *b)
{
  const gm_rigid *r = b->rigid;
  const int single = gm_norm2(r->axis) > 0.0;
  if (r->translates) {
    fputs("  moves along", out);
    print_axes(out, r->translates);
  } else {
    fputs("  moves along no axis", out);
  }
  if (r->pivots || single) {
    print_vector(out, r->pivots ? ", turns about the pivot " : ", turns about ",
                 single && !r->pivots ? r->axis
                                      : gm_pose_to_world(&b->pose, r->seat),
                 "");
  }
  if (single) {
    if (r->pivots) print_vector(out, " m along ", r->axis, "");
    fprintf(out, " (moment of inertia %.6g kg m2)", r->moment);
  } else if (r->pivots && r->turns == GM_RIGID_ALL) {
    fputs(" m", out);
  } else if (r->turns) {
    fputs(r->pivots ? " m: about" : ", turns about", out);
    print_axes(out, r->turns);
  } else {
    fputs(", does not turn", out);
  }
  if (gm_rigid_turns(r) && !single)
    fprintf(out, ", integrator %s", gm_choices_rotations[r->how.kind]);
  if (r->from > 0.0) fprintf(out, ", from %.6g s", r->from);
  fputc('\n', out);
  if (gm_rigid_turns(r) && !single && r->how.kind == GM_ROTATION_EULER)
    print_singular(out, b);
}

static void print_start(FILE *out, const gm_rigid *r)
{
  if (gm_norm2(r->velocity_at) > 0.0)
    print_vector(out, "  starts with velocity ", r->velocity_at, " m/s\n");
  if (gm_norm2(r->spin_at) > 0.0)
    print_vector(out, "  starts with angular velocity ", r->spin_at,
                 " rad/s\n");
  if (r->drag > 0.0) fprintf(out, "  drag %.6g N s/m\n", r->drag);
  if (r->angular_drag > 0.0)
    fprintf(out, "  angular drag %.6g N m s\n", r->angular_drag);
  if (gm_norm2(r->gravity) > 0.0)
    print_vector(out, "  weight ", gm_scale(r->mass, r->gravity), " N\n");
}

static void print_load(FILE *out, const gm_rigid_load *l)
{
  const char *axes =
      l->axes == GM_AXES_BODY ? "axes of the body" : "world axes";
  fputs("  load", out);
  if (gm_norm2(l->force) > 0.0) {
    print_vector(out, " ", l->force, " N");
    print_vector(out, " at ", l->at, " m of the body");
  }
  if (gm_norm2(l->torque) > 0.0)
    print_vector(out, gm_norm2(l->force) > 0.0 ? " and " : " ", l->torque,
                 " N m");
  fprintf(out, " in %s", axes);
  if (l->n)
    fprintf(out, ", times a factor over time of %d row%s", l->n,
            l->n == 1 ? "" : "s");
  if (l->from > 0.0) fprintf(out, ", from %.6g s", l->from);
  if (isfinite(l->to)) fprintf(out, ", to %.6g s", l->to);
  fputc('\n', out);
}

static void print_free(FILE *out, const gm_structure *b)
{
  print_mass(out, b);
  print_freedom(out, b);
  print_start(out, b->rigid);
  for (int k = 0; k < b->rigid->n_load; ++k)
    print_load(out, &b->rigid->load[k]);
  for (int k = 0; k < b->rigid->n_dipole; ++k) {
    const gm_rigid_dipole *d = &b->rigid->dipole[k];
    print_vector(out, "  dipole along ", d->moment, " of the body");
    print_vector(out, ", field along ", d->field, "");
    fprintf(out, ", torque %.6g N m\n", d->torque);
  }
}

/* ---- a servo -------------------------------------------------------------------- */

static void print_servo(FILE *out, const gm_config_servo *c,
                        const gm_structure *b)
{
  const gm_servo *v = b->servo;
  fprintf(out, "servo '%s': ", b->name);
  if (c->kind == GM_SERVO_PRESSURE && c->pressure != 0.0)
    fprintf(out, "pressure %.6g Pa on %.6g m2%s, which is ", c->pressure,
            v->wanted / c->pressure,
            c->area > 0.0 ? "" : " (auto: of the bounding box)");
  fprintf(out, v->turns ? "torque %.6g N m" : "force %.6g N", v->wanted);
  print_vector(out, v->turns ? " about " : " along ", v->axis, "");
  if (v->turns) print_vector(out, " through ", v->through, " m");
  fprintf(out, v->turns ? ", at most %.6g rad/s" : ", at most %.6g m/s",
          v->limit);
  fprintf(out, ", gain %.4g", v->gain);
  if (v->from > 0.0) fprintf(out, ", from %.6g s", v->from);
  fputc('\n', out);
}

/* ---- both ----------------------------------------------------------------------- */

void gm_drive_report_print(FILE *out, const gm_config *config,
                           const gm_scene *s)
{
  for (size_t k = 0; k < config->n_structures; ++k) {
    const gm_structure *b = &s->structures.row[k];
    if (b->rigid) print_free(out, b);
    if (b->servo) print_servo(out, &config->structures[k].servo, b);
  }
}
