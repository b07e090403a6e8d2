/* checkpoint/partition_state.c -- zones and means in a checkpoint. */
#include "checkpoint/partition_state.h"

#include "base/memory.h"
#include "hybrid/conversion.h"

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
static int is_in_piece(const gm_partition *p, gm_vec3 x)
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
    good = p->bed.sphere[k].r > 0.0 && is_in_piece(p, p->bed.sphere[k].x);
  return good ? GM_OK : gm_archive_refuse(a, "a zone is not possible");
}

gm_status gm_partition_state_pass(gm_archive *a, gm_scene *s)
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
