/* mpm/mpm_walls.c -- structures and material points, through the nodes of the grid.
 *
 * Blocks of nodes that may reach a structure are listed first, then their nodes are
 * tested, a few blocks at a time in parallel, and joined in order.  Impulses follow node
 * by node: once where a node has one structure at rest or with a prescribed motion, else
 * in sweeps that add to the impulses (projected Gauss-Seidel), since those of a node in a
 * corner and of nodes at one free body depend on each other.
 */
#include "mpm/mpm_walls.h"

#include "base/memory.h"
#include "points/point_tile.h"

enum {
  BATCH = 64,         /* pairs that are tested at a time */
  AT_ONCE = 3,        /* walls at a node of one structure */
  SWEEPS = 20,        /* most */
  ROOM = 64 * AT_ONCE /* rows of a pair */
};

static const double on =
    1.0e-6; /* cells  within which a node is on a surface */
static const double enough = 1.0e-10; /* of the largest impulse: sweeps end */

gm_status gm_mpm_walls_init(gm_mpm_walls *w, const gm_scene *s,
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

void gm_mpm_walls_clear(gm_mpm_walls *w)
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
static double reach_of(gm_mpm_form form, const gm_point_grid *g)
{
  return g->h * (form == GM_MPM_SHEET ? 1.0 - on : g->l + on);
}

/* Centre of the nodes of a block, and its distance from the farthest. */
static gm_vec3 middle_of(const gm_point_grid *g, gm_index slot, double *radius)
{
  const int *b = g->at[slot];
  const double half = 0.5 * (GM_GRID_BLOCK - 1);
  const double z = g->dims == 2 ? 0.0 : GM_GRID_BLOCK * b[2] + half;
  *radius = half * g->h * sqrt((double)g->dims);
  return gm_madd(
      g->origin, g->h,
      gm_vec(GM_GRID_BLOCK * b[0] + half, GM_GRID_BLOCK * b[1] + half, z));
}

static gm_status find_pairs(gm_mpm_walls *w, const gm_point_grid *g,
                            const gm_scene *s)
{
  w->pairs = 0;
  for (gm_index slot = 0; slot < g->slots; ++slot) {
    double radius;
    const gm_vec3 x = middle_of(g, slot, &radius);
    for (gm_index k = 0; k < s->structures.n; ++k) {
      const gm_structure *b = &s->structures.row[k];
      if (!b->present) continue;
      const double reach = radius + reach_of(w->form[k], g);
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
static double friction_of(const gm_mpm_walls *w, const gm_scene *s,
                          const gm_structure *b, gm_index patch)
{
  if (b->mirror || b->reflects || w->rule == GM_WALLS_SLIP) return 0.0;
  if (w->rule == GM_WALLS_STICK) return -1.0;
  const gm_index m = gm_structures_material(b, patch);
  const double mu = s->materials.pair[s->continuum.material][m].friction;
  return mu > 0.0 ? mu : 0.0;
}

static int is_free(const gm_structure *b)
{
  return b->rigid && b->rigid->on;
}

static gm_index test_block(const gm_mpm_walls *w, const gm_point_grid *g,
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
    const int walls = gm_mpm_probe_at(b, form, g->dims == 2, x,
                                      reach_of(form, g), 2.0 * g->h, probe);
    for (int k = 0; k < walls && k < AT_ONCE; ++k) {
      const gm_pose *pose = is_free(b) ? &b->late : &b->pose;
      out[n++] =
          (gm_mpm_wall){.node = node,
                        .structure = pair[1],
                        .x = x,
                        .n = probe[k].normal,
                        .v = gm_structures_velocity(b, pose, probe[k].patch, x,
                                                    probe[k].normal),
                        .friction = friction_of(w, s, b, probe[k].patch)};
    }
  }
  return n;
}

static gm_status find_nodes(gm_mpm_walls *w, const gm_point_grid *g,
                            const gm_scene *s, int threads)
{
  w->n = 0;
  for (gm_index from = 0; from < w->pairs; from += BATCH) {
    const gm_index n = w->pairs - from < BATCH ? w->pairs - from : BATCH;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (gm_index k = 0; k < n; ++k)
      w->count[k] =
          test_block(w, g, s, w->pair[from + k], &w->candidate[k * ROOM]);
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
static gm_vec3 slip_of(const sides *o, const gm_mpm_wall *r)
{
  const gm_row4 p = o->grid->node[r->node].p;
  const gm_structure *b = &o->scene->structures.row[r->structure];
  gm_vec3 v = gm_madd(gm_scale(-1.0, r->v), 1.0 / p[3], gm_row_vec(p));
  if (!is_free(b)) return v;
  const gm_mpm_gain *gain = &o->walls->gain[r->structure];
  v = gm_sub(v, gain->velocity);
  return gm_sub(v, gm_cross(gain->spin, gm_sub(r->x, b->rigid->place)));
}

/* Inverse effective mass along the unit vector n. */
static double mobility_of(const sides *o, const gm_mpm_wall *r, gm_vec3 n)
{
  const gm_structure *b = &o->scene->structures.row[r->structure];
  const double of_node = 1.0 / o->grid->node[r->node].p[3];
  return is_free(b) ? of_node + gm_rigid_mobility(b->rigid, r->x, n) : of_node;
}

/* The impulse j on the node, and -j on the body. */
static void push(const sides *o, const gm_mpm_wall *r, gm_vec3 j)
{
  const gm_structure *b = &o->scene->structures.row[r->structure];
  o->grid->node[r->node].p += gm_row(j, 0.0);
  if (!is_free(b)) return;
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
static double resolve(const sides *o, gm_mpm_wall *r)
{
  gm_vec3 v = slip_of(o, r);
  double change = 0.0;
  if (gm_norm2(r->n) > 0.0) {
    const double wn = mobility_of(o, r, r->n);
    const double j = fmax(0.0, r->normal - gm_dot(v, r->n) / wn);
    change = fabs(j - r->normal);
    push(o, r, gm_scale(j - r->normal, r->n));
    r->normal = j;
    if (r->friction == 0.0) return change;
    v = slip_of(o, r);
    v = gm_madd(v, -gm_dot(v, r->n), r->n);
  }
  const double speed = gm_norm(v);
  gm_vec3 t = r->tangential;
  if (speed > 0.0)
    t = gm_madd(t, -1.0 / (mobility_of(o, r, gm_scale(1.0 / speed, v))), v);
  const int deep = !(gm_norm2(r->n) > 0.0);
  const double most = deep                ? INFINITY
                      : r->friction < 0.0 ? (r->normal > 0.0 ? INFINITY : 0.0)
                                          : r->friction * r->normal;
  const double size = gm_norm(t);
  if (size > most) t = gm_scale(most / size, t);
  const gm_vec3 d = gm_sub(t, r->tangential);
  push(o, r, d);
  r->tangential = t;
  return fmax(change, gm_norm(d));
}

/* Lists the rows of nodes at several walls and of free bodies; the others are independent
 * and are resolved at once.  Returns their number. */
static gm_index resolve_single(const sides *o)
{
  gm_mpm_walls *w = o->walls;
  gm_index n = 0;
  for (gm_index k = 0; k < w->n; ++k)
    ++w->uses[w->row[k].node];
  for (gm_index k = 0; k < w->n; ++k) {
    gm_mpm_wall *r = &w->row[k];
    if (w->uses[r->node] > 1 ||
        is_free(&o->scene->structures.row[r->structure]))
      w->tied[n++] = k;
    else
      resolve(o, r);
  }
  for (gm_index k = 0; k < w->n; ++k)
    w->uses[w->row[k].node] = 0;
  return n;
}

static void sweep(const sides *o)
{
  const gm_mpm_walls *w = o->walls;
  const gm_index tied = resolve_single(o);
  double largest = 0.0;
  for (int n = 0; n < SWEEPS && tied; ++n) {
    double change = 0.0;
    for (gm_index k = 0; k < tied; ++k)
      change = fmax(change, resolve(o, &w->row[w->tied[k]]));
    largest = fmax(largest, change);
    if (change <= enough * largest) break;
  }
}

static gm_status reserve_nodes(gm_mpm_walls *w, const gm_point_grid *g)
{
  const gm_index nodes = g->slots * g->size;
  if (nodes <= w->node_capacity) return GM_OK;
  GM_TRY(GM_RESIZE(w->uses, 0, nodes + nodes / 4));
  w->node_capacity = nodes + nodes / 4;
  return GM_OK;
}

/* ---- loads --------------------------------------------------------------- */

/* Time over which a step accelerates the structure: half a step after its release. */
static double kick_of(const sides *o, const gm_structure *b, double kick)
{
  return is_free(b) && b->rigid->fresh ? 0.5 * o->scene->dt : kick;
}

static void account(const sides *o, double kick)
{
  gm_mpm_walls *w = o->walls;
  for (gm_index k = 0; k < w->n; ++k) {
    const gm_mpm_wall *r = &w->row[k];
    const gm_structure *b = &o->scene->structures.row[r->structure];
    const gm_mpm_gain *gain = &w->gain[r->structure];
    const gm_node *node = &o->grid->node[r->node];
    gm_structure_load *load = &w->load[r->structure];
    const gm_vec3 j = gm_madd(r->tangential, r->normal, r->n);
    const gm_vec3 f =
        gm_scale(1.0 / kick_of(o, b, kick), j); /* on the material */
    gm_vec3 wall = r->v, at = r->v; /* mean of the step, at the pose */
    if (is_free(b)) {
      const gm_vec3 arm = gm_sub(r->x, b->rigid->place);
      wall =
          gm_madd(wall, 0.5, gm_add(gain->velocity, gm_cross(gain->spin, arm)));
      at = gm_pose_velocity_at(&b->pose, r->x);
    }
    load->force = gm_sub(load->force, f);
    load->torque =
        gm_sub(load->torque, gm_cross(gm_sub(r->x, b->pose.position), f));
    load->power += gm_dot(f, at);
    const gm_vec3 mean =
        gm_scale(0.5, gm_madd(gm_row_vec(node->f), 1.0 / node->p[3],
                              gm_row_vec(node->p)));
    w->lost += gm_dot(j, gm_sub(wall, mean));
  }
}

gm_status gm_mpm_walls_run(gm_mpm_walls *w, gm_point_grid *g, const gm_scene *s,
                           double kick, int threads)
{
  const sides o = {w, g, s};
  w->lost = 0.0;
  for (gm_index k = 0; k < w->structures; ++k) {
    w->gain[k] = (gm_mpm_gain){0};
    w->load[k] = (gm_structure_load){0};
  }
  GM_TRY(reserve_nodes(w, g));
  GM_TRY(find_pairs(w, g, s));
  GM_TRY(find_nodes(w, g, s, threads));
  sweep(&o);
  account(&o, kick);
  return GM_OK;
}

/* ---- points in solids ---------------------------------------------------- */

/* Moves point p out of structure k; returns the potential energy it gains. */
static double return_point(const gm_mpm_walls *w, const gm_point_grid *g,
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

static void return_home(const gm_mpm_walls *w, const gm_point_grid *g,
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
      h->lifted += return_point(w, g, s, k, &s->points.p[i]);
    for (gm_index i = h->first; i < h->end; ++i)
      gm_point_tile_note(g, h, s->points.p[i].x);
  }
}

double gm_mpm_walls_return(const gm_mpm_walls *w, gm_point_grid *g, gm_scene *s,
                           int threads)
{
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (gm_index k = 0; k < g->homes; ++k)
    return_home(w, g, s, &g->home[k]);
  double sum = 0.0;
  for (gm_index k = 0; k < g->homes; ++k)
    sum += g->home[k].lifted;
  return sum;
}
