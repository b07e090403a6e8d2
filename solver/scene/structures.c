/* scene/structures.c -- memory of the structures, and queries over all of them.
 *
 * The queries loop over all structures and are meant for setting up and checking a
 * scene.  The time step uses the neighbour list and the batch queries of
 * body/query_batch.h instead.
 */
#include "scene/structures.h"

#include "base/memory.h"
#include "body/query_batch.h"

gm_status gm_structures_init(gm_structures *s, gm_index n)
{
  *s = (gm_structures){0};
  GM_TRY(GM_RESIZE(s->row, 0, n));
  s->n = n;
  for (gm_index k = 0; k < n; ++k)
    s->row[k].scale = 1.0;
  return GM_OK;
}

void gm_structures_clear(gm_structures *s)
{
  for (gm_index k = 0; k < s->n; ++k) {
    gm_motion_clear(&s->row[k].motion, &s->row[k].n_motion);
    if (s->row[k].rigid) gm_rigid_clear(s->row[k].rigid);
    GM_FREE(s->row[k].rigid);
    GM_FREE(s->row[k].servo);
    GM_FREE(s->row[k].conveyor);
    GM_FREE(s->row[k].part);
    GM_FREE(s->row[k].patch_part);
    GM_FREE(s->row[k].report);
    GM_FREE(s->row[k].patch_material);
    GM_FREE(s->row[k].where);
    GM_FREE(s->row[k].left_out);
    GM_FREE(s->row[k].with);
    gm_surface_clear(&s->row[k].surface);
    gm_mesh_collider_free(&s->row[k].collider);
    if (s->row[k].friction) gm_property_clear(s->row[k].friction);
    GM_FREE(s->row[k].friction);
    gm_patches_clear(&s->row[k].cut);
    gm_contact_sums_clear(&s->row[k].sums);
  }
  GM_FREE(s->row);
  for (gm_index k = 0; k < s->n_forms; ++k)
    gm_form_free(&s->form[k]);
  GM_FREE(s->form);
  *s = (gm_structures){0};
}

void gm_structures_note_loads(gm_structures *s, double dt)
{
  for (gm_index k = 0; k < s->n; ++k) {
    gm_structure *b = &s->row[k];
    b->since.force = gm_madd(b->since.force, dt, b->load.force);
    b->since.torque = gm_madd(b->since.torque, dt, b->load.torque);
    b->since.power += dt * b->load.power;
  }
}

void gm_structures_mean_loads(gm_structures *s, double span)
{
  const double rate = span > 0.0 ? 1.0 / span : 0.0;
  for (gm_index k = 0; k < s->n; ++k) {
    gm_structure *b = &s->row[k];
    b->load = (gm_structure_load){.force = gm_scale(rate, b->since.force),
                                  .torque = gm_scale(rate, b->since.torque),
                                  .power = rate * b->since.power};
  }
}

void gm_structures_framed(gm_structures *s)
{
  for (gm_index k = 0; k < s->n; ++k)
    s->row[k].since = (gm_structure_load){0};
}

gm_status gm_structures_start_sums(gm_structures *s)
{
  for (gm_index k = 0; k < s->n; ++k) {
    gm_structure *body = &s->row[k];
    if (body->mirror) continue;
    GM_TRY(gm_contact_sums_init(&body->sums, body->collider ? body->surface.n
                                                            : body->shape.n));
  }
  return GM_OK;
}

int gm_structures_have_sums(const gm_structures *s)
{
  int any = 0;
  for (gm_index k = 0; k < s->n; ++k)
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
    const gm_vec3 x = gm_pose_to_world(&s->pose, y);
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

static int is_near(gm_vec3 min, gm_vec3 max, gm_vec3 y, double reach)
{
  return y.x > min.x - reach && y.x < max.x + reach && y.y > min.y - reach &&
         y.y < max.y + reach && y.z > min.z - reach && y.z < max.z + reach;
}

/* Returns 1 if y lies so deep inside a solid that no virtual particle is near; *probe
 * then holds the distance to the whole surface. */
static int is_deep(const gm_structure *s, gm_vec3 y, gm_query_result *probe)
{
  const gm_vec3 a = s->shape.min, b = s->shape.max;
  if (!s->collider || y.x < a.x || y.x > b.x || y.y < a.y || y.y > b.y ||
      y.z < a.z || y.z > b.z) {
    return 0;
  }
  const gm_query_result q = gm_mesh_collider_query_surface(s->collider, y);
  if (q.distance >= 0.0) return 0;
  *probe = q;
  probe->source = GM_SOURCE_MISSING;
  probe->gradient = gm_quat_rotate(s->pose.orientation, q.gradient);
  return 1;
}

/* Returns the nearest structure among those with images along all of `axes` (bit mask),
 * if it is nearer than the structure `nearest` with distance *probe (-1: none yet),
 * else `nearest`. */
static gm_index nearer(const gm_structures *structures, gm_vec3 x, int axes,
                       double reach, gm_index nearest, gm_query_result *probe)
{
  for (gm_index s = 0; s < structures->n; ++s) {
    const gm_structure *body = &structures->row[s];
    if (!body->present || (axes & ~body->images)) continue;
    const gm_vec3 y = gm_pose_to_body(&body->pose, x);
    if (!is_near(body->shape.min, body->shape.max, y, reach)) continue;
    const gm_index before = nearest;
    for (int p = 0; p < body->shape.n; ++p) {
      const gm_patch *patch = gm_shape_patch(&body->shape, p);
      gm_query_result q = gm_query_batch_single(patch, y, reach);
      if (q.under && !patch->fallback) q.distance = 0.0;
      if (q.distance > reach) continue;
      if (nearest >= 0 && q.distance >= probe->distance) continue;
      nearest = s;
      *probe = q;
      probe->gradient = gm_quat_rotate(body->pose.orientation, q.gradient);
    }
    if (nearest == before && is_deep(body, y, probe)) return s;
  }
  return nearest;
}

gm_index gm_structures_nearest(const gm_structures *structures,
                               const gm_domain *domain, gm_vec3 x, double reach,
                               gm_query_result *probe)
{
  gm_index nearest = nearer(structures, x, 0, reach, -1, probe);
  for (int k = 1; domain->periodic && k < GM_DOMAIN_IMAGES; ++k) {
    int axes = 0;
    for (int a = 0; a < 3; ++a)
      axes |= (gm_domain_sides(k, a) != 0) << a;
    const gm_vec3 y = gm_sub(x, gm_row_vec(domain->shift[k]));
    nearest = nearer(structures, y, axes, reach, nearest, probe);
  }
  return nearest;
}

gm_index gm_structures_lost(const gm_structures *structures, gm_vec3 x,
                            double range)
{
  gm_index lost = 0;
  for (gm_index s = 0; s < structures->n; ++s) {
    const gm_structure *body = &structures->row[s];
    if (!body->present || !body->collider) continue;
    const gm_vec3 y = gm_pose_to_body(&body->pose, x);
    for (int p = 0; p < body->shape.n; ++p) {
      const gm_patch *patch = gm_shape_patch(&body->shape, p);
      if (!is_near(patch->min, patch->max, y, range)) continue;
      const gm_query_result q = gm_query_batch_single(patch, y, range);
      lost += gm_query_result_uncovered(&q, range);
    }
  }
  return lost;
}
