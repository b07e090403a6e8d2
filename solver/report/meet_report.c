/* report/meet_report.c -- prints which structures meet each other, and what by.
 *
 * Of copies of one shape the first two stand for all.
 */
#include "report/meet_report.h"

#include "insert/insertion_region.h"

enum { LINES = 24, COPIES = 2 };

/* ---- forms ----------------------------------------------------------------------- */

static const char *field_of(const gm_form *f)
{
  static const char *const kinds[] = {
      [GM_FORM_PLANE] = "a plane",
      [GM_FORM_SPHERE] = "a sphere",
      [GM_FORM_BOX] = "a box",
      [GM_FORM_PROFILE] = "a cylinder or cone",
  };
  return kinds[f->solid.kind];
}

static void print_form(FILE *out, const gm_structure *s)
{
  const gm_form *f = s->form;
  fprintf(out, "meets '%s': ", s->name);
  if (f->n)
    fprintf(out,
            "%d samples of edges up to %.3g m on %.4g m2, depth up to %.3g m; ",
            f->n, s->scale * f->spacing, s->scale * s->scale * f->area,
            s->scale * f->depth);
  if (f->solid.kind != GM_FORM_MESH) {
    fprintf(out, "distance in closed form, of %s%s", field_of(f),
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

static void print_pair(FILE *out, const gm_meet *m, const gm_structure *a,
                       const gm_structure *b)
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

static void print_why(FILE *out, gm_meet_why why, const gm_structure *a,
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
static int stands(const gm_structures *s, gm_index k)
{
  if (k < s->named) return 1;
  for (int q = 1; q <= COPIES; ++q)
    if (k - q < s->named || s->row[k - q].kind != s->row[k].kind) return 1;
  return 0;
}

void gm_meet_report_print(FILE *out, const gm_meet *m, const gm_scene *s)
{
  const gm_structures *all = &s->structures;
  int lines = 0;
  if (!all->n_forms) return;
  for (gm_index k = 0; k < all->n; ++k) {
    const gm_structure *b = &all->row[k];
    const int later = k > all->named && b->kind == all->row[k - 1].kind;
    if (b->form && !later) print_form(out, b);
  }
  for (gm_index a = 0; a < all->n && lines < LINES; ++a) {
    if (!stands(all, a)) continue;
    for (gm_index b = a + 1; b < all->n && lines < LINES; ++b) {
      const gm_structure *p = &all->row[a], *q = &all->row[b];
      if (!stands(all, b)) continue;
      if (a < all->named && b > all->named && q->kind == all->row[b - 1].kind)
        continue;
      const gm_meet_why why = gm_meet_rules_meet(&m->table, p, q, a, b);
      const int asked = p->meets != GM_MEETS_AUTO || q->meets != GM_MEETS_AUTO;
      if (!p->rigid && !q->rigid && !asked) continue;
      if (why == GM_MEET_YES)
        print_pair(out, m, p, q);
      else
        print_why(out, why, p, q);
      if (++lines == LINES) fputs("  and more\n", out);
    }
  }
}

/* ---- notes ------------------------------------------------------------------------ */

/* Speed (m/s) of poured bodies that fall from the middle of their region to the lowest
 * corner of the domain. */
static double foreseen(const gm_scene *s, const gm_config_bodies *c)
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
static void note_soft(FILE *out, const gm_meet *m, const gm_scene *s,
                      gm_index row)
{
  const gm_structure *b = &s->structures.row[row];
  const double v = foreseen(s, &s->structures.source[b->kind]);
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
static void note_pours(FILE *out, const gm_meet *m, const gm_scene *s)
{
  const gm_structures *all = &s->structures;
  for (gm_index k = all->named; k < all->n; ++k) {
    if (k > all->named && all->row[k].kind == all->row[k - 1].kind) continue;
    if (all->source[all->row[k].kind].from == GM_BODIES_POUR &&
        all->row[k].form)
      note_soft(out, m, s, k);
  }
}

/* Structures without inside, as open meshes and discs, that a free one passes through. */
static void note_open(FILE *out, const gm_meet *m, const gm_structures *all)
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

void gm_meet_report_note(FILE *out, const gm_meet *m, const gm_scene *s)
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
  note_pours(out, m, s);
  note_open(out, m, all);
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
