/* A mesh of a box gives the forces of the three planes that meet in its corner.
 *
 * The box is inside out, so that grains are in it, and cut into six patches.
 * Coordinates are multiples of 1/1024 m, so that the planes are exact.  A grain is led
 * with prescribed velocity and spin over a face, along an edge, into the corner and
 * back, with an overlap of 1 % of its radius and friction.  Sampled distances have
 * rounding errors of fixed-point numbers only, at most 1e-9 D for three contacts.
 * Force, torque and history must therefore agree with those of the planes within 3e-9 D
 * / overlap of the largest, for the smallest overlap that occurs; in double precision
 * within 1e-10.
 *
 * As a single patch the mesh would represent only the nearest wall; the test prints
 * that error.
 */
#include "carried.h"
#include "check.h"

static const double r = 0.01, dt = 1.0e-6, press = 0.01;
static const gm_vec3 none = {0.0, 0.0, 0.0};
static const gm_vec3 half = {104.0 / 1024.0, 80.0 / 1024.0, 64.0 / 1024.0};
static const gm_vec3 walls[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

#ifdef GM_LATTICE_DOUBLE
static const double allowed = 1.0e-10;
#else
static const double allowed = 3.0e-9 * (0.93 / 1.7320508) / 0.01;
#endif

static gm_index begin(pair_scene *p, enum gm_choice_law law)
{
  pair_init(p, law);
  const gm_index m = pair_material(p, 2500.0, 1.0e7, 0.25);
  pair_between(p, m, m, 0.7, 0.4, 1.0e4);
  return m;
}

static void grain(pair_scene *p, gm_index m)
{
  pair_grain(p, none, r, none, none, m);
  pair_start(p, dt, 1);
}

/* A place on the path and the velocity there; false behind its end. */
static int lead(int k, gm_vec3 *x, gm_vec3 *v)
{
  enum { LEG = 400 };
  const double in = (1.0 - press) * r, out = 2.3 * r;
  const gm_vec3 corner = gm_scale(-1.0, half);
  const gm_vec3 stop[] = {{out, out, out},
                          {out, out, in},
                          {in, out, in},
                          {in, in, in},
                          {out, in, in},
                          {in, in, in},
                          {1.02 * r, 1.02 * r, 1.02 * r},
                          {in, in, in},
                          {out, out, out}};
  const int leg = k / LEG;
  if (leg >= 8) return 0;
  const gm_vec3 way = gm_sub(stop[leg + 1], stop[leg]);
  *x = gm_add(corner, gm_madd(stop[leg], (double)(k % LEG) / LEG, way));
  *v = gm_scale(1.0 / (LEG * dt), way);
  return 1;
}

static void put(pair_scene *p, gm_vec3 x, gm_vec3 v, gm_vec3 spin)
{
  gm_grain *g = &p->scene->grains.g[0];
  g->x = gm_row(x, r);
  g->v = gm_row(v, g->v[3]);
  p->scene->grains.w[0] = gm_row(spin, p->scene->grains.w[0][3]);
  gm_step_edited(p->step);
  pair_look(p);
}

/* History of the touching contact with that wall, or null. */
static const gm_row4 *history(const pair_scene *p, int wall)
{
  const gm_contacts *c = &p->scene->contacts;
  for (gm_index row = c->n_grain; row < c->n; ++row) {
    if (!c->touched[row]) continue;
    const gm_structure *s = &p->scene->structures.row[c->b[row]];
    gm_vec3 n = gm_shape_patch(&s->shape, gm_contacts_patch(c, row))->normal;
    for (gm_index t = 0; s->collider && t < s->surface.n; ++t) {
      if (s->collider->of[t] == gm_contacts_patch(c, row))
        n = s->surface.normal[t];
    }
    if (gm_dot(n, walls[wall]) > 0.5) return &c->history[row];
  }
  return NULL;
}

typedef struct errors {
  /* 1  of the largest that the planes give, times the least overlap over 1 % of r */
  double force, torque, history;
  int most, wrong; /* contacts, places with another number */
} errors;

/* The least overlap of those that touch, over that on the path. */
static double share(const pair_scene *p)
{
  double least = press * r;
  for (gm_index k = 0; k < p->contacts->n; ++k)
    least = fmin(least, p->contacts->overlap[k]);
  return least / (press * r);
}

static errors follow(enum gm_choice_law law, int plain)
{
  pair_scene a, b;
  const gm_index m = begin(&a, law);
  const carried_options o = {.r_min = r,
                             .r_max = r,
                             .tolerance = 0.02,
                             .facing = GM_FACING_INSIDE,
                             .plain = plain};
  solid box = solid_box(gm_scale(-1.0, half), half);
  const gm_structure *s = carried_structure(&a, box, &o, m);
  CHECK(s->collider->n == (plain ? 1 : 6));
  begin(&b, law);
  for (int k = 0; k < 3; ++k)
    pair_structure(&b, gm_shape_plane(gm_scale(-1.0, half), walls[k]), m);
  grain(&a, m);
  grain(&b, m);

  errors e = {0};
  double force = 0.0, torque = 0.0, stretch = 0.0;
  gm_vec3 x, v;
  for (int k = 0; lead(k, &x, &v); ++k) {
    const gm_vec3 spin = {30.0, -50.0, 20.0};
    put(&a, x, v, spin);
    put(&b, x, v, spin);
    const gm_load *f = &a.scene->grains.load[0], *g = &b.scene->grains.load[0];
    e.wrong += a.contacts->n != b.contacts->n;
    e.most = b.contacts->n > e.most ? b.contacts->n : e.most;
    force = fmax(force, gm_norm(gm_row_vec(g->f)));
    torque = fmax(torque, gm_norm(gm_row_vec(g->t)));
    const double unit = share(&b);
    e.force = fmax(e.force, unit * gm_norm(gm_row_vec(f->f - g->f)));
    e.torque = fmax(e.torque, unit * gm_norm(gm_row_vec(f->t - g->t)));
    for (int w = 0; w < 3; ++w) {
      const gm_row4 *p = history(&a, w), *q = history(&b, w);
      if (q) stretch = fmax(stretch, gm_norm(gm_row_vec(*q)));
      if (p && q) {
        e.history = fmax(e.history, unit * gm_norm(gm_row_vec(*p - *q)));
      }
    }
  }
  e.force /= force;
  e.torque /= torque;
  e.history /= stretch;
  pair_clear(&a);
  pair_clear(&b);
  return e;
}

int main(void)
{
  printf("a grain led over face, edge and corner of a box of %s\n",
         sizeof(gm_site) == 16 ? "sites" : "sites in double precision");
  printf(
      "law    patches  contacts  wrong   force    torque   history  allowed\n");
  for (int law = 0; law < 2; ++law) {
    for (int plain = 0; plain < 2; ++plain) {
      const errors e = follow(law ? GM_LAW_HOOKE : GM_LAW_HERTZ, plain);
      printf("%-6s %-8s %5d %9d   %.1e  %.1e  %.1e  %.1e\n",
             law ? "hooke" : "hertz", plain ? "none" : "auto", e.most, e.wrong,
             e.force, e.torque, e.history, allowed);
      CHECK(e.most == 3);
      if (plain) { /* what patches are for */
        CHECK(e.wrong > 100 && e.force > 0.1);
        continue;
      }
      CHECK(e.wrong == 0);
      CHECK_NEAR(e.force, 0.0, allowed);
      CHECK_NEAR(e.torque, 0.0, allowed);
      CHECK_NEAR(e.history, 0.0, allowed);
    }
  }
  return CHECK_REPORT();
}
