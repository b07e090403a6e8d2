/* scene/structures.c -- memory of the structures, and queries over all of them.
 *
 * The queries loop over all structures and are meant for setting up and checking a
 * scene.  The time step uses the neighbour list and the batch queries of
 * body/query_batch.h instead.
 */
#include "scene/structures.h"

#include "base/memory.h"
#include "body/query_batch.h"

static void begin_structure_rows(gm_structure *row, gm_index n)
{
  for (gm_index k = 0; k < n; ++k) {
    row[k].scale = 1.0;
    row[k].kind = -1;
  }
}

gm_status gm_structures_init(gm_structures *s, gm_index n)
{
  *s = (gm_structures){0};
  GM_TRY(GM_RESIZE(s->row, 0, n));
  s->n = s->named = n;
  begin_structure_rows(s->row, n);
  return GM_OK;
}

gm_status gm_structures_add_kinds(gm_structures *s, gm_index n)
{
  GM_TRY(GM_RESIZE(s->kind, 0, n));
  s->n_kinds = n;
  begin_structure_rows(s->kind, n);
  return GM_OK;
}

gm_status gm_structures_add_copies(gm_structures *s, gm_index n)
{
  GM_TRY(GM_RESIZE(s->row, s->n, s->n + n));
  GM_TRY(GM_RESIZE(s->copies, 0, n));
  begin_structure_rows(&s->row[s->n], n);
  s->n += n;
  return GM_OK;
}

void gm_structures_copy(gm_structures *s, gm_index k, gm_index kind,
                        double scale, const gm_rigid *rigid)
{
  gm_structure *b = &s->row[k];
  *b = s->kind[kind];
  b->kind = kind;
  b->scale = scale;
  b->ball *= scale;
  b->rigid = &s->copies[k - s->named];
  *b->rigid = *rigid;
}

void gm_structures_enter(gm_structures *s, gm_index k, const gm_pose *pose)
{
  gm_structure *b = &s->row[k];
  b->pose = *pose;
  gm_rigid_release(b->rigid, &b->pose);
  b->late = b->pose;
  b->present = b->stay = 1;
}

void gm_structures_leave(gm_structures *s, gm_index k)
{
  gm_structure *b = &s->row[k];
  b->rigid->on = 0;
  b->present = 0;
  b->stay = 2;
}

static void clear_structure_row(gm_structure *b)
{
  gm_motion_clear(&b->motion, &b->n_motion);
  if (b->rigid) gm_rigid_clear(b->rigid);
  GM_FREE(b->rigid);
  GM_FREE(b->servo);
  GM_FREE(b->conveyor);
  GM_FREE(b->part);
  GM_FREE(b->patch_part);
  GM_FREE(b->report);
  GM_FREE(b->patch_material);
  GM_FREE(b->where);
  GM_FREE(b->left_out);
  GM_FREE(b->with);
  gm_surface_clear(&b->surface);
  gm_mesh_collider_free(&b->collider);
  for (int p = 0; p < GM_PROPERTIES; ++p) {
    if (b->property[p]) gm_property_clear(b->property[p]);
    GM_FREE(b->property[p]);
  }
  gm_patches_clear(&b->cut);
  gm_contacts_sums_clear(&b->sums);
}

void gm_structures_clear(gm_structures *s)
{
  for (gm_index k = 0; k < s->named; ++k)
    clear_structure_row(&s->row[k]);
  for (gm_index k = 0; k < s->n_kinds; ++k)
    clear_structure_row(&s->kind[k]);
  GM_FREE(s->row);
  for (gm_index k = 0; k < s->n_forms; ++k)
    gm_form_free(&s->form[k]);
  GM_FREE(s->form);
  GM_FREE(s->kind);
  GM_FREE(s->copies);
  *s = (gm_structures){0};
}

void gm_structures_note_loads(gm_structures *s, double dt)
{
  for (gm_index k = 0; k < s->named; ++k) {
    gm_structure *b = &s->row[k];
    b->since.force = gm_madd(b->since.force, dt, b->load.force);
    b->since.torque = gm_madd(b->since.torque, dt, b->load.torque);
    b->since.power += dt * b->load.power;
  }
}

void gm_structures_mean_loads(gm_structures *s, double span)
{
  const double rate = span > 0.0 ? 1.0 / span : 0.0;
  for (gm_index k = 0; k < s->named; ++k) {
    gm_structure *b = &s->row[k];
    b->load = (gm_structure_load){.force = gm_scale(rate, b->since.force),
                                  .torque = gm_scale(rate, b->since.torque),
                                  .power = rate * b->since.power};
  }
}

void gm_structures_framed(gm_structures *s)
{
  for (gm_index k = 0; k < s->named; ++k)
    s->row[k].since = (gm_structure_load){0};
}

gm_status gm_structures_start_sums(gm_structures *s)
{
  for (gm_index k = 0; k < s->named; ++k) {
    gm_structure *body = &s->row[k];
    if (body->mirror) continue;
    GM_TRY(gm_contacts_sums_init(&body->sums, body->collider ? body->surface.n
                                                             : body->shape.n));
  }
  return GM_OK;
}

int gm_structures_have_sums(const gm_structures *s)
{
  int any = 0;
  for (gm_index k = 0; k < s->named; ++k)
    any |= s->row[k].sums.n > 0;
  return any;
}

void gm_structures_bounds(const gm_structure *s, double low[3], double high[3])
{
  for (int a = 0; a < 3; ++a) {
    low[a] = INFINITY;
    high[a] = -INFINITY;
  }
  for (int k = 0; k < 8; ++k) {
    const gm_vec3 y = {k & 1 ? s->shape.max.x : s->shape.min.x,
                       k & 2 ? s->shape.max.y : s->shape.min.y,
                       k & 4 ? s->shape.max.z : s->shape.min.z};
    const gm_vec3 x = gm_structures_to_world(s, y);
    const double at[3] = {x.x, x.y, x.z};
    for (int a = 0; a < 3; ++a) {
      low[a] = fmin(low[a], at[a]);
      high[a] = fmax(high[a], at[a]);
    }
  }
}

const char *gm_structures_images(const gm_structure *s, const gm_domain *d,
                                 double largest, int *axes)
{
  const double min[3] = {d->min.x, d->min.y, d->min.z};
  const double max[3] = {d->max.x, d->max.y, d->max.z};
  *axes = 0;
  if (!d->periodic) return NULL;
  if (!gm_structures_bounded(s)) {
    const gm_patch *plane = gm_shape_patch(&s->shape, 0);
    const gm_vec3 n = gm_quat_rotate(s->pose.orientation, plane->normal);
    const double along[3] = {n.x, n.y, n.z};
    for (int a = 0; a < 3; ++a)
      if (d->side[a] > 0.0 && fabs(along[a]) > 1.0e-9)
        return plane->kind == GM_PATCH_LINE
                   ? "is a line without ends across a periodic axis; give it "
                     "ends inside the box"
                   : "is a plane across a periodic axis and would fill the "
                     "space behind it; use a wall with two sides, for example "
                     "a box or a disc";
    return NULL;
  }
  double low[3], high[3];
  gm_structures_bounds(s, low, high);
  for (int a = 0; a < 3; ++a) {
    const double L = d->side[a], stray = 0.25 * L + 2.0 * largest;
    if (!(L > 0.0)) continue;
    if (low[a] < min[a] - stray && high[a] > max[a] + stray) continue;
    if (low[a] < min[a] - 0.5 * L || high[a] > max[a] + 0.5 * L)
      return "extends beyond a periodic side by more than half the period "
             "without passing through the whole box; let it end inside the "
             "box, or extend it beyond both sides by more than a quarter of "
             "the period and a grain diameter";
    *axes |= 1 << a;
  }
  return NULL;
}

int gm_structures_wrap(gm_structure *s, const gm_domain *d)
{
  const gm_vec3 middle = gm_scale(0.5, gm_add(s->shape.min, s->shape.max));
  if (s->rigid || s->servo || !s->n_motion || !gm_structures_bounded(s))
    return 0;
  const gm_vec3 x = gm_structures_to_world(s, middle);
  const int image = gm_domain_return(d, gm_row(x, 0.0));
  if (!image) return 0;
  for (int a = 0; a < 3; ++a)
    if (gm_domain_sides(image, a) && !(s->images >> a & 1)) return 0;
  const gm_vec3 by = gm_row_vec(d->shift[image]);
  if (!gm_motion_shifts(s->motion, s->n_motion, by)) return 0;
  s->pose.position = gm_add(s->pose.position, by);
  s->late.position = gm_add(s->late.position, by);
  return image;
}

static int is_structure_near_bounds(gm_vec3 min, gm_vec3 max, gm_vec3 y,
                                    double reach)
{
  return y.x > min.x - reach && y.x < max.x + reach && y.y > min.y - reach &&
         y.y < max.y + reach && y.z > min.z - reach && y.z < max.z + reach;
}

/* Returns 1 if the ball around a copy is farther from x than `reach`. */
static int is_far_structure(const gm_structure *s, gm_vec3 x, double reach)
{
  const double most = s->ball + reach;
  return s->kind >= 0 && gm_norm2(gm_sub(x, s->pose.position)) > most * most;
}

/* Returns 1 if y lies so deep inside a solid that no virtual particle is near; *probe
 * then holds the distance to the whole surface. */
static int is_structure_deep_inside(const gm_structure *s, gm_vec3 y,
                                    gm_query_result *probe)
{
  const gm_vec3 a = s->shape.min, b = s->shape.max;
  if (!s->collider || y.x < a.x || y.x > b.x || y.y < a.y || y.y > b.y ||
      y.z < a.z || y.z > b.z) {
    return 0;
  }
  const gm_query_result q = gm_mesh_collider_query_surface(s->collider, y);
  if (q.distance >= 0.0) return 0;
  *probe = q;
  probe->distance *= s->scale;
  probe->source = GM_SOURCE_MISSING;
  probe->gradient = gm_quat_rotate(s->pose.orientation, q.gradient);
  return 1;
}

/* Returns the nearest structure among those with images along all of `axes` (bit mask),
 * if it is nearer than the structure `nearest` with distance *probe (-1: none yet),
 * else `nearest`. */
static gm_index nearer_structure(const gm_structures *structures, gm_vec3 x,
                                 int axes, double reach, gm_index nearest,
                                 gm_query_result *probe)
{
  for (gm_index s = 0; s < structures->n; ++s) {
    const gm_structure *body = &structures->row[s];
    if (!body->present || (axes & ~body->images)) continue;
    if (is_far_structure(body, x, reach)) continue;
    const gm_vec3 y = gm_structures_to_body(body, x);
    const double within = reach / body->scale;
    if (!is_structure_near_bounds(body->shape.min, body->shape.max, y, within))
      continue;
    const gm_index before = nearest;
    for (int p = 0; p < body->shape.n; ++p) {
      const gm_patch *patch = gm_shape_patch(&body->shape, p);
      gm_query_result q = gm_query_batch_single(patch, y, within);
      if (q.under && !patch->fallback) q.distance = 0.0;
      q.distance *= body->scale;
      if (q.distance > reach) continue;
      if (nearest >= 0 && q.distance >= probe->distance) continue;
      nearest = s;
      *probe = q;
      probe->gradient = gm_quat_rotate(body->pose.orientation, q.gradient);
    }
    if (nearest == before && is_structure_deep_inside(body, y, probe)) return s;
  }
  return nearest;
}

gm_index gm_structures_nearest(const gm_structures *structures,
                               const gm_domain *domain, gm_vec3 x, double reach,
                               gm_query_result *probe)
{
  gm_index nearest = nearer_structure(structures, x, 0, reach, -1, probe);
  for (int k = 1; domain->periodic && k < GM_DOMAIN_IMAGES; ++k) {
    const int axes = gm_domain_axes(k);
    const gm_vec3 y = gm_sub(x, gm_row_vec(domain->shift[k]));
    nearest = nearer_structure(structures, y, axes, reach, nearest, probe);
  }
  return nearest;
}

int gm_structures_corner(const gm_structure *s, int q, gm_vec3 *x)
{
  const gm_vec3 low = s->shape.min, high = s->shape.max;
  const gm_vec3 y = {q & 1 ? high.x : low.x, q & 2 ? high.y : low.y,
                     q & 4 ? high.z : low.z};
  if (!isfinite(gm_norm2(y))) return 0;
  *x = gm_pose_to_world(&s->pose, y);
  return 1;
}

gm_index gm_structures_lost(const gm_structures *structures, gm_vec3 x,
                            double range)
{
  gm_index lost = 0;
  for (gm_index s = 0; s < structures->n; ++s) {
    const gm_structure *body = &structures->row[s];
    if (!body->present || !body->collider || is_far_structure(body, x, range))
      continue;
    const gm_vec3 y = gm_structures_to_body(body, x);
    const double within = range / body->scale;
    for (int p = 0; p < body->shape.n; ++p) {
      const gm_patch *patch = gm_shape_patch(&body->shape, p);
      if (!is_structure_near_bounds(patch->min, patch->max, y, within))
        continue;
      const gm_query_result q = gm_query_batch_single(patch, y, within);
      lost += gm_query_result_uncovered(&q, within);
    }
  }
  return lost;
}
