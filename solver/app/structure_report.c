/* app/structure_report.c -- prints what is known of structures before a run.
 *
 * What was found in mesh files and repaired; what moves structures beside prescribed
 * motion; which of them meet, and what by.
 */
#include "app/structure_report.h"

#include "import/findings.h"
#include "insert/insertion_region.h"

void gm_structure_report_meshes(FILE *out, const gm_structures *structures,
                                int all)
{
  for (gm_index k = 0; k < structures->named; ++k) {
    const gm_structure *s = &structures->row[k];
    if (!s->report) continue;
    if (all || gm_findings_any(&s->surface)) fputs(s->report, out);
  }
}

/* Prints what moves structures beside prescribed motion.
 *
 * The numbers are those that the run computes with, so a wrong unit, a mesh with a wrong
 * volume or an axis of the wrong frame shows before the run.  Vectors are in the world
 * unless the line names another frame. */

/* Prints the vector without -0. */
static void print_report_vector(FILE *out, const char *before, gm_vec3 v,
                                const char *after)
{
  fprintf(out, "%s(%.6g, %.6g, %.6g)%s", before, v.x + 0.0, v.y + 0.0,
          v.z + 0.0, after);
}

/* ---- a free body ---------------------------------------------------------------- */

static void print_report_mass(FILE *out, const gm_structure *b)
{
  const gm_rigid *r = b->rigid;
  const gm_quat turn = gm_quat_product(b->pose.orientation, r->turn);
  const double m[3] = {r->moments.x, r->moments.y, r->moments.z};
  const double least = 1.0e-12;
  fprintf(out, "free '%s': mass %.6g kg", b->name, r->mass);
  if (r->mirrors)
    fprintf(out, ", of the part of the body within its %s",
            r->mirrors == 1 ? "mirror" : "mirrors");
  print_report_vector(out, ", centre of mass ",
                      gm_pose_to_world(&b->pose, r->centre), " m");
  print_report_vector(out, ", in the frame of the body ", r->centre, " m\n");
  fprintf(out, "  principal moments of inertia about the %s, and their axes\n",
          r->pivots ? "pivot" : "centre of mass");
  for (int a = 0; a < 3; ++a) {
    gm_vec3 e = gm_quat_rotate(turn, gm_vec(a == 0, a == 1, a == 2));
    if (fabs(e.x) < least) e.x = 0.0;
    if (fabs(e.y) < least) e.y = 0.0;
    if (fabs(e.z) < least) e.z = 0.0;
    fprintf(out, "    %.6g kg m2", m[a]);
    print_report_vector(out, " ", e, "\n");
  }
}

/* Prints the world axes of the bits, as "x y". */
static void print_report_axes(FILE *out, int bits)
{
  for (int a = 0; a < 3; ++a)
    if (bits & 1 << a) fprintf(out, " %c", "xyz"[a]);
}

/* Near theta = 0 Euler angles are wrong before they overflow. */
static void print_report_singular(FILE *out, const gm_structure *b)
{
  const gm_quat turn = gm_quat_product(b->pose.orientation, b->rigid->turn);
  const double cosine = gm_quat_rotate(turn, gm_vec(0.0, 0.0, 1.0)).z;
  const double near = 0.999; /* 1  within 2.6 degrees */
  if (fabs(cosine) > near)
    fputs("  its Euler angles are singular at the start, where the third axis "
          "is along z: take\n  free.rotation: no_squish\n",
          out);
}

static void print_report_freedom(FILE *out, const gm_structure *b)
{
  const gm_rigid *r = b->rigid;
  const int single = gm_norm2(r->axis) > 0.0;
  if (r->translates) {
    fputs("  moves along", out);
    print_report_axes(out, r->translates);
  } else {
    fputs("  moves along no axis", out);
  }
  if (r->pivots || single) {
    print_report_vector(
        out, r->pivots ? ", turns about the pivot " : ", turns about ",
        single && !r->pivots ? r->axis : gm_pose_to_world(&b->pose, r->seat),
        "");
  }
  if (single) {
    if (r->pivots) print_report_vector(out, " m along ", r->axis, "");
    fprintf(out, " (moment of inertia %.6g kg m2)", r->moment);
  } else if (r->pivots && r->turns == GM_RIGID_ALL) {
    fputs(" m", out);
  } else if (r->turns) {
    fputs(r->pivots ? " m: about" : ", turns about", out);
    print_report_axes(out, r->turns);
  } else {
    fputs(", does not turn", out);
  }
  if (gm_rigid_turns(r) && !single)
    fprintf(out, ", integrator %s", gm_choices_rotations[r->how.kind]);
  if (r->from > 0.0) fprintf(out, ", from %.6g s", r->from);
  fputc('\n', out);
  if (gm_rigid_turns(r) && !single && r->how.kind == GM_ROTATION_EULER)
    print_report_singular(out, b);
}

static void print_report_start(FILE *out, const gm_rigid *r)
{
  if (gm_norm2(r->velocity_at) > 0.0)
    print_report_vector(out, "  starts with velocity ", r->velocity_at,
                        " m/s\n");
  if (gm_norm2(r->spin_at) > 0.0)
    print_report_vector(out, "  starts with angular velocity ", r->spin_at,
                        " rad/s\n");
  if (r->drag > 0.0) fprintf(out, "  drag %.6g N s/m\n", r->drag);
  if (r->angular_drag > 0.0)
    fprintf(out, "  angular drag %.6g N m s\n", r->angular_drag);
  if (gm_norm2(r->gravity) > 0.0)
    print_report_vector(out, "  weight ", gm_scale(r->mass, r->gravity),
                        " N\n");
}

static void print_report_load(FILE *out, const gm_rigid_load *l)
{
  const char *axes =
      l->axes == GM_AXES_BODY ? "axes of the body" : "world axes";
  fputs("  load", out);
  if (gm_norm2(l->force) > 0.0) {
    print_report_vector(out, " ", l->force, " N");
    print_report_vector(out, " at ", l->at, " m of the body");
  }
  if (gm_norm2(l->torque) > 0.0)
    print_report_vector(out, gm_norm2(l->force) > 0.0 ? " and " : " ",
                        l->torque, " N m");
  fprintf(out, " in %s", axes);
  if (l->n)
    fprintf(out, ", times a factor over time of %d row%s", l->n,
            l->n == 1 ? "" : "s");
  if (l->from > 0.0) fprintf(out, ", from %.6g s", l->from);
  if (isfinite(l->to)) fprintf(out, ", to %.6g s", l->to);
  fputc('\n', out);
}

static void print_report_free(FILE *out, const gm_structure *b)
{
  print_report_mass(out, b);
  print_report_freedom(out, b);
  print_report_start(out, b->rigid);
  for (int k = 0; k < b->rigid->n_load; ++k)
    print_report_load(out, &b->rigid->load[k]);
  for (int k = 0; k < b->rigid->n_dipole; ++k) {
    const gm_rigid_dipole *d = &b->rigid->dipole[k];
    print_report_vector(out, "  dipole along ", d->moment, " of the body");
    print_report_vector(out, ", field along ", d->field, "");
    fprintf(out, ", torque %.6g N m\n", d->torque);
  }
}

/* ---- a servo -------------------------------------------------------------------- */

static void print_report_servo(FILE *out, const gm_config_servo *c,
                               const gm_structure *b)
{
  const gm_servo *v = b->servo;
  fprintf(out, "servo '%s': ", b->name);
  if (c->kind == GM_SERVO_PRESSURE && c->pressure != 0.0)
    fprintf(out, "pressure %.6g Pa on %.6g m2%s, which is ", c->pressure,
            v->wanted / c->pressure,
            c->area > 0.0 ? "" : " (auto: of the bounding box)");
  fprintf(out, v->turns ? "torque %.6g N m" : "force %.6g N", v->wanted);
  print_report_vector(out, v->turns ? " about " : " along ", v->axis, "");
  if (v->turns) print_report_vector(out, " through ", v->through, " m");
  fprintf(out, v->turns ? ", at most %.6g rad/s" : ", at most %.6g m/s",
          v->limit);
  fprintf(out, ", gain %.4g", v->gain);
  if (v->from > 0.0) fprintf(out, ", from %.6g s", v->from);
  fputc('\n', out);
}

/* ---- both ----------------------------------------------------------------------- */

void gm_structure_report_drives(FILE *out, const gm_config *config,
                                const gm_scene *s)
{
  for (size_t k = 0; k < config->n_structures; ++k) {
    const gm_structure *b = &s->structures.row[k];
    if (b->rigid) print_report_free(out, b);
    if (b->servo) print_report_servo(out, &config->structures[k].servo, b);
  }
}

/* Prints which structures meet each other, and what by.
 *
 * Of copies of one shape the first two stand for all. */

enum { LINES = 24, COPIES = 2 };

/* ---- forms ----------------------------------------------------------------------- */

static const char *report_field(const gm_form *f)
{
  static const char *const kinds[] = {
      [GM_FORM_PLANE] = "a plane",
      [GM_FORM_SPHERE] = "a sphere",
      [GM_FORM_BOX] = "a box",
      [GM_FORM_PROFILE] = "a cylinder or cone",
  };
  return kinds[f->solid.kind];
}

static void print_report_form(FILE *out, const gm_structure *s)
{
  const gm_form *f = s->form;
  fprintf(out, "meets '%s': ", s->name);
  if (f->n)
    fprintf(out,
            "%d samples of edges up to %.3g m on %.4g m2, depth up to %.3g m; ",
            f->n, s->scale * f->spacing, s->scale * s->scale * f->area,
            s->scale * f->depth);
  if (f->solid.kind != GM_FORM_MESH) {
    fprintf(out, "distance in closed form, of %s%s", report_field(f),
            f->solid.inside ? " from inside" : "");
  } else {
    const double cells = (double)f->flags.cells;
    fprintf(out,
            "distance by %zu virtual particles %.3g m apart, %.1f %% of cells "
            "by triangles",
            gm_lattice_sites(&f->lattice), s->scale * f->lattice.spacing,
            cells > 0.0 ? 100.0 * (double)f->flags.flagged / cells : 0.0);
  }
  fprintf(out, "; %.3g MB\n", 1.0e-6 * (double)gm_form_bytes(f));
}

/* ---- pairs ----------------------------------------------------------------------- */

static void print_report_pair(FILE *out, const gm_meet *m,
                              const gm_structure *a, const gm_structure *b)
{
  const gm_meet_material *c =
      &m->table
           .pair[gm_meet_rules_material(b, a)][gm_meet_rules_material(a, b)];
  const int twin = a->mirror || b->mirror || a->reflects || b->reflects;
  fprintf(out,
          "  '%s' and '%s': foundation %.4g N/m3%s, damping ratio %.3g, "
          "friction %.3g\n",
          a->name, b->name, gm_meet_rules_foundation(&m->table, a, b),
          c->foundation > 0.0 ? "" : " by modulus and size", c->zeta,
          twin ? 0.0 : c->mu);
}

static void print_report_why(FILE *out, gm_meet_why why, const gm_structure *a,
                             const gm_structure *b)
{
  static const char *const text[] = {
      [GM_MEET_NO_FORM] = "one has no inside, or nothing it could meet",
      [GM_MEET_EXCLUDED] = "by meets",
      [GM_MEET_NO_PAIR] = "contacts.pairs does not list their materials",
      [GM_MEET_SOFT] = "neither foundation nor youngs_modulus is given",
      [GM_MEET_ENDLESS] = "neither has samples",
  };
  if (!text[why]) return;
  fprintf(out, "  '%s' and '%s' pass through each other: %s\n", a->name,
          b->name, text[why]);
}

/* Rows that stand for all: those of the scene file, and some copies of each shape. */
static int report_stands_still(const gm_structures *s, gm_index k)
{
  if (k < s->named) return 1;
  for (int q = 1; q <= COPIES; ++q)
    if (k - q < s->named || s->row[k - q].kind != s->row[k].kind) return 1;
  return 0;
}

void gm_structure_report_meetings(FILE *out, const gm_meet *m,
                                  const gm_scene *s)
{
  const gm_structures *all = &s->structures;
  int lines = 0;
  if (!all->n_forms) return;
  for (gm_index k = 0; k < all->n; ++k) {
    const gm_structure *b = &all->row[k];
    const int later = k > all->named && b->kind == all->row[k - 1].kind;
    if (b->form && !later) print_report_form(out, b);
  }
  for (gm_index a = 0; a < all->n && lines < LINES; ++a) {
    if (!report_stands_still(all, a)) continue;
    for (gm_index b = a + 1; b < all->n && lines < LINES; ++b) {
      const gm_structure *p = &all->row[a], *q = &all->row[b];
      if (!report_stands_still(all, b)) continue;
      if (a < all->named && b > all->named && q->kind == all->row[b - 1].kind)
        continue;
      const gm_meet_why why = gm_meet_rules_meet(&m->table, p, q, a, b);
      const int asked = p->meets != GM_MEETS_AUTO || q->meets != GM_MEETS_AUTO;
      if (!p->rigid && !q->rigid && !asked) continue;
      if (why == GM_MEET_YES)
        print_report_pair(out, m, p, q);
      else
        print_report_why(out, why, p, q);
      if (++lines == LINES) fputs("  and more\n", out);
    }
  }
}

/* ---- notes ------------------------------------------------------------------------ */

/* Speed (m/s) of poured bodies that fall from the middle of their region to the lowest
 * corner of the domain. */
static double report_foreseen_bodies(const gm_scene *s,
                                     const gm_config_bodies *c)
{
  gm_vec3 low, high;
  double fall = 0.0;
  const double g = gm_norm(s->gravity);
  gm_insertion_region_bounds(&c->region, &low, &high);
  if (g > 0.0) {
    const gm_vec3 down = gm_scale(1.0 / g, s->gravity);
    const gm_vec3 min = s->domain.min, max = s->domain.max;
    const gm_vec3 corner = {down.x > 0.0 ? max.x : min.x,
                            down.y > 0.0 ? max.y : min.y,
                            down.z > 0.0 ? max.z : min.z};
    const gm_vec3 way = gm_sub(corner, gm_scale(0.5, gm_add(low, high)));
    fall = way.x * down.x * (down.x != 0.0) + way.y * down.y * (down.y != 0.0) +
           way.z * down.z * (down.z != 0.0);
  }
  return sqrt(gm_norm2(c->velocity) + 2.0 * g * fmax(fall, 0.0));
}

/* The energy that a foundation k stores up to the depth d in a ball of radius R is
 * pi k R d^3 / 3; the ball has the smallest extent of the body as its diameter. */
static void note_report_soft(FILE *out, const gm_meet *m, const gm_scene *s,
                             gm_index row)
{
  const gm_structure *b = &s->structures.row[row];
  const double v = report_foreseen_bodies(s, &s->structures.source[b->kind]);
  const double energy = 0.5 * b->rigid->mass * v * v;
  const double size = b->scale * b->form->size;
  const gm_structure *worst = NULL;
  double least = 1.0, foundation = 0.0;
  for (gm_index k = 0; k < s->structures.named; ++k) {
    const gm_structure *o = &s->structures.row[k];
    if (gm_meet_rules_meet(&m->table, o, b, k, row) != GM_MEET_YES) continue;
    const double at = gm_meet_rules_foundation(&m->table, o, b);
    const double depth =
        fmin(b->scale * b->form->depth, o->scale * o->form->depth);
    const double part =
        GM_PI / 6.0 * at * size * depth * depth * depth / energy;
    if (!(part < least)) continue;
    least = part;
    worst = o;
    foundation = at / part;
  }
  if (!worst) return;
  fprintf(out,
          "note: '%s' reaches %.2g m/s as it falls, too fast for the "
          "foundation of its contact with '%s', which it overlaps by more than "
          "meet.depth; give contacts.pairs[].foundation %.2g N/m3, or let it "
          "fall less\n",
          b->name, v, worst->name, foundation);
}

/* Of each shape that is poured the first body stands for all. */
static void note_report_pours(FILE *out, const gm_meet *m, const gm_scene *s)
{
  const gm_structures *all = &s->structures;
  for (gm_index k = all->named; k < all->n; ++k) {
    if (k > all->named && all->row[k].kind == all->row[k - 1].kind) continue;
    if (all->source[all->row[k].kind].from == GM_BODIES_POUR &&
        all->row[k].form)
      note_report_soft(out, m, s, k);
  }
}

/* Structures without inside, as open meshes and discs, that a free one passes through. */
static void note_report_open(FILE *out, const gm_meet *m,
                             const gm_structures *all)
{
  for (gm_index k = 0; k < all->named; ++k) {
    const gm_structure *b = &all->row[k];
    if (b->form || b->meets == GM_MEETS_NONE) continue;
    for (gm_index q = 0; q < all->named; ++q) {
      const gm_structure *o = &all->row[q];
      if (q == k || o->meets == GM_MEETS_NONE || !(b->rigid || o->rigid))
        continue;
      const gm_index mb = gm_meet_rules_material(o, b);
      const gm_index mo = gm_meet_rules_material(b, o);
      if (isnan(m->table.pair[mb][mo].mu)) continue;
      fprintf(out,
              "note: '%s' has no inside (it is open, a disc or a line): "
              "structures such as '%s' pass through it; close it, give it a "
              "thickness, or write meets: none\n",
              b->name, o->name);
      break;
    }
  }
}

void gm_structure_report_note(FILE *out, const gm_meet *m, const gm_scene *s)
{
  const gm_structures *all = &s->structures;
  if (s->hard) return;
  for (gm_index k = 0; k < all->named && s->domain.shear != 0.0; ++k) {
    if (!all->row[k].rigid) continue;
    fputs("note: in a sheared box free structures touch grains only: walls and "
          "other structures do not stop them\n",
          out);
    return;
  }
  note_report_pours(out, m, s);
  note_report_open(out, m, all);
  for (gm_index a = 0; a < all->named; ++a) {
    for (gm_index b = a + 1; b < all->named; ++b) {
      const gm_structure *p = &all->row[a], *q = &all->row[b];
      if (!p->rigid && !q->rigid) continue;
      const gm_index ma = gm_meet_rules_material(q, p);
      const gm_index mb = gm_meet_rules_material(p, q);
      if (p->meets == GM_MEETS_NONE || q->meets == GM_MEETS_NONE) continue;
      if (!isnan(m->table.pair[ma][mb].mu)) continue;
      fprintf(out,
              "note: '%s' and '%s' pass through each other: contacts.pairs "
              "lists no %s with %s\n",
              p->name, q->name, s->materials.row[p->material].name,
              s->materials.row[q->material].name);
      return;
    }
  }
}
