/* checkpoint/checkpoint.c -- everything that the next step of a run reads, in one file.
 *
 * What is stored: clock, balance and counters; grains with all columns in their order;
 * contacts that touch with their histories; poses, loads and sums of structures; inlets,
 * sinks, sensors, impacts.  What is not: whatever the scene's text determines, the
 * neighbour list, scratch memory, and the loads of an instant.
 */
#include "checkpoint/checkpoint.h"

#include "base/memory.h"
#include "checkpoint/archive.h"
#include "checkpoint/body_state.h"
#include "checkpoint/contact_state.h"
#include "checkpoint/grain_state.h"
#include "checkpoint/seal.h"
#include "hybrid/conversion.h"
#include "scene/scene.h"
#include "step/step.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char format[] = "granum checkpoint 2";

static const gm_archive_field clock_fields[] = {
    GM_ARCHIVE_FIELD(gm_scene, time, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_scene, gravity, DOUBLE, 3),
};

static const gm_archive_field model_fields[] = {
    GM_ARCHIVE_FIELD(gm_state, model.alike, INT32, 1),
    GM_ARCHIVE_FIELD(gm_state, model.smallest, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_state, model.largest, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_state, model.range, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_state, capture.dissipated, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_state, capture.power, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_state, capture.held_power, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_state, capture.growth_power, DOUBLE, 1),
};

/* ---- names --------------------------------------------------------------- */

void gm_checkpoint_path(const char *result, int old, char *path, size_t size)
{
  static const char suffix[] = ".vtkhdf";
  size_t n = strlen(result);
  if (n > sizeof suffix - 1 &&
      !strcmp(result + n - (sizeof suffix - 1), suffix))
    n -= sizeof suffix - 1;
  snprintf(path, size, "%.*s%s%s", (int)n, result, GM_CHECKPOINT_SUFFIX,
           old ? ".old" : "");
}

gm_status gm_checkpoint_may_write(const char *result)
{
  for (int old = 0; old < 2; ++old) {
    char path[GM_SEAL_PATH + 32];
    gm_checkpoint_path(result, old, path, sizeof path);
    if (gm_seal_replaceable(path)) continue;
    return gm_fail(GM_ERR_INPUT,
                   "'%s' exists and is not replaced, even with --force, "
                   "because it is not a whole checkpoint; move it, or choose "
                   "another name for the result",
                   path);
  }
  return GM_OK;
}

void gm_checkpoint_remove(const char *result)
{
  for (int old = 0; old < 2; ++old) {
    char path[GM_SEAL_PATH + 32];
    gm_checkpoint_path(result, old, path, sizeof path);
    if (gm_seal_replaceable(path)) unlink(path);
  }
}

/* ---- zones of a hybrid material, means, the piece of the bed ------------- */

static const gm_archive_field node[] = {
    GM_ARCHIVE_FIELD(gm_mean, mass, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_mean, volume, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_mean, momentum, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_mean, stress, DOUBLE, 6),
};

static const gm_archive_field sphere[] = {
    GM_ARCHIVE_FIELD(gm_void_sphere, x, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_void_sphere, r, DOUBLE, 1),
};

static const gm_archive_field sums[] = {
    GM_ARCHIVE_FIELD(gm_partition_sums, to_points, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_partition_sums, to_grains, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_partition_sums, owed, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_partition_sums, energy, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_partition_sums, work, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_partition_sums, loss, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_partition_sums, lent, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_partition_sums, coupling_error, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_partition_sums, made, INT64, 1),
    GM_ARCHIVE_FIELD(gm_partition_sums, dissolved, INT64, 1),
    GM_ARCHIVE_FIELD(gm_partition_sums, coupled, INT64, 1),
};

static const gm_archive_field whole[] = {
    GM_ARCHIVE_FIELD(gm_partition, zones.from, INT32, 3),
    GM_ARCHIVE_FIELD(gm_partition, zones.to, INT32, 3),
    GM_ARCHIVE_FIELD(gm_partition, means.samples, INT64, 1),
    GM_ARCHIVE_FIELD(gm_partition, bed.low, INT32, 3),
    GM_ARCHIVE_FIELD(gm_partition, bed.side, INT32, 3),
    GM_ARCHIVE_FIELD(gm_partition, density, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_partition, fraction, DOUBLE, 1),
};

/* Places of new grains are in the box of cells that is repeated. */
static int is_checkpoint_in_piece(const gm_partition *p, gm_vec3 x)
{
  const double at[3] = {x.x, x.y, x.z};
  int in = isfinite(gm_norm(x));
  for (int a = 0; a < p->zones.axes; ++a)
    in = in && at[a] >= 0.0 && at[a] <= p->zones.cell * p->bed.side[a];
  return in;
}

/* Every index must lead into its table. */
static gm_status check_partition(const gm_archive *a, const gm_partition *p)
{
  const gm_zones *z = &p->zones;
  double piece = 1.0;
  int good = p->means.samples >= 0 && p->density >= 0.0;
  for (int k = 0; k < 3; ++k) {
    good = good && z->from[k] >= 0 && z->from[k] <= z->to[k] &&
           z->to[k] <= z->n[k] && p->bed.side[k] >= 0;
    piece *= p->bed.side[k];
  }
  good = good && (p->bed.n == 0 || (piece >= 1.0 && piece < 1.0e8));
  for (int64_t k = 0; good && k < gm_zones_cells(z); ++k)
    good = z->kind[k] <= GM_ZONE_CONTINUUM;
  for (int64_t k = 0; good && k < p->bed.n; ++k)
    good = p->bed.sphere[k].r > 0.0 &&
           is_checkpoint_in_piece(p, p->bed.sphere[k].x);
  return good ? GM_OK : gm_archive_refuse(a, "a zone is not possible");
}

static gm_status pass_checkpoint_partition(gm_archive *a, gm_scene *s)
{
  gm_partition *p = &s->partition;
  gm_zones *z = &p->zones;
  if (!(z->cell > 0.0)) return GM_OK;
  GM_TRY(gm_archive_group(a, "partition"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, whole, 1, p));
  GM_TRY(GM_ARCHIVE_RECORDS(a, sums, 1, &p->sums));
  GM_TRY(gm_archive_column(a, "zone", GM_TABLE_UINT8, 1, gm_zones_cells(z),
                           z->kind));
  GM_TRY(gm_archive_column(a, "packing", GM_TABLE_DOUBLE, 1,
                           gm_zones_level_cells(z), z->packing));
  GM_TRY(gm_archive_column(a, "depth", GM_TABLE_DOUBLE, 1,
                           gm_zones_level_nodes(z), z->distance));
  GM_TRY(gm_archive_count(a, "spheres", 100000000, &p->bed.n));
  GM_TRY(gm_archive_group(a, "partition/means"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, node, gm_means_nodes(z), p->means.node));
  GM_TRY(gm_archive_group(a, "partition/bed"));
  if (a->reads) GM_TRY(GM_RESIZE(p->bed.sphere, 0, p->bed.n + 1));
  GM_TRY(GM_ARCHIVE_RECORDS(a, sphere, p->bed.n, p->bed.sphere));
  if (!a->reads) return GM_OK;
  GM_TRY(check_partition(a, p));
  return gm_enrich_index_piece(p);
}

/* ---- springs between structures ------------------------------------------ */

/* A pair as it is stored. */
typedef struct pair {
  int32_t a, b, image, n[2];
} pair;

static const gm_archive_field pairs[] = {
    GM_ARCHIVE_FIELD(pair, a, INT32, 1),
    GM_ARCHIVE_FIELD(pair, b, INT32, 1),
    GM_ARCHIVE_FIELD(pair, image, INT32, 1),
    GM_ARCHIVE_FIELD(pair, n, INT32, 2),
};

static const gm_archive_field springs[] = {
    GM_ARCHIVE_FIELD(gm_meeting_spring, stretch, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_meeting_spring, area, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_meeting_spring, depth, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_meeting_spring, sample, INT32, 1),
};

static const gm_archive_field counted[] = {
    GM_ARCHIVE_FIELD(gm_meetings, deep, INT64, 1),
    GM_ARCHIVE_FIELD(gm_meetings, depth, DOUBLE, 1),
};

static const gm_archive_field met[] = {
    GM_ARCHIVE_FIELD(gm_structure, met.force, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_structure, met.torque, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_structure, met.power, DOUBLE, 1),
};

/* ---- what is stored ---------------------------------------------------------------- */

/* The pairs that touch, and all their springs one after the other. */
typedef struct store {
  int64_t n_pairs, n_springs;
  pair *pair;
  gm_meeting_spring *spring;
} store;

static void count_checkpoint_stored(const gm_meetings *m, store *t)
{
  for (gm_index k = 0; k < m->n; ++k) {
    t->n_pairs += gm_meetings_touch(&m->row[k]);
    t->n_springs += m->row[k].side[0].n + m->row[k].side[1].n;
  }
}

static void collect_checkpoint_meetings(const gm_meetings *m, store *t)
{
  gm_index p = 0, q = 0;
  for (gm_index k = 0; k < m->n; ++k) {
    const gm_meeting *r = &m->row[k];
    if (!gm_meetings_touch(r)) continue;
    t->pair[p++] = (pair){r->a, r->b, r->image, {r->side[0].n, r->side[1].n}};
    for (int side = 0; side < 2; ++side)
      for (gm_index i = 0; i < r->side[side].n; ++i)
        t->spring[q++] = r->side[side].spring[i];
  }
}

/* ---- what is read ----------------------------------------------------------- */

static gm_status read_checkpoint_side(gm_archive *a, const gm_form *form,
                                      const gm_meeting_spring *from, gm_index n,
                                      gm_meeting_side *side)
{
  GM_TRY(gm_meetings_reserve(side, n));
  for (gm_index k = 0; k < n; ++k) {
    const gm_index before = k ? from[k - 1].sample : -1;
    if (from[k].sample <= before || from[k].sample >= form->n)
      return gm_archive_refuse(a, "a spring belongs to no sample");
    side->spring[k] = from[k];
  }
  side->n = n;
  return GM_OK;
}

static gm_status distribute_checkpoint_meetings(gm_archive *a, const store *t,
                                                gm_scene *s)
{
  const gm_structures *all = &s->structures;
  gm_meetings *m = &s->meetings;
  int64_t used = 0;
  gm_meetings_clear(m);
  GM_TRY(GM_RESIZE(m->row, 0, t->n_pairs + 1));
  for (int64_t k = 0; k < t->n_pairs; ++k) {
    const pair *p = &t->pair[k];
    if (p->a < 0 || p->b <= p->a || p->b >= all->n || p->image < 0 ||
        p->image >= GM_DOMAIN_IMAGES || p->n[0] < 0 || p->n[1] < 0 ||
        p->n[0] > t->n_springs - used ||
        p->n[1] > t->n_springs - used - p->n[0] || !all->row[p->a].form ||
        !all->row[p->b].form)
      return gm_archive_refuse(a, "a pair of structures is not possible");
    gm_meeting *r = &m->row[m->n++];
    *r = (gm_meeting){.a = p->a, .b = p->b, .image = (uint8_t)p->image};
    for (int side = 0; side < 2; ++side) {
      const gm_form *form = all->row[side ? p->b : p->a].form;
      GM_TRY(read_checkpoint_side(a, form, t->spring + used, p->n[side],
                                  &r->side[side]));
      used += p->n[side];
    }
  }
  return GM_OK;
}

static gm_status pass_checkpoint_meetings(gm_archive *a, gm_scene *s, store *t)
{
  if (!a->reads) count_checkpoint_stored(&s->meetings, t);
  GM_TRY(gm_archive_count(a, "n_pairs", INT32_MAX, &t->n_pairs));
  GM_TRY(gm_archive_count(a, "n_springs", INT32_MAX, &t->n_springs));
  GM_TRY(GM_RESIZE(t->pair, 0, t->n_pairs + 1));
  GM_TRY(GM_RESIZE(t->spring, 0, t->n_springs + 1));
  if (!a->reads) collect_checkpoint_meetings(&s->meetings, t);
  GM_TRY(gm_archive_group(a, "meetings/pairs"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, pairs, t->n_pairs, t->pair));
  GM_TRY(gm_archive_group(a, "meetings/springs"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, springs, t->n_springs, t->spring));
  return a->reads ? distribute_checkpoint_meetings(a, t, s) : GM_OK;
}

/* The pairs that touch with their springs, and what is counted.  The list of pairs that
 * are near each other is built again. */
static gm_status pass_checkpoint_springs(gm_archive *a, gm_scene *s)
{
  store t = {0};
  if (!s->structures.n_forms) return GM_OK;
  GM_TRY(gm_archive_group(a, "meetings"));
  gm_status status = pass_checkpoint_meetings(a, s, &t);
  GM_FREE(t.pair);
  GM_FREE(t.spring);
  if (status != GM_OK) return status;
  GM_TRY(gm_archive_group(a, "meetings/counted"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, counted, 1, &s->meetings));
  return GM_ARCHIVE_RECORDS(a, met, s->structures.n, s->structures.row);
}

/* ---- hard grains: impulses since the last frame -------------------------- */

static const gm_archive_field balance[] = {
    GM_ARCHIVE_FIELD(gm_hard_balance, collisions, INT64, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, impacts, INT64, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, corrections, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, virial, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, virial_xy, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, framed, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, before, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, pairs, INT64, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, walls, INT64, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, overlap, DOUBLE, 1),
};

static const gm_archive_field since[] = {
    GM_ARCHIVE_FIELD(gm_structure, since.force, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_structure, since.torque, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_structure, since.power, DOUBLE, 1),
};

static const gm_archive_field sum[] = {
    GM_ARCHIVE_FIELD(gm_collision_sum, a, INT64, 1),
    GM_ARCHIVE_FIELD(gm_collision_sum, b, INT64, 1),
    GM_ARCHIVE_FIELD(gm_collision_sum, structure, INT32, 1),
    GM_ARCHIVE_FIELD(gm_collision_sum, patch, INT32, 1),
    GM_ARCHIVE_FIELD(gm_collision_sum, impulse, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_collision_sum, count, DOUBLE, 1),
};

/* Impulses of the pairs of the neighbour list, by their keys. */
typedef struct pair_sum {
  gm_index a, b, patch;
  int32_t image;
  gm_row4 sum;
} pair_sum;

static const gm_archive_field note[] = {
    GM_ARCHIVE_FIELD(pair_sum, a, INT32, 1),
    GM_ARCHIVE_FIELD(pair_sum, b, INT32, 1),
    GM_ARCHIVE_FIELD(pair_sum, patch, INT32, 1),
    GM_ARCHIVE_FIELD(pair_sum, image, INT32, 1),
    GM_ARCHIVE_FIELD(pair_sum, sum, DOUBLE, 4),
};

static int64_t take_checkpoint_rows(const gm_hard_grains *h,
                                    const gm_contacts *list, pair_sum *to)
{
  int64_t n = 0;
  for (gm_index k = 0; k < h->rows; ++k)
    if (h->row[k][3] != 0.0)
      to[n++] = (pair_sum){list->a[k], list->b[k], gm_contacts_patch(list, k),
                           list->image ? list->image[k] : 0, h->row[k]};
  return n;
}

/* To the rows of the present list; pairs that it does not have are those that met before
 * it. */
static gm_status put_checkpoint_rows(const gm_archive *a, gm_hard_grains *h,
                                     const gm_scene *s, const pair_sum *from,
                                     int64_t n)
{
  const gm_contacts *list = &s->contacts;
  if (n) GM_TRY(gm_hard_reserve_rows(h, list->n));
  for (int64_t k = 0; k < n; ++k) {
    const pair_sum *q = &from[k];
    const gm_index most = q->patch < 0 ? s->grains.n : s->structures.n;
    if (q->a < 0 || q->a >= s->grains.n || q->b < 0 || q->b >= most ||
        (q->patch < 0 && q->b <= q->a))
      return gm_archive_refuse(a, "a collision is not possible");
    const gm_index row =
        gm_history_transfer_row(list, q->a, q->b, q->patch, q->image);
    if (row >= 0)
      h->row[row] = q->sum;
    else
      GM_TRY(gm_hard_note(h, s, q->a, q->b, q->patch, q->sum));
  }
  return GM_OK;
}

static gm_status pass_checkpoint_rows(gm_archive *a, gm_hard_grains *h,
                                      const gm_scene *s)
{
  pair_sum *row = NULL;
  int64_t n = 0;
  GM_TRY(GM_RESIZE(row, 0, h->rows + 1));
  if (!a->reads) n = take_checkpoint_rows(h, &s->contacts, row);
  gm_status status = gm_archive_group(a, "hard/rows");
  if (status == GM_OK) status = gm_archive_count(a, "n", INT32_MAX, &n);
  if (status == GM_OK && a->reads) status = GM_RESIZE(row, 0, n + 1);
  if (status == GM_OK) status = GM_ARCHIVE_RECORDS(a, note, n, row);
  if (status == GM_OK && a->reads)
    status = put_checkpoint_rows(a, h, s, row, n);
  GM_FREE(row);
  return status;
}

static gm_status pass_checkpoint_sums(gm_archive *a, gm_collision_sums *s,
                                      gm_index structures)
{
  int64_t n = (int64_t)s->n, sorted = (int64_t)s->sorted;
  GM_TRY(gm_archive_count(a, "n_sums", INT32_MAX, &n));
  GM_TRY(gm_archive_count(a, "sorted", n, &sorted));
  if (a->reads) {
    GM_TRY(GM_RESIZE(s->row, 0, n + 1));
    s->capacity = (size_t)n + 1;
    s->n = (size_t)n;
    s->sorted = (size_t)sorted;
  }
  GM_TRY(gm_archive_group(a, "hard/sums"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, sum, n, s->row));
  for (size_t k = 0; a->reads && k < s->n; ++k)
    if (s->row[k].structure < -1 || s->row[k].structure >= structures)
      return gm_archive_refuse(a, "a collision names no structure");
  return GM_OK;
}

/* Those of the present list, which go on there, and those of earlier lists; after grains
 * and contacts. */
static gm_status pass_checkpoint_impulses(gm_archive *a, gm_step *step,
                                          gm_scene *s)
{
  gm_grains *g = &s->grains;
  int64_t noted = g->struck != NULL;
  if (!s->hard) return GM_OK;
  GM_TRY(gm_archive_group(a, "hard"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, balance, 1, &s->balance.hard));
  GM_TRY(GM_ARCHIVE_RECORDS(a, since, s->structures.n, s->structures.row));
  GM_TRY(gm_archive_count(a, "noted", 1, &noted));
  if (a->reads && noted) GM_TRY(gm_grains_note_collisions(g));
  if (noted)
    GM_TRY(gm_archive_column(a, "struck", GM_TABLE_DOUBLE, 1, g->n, g->struck));
  GM_TRY(pass_checkpoint_sums(a, &step->hard.sums, s->structures.n));
  if (s->hard == GM_ENGINE_EVENTS) return GM_OK; /* has no list */
  return pass_checkpoint_rows(a, &step->hard, s);
}

/* ---- both ways ----------------------------------------------------------- */

static gm_status pass_checkpoint_head(gm_archive *a, gm_checkpoint *c)
{
  char mark[sizeof format];
  memcpy(mark, format, sizeof format);
  GM_TRY(gm_archive_group(a, "run"));
  GM_TRY(gm_archive_column(a, "format", GM_TABLE_UINT8, 1, sizeof mark, mark));
  if (memcmp(mark, format, sizeof format) != 0)
    return gm_archive_refuse(a, "its format is not 'granum checkpoint 2'");
  GM_TRY(gm_archive_text(a, "version", &c->version));
  GM_TRY(gm_archive_text(a, "folder", &c->folder));
  GM_TRY(gm_archive_text(a, "written", &c->written));
  GM_TRY(gm_archive_text(a, "scene", &c->scene));
  GM_TRY(gm_archive_text(a, "inputs", &c->inputs));
  GM_TRY(gm_archive_column(a, "dt", GM_TABLE_DOUBLE, 1, 1, &c->dt));
  const struct {
    const char *name;
    int64_t *number;
  } numbers[] = {{"step", &c->step},           {"first", &c->first},
                 {"frames", &c->frames},       {"rows", &c->rows},
                 {"was_above", &c->was_above}, {"rebalance", &c->rebalance}};
  for (int k = 0; k < 6; ++k)
    GM_TRY(gm_archive_column(a, numbers[k].name, GM_TABLE_INT64, 1, 1,
                             numbers[k].number));
  if (c->first >= 0 && c->step > c->first && c->frames >= 0 && c->rows >= 0 &&
      c->dt > 0.0)
    return GM_OK;
  return gm_archive_refuse(a, "the numbers of steps, frames or rows");
}

static gm_status pass_checkpoint_state(gm_archive *a, gm_step *step,
                                       gm_scene *s)
{
  GM_TRY(gm_archive_group(a, "clock"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, clock_fields, 1, s));
  GM_TRY(GM_ARCHIVE_RECORDS(a, model_fields, 1, step));
  GM_TRY(gm_body_state_pass(a, s));
  GM_TRY(gm_grain_state_pass(a, step, s));
  GM_TRY(pass_checkpoint_partition(a, s));
  GM_TRY(gm_contact_state_pass(a, step, s));
  GM_TRY(pass_checkpoint_springs(a, s));
  return pass_checkpoint_impulses(a, step, s);
}

/* ---- writing ------------------------------------------------------------- */

static gm_status write_checkpoint_file(const gm_checkpoint *c, const char *path,
                                       gm_step *step, gm_scene *scene)
{
  gm_checkpoint head = *c;
  gm_archive a = {0};
  head.step = scene->step;
  head.dt = scene->dt;
  GM_TRY(gm_hdf5_create(path, false, &a.file));
  gm_status status = pass_checkpoint_head(&a, &head);
  if (status == GM_OK) status = pass_checkpoint_state(&a, step, scene);
  if (status == GM_OK && c->more) status = c->more(c->context, &a);
  const gm_status closed = gm_hdf5_close(&a.file);
  return status == GM_OK ? closed : status;
}

gm_status gm_checkpoint_write(const gm_checkpoint *c, const char *path,
                              gm_step *step, gm_scene *scene)
{
  char temporary[GM_SEAL_PATH];
  int lock;
  GM_ASSERT(!step->capture.valid && scene->step > c->first);
  GM_TRY(gm_seal_begin(path, temporary, &lock));
  gm_status status = write_checkpoint_file(c, temporary, step, scene);
  if (status == GM_OK) status = gm_seal_place(path, temporary, &lock);
  if (status != GM_OK) gm_seal_drop(temporary, &lock);
  return status;
}

/* ---- reading ------------------------------------------------------------- */

gm_status gm_checkpoint_open(const char *path, gm_checkpoint *c)
{
  *c = (gm_checkpoint){0};
  c->archive.reads = 1;
  GM_TRY(gm_seal_check(path, &c->archive.bytes));
  GM_TRY(GM_RESIZE(c->path, 0, strlen(path) + 1));
  strcpy(c->path, path);
  GM_TRY(gm_hdf5_open(path, GM_HDF5_PLAIN, &c->archive.file));
  return pass_checkpoint_head(&c->archive, c);
}

gm_status gm_checkpoint_find(const char *result, gm_checkpoint *c)
{
  char path[2][GM_SEAL_PATH + 32], why[2][512] = {"", ""};
  for (int old = 0; old < 2; ++old) {
    struct stat info;
    gm_checkpoint_path(result, old, path[old], sizeof path[old]);
    if (lstat(path[old], &info) != 0) {
      *c = (gm_checkpoint){0};
      continue;
    }
    const gm_status status = gm_checkpoint_open(path[old], c);
    if (status == GM_OK) return GM_OK;
    if (status == GM_ERR_MEMORY) return status;
    snprintf(why[old], sizeof why[old], "%s", gm_status_message());
    if (!old) gm_checkpoint_clear(c);
  }
  if (!*why[0] && !*why[1])
    return gm_fail(GM_ERR_INPUT,
                   "there is no checkpoint '%s' to go on from; start the run "
                   "anew with --force, or name its result with -o",
                   path[0]);
  return gm_fail(GM_ERR_INPUT,
                 "no checkpoint of '%s' can be used: %s%s%s; start the run "
                 "anew with --force",
                 result, why[0], *why[0] && *why[1] ? "; " : "", why[1]);
}

gm_status gm_checkpoint_restore(gm_checkpoint *c, gm_step *step, gm_scene *s)
{
  s->step = c->step;
  GM_TRY(pass_checkpoint_state(&c->archive, step, s));
  if (s->time == (double)c->step * s->dt) return GM_OK;
  return gm_fail(GM_ERR_FILE, "'%s': time and step do not agree", c->path);
}

void gm_checkpoint_clear(gm_checkpoint *c)
{
  gm_hdf5_close(&c->archive.file);
  GM_FREE(c->path);
  GM_FREE(c->version);
  GM_FREE(c->folder);
  GM_FREE(c->written);
  GM_FREE(c->scene);
  GM_FREE(c->inputs);
  *c = (gm_checkpoint){0};
}
