/* rules/plane_rules.c -- what a two-dimensional scene may contain.
 *
 * The plane of such a scene is z = 0.  Nothing may move a grain out of it: the solver
 * then computes zeros for the third component of every position, velocity and force.
 */
#include "rules/plane_rules.h"

/* Adds an error if a vector has a component along z. */
static void check_plane(gm_checker *c, const char *key, gm_vec3 v,
                        const char *what)
{
  if (!gm_checker_sound(c, key) || v.z == 0.0) return;
  GM_CHECKER_FAULT(c, key,
                   "%s has the component %.10g along z and the scene has two "
                   "dimensions, x and y; leave that component out",
                   what, v.z);
}

/* Adds an error if an angular velocity is about any axis but z. */
static void check_spin(gm_checker *c, const char *key, gm_vec3 w)
{
  if (!gm_checker_sound(c, key) || (w.x == 0.0 && w.y == 0.0)) return;
  GM_CHECKER_FAULT(
      c, key,
      "the angular velocity has components about x or y, and in "
      "two dimensions grains turn about z alone; write [0, 0, %.10g]",
      w.z);
}

/* Grains whose bodies only one number of dimensions has. */
static void check_bodies(gm_checker *c)
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
static void check_domain(gm_checker *c)
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

static void check_list(gm_checker *c, const gm_config_grains *g, size_t source)
{
  for (size_t k = 0; k < g->list.n_grains; ++k) {
    const gm_config_grain *one = &g->list.grains[k];
    char list[64];
    snprintf(list, sizeof list, "grains[%zu].list.grains", source);
    gm_checker_item(c, list, k);
    check_plane(c, "position", one->position, "the position");
    check_plane(c, "velocity", one->velocity, "the velocity");
    check_spin(c, "angular_velocity", one->angular_velocity);
    const gm_vec3 axis = one->orientation.axis;
    if (gm_checker_sound(c, "orientation") && (axis.x != 0.0 || axis.y != 0.0))
      GM_CHECKER_FAULT(c, "orientation.axis",
                       "grains turn about z alone in two dimensions; leave the "
                       "axis out");
  }
}

static void check_grains(gm_checker *c)
{
  const gm_config *config = c->config;
  for (size_t k = 0; k < config->n_grains; ++k) {
    const gm_config_grains *g = &config->grains[k];
    gm_checker_item(c, "grains", k);
    if (g->source == GM_SOURCE_FILL)
      check_plane(c, "fill.velocity", g->fill.of.velocity, "the velocity");
    if (g->source == GM_SOURCE_POUR)
      check_plane(c, "pour.velocity", g->pour.of.velocity, "the velocity");
    if (g->source == GM_SOURCE_LIST) check_list(c, g, k);
  }
}

void gm_plane_rules_check(gm_checker *c)
{
  c->path[0] = '\0';
  check_bodies(c);
  if (c->config->domain.dimensions != 2) return;
  check_domain(c);
  check_plane(c, "gravity", c->config->gravity, "gravity");
  check_grains(c);
  c->path[0] = '\0';
}
