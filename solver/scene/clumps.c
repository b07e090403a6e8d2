/* scene/clumps.c -- memory of clumps, and their shapes.
 *
 * The axes of motion of a shape are its principal axes about its centre of mass.  In the
 * plane all turns about z, so the axes are those of the scene file, and one moment
 * counts: it stands in all three places, and momentum has a component about z alone.
 */
#include "scene/clumps.h"

#include "base/math.h"
#include "base/memory.h"

/* ---- memory -------------------------------------------------------------------- */

void gm_clumps_clear(gm_clumps *c)
{
  GM_FREE(c->row);
  GM_FREE(c->load);
  for (gm_index k = 0; k < c->n_shapes; ++k) {
    GM_FREE(c->shape[k].seat);
    GM_FREE(c->shape[k].r);
    GM_FREE(c->shape[k].part);
    GM_FREE(c->shape[k].given);
  }
  GM_FREE(c->shape);
  *c = (gm_clumps){0};
}

gm_status gm_clumps_reserve(gm_clumps *c, gm_index clumps, gm_index slots)
{
  if (clumps > c->capacity) {
    GM_TRY(GM_RESIZE(c->row, c->n, clumps));
    c->capacity = clumps;
  }
  if (slots > c->slots_capacity) {
    GM_TRY(GM_RESIZE(c->load, c->slots, slots));
    c->slots_capacity = slots;
  }
  return GM_OK;
}

/* ---- shapes -------------------------------------------------------------------- */

static int are_clump_discs(const gm_grain_rule *rule)
{
  return rule->body == GM_BODY_DISC;
}

static gm_status copy_clump_balls(gm_clump_shape *s, const gm_ball *ball,
                                  gm_index n)
{
  GM_TRY(GM_RESIZE(s->seat, 0, n));
  GM_TRY(GM_RESIZE(s->r, 0, n));
  GM_TRY(GM_RESIZE(s->part, 0, n));
  GM_TRY(GM_RESIZE(s->given, 0, n));
  s->n = n;
  for (gm_index k = 0; k < n; ++k)
    s->r[k] = ball[k].r;
  return GM_OK;
}

/* Volume as solid fractions count it, and that of mass, centre and inertia. */
static gm_status find_clump_volume(gm_clump_shape *s, const gm_ball *ball,
                                   gm_index n, const gm_grain_rule *rule,
                                   gm_mass *m)
{
  if (rule->flat) {
    GM_TRY(gm_ball_union_plane(ball, n, rule->thickness, m));
    s->solid = m->mass;
    s->error = 1.0e-15;
  }
  if (!are_clump_discs(rule)) GM_TRY(gm_ball_union_mass(ball, n, m, &s->error));
  s->volume = m->mass;
  if (rule->flat)
    m->centre.z = 0.0; /* not by the round-off of slices */
  else
    s->solid = m->mass;
  return GM_OK;
}

/* Radii of gyration and axes of motion. */
static gm_status find_clump_axes(gm_clump_shape *s, gm_mass *m,
                                 const gm_grain_rule *rule, gm_vec3 inertia)
{
  const int given = gm_norm2(inertia) > 0.0;
  const double mass = given ? s->mass : m->mass;
  if (given) {
    m->inertia[0] = inertia.x;
    m->inertia[1] = inertia.y;
    m->inertia[2] = inertia.z;
    m->inertia[3] = m->inertia[4] = m->inertia[5] = 0.0;
  }
  if (rule->flat) {
    const double about = m->inertia[2] / mass;
    s->gyration = gm_vec(about, about, about);
    s->turn = gm_quat_identity();
  } else {
    const gm_mass_axes axes = gm_mass_principal(m);
    s->gyration = gm_scale(1.0 / mass, axes.moments);
    s->turn = axes.turn;
    const gm_vec3 i = s->gyration;
    if (!(i.x > 0.0) || i.z > (i.x + i.y) * (1.0 + 1.0e-9))
      return gm_fail(GM_ERR_INPUT,
                     "moments of inertia in the ratio %.4g : %.4g : %.4g; each "
                     "must be above 0, and none above the sum of the others",
                     i.x / i.z, i.y / i.z, 1.0);
  }
  return GM_OK;
}

/* The largest contribution of the rotation to the inverse effective mass, times the mass,
 * of any direction of a force on a member at a: the largest eigenvalue of the matrix of
 * c_i . c_j, c_j = (a x e_j) / gyration; one of the three is 0. */
static double clump_largest_turning(gm_vec3 a, gm_vec3 gyration)
{
  const gm_vec3 k = {1.0 / sqrt(gyration.x), 1.0 / sqrt(gyration.y),
                     1.0 / sqrt(gyration.z)};
  const gm_vec3 c[3] = {{0.0, a.z * k.y, -a.y * k.z},
                        {-a.z * k.x, 0.0, a.x * k.z},
                        {a.y * k.x, -a.x * k.y, 0.0}};
  const double xx = gm_norm2(c[0]), yy = gm_norm2(c[1]), zz = gm_norm2(c[2]);
  const double xy = gm_dot(c[0], c[1]), xz = gm_dot(c[0], c[2]),
               yz = gm_dot(c[1], c[2]);
  const double half = 0.5 * (xx + yy + zz);
  const double minors =
      xx * yy - xy * xy + xx * zz - xz * xz + yy * zz - yz * yz;
  return half + sqrt(fmax(0.0, half * half - minors));
}

gm_status gm_clumps_shape(gm_clump_shape *s, const gm_ball *ball, gm_index n,
                          const gm_grain_rule *rule, double mass,
                          gm_vec3 inertia)
{
  const int discs = are_clump_discs(rule);
  gm_mass m;
  s->mass = mass;
  GM_TRY(copy_clump_balls(s, ball, n));
  GM_TRY(find_clump_volume(s, ball, n, rule, &m));
  GM_TRY(find_clump_axes(s, &m, rule, inertia));
  s->centre = m.centre;
  s->round = discs ? sqrt(s->volume / (GM_PI * rule->thickness))
                   : gm_math_cbrt(0.75 * s->volume / GM_PI);
  s->yields = 1.0;
  double sum = 0.0;
  for (gm_index k = 0; k < n; ++k) {
    const double r = ball[k].r;
    s->given[k] = gm_sub(ball[k].x, m.centre);
    s->seat[k] = gm_quat_unrotate(s->turn, s->given[k]);
    s->part[k] = discs ? r * r : r * r * r;
    sum += s->part[k];
    s->reach = fmax(s->reach, gm_norm(s->seat[k]) + r);
    s->yields =
        fmin(s->yields,
             1.0 / (1.0 + clump_largest_turning(s->seat[k], s->gyration)));
    s->smallest = k ? fmin(s->smallest, r) : r;
    s->largest = fmax(s->largest, r);
  }
  for (gm_index k = 0; k < n; ++k)
    s->part[k] /= sum;
  return GM_OK;
}

double gm_clumps_mass(const gm_clump_shape *s, const gm_grain_rule *rule,
                      double size, double density)
{
  const double scale = are_clump_discs(rule) ? size * size : size * size * size;
  return scale * (s->mass > 0.0 ? s->mass : density * s->volume);
}

double gm_clumps_volume(const gm_clump_shape *s, const gm_grain_rule *rule,
                        double size)
{
  return (rule->flat ? size * size : size * size * size) * s->solid;
}
