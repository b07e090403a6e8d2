/* setup/body.c -- copies of bodies: their kinds, their places, and how they come and
 * leave.
 *
 * Kinds are built from the config first, each like a structure that forces move; then
 * copies get sizes, orientations, velocities and places.  Insertion in the course of a
 * run happens at fixed steps, and random numbers are functions of the body and the step,
 * so that which bodies come, where and when depends on the scene alone.
 */
#include "setup/body.h"

#include "base/comm.h"
#include "base/math.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/sphere_hash.h"
#include "body/form_field.h"
#include "config/report.h"
#include "insert/insertion_region.h"
#include "insert/template.h"
#include "machines/drive.h"
#include <stdio.h>

/* ---- the shapes of bodies, from the config --------------------------------------- */

/* A kind is built like a structure that forces move, once for all its copies.  Grains of
 * radius r meet a copy of size s as grains of radius r / s meet the kind, so that the
 * band of its virtual particles spans all sizes. */

gm_index gm_body_kinds_count(const gm_config *config)
{
  size_t n = 0;
  for (size_t q = 0; q < config->n_bodies; ++q) {
    const gm_config_bodies *b = &config->bodies[q];
    n += b->from == GM_BODIES_LIST ? b->n_list : (size_t)b->count;
  }
  return (gm_index)n;
}

/* Smallest and largest size of the copies of a source. */
static void find_body_sizes(const gm_config_bodies *b, double *least,
                            double *most)
{
  *least = *most = 1.0;
  if (b->scale.kind >= 0) {
    *least = gm_template_smallest(&b->scale);
    *most = gm_template_largest(&b->scale);
  }
  for (size_t k = 0; k < b->n_list; ++k) {
    const double s = b->list[k].scale;
    if (!(s > 0.0)) continue;
    *least = fmin(*least, s);
    *most = fmax(*most, s);
  }
}

static gm_shape body_shape(const gm_config_structure *c)
{
  if (c->shape == GM_SHAPE_BOX) return gm_shape_box(c->box.min, c->box.max, 0);
  if (c->shape == GM_SHAPE_SPHERE)
    return gm_shape_sphere(gm_vec(0.0, 0.0, 0.0), c->sphere.radius);
  return gm_shape_cone(c->cylinder.base, c->cylinder.axis, c->cylinder.radius,
                       c->cylinder.radius, 0);
}

/* Radius of a ball about the origin that holds the shape, m. */
static double body_ball(const gm_config_structure *c, const gm_structure *s)
{
  const gm_vec3 a = s->shape.max;
  double most = 0.0;
  if (c->shape == GM_SHAPE_SPHERE) return c->sphere.radius;
  if (c->shape == GM_SHAPE_CYLINDER)
    return gm_norm(gm_vec(c->cylinder.radius, 0.0, a.z));
  if (c->shape == GM_SHAPE_BOX) return gm_norm(a);
  for (gm_index k = 0; k < s->surface.n_points; ++k)
    most = fmax(most, gm_norm2(s->surface.point[k]));
  /* smooth patches rise above the triangles */
  return sqrt(most) + s->collider->smooth.highest;
}

static gm_status build_body_kind(gm_config *config, size_t q,
                                 gm_mesh_grains grains, const gm_materials *m,
                                 gm_structure *s)
{
  const size_t k = config->n_structures + q;
  const gm_config_structure *c = &config->structures[k];
  const gm_domain open = {0};
  double least, most;
  find_body_sizes(&config->bodies[q], &least, &most);
  snprintf(s->name, sizeof s->name, "%s", c->name);
  s->material = gm_material_find(m, c->material);
  const gm_mesh_grains seen = {.smallest = grains.smallest / most,
                               .largest = grains.largest / least};
  if (c->shape == GM_SHAPE_MESH)
    GM_TRY(gm_mesh_build(config, k, m, seen, s));
  else
    s->shape = body_shape(c);
  s->pose.orientation = gm_quat_identity();
  s->late = s->pose;
  s->present_from = -INFINITY;
  s->present_to = INFINITY;
  s->ball = body_ball(c, s);
  return gm_drive_build(config, k, &open, m->row[s->material].density, 0.0, s);
}

gm_status gm_body_kinds_build(gm_config *config, gm_mesh_grains grains,
                              gm_scene *s)
{
  gm_status status = GM_OK;
  gm_structures *all = &s->structures;
  if (!config->n_bodies) return GM_OK;
  GM_TRY(gm_structures_add_kinds(all, (gm_index)config->n_bodies));
  all->source = config->bodies;
  for (size_t q = 0; q < config->n_bodies; ++q) {
    const gm_status one =
        build_body_kind(config, q, grains, &s->materials, &all->kind[q]);
    if (one != GM_OK && one != GM_ERR_INPUT) return one;
    if (one != GM_OK) status = one;
  }
  return status;
}

/* ---- places, sizes and velocities of bodies -------------------------------------- */

/* Random numbers of a body: draw 0 its size and orientation, 1 and 2 its velocity, from
 * 8 on its place. */

enum {
  PLACE_DRAW = 8, /* the first of the place */
  TRIES = 2000,   /* random places of a body */
  SPACINGS = 400  /* of lattices */
};

/* ---- what a body is ---------------------------------------------------------------- */

/* Four numbers uniform in (0, 1) of copy k; draw >= 8. */
static void draw_body_numbers(const gm_structures *all, gm_index k,
                              uint32_t draw, double u[4])
{
  const gm_config_bodies *b = &all->source[all->row[k].kind];
  gm_random_uniform((uint32_t)b->seed, (uint64_t)(k - all->named), draw, u);
}

/* *pose receives orientation and velocities with which copy k comes; the position is the
 * caller's. */
static void body_pose(const gm_structures *all, gm_index k, gm_pose *pose)
{
  const gm_config_bodies *b = &all->source[all->row[k].kind];
  double u[4], v[4];
  draw_body_numbers(all, k, 0, u);
  pose->orientation = b->orientation == GM_ORIENTATION_RANDOM
                          ? gm_quat_random(&u[1])
                          : gm_quat_identity();
  pose->velocity = b->velocity;
  pose->spin = b->angular_velocity;
  if (!(b->agitation > 0.0)) return;
  draw_body_numbers(all, k, 1, u); /* Box and Muller */
  draw_body_numbers(all, k, 2, v);
  const double p = sqrt(-2.0 * gm_math_log(u[0])),
               q = sqrt(-2.0 * gm_math_log(v[0]));
  const gm_vec3 normal = {p * gm_math_cos(2.0 * GM_PI * u[1]),
                          p * gm_math_sin(2.0 * GM_PI * u[1]),
                          q * gm_math_cos(2.0 * GM_PI * v[1])};
  pose->velocity = gm_madd(pose->velocity, b->agitation, normal);
}

static double body_size(const gm_config *config, gm_index kind, gm_index number)
{
  const gm_config_bodies *b = &config->bodies[kind];
  double u[4];
  if (b->scale.kind < 0) return 1.0;
  gm_random_uniform((uint32_t)b->seed, (uint64_t)number, 0, u);
  return gm_template_radius(&b->scale, 3, u[0]);
}

/* The body of a kind at the size s. */
static gm_rigid scale_body_rigid(const gm_rigid *one, double s)
{
  gm_rigid r = *one;
  r.mass *= s * s * s;
  r.moments = gm_scale(s * s * s * s * s, r.moments);
  r.centre = gm_scale(s, r.centre);
  r.seat = gm_scale(s, r.seat);
  return r;
}

/* ---- room -------------------------------------------------------------------------- */

/* True if a ball around x (m) overlaps no named structure. */
static int stands_body_clear(const gm_scene *s, gm_vec3 x, double radius)
{
  gm_query_result probe;
  const gm_structures named = {.n = s->structures.named,
                               .row = s->structures.row};
  return gm_structures_nearest(&named, &s->domain, x, radius, &probe) < 0;
}

/* Does a ball overlap another of the same image? */
static int is_body_ball_taken(const gm_sphere_hash *p, const gm_structures *all,
                              gm_vec3 x, double radius)
{
  const int64_t at[3] = {gm_sphere_hash_cell(p, x.x),
                         gm_sphere_hash_cell(p, x.y),
                         gm_sphere_hash_cell(p, x.z)};
  for (int64_t i = at[0] - 1; i <= at[0] + 1; ++i)
    for (int64_t j = at[1] - 1; j <= at[1] + 1; ++j)
      for (int64_t k = at[2] - 1; k <= at[2] + 1; ++k)
        for (gm_index e = *gm_sphere_hash_head(p, i, j, k); e >= 0;
             e = p->next[e]) {
          const gm_structure *b = &all->row[all->named + e];
          const double most = radius + b->ball;
          if (gm_norm2(gm_sub(b->pose.position, x)) < most * most) return 1;
        }
  return 0;
}

static int is_body_free(const gm_sphere_hash *p, const gm_scene *s, gm_vec3 x,
                        double radius)
{
  const int images = s->domain.periodic ? GM_DOMAIN_IMAGES : 1;
  for (int k = 0; k < images; ++k) {
    const gm_vec3 by =
        k ? gm_row_vec(s->domain.shift[k]) : gm_vec(0.0, 0.0, 0.0);
    if (is_body_ball_taken(p, &s->structures, gm_sub(x, by), radius)) return 0;
  }
  return stands_body_clear(s, x, radius);
}

static void put_body_copy(gm_sphere_hash *p, gm_structures *all, gm_index k,
                          const gm_pose *pose)
{
  gm_structures_enter(all, k, pose);
  gm_sphere_hash_put(p, k - all->named, pose->position);
}

/* ---- sources ----------------------------------------------------------------------- */

static gm_status fault_body_room(gm_config *config, gm_index kind,
                                 gm_index placed, gm_index n)
{
  char path[64];
  snprintf(path, sizeof path, "bodies[%d].fill", (int)kind);
  return gm_report_fault(config, path,
                         "only %d of %d bodies fit, each in a ball of its own; "
                         "enlarge the region, or reduce the count or scale",
                         (int)placed, (int)n);
}

/* Random places for copies [first, end). */
static gm_status fill_bodies_at_random(gm_config *config, gm_scene *s,
                                       gm_sphere_hash *p, gm_index first,
                                       gm_index end)
{
  gm_structures *all = &s->structures;
  for (gm_index k = first; k < end; ++k) {
    const gm_structure *b = &all->row[k];
    gm_pose pose = {0};
    int found = 0;
    body_pose(all, k, &pose);
    for (uint32_t t = 0; t < TRIES && !found; ++t) {
      double u[4];
      draw_body_numbers(all, k, PLACE_DRAW + t, u);
      found = gm_insertion_region_point(&config->bodies[b->kind].region,
                                        b->ball, u, &pose.position) &&
              is_body_free(p, s, pose.position, b->ball);
    }
    if (!found) return fault_body_room(config, b->kind, k - first, end - first);
    put_body_copy(p, all, k, &pose);
  }
  return GM_OK;
}

/* Puts copies [first, end) on a cubic lattice of that spacing, from below, each moved at
 * random by less than half of what is left between two balls.  Returns the copy after
 * the last for which there was room. */
static gm_index fill_body_lattice(gm_config *config, gm_scene *s,
                                  gm_sphere_hash *p, gm_index first,
                                  gm_index end, double spacing, double most,
                                  int tries)
{
  gm_structures *all = &s->structures;
  const gm_config_region *region = &config->bodies[all->row[first].kind].region;
  const double loose = 0.499 * spacing - most;
  gm_vec3 low, high;
  gm_insertion_region_bounds(region, &low, &high);
  const double l[3] = {low.x, low.y, low.z}, h[3] = {high.x, high.y, high.z};
  int n[3];
  double from[3];
  for (int a = 0; a < 3; ++a) {
    n[a] = (int)floor((h[a] - l[a]) / spacing + 1.0e-9);
    from[a] = l[a] + 0.5 * ((h[a] - l[a]) - (n[a] - 1) * spacing);
  }
  from[2] = l[2] + 0.5 * spacing;
  gm_index at = first;
  for (int z = 0; z < n[2]; ++z)
    for (int y = 0; y < n[1]; ++y)
      for (int x = 0; x < n[0] && at < end; ++x) {
        double u[4];
        gm_pose pose = {0};
        draw_body_numbers(all, at, PLACE_DRAW, u);
        body_pose(all, at, &pose);
        const gm_vec3 off = {(2.0 * u[0] - 1.0) * loose,
                             (2.0 * u[1] - 1.0) * loose,
                             (2.0 * u[2] - 1.0) * loose};
        pose.position =
            gm_add(gm_vec(from[0] + x * spacing, from[1] + y * spacing,
                          from[2] + z * spacing),
                   off);
        gm_vec3 inside = pose.position;
        gm_insertion_region_confine(region, most, &inside);
        if (gm_norm(gm_sub(inside, pose.position)) > 1.0e-9 * most) continue;
        if (!is_body_free(p, s, pose.position, all->row[at].ball)) continue;
        if (!tries) put_body_copy(p, all, at, &pose);
        ++at;
      }
  return at;
}

/* On the loosest lattice that has room. */
static gm_status fill_body_lattices(gm_config *config, gm_scene *s,
                                    gm_sphere_hash *p, gm_index first,
                                    gm_index end)
{
  const gm_structures *all = &s->structures;
  const gm_index kind = all->row[first].kind;
  double most = 0.0;
  for (gm_index k = first; k < end; ++k)
    most = fmax(most, all->row[k].ball);
  const double volume =
      gm_insertion_region_volume(&config->bodies[kind].region);
  const double least = 2.0 * most * (1.0 + 1.0e-9);
  double spacing = fmax(least, gm_math_cbrt(volume / (end - first)));
  gm_index fit = first;
  for (int t = 0; t < SPACINGS; ++t) {
    fit = fill_body_lattice(config, s, p, first, end, spacing, most, 1);
    if (fit == end || spacing == least) break;
    spacing = fmax(least, 0.985 * spacing);
  }
  if (fit < end) return fault_body_room(config, kind, fit - first, end - first);
  (void)fill_body_lattice(config, s, p, first, end, spacing, most, 0);
  return GM_OK;
}

static gm_status fill_body_source(gm_config *config, gm_scene *s,
                                  gm_sphere_hash *p, gm_index first,
                                  gm_index end)
{
  const gm_structures *all = &s->structures;
  const gm_config_bodies *b = &config->bodies[all->row[first].kind];
  int way = b->arrangement;
  double volume = 0.0;
  for (gm_index k = first; k < end; ++k)
    volume += 4.0 / 3.0 * GM_PI * gm_math_pow(all->row[k].ball, 3.0);
  if (way == GM_BODIES_AUTO)
    way = volume < 0.15 * gm_insertion_region_volume(&b->region)
              ? GM_BODIES_RANDOM
              : GM_BODIES_CUBIC;
  return way == GM_BODIES_RANDOM
             ? fill_bodies_at_random(config, s, p, first, end)
             : fill_body_lattices(config, s, p, first, end);
}

static void put_listed_bodies(const gm_config_bodies *b, gm_structures *all,
                              gm_sphere_hash *p, gm_index first)
{
  for (size_t q = 0; q < b->n_list; ++q) {
    const gm_config_body_place *c = &b->list[q];
    const gm_vec3 turn = gm_scale(c->angle, gm_unit(c->axis));
    const gm_pose pose = {c->position, gm_quat_rotation(turn),
                          gm_add(b->velocity, c->velocity),
                          gm_add(b->angular_velocity, c->angular_velocity)};
    put_body_copy(p, all, first + (gm_index)q, &pose);
  }
}

static gm_status place_bodies(gm_config *config, gm_scene *s, gm_sphere_hash *p)
{
  gm_structures *all = &s->structures;
  gm_status status = GM_OK;
  double most = 0.0;
  for (gm_index k = all->named; k < all->n; ++k)
    most = fmax(most, all->row[k].ball);
  GM_TRY(gm_sphere_hash_begin(p, all->n - all->named, most));
  GM_TRY(gm_sphere_hash_reserve(p, (size_t)(all->n - all->named)));
  for (int lists = 1; lists >= 0; --lists) {
    for (gm_index k = all->named, end; k < all->n; k = end) {
      const gm_index kind = all->row[k].kind;
      const gm_config_bodies *b = &config->bodies[kind];
      for (end = k; end < all->n && all->row[end].kind == kind;)
        ++end;
      if (lists && b->from == GM_BODIES_LIST) put_listed_bodies(b, all, p, k);
      if (lists || b->from != GM_BODIES_FILL) continue;
      const gm_status one = fill_body_source(config, s, p, k, end);
      if (one != GM_OK) status = one;
    }
  }
  return status;
}

/* The axes along which bodies have images, or an error where a side is too short. */
static gm_status find_body_images(gm_config *config, const gm_scene *s,
                                  int *axes)
{
  const gm_structures *all = &s->structures;
  double most = 0.0;
  *axes = 0;
  for (gm_index k = all->named; k < all->n; ++k)
    most = fmax(most, all->row[k].ball);
  for (int a = 0; a < 3; ++a) {
    if (!(s->domain.side[a] > 0.0)) continue;
    *axes |= 1 << a;
    if (s->domain.side[a] > 4.2 * most) continue;
    return gm_report_fault(
        config, "domain.max",
        "the periodic length along %c is %.6g m, too short for bodies in balls "
        "of diameter %.3g m; make it longer than %.3g m, so that no body "
        "touches another and its image",
        "xyz"[a], s -> domain.side[a], 2.0 * most, 4.2 * most);
  }
  return GM_OK;
}

gm_status gm_body_places_fill(gm_config *config, gm_scene *s)
{
  gm_structures *all = &s->structures;
  gm_sphere_hash p = {0};
  int axes;
  gm_index k = all->named;
  for (gm_index q = 0; q < all->n_kinds; ++q) {
    const gm_config_bodies *b = &config->bodies[q];
    const gm_index n =
        b->from == GM_BODIES_LIST ? (gm_index)b->n_list : b->count;
    for (gm_index i = 0; i < n; ++i, ++k) {
      const double given = b->from == GM_BODIES_LIST ? b->list[i].scale : 0.0;
      const double size =
          given > 0.0 ? given : body_size(config, q, k - all->named);
      const gm_rigid rigid = scale_body_rigid(all->kind[q].rigid, size);
      gm_structures_copy(all, k, q, size, &rigid);
    }
  }
  if (k == all->named) return GM_OK;
  GM_TRY(find_body_images(config, s, &axes));
  for (k = all->named; k < all->n; ++k)
    all->row[k].images = axes;
  const gm_status status = place_bodies(config, s, &p);
  gm_sphere_hash_clear(&p);
  return status;
}

/* ---- bodies that come and leave in the course of a run --------------------------- */

/* Which bodies come, where and when depends on the scene alone: insertion happens at
 * fixed steps, and random numbers are functions of the body and the step. */

enum {
  EVERY = 100,      /* steps */
  POUR_TRIES = 100, /* places of a body */
  POUR_DRAW = 4096  /* draws of the place, apart from those of fills */
};

int gm_body_flow_due(const gm_scene *s)
{
  return s->structures.n > s->structures.named && (s->step + 1) % EVERY == 0;
}

int64_t gm_body_flow_ahead(const gm_scene *s)
{
  return (EVERY - (s->step + 1) % EVERY) % EVERY;
}

/* Kinetic and potential energy of a copy, with the velocities of its pose. */
static double body_energy(const gm_scene *s, const gm_structure *b)
{
  const gm_rigid_force none = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  const gm_rigid_state now =
      gm_rigid_measure(b->rigid, &b->pose, none, s->time, s->dt);
  return now.free + now.potential;
}

static int let_bodies_leave(gm_scene *s)
{
  gm_structures *all = &s->structures;
  int any = 0;
  for (gm_index k = all->named; k < all->n; ++k) {
    gm_structure *b = &all->row[k];
    const gm_row4 at = gm_row(b->pose.position, 0.0);
    if (!b->present || !gm_domain_left(&s->domain, at)) continue;
    s->balance.energy_out += body_energy(s, b);
    ++s->balance.bodies_out;
    gm_structures_leave(all, k);
    any = 1;
  }
  return any;
}

/* Returns 1 if a ball reaches into a solid primitive that bodies meet.
 * gm_structures_nearest sees its faces alone: grains may be on either side of them. */
static int is_body_in_solid(const gm_structures *all, gm_vec3 x, double radius)
{
  for (gm_index k = 0; k < all->named; ++k) {
    const gm_structure *b = &all->row[k];
    if (!b->present || !b->form || b->form->solid.kind == GM_FORM_MESH)
      continue;
    if (gm_form_field(b->form, gm_structures_to_body(b, x)).distance < radius)
      return 1;
  }
  return 0;
}

/* Does a ball overlap a material point, a solid or another body, as any image sees
 * them? */
static int meets_body(const gm_scene *s, gm_vec3 x, double radius)
{
  const gm_structures *all = &s->structures;
  const int images = s->domain.periodic ? GM_DOMAIN_IMAGES : 1;
  for (int q = 0; q < images; ++q) {
    const gm_vec3 at = q ? gm_sub(x, gm_row_vec(s->domain.shift[q])) : x;
    if (is_body_in_solid(all, at, radius)) return 1;
    for (gm_index k = all->named; k < all->n; ++k) {
      const gm_structure *b = &all->row[k];
      const double most = radius + b->ball;
      if (b->present && gm_norm2(gm_sub(b->pose.position, at)) < most * most)
        return 1;
    }
    const double most = radius + s->continuum.half * s->continuum.cell;
    for (gm_index i = 0; i < s->points.n; ++i)
      if (gm_norm2(gm_sub(gm_row_vec(s->points.p[i].x), at)) < most * most)
        return 1;
  }
  return !stands_body_clear(s, x, radius);
}

/* Does a ball overlap a grain of any rank, as any image sees it?  Collective. */
static int body_meets_grain(const gm_scene *s, gm_vec3 x, double radius)
{
  const int images = s->domain.periodic ? GM_DOMAIN_IMAGES : 1;
  double meets = 0.0;
  for (int q = 0; q < images && meets == 0.0; ++q) {
    const gm_vec3 at = q ? gm_sub(x, gm_row_vec(s->domain.shift[q])) : x;
    for (gm_index i = 0; i < s->grains.n && meets == 0.0; ++i) {
      const gm_row4 y = s->grains.g[i].x;
      const double most = radius + y[3];
      meets = gm_norm2(gm_sub(gm_row_vec(y), at)) < most * most;
    }
  }
  gm_comm_most(s->comm, &meets, 1);
  return meets > 0.0;
}

static int enter_body_copy(gm_scene *s, gm_index k)
{
  gm_structures *all = &s->structures;
  const gm_structure *b = &all->row[k];
  const gm_config_region *region = &all->source[b->kind].region;
  gm_pose pose = {0};
  body_pose(all, k, &pose);
  for (uint32_t t = 0; t < POUR_TRIES; ++t) {
    const uint32_t draw =
        POUR_DRAW + POUR_TRIES * (uint32_t)((s->step + 1) / EVERY) + t;
    double u[4];
    draw_body_numbers(all, k, draw, u);
    if (!gm_insertion_region_point(region, b->ball, u, &pose.position) ||
        meets_body(s, pose.position, b->ball) ||
        body_meets_grain(s, pose.position, b->ball))
      continue;
    gm_structures_enter(all, k, &pose);
    s->balance.energy_in += body_energy(s, &all->row[k]);
    ++s->balance.bodies_in;
    return 1;
  }
  return 0;
}

/* Bodies of a source come in their order; those that are due wait if there is no room. */
static int let_bodies_come(gm_scene *s, gm_index first, gm_index end, double t)
{
  const gm_structures *all = &s->structures;
  const gm_config_bodies *c = &all->source[all->row[first].kind];
  int any = 0;
  if (c->from != GM_BODIES_POUR) return 0;
  for (gm_index k = first; k < end; ++k) {
    if (all->row[k].stay) continue;
    if (t < c->begin + (k - first) / c->rate) break;
    if (!enter_body_copy(s, k)) break;
    any = 1;
  }
  return any;
}

int gm_body_flow_run(gm_scene *s, double t)
{
  const gm_structures *all = &s->structures;
  int any = let_bodies_leave(s);
  for (gm_index k = all->named, end; k < all->n; k = end) {
    for (end = k; end < all->n && all->row[end].kind == all->row[k].kind;)
      ++end;
    any |= let_bodies_come(s, k, end, t);
  }
  return any;
}
