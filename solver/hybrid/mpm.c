/* hybrid/mpm.c -- material points in a step of the run.
 *
 * Moduli follow from the contacts of the grains unless they are given.  Points leave at
 * the same steps as grains; whenever some have, or a point has gone too far from the
 * block that it belongs to, all are sorted.
 */
#include "hybrid/mpm.h"

#include "base/memory.h"
#include "points/point_motion.h"
#include "points/point_tile.h"

/* Structures and material points, through the nodes of the grid.
 *
 * Blocks of nodes that may reach a structure are listed first, then their nodes are
 * tested, a few blocks at a time in parallel, and joined in order.  Impulses follow node
 * by node: once where a node has one structure at rest or with a prescribed motion, else
 * in sweeps that add to the impulses (projected Gauss-Seidel), since those of a node in a
 * corner and of nodes at one free body depend on each other. */

enum {
  BATCH = 64,         /* pairs that are tested at a time */
  AT_ONCE = 3,        /* walls at a node of one structure */
  SWEEPS = 20,        /* most */
  ROOM = 64 * AT_ONCE /* rows of a pair */
};

static const double on =
    1.0e-6; /* cells  within which a node is on a surface */
static const double enough = 1.0e-10; /* of the largest impulse: sweeps end */

static gm_status init_mpm_walls(gm_mpm_walls *w, const gm_scene *s,
                                const gm_config *config)
{
  const gm_index n = s->structures.n;
  *w = (gm_mpm_walls){.rule = config->hybrid.walls, .structures = n};
  GM_TRY(GM_RESIZE(w->form, 0, n + 1));
  GM_TRY(GM_RESIZE(w->gain, 0, n + 1));
  GM_TRY(GM_RESIZE(w->load, 0, n + 1));
  GM_TRY(GM_RESIZE(w->candidate, 0, BATCH * ROOM));
  GM_TRY(GM_RESIZE(w->count, 0, BATCH));
  for (gm_index k = 0; k < n; ++k)
    w->form[k] = gm_mpm_probe_form(&s->structures.row[k], s, config);
  return GM_OK;
}

static void clear_mpm_walls(gm_mpm_walls *w)
{
  GM_FREE(w->form);
  GM_FREE(w->gain);
  GM_FREE(w->load);
  GM_FREE(w->row);
  GM_FREE(w->pair);
  GM_FREE(w->candidate);
  GM_FREE(w->count);
  GM_FREE(w->uses);
  GM_FREE(w->tied);
  *w = (gm_mpm_walls){0};
}

/* ---- nodes at structures ------------------------------------------------- */

/* Nodes this near to a solid hold the material up: within the half width of a point.  A
 * point on the surface reaches beyond them, so that the nodes in the solid would not
 * feel it enough. */
static double mpm_form_reach(gm_mpm_form form, const gm_point_grid *g)
{
  return g->h * (form == GM_MPM_SHEET ? 1.0 - on : g->l + on);
}

/* Centre of the nodes of a block, and its distance from the farthest. */
static gm_vec3 mpm_slot_middle(const gm_point_grid *g, gm_index slot,
                               double *radius)
{
  const int *b = g->at[slot];
  const double half = 0.5 * (GM_GRID_BLOCK - 1);
  const double z = g->dims == 2 ? 0.0 : GM_GRID_BLOCK * b[2] + half;
  *radius = half * g->h * sqrt((double)g->dims);
  return gm_madd(
      g->origin, g->h,
      gm_vec(GM_GRID_BLOCK * b[0] + half, GM_GRID_BLOCK * b[1] + half, z));
}

static gm_status find_mpm_wall_pairs(gm_mpm_walls *w, const gm_point_grid *g,
                                     const gm_scene *s)
{
  w->pairs = 0;
  for (gm_index slot = 0; slot < g->slots; ++slot) {
    double radius;
    const gm_vec3 x = mpm_slot_middle(g, slot, &radius);
    for (gm_index k = 0; k < s->structures.n; ++k) {
      const gm_structure *b = &s->structures.row[k];
      if (!b->present) continue;
      const double reach = radius + mpm_form_reach(w->form[k], g);
      if (gm_mpm_probe_bound(b, w->form[k], x) > reach) continue;
      if (w->pairs == w->pair_capacity) {
        const gm_index more = 2 * w->pairs + 256;
        GM_TRY(GM_RESIZE(w->pair, w->pairs, more));
        w->pair_capacity = more;
      }
      w->pair[w->pairs][0] = slot;
      w->pair[w->pairs++][1] = k;
    }
  }
  return GM_OK;
}

/* Friction of the surface: 0 of planes of symmetry, negative where points stick. */
static double mpm_friction(const gm_mpm_walls *w, const gm_scene *s,
                           const gm_structure *b, gm_index patch)
{
  if (b->mirror || b->reflects || w->rule == GM_WALLS_SLIP) return 0.0;
  if (w->rule == GM_WALLS_STICK) return -1.0;
  const gm_index m = gm_structures_material(b, patch);
  const double mu = s->materials.pair[s->continuum.material][m].friction;
  return mu > 0.0 ? mu : 0.0;
}

static int is_mpm_free_wall(const gm_structure *b)
{
  return b->rigid && b->rigid->on;
}

static gm_index test_mpm_block(const gm_mpm_walls *w, const gm_point_grid *g,
                               const gm_scene *s, const gm_index pair[2],
                               gm_mpm_wall *out)
{
  const gm_structure *b = &s->structures.row[pair[1]];
  const gm_mpm_form form = w->form[pair[1]];
  gm_index n = 0;
  for (gm_index node = pair[0] * g->size; node < (pair[0] + 1) * g->size;
       ++node) {
    gm_mpm_probe probe[GM_SHAPE_SIDES];
    int i[3];
    if (!(g->node[node].p[3] > 0.0)) continue;
    gm_point_grid_numbers(g, node, i);
    const gm_vec3 x = gm_madd(g->origin, g->h, gm_vec(i[0], i[1], i[2]));
    const int walls = gm_mpm_probe_at(
        b, form, g->dims == 2, x, mpm_form_reach(form, g), 2.0 * g->h, probe);
    for (int k = 0; k < walls && k < AT_ONCE; ++k) {
      const gm_pose *pose = is_mpm_free_wall(b) ? &b->late : &b->pose;
      out[n++] =
          (gm_mpm_wall){.node = node,
                        .structure = pair[1],
                        .x = x,
                        .n = probe[k].normal,
                        .v = gm_structures_velocity(b, pose, probe[k].patch, x,
                                                    probe[k].normal),
                        .friction = mpm_friction(w, s, b, probe[k].patch)};
    }
  }
  return n;
}

static gm_status find_mpm_nodes(gm_mpm_walls *w, const gm_point_grid *g,
                                const gm_scene *s, int threads)
{
  w->n = 0;
  for (gm_index from = 0; from < w->pairs; from += BATCH) {
    const gm_index n = w->pairs - from < BATCH ? w->pairs - from : BATCH;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (gm_index k = 0; k < n; ++k)
      w->count[k] =
          test_mpm_block(w, g, s, w->pair[from + k], &w->candidate[k * ROOM]);
    for (gm_index k = 0; k < n; ++k) {
      if (w->n + w->count[k] > w->capacity) {
        const gm_index more = 2 * w->capacity + w->count[k] + 256;
        GM_TRY(GM_RESIZE(w->row, w->n, more));
        GM_TRY(GM_RESIZE(w->tied, 0, more));
        w->capacity = more;
      }
      for (gm_index i = 0; i < w->count[k]; ++i)
        w->row[w->n++] = w->candidate[k * ROOM + i];
    }
  }
  return GM_OK;
}

/* ---- impulses ------------------------------------------------------------ */

typedef struct sides {
  gm_mpm_walls *walls;
  gm_point_grid *grid;
  const gm_scene *scene;
} sides;

/* Velocity of the node relative to the surface. */
static gm_vec3 mpm_slip(const sides *o, const gm_mpm_wall *r)
{
  const gm_row4 p = o->grid->node[r->node].p;
  const gm_structure *b = &o->scene->structures.row[r->structure];
  gm_vec3 v = gm_madd(gm_scale(-1.0, r->v), 1.0 / p[3], gm_row_vec(p));
  if (!is_mpm_free_wall(b)) return v;
  const gm_mpm_gain *gain = &o->walls->gain[r->structure];
  v = gm_sub(v, gain->velocity);
  return gm_sub(v, gm_cross(gain->spin, gm_sub(r->x, b->rigid->place)));
}

/* Inverse effective mass along the unit vector n. */
static double mpm_wall_mobility(const sides *o, const gm_mpm_wall *r, gm_vec3 n)
{
  const gm_structure *b = &o->scene->structures.row[r->structure];
  const double of_node = 1.0 / o->grid->node[r->node].p[3];
  return is_mpm_free_wall(b) ? of_node + gm_rigid_mobility(b->rigid, r->x, n)
                             : of_node;
}

/* The impulse j on the node, and -j on the body. */
static void push_mpm_node(const sides *o, const gm_mpm_wall *r, gm_vec3 j)
{
  const gm_structure *b = &o->scene->structures.row[r->structure];
  o->grid->node[r->node].p += gm_row(j, 0.0);
  if (!is_mpm_free_wall(b)) return;
  const gm_rigid *body = b->rigid;
  gm_mpm_gain *gain = &o->walls->gain[r->structure];
  const double by = gm_rigid_part(body) / body->mass;
  const int axes = body->whole.translates;
  gain->velocity.x -= axes & 1 ? by * j.x : 0.0;
  gain->velocity.y -= axes & 2 ? by * j.y : 0.0;
  gain->velocity.z -= axes & 4 ? by * j.z : 0.0;
  const gm_vec3 turn = gm_cross(gm_sub(r->x, body->place), j);
  gain->spin = gm_sub(gain->spin, gm_mass_apply(body->mobility, turn));
}

/* One row of a sweep; returns by how much its impulse changes. */
static double resolve_mpm_pair(const sides *o, gm_mpm_wall *r)
{
  gm_vec3 v = mpm_slip(o, r);
  double change = 0.0;
  if (gm_norm2(r->n) > 0.0) {
    const double wn = mpm_wall_mobility(o, r, r->n);
    const double j = fmax(0.0, r->normal - gm_dot(v, r->n) / wn);
    change = fabs(j - r->normal);
    push_mpm_node(o, r, gm_scale(j - r->normal, r->n));
    r->normal = j;
    if (r->friction == 0.0) return change;
    v = mpm_slip(o, r);
    v = gm_madd(v, -gm_dot(v, r->n), r->n);
  }
  const double speed = gm_norm(v);
  gm_vec3 t = r->tangential;
  if (speed > 0.0)
    t = gm_madd(t, -1.0 / (mpm_wall_mobility(o, r, gm_scale(1.0 / speed, v))),
                v);
  const int deep = !(gm_norm2(r->n) > 0.0);
  const double most = deep                ? INFINITY
                      : r->friction < 0.0 ? (r->normal > 0.0 ? INFINITY : 0.0)
                                          : r->friction * r->normal;
  const double size = gm_norm(t);
  if (size > most) t = gm_scale(most / size, t);
  const gm_vec3 d = gm_sub(t, r->tangential);
  push_mpm_node(o, r, d);
  r->tangential = t;
  return fmax(change, gm_norm(d));
}

/* Lists the rows of nodes at several walls and of free bodies; the others are independent
 * and are resolved at once.  Returns their number. */
static gm_index resolve_mpm_single(const sides *o)
{
  gm_mpm_walls *w = o->walls;
  gm_index n = 0;
  for (gm_index k = 0; k < w->n; ++k)
    ++w->uses[w->row[k].node];
  for (gm_index k = 0; k < w->n; ++k) {
    gm_mpm_wall *r = &w->row[k];
    if (w->uses[r->node] > 1 ||
        is_mpm_free_wall(&o->scene->structures.row[r->structure]))
      w->tied[n++] = k;
    else
      resolve_mpm_pair(o, r);
  }
  for (gm_index k = 0; k < w->n; ++k)
    w->uses[w->row[k].node] = 0;
  return n;
}

static void sweep_mpm_pairs(const sides *o)
{
  const gm_mpm_walls *w = o->walls;
  const gm_index tied = resolve_mpm_single(o);
  double largest = 0.0;
  for (int n = 0; n < SWEEPS && tied; ++n) {
    double change = 0.0;
    for (gm_index k = 0; k < tied; ++k)
      change = fmax(change, resolve_mpm_pair(o, &w->row[w->tied[k]]));
    largest = fmax(largest, change);
    if (change <= enough * largest) break;
  }
}

static gm_status reserve_mpm_nodes(gm_mpm_walls *w, const gm_point_grid *g)
{
  const gm_index nodes = g->slots * g->size;
  if (nodes <= w->node_capacity) return GM_OK;
  GM_TRY(GM_RESIZE(w->uses, 0, nodes + nodes / 4));
  w->node_capacity = nodes + nodes / 4;
  return GM_OK;
}

/* ---- loads --------------------------------------------------------------- */

/* Time over which a step accelerates the structure: half a step after its release. */
static double mpm_wall_kick(const sides *o, const gm_structure *b, double kick)
{
  return is_mpm_free_wall(b) && b->rigid->fresh ? 0.5 * o->scene->dt : kick;
}

/* Energy (J) that a node loses to a wall with a given motion.  The impulse j = -(m u + q)
 * of a node that comes at u, which forces push by q, does -j u / 2.  Of it m u^2 / 2 is
 * lost here; the rest is work of q at a velocity that points bring back to the node, and
 * the transfer counts it with the other sign. */
static double mpm_loss_at(const sides *o, const gm_mpm_wall *r, gm_vec3 slip)
{
  const gm_node *node = &o->grid->node[r->node];
  const gm_vec3 u = gm_sub(gm_row_vec(node->f), r->v);
  if (!(gm_norm2(r->n) > 0.0)) {
    const double far = gm_norm(u);
    return far > 0.0 ? 0.5 * far * far /
                           mpm_wall_mobility(o, r, gm_scale(1.0 / far, u))
                     : 0.0;
  }
  const double into = r->normal > 0.0 ? gm_dot(u, r->n) : 0.0;
  return 0.5 * into * into / mpm_wall_mobility(o, r, r->n) -
         fmin(0.0, gm_dot(r->tangential, slip));
}

static void account_mpm_walls(const sides *o, double kick)
{
  gm_mpm_walls *w = o->walls;
  const double step = o->scene->continuum.stride * o->scene->dt;
  for (gm_index k = 0; k < w->n; ++k) {
    const gm_mpm_wall *r = &w->row[k];
    const gm_structure *b = &o->scene->structures.row[r->structure];
    const gm_mpm_gain *gain = &w->gain[r->structure];
    const gm_node *node = &o->grid->node[r->node];
    gm_structure_load *load = &w->load[r->structure];
    const gm_vec3 j = gm_madd(r->tangential, r->normal, r->n);
    const gm_vec3 f =
        gm_scale(1.0 / mpm_wall_kick(o, b, kick), j); /* on the material */
    gm_vec3 wall = r->v, at = r->v; /* mean of the step, at the pose */
    if (is_mpm_free_wall(b)) {
      const gm_vec3 arm = gm_sub(r->x, b->rigid->place);
      wall =
          gm_madd(wall, 0.5, gm_add(gain->velocity, gm_cross(gain->spin, arm)));
      /* with the velocity of its conveyors, whose drive does this work */
      at = gm_add(gm_pose_velocity_at(&b->pose, r->x),
                  gm_sub(r->v, gm_pose_velocity_at(&b->late, r->x)));
    }
    load->force = gm_sub(load->force, f);
    load->torque =
        gm_sub(load->torque, gm_cross(gm_sub(r->x, b->pose.position), f));
    /* The first kick is half a step, and f then twice the mean force of the step. */
    load->power += is_mpm_free_wall(b) ? gm_dot(f, at) : gm_dot(j, at) / step;
    const gm_vec3 mean =
        gm_scale(0.5, gm_madd(gm_row_vec(node->f), 1.0 / node->p[3],
                              gm_row_vec(node->p)));
    const gm_vec3 slip = gm_sub(mean, wall);
    const double lost = mpm_loss_at(o, r, slip);
    w->lost += lost;
    w->brought -= gm_dot(j, slip) + lost;
  }
}

/* Changes the momentum of nodes after the forces, which acted for `kick` (s); fills loads
 * and loss of the step.  GM_ERR_MEMORY. */
static gm_status run_mpm_walls(gm_mpm_walls *w, gm_point_grid *g,
                               const gm_scene *s, double kick, int threads)
{
  const sides o = {w, g, s};
  w->lost = w->brought = 0.0;
  for (gm_index k = 0; k < w->structures; ++k) {
    w->gain[k] = (gm_mpm_gain){0};
    w->load[k] = (gm_structure_load){0};
  }
  GM_TRY(reserve_mpm_nodes(w, g));
  GM_TRY(find_mpm_wall_pairs(w, g, s));
  GM_TRY(find_mpm_nodes(w, g, s, threads));
  sweep_mpm_pairs(&o);
  account_mpm_walls(&o, kick);
  return GM_OK;
}

/* ---- points in solids ---------------------------------------------------- */

/* Moves point p out of structure k; returns the potential energy it gains. */
static double return_mpm_point(const gm_mpm_walls *w, const gm_point_grid *g,
                               const gm_scene *s, gm_index k, gm_point *p)
{
  gm_mpm_probe probe[GM_SHAPE_SIDES];
  double gained = 0.0;
  const int n = gm_mpm_probe_at(&s->structures.row[k], w->form[k], g->dims == 2,
                                gm_row_vec(p->x), 0.0, 2.0 * g->h, probe);
  for (int q = 0; q < n; ++q) {
    if (!(probe[q].distance > -g->h)) continue; /* deep: the grid holds it */
    const gm_vec3 by = gm_scale(-probe[q].distance, probe[q].normal);
    p->x += gm_row(by, 0.0);
    gained -= p->x[3] * gm_dot(s->gravity, by);
  }
  return gained;
}

static void return_mpm_home(const gm_mpm_walls *w, const gm_point_grid *g,
                            gm_scene *s, gm_home *h)
{
  double middle[3] = {0.0, 0.0, 0.0}, wide = 0.0; /* of the box of its points */
  for (int a = 0; a < g->dims; ++a) {
    const double low = h->low[a] + 1.0 - g->l, high = h->high[a] + 2.0 - g->l;
    middle[a] = GM_GRID_BLOCK * h->at[a] + 0.5 * (low + high);
    wide += 0.25 * (high - low) * (high - low);
  }
  const gm_vec3 x =
      gm_madd(g->origin, g->h, gm_vec(middle[0], middle[1], middle[2]));
  const double radius = g->h * sqrt(wide);
  h->lifted = 0.0;
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_structure *b = &s->structures.row[k];
    if (!b->present || w->form[k] == GM_MPM_SHEET) continue;
    if (gm_mpm_probe_bound(b, w->form[k], x) > radius) continue;
    for (gm_index i = h->first; i < h->end; ++i)
      h->lifted += return_mpm_point(w, g, s, k, &s->points.p[i]);
    for (gm_index i = h->first; i < h->end; ++i)
      gm_point_tile_note(g, h, s->points.p[i].x);
  }
}

/* Puts points in solids back to the surface.  Returns the potential energy they gain, in
 * J. */
static double return_mpm_walls(const gm_mpm_walls *w, gm_point_grid *g,
                               gm_scene *s, int threads)
{
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (gm_index k = 0; k < g->homes; ++k)
    return_mpm_home(w, g, s, &g->home[k]);
  double sum = 0.0;
  for (gm_index k = 0; k < g->homes; ++k)
    sum += g->home[k].lifted;
  return sum;
}

/* ---- set-up -------------------------------------------------------------- */

/* Modulus of one-dimensional compression (Pa) of a bed of equal grains of diameter d (m),
 * in two dimensions discs of that thickness (m), with
 * contacts of that stiffness (N/m): affine motion of the contacts, times
 * 0.6 for what grains move otherwise.
 *
 * n contacts per volume carry  sum f l = n d^2 (k_n <n1^4> + k_t <n1^2 - n1^4>)  per
 * strain; with Z contacts a grain n = Z phi / (2 V). */
static double mpm_modulus(int dims, double normal, double tangential, double d,
                          double thickness)
{
  static const double part = 0.6; /* of affine motion: Makse et al. 1999 */
  if (dims == 3) {
    const double z = 5.0, phi = 0.6;
    return part * 3.0 * z * phi / (GM_PI * d) *
           (normal / 5.0 + tangential * 2.0 / 15.0);
  }
  const double z = 3.5, phi = 0.82;
  return part * 2.0 * z * phi / (GM_PI * thickness) *
         (normal * 3.0 / 8.0 + tangential / 8.0);
}

/* Moduli that are not given: Poisson's ratio is 0.3, and K + 4 G / 3, in the plane
 * K + G, the modulus of compression. */
static void find_mpm_moduli(gm_point_law *law, double modulus)
{
  const double over = law->dims == 2 ? 1.0 : 4.0 / 3.0;
  const double ratio = law->dims == 2 ? 0.4 : 0.6 * 1.0 / 1.3; /* G / K */
  if (!(law->kappa > 0.0) && !(law->mu > 0.0))
    law->kappa = modulus / (1.0 + over * ratio);
  if (!(law->kappa > 0.0)) law->kappa = law->mu / ratio;
  if (!(law->mu > 0.0)) law->mu = ratio * law->kappa;
}

gm_status gm_mpm_build(gm_mpm *o, gm_scene *s, const gm_config *config,
                       double normal, double tangential)
{
  gm_continuum *c = &s->continuum;
  const int dims = s->structures.flat ? 2 : 3;
  *o = (gm_mpm){.on = c->mode != GM_MODE_DISCRETE};
  if (!o->on) return GM_OK;
  c->law = (gm_point_law){
      .dims = dims,
      .kappa = config->hybrid.bulk_modulus,
      .mu = config->hybrid.shear_modulus,
      .alpha = gm_point_law_slope(dims, config->hybrid.friction_angle)};
  find_mpm_moduli(&c->law, mpm_modulus(dims, normal, tangential, c->diameter,
                                       s->grains.rule.thickness));
  o->flip = config->hybrid.flip;
  const double modulus =
      c->law.kappa + (dims == 2 ? 1.0 : 4.0 / 3.0) * c->law.mu;
  o->limit = 0.3 * c->cell / sqrt(modulus / c->density);
  gm_point_grid_init(&o->grid, dims, c->cell, c->half, c->origin);
  for (int a = 0; a < 3; ++a)
    o->grid.period[a] = c->period[a];
  return init_mpm_walls(&o->walls, s, config);
}

void gm_mpm_clear(gm_mpm *o)
{
  gm_point_grid_clear(&o->grid);
  clear_mpm_walls(&o->walls);
  GM_FREE(o->keep);
  *o = (gm_mpm){0};
}

/* ---- points that leave --------------------------------------------------- */

/* 0: it stays; else the sink, from 1, or -1 outside the domain. */
static int mpm_sink(const gm_scene *s, gm_row4 x)
{
  if (gm_domain_left(&s->domain, x)) return -1;
  return s->sinks.n ? gm_sinks_holds(&s->sinks, gm_row_vec(x)) : 0;
}

static void count_out_mpm(gm_scene *s, const gm_point *p, int sink)
{
  gm_balance *b = &s->balance;
  const double m = p->x[3];
  const gm_vec3 v =
      gm_madd(gm_row_vec(p->v), 0.5 * s->continuum.stride * s->dt, s->gravity);
  b->points.out += 1;
  b->mass_out += m;
  b->energy_out += 0.5 * m * gm_norm2(v) -
                   m * gm_dot(s->gravity, gm_row_vec(p->x)) +
                   p->v[3] * gm_point_law_energy(&s->continuum.law, &p->b);
  if (sink > 0) s->sinks.row[sink - 1].mass += m;
}

/* Grains leave at the same steps (step/leave.h). */
static gm_status remove_mpm_points(gm_mpm *o, gm_scene *s)
{
  enum { EVERY = 100, SINKS = 10 };
  gm_points *p = &s->points;
  gm_index n = 0;
  if (s->step % (s->sinks.n ? SINKS : EVERY) != 0) return GM_OK;
  if (p->n > o->keep_capacity) {
    GM_TRY(GM_RESIZE(o->keep, 0, p->capacity));
    o->keep_capacity = p->capacity;
  }
  for (gm_index i = 0; i < p->n; ++i) {
    const int to = mpm_sink(s, p->p[i].x);
    if (to == 0)
      o->keep[n++] = i;
    else
      count_out_mpm(s, &p->p[i], to);
  }
  if (n == p->n) return GM_OK;
  gm_points_permute(p, o->keep, n);
  o->grid.stale = 1;
  return GM_OK;
}

/* ---- a step -------------------------------------------------------------- */

/* Few points are done before a team has begun. */
static int mpm_node_threads(const gm_scene *s, int threads)
{
  return s->points.n < 2000 ? 1 : threads;
}

gm_status gm_mpm_forces(gm_mpm *o, gm_scene *s, double kick, int threads)
{
  gm_point_grid *g = &o->grid;
  GM_TRY(remove_mpm_points(o, s));
  const int others = g->stale; /* than those of the last step */
  if (gm_point_grid_outdated(g)) GM_TRY(gm_point_grid_sort(g, &s->points));
  gm_point_motion_scatter(g, &s->points, &s->continuum.law,
                          mpm_node_threads(s, threads));
  gm_points_balance *b = &s->balance.points;
  const double work =
      gm_point_motion_forces(g, s->gravity, kick, mpm_node_threads(s, threads));
  if (s->step > 0 && !others) b->transfer += 0.5 * (b->work - work);
  b->work = 0.0;
  GM_TRY(run_mpm_walls(&o->walls, g, s, kick, mpm_node_threads(s, threads)));
  b->walls_now = o->walls.lost;
  b->transfer_now = o->walls.brought;
  return GM_OK;
}

/* Adds the loss of the step at walls.  What points gained by being lifted out of solids
 * they had lost there: it is taken off, but never more than is lost. */
static void book_mpm_walls(gm_points_balance *b, double lifted)
{
  b->lifted += lifted;
  const double off = fmin(b->lifted, fmax(0.0, b->walls_now));
  b->walls += b->walls_now - off;
  b->lifted -= off;
  b->walls_now = 0.0;
}

void gm_mpm_instant(const gm_mpm *o, gm_scene *s, double behind, int threads)
{
  gm_points *p = &s->points;
  const gm_row4 vector = {1.0, 1.0, 1.0, 0.0};
  if (behind == 0.0) {
    for (gm_index i = 0; i < p->n; ++i)
      p->now[i] = vector * p->p[i].v;
    return;
  }
  gm_point_motion_change(&o->grid, p, p->now, mpm_node_threads(s, threads));
  for (gm_index i = 0; i < p->n; ++i)
    p->now[i] = vector * p->p[i].v + behind * p->now[i];
}

gm_status gm_mpm_move(gm_mpm *o, gm_scene *s, int threads)
{
  gm_point_grid *g = &o->grid;
  gm_points_balance *b = &s->balance.points;
  gm_point_sums sum = {0.0, 0.0, 0.0};
  sum.transfer = gm_point_motion_finish(g, mpm_node_threads(s, threads));
  GM_TRY(gm_point_motion_gather(g, &s->points, &s->continuum.law, s->gravity,
                                o->flip, s->continuum.stride * s->dt, &sum,
                                mpm_node_threads(s, threads)));
  b->plastic += sum.plastic;
  b->transfer += b->transfer_now + sum.transfer;
  b->work = sum.work;
  book_mpm_walls(
      b, return_mpm_walls(&o->walls, g, s, mpm_node_threads(s, threads)));
  b->transfer_now = 0.0;
  return GM_OK;
}

double gm_mpm_add_loads(const gm_mpm *o, gm_scene *s)
{
  double power = 0.0;
  for (gm_index k = 0; o->on && k < s->structures.n; ++k) {
    const gm_structure_load *from = &o->walls.load[k];
    gm_structure_load *to = &s->structures.row[k].load;
    to->force = gm_add(to->force, from->force);
    to->torque = gm_add(to->torque, from->torque);
    to->power += from->power;
    if (k < s->structures.named) power += from->power;
  }
  return power;
}
