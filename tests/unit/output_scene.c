/* tests/unit/output_scene.c -- a made-up scene whose every number is known. */
#include "output_scene.h"

#include "base/memory.h"
#include "file/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const gm_provenance_origin output_scene_origin = {
    .title = "Made-up scene",
    .source = "made/up.yaml",
    .parent = "",
    .version = "0.0-test",
    .command_line = "granum run made/up.yaml",
    .effective = "title: Made-up scene\n",
};

static const gm_index grains[] = {0, 5, 12, 3, 0, 300, 700, 650};
static const gm_index contacts[] = {0, 0, 7, 1, 0, 400, 0, 900};
enum { FRAMES = sizeof grains / sizeof grains[0] };

gm_index output_scene_grains(int f)
{
  return grains[f % FRAMES];
}
gm_index output_scene_contacts(int f)
{
  return contacts[f % FRAMES];
}

static void make_structures(gm_structures *all)
{
  gm_structure *s = all->row;
  s[0].shape = gm_shape_plane(gm_vec(0.0, 0.0, 0.0), gm_vec(0.0, 0.0, 1.0));
  s[1].shape =
      gm_shape_cone(gm_vec(0.0, 0.0, 0.0), gm_vec(0.0, 0.0, 2.0), 1.0, 1.0, 2);
  s[2].shape = gm_shape_sphere(gm_vec(0.0, 0.0, 0.0), 0.25);
  for (gm_index i = 0; i < all->n; ++i) {
    snprintf(s[i].name, sizeof s[i].name, "%s",
             i == 0   ? "floor"
             : i == 1 ? "drum"
                      : "ball");
    s[i].material = i % 2;
    s[i].pose.orientation = gm_quat_identity();
  }
  /* Turned and moved at the start: the file has the body frame. */
  s[1].pose.position = gm_vec(0.5, 0.0, 0.0);
  s[1].pose.orientation = gm_quat_rotation(gm_vec(0.0, GM_PI / 6.0, 0.0));
}

gm_status output_scene_init(output_scene *s, bool full, bool single,
                            int compression, gm_index structures)
{
  memset(s, 0, sizeof *s);
  s->config.output.arrays = full ? GM_ARRAYS_FULL : GM_ARRAYS_STANDARD;
  s->config.output.precision =
      single ? GM_PRECISION_SINGLE : GM_PRECISION_DOUBLE;
  s->config.output.compression = compression;
  s->config.output.every = 0.02;
  s->config.time.end = 0.2;
  s->scene.materials.n = 2;
  strcpy(s->scene.materials.row[0].name, "glass");
  strcpy(s->scene.materials.row[1].name, "steel");
  s->scene.domain.min = gm_vec(-INFINITY, -INFINITY, -INFINITY);
  s->scene.domain.max = gm_vec(INFINITY, INFINITY, 4.0);
  GM_TRY(gm_structures_init(&s->scene.structures, structures));
  if (structures) make_structures(&s->scene.structures);
  return GM_OK;
}

static void fill_grains(output_scene *s, int f, gm_index n)
{
  gm_grains *g = &s->scene.grains;
  g->n = 0;
  for (gm_index i = 0; i < n; ++i) {
    const gm_id id = 10 + (n - 1 - i); /* rows run against the ids */
    const double a = (double)id;
    gm_grains_append(g, id, gm_vec(0.01 * a, 0.5 * f, 0.25 + a), 0.001 * a,
                     2500.0, gm_vec(0.0, 0.0, 0.0), gm_vec(0.0, 0.0, 0.0),
                     (gm_index)(id % 2), (gm_index)(id % 3));
    g->load[i].f = gm_row(gm_vec(a, 2.0 * a, f), 0.0);
    g->load[i].t = gm_row(gm_vec(f, 1.0, a), 0.0);
    g->orientation[i] = (gm_quat){0.5, -0.5, 0.5, -0.5};
  }
  for (gm_index k = 0; k < n; ++k) {
    const double a = 10.0 + k;
    s->grains.row[k] = n - 1 - k;
    s->grains.velocity[k] = gm_vec(a, -a, f);
    s->grains.angular_velocity[k] = gm_vec(f, a, 0.125);
    s->grains.coordination[k] = k % 7;
    const bool near = k % 2 == 0;
    s->grains.structure[k] = near ? 1 : -1;
    s->grains.distance[k] = near ? 0.001 * a : NAN;
    s->grains.normal[k] = near ? gm_vec(0.0, 0.6, 0.8) : gm_vec(0.0, 0.0, 0.0);
    s->grains.site_count[k] = near ? 8 : 0;
    s->grains.answered[k] = near ? k / 2 % 4 : -1;
    s->grains.unsupported[k] = k % 3;
  }
  s->grains.n = n;
}

static void fill_contacts(output_scene *s, int f, gm_index n)
{
  for (gm_index k = 0; k < n; ++k) {
    const bool structure = k % 3 == 2;
    s->contacts.id_a[k] = 10 + k / 2;
    s->contacts.id_b[k] = structure ? -1 : 11 + k;
    s->contacts.structure[k] = structure ? 1 : -1;
    s->contacts.patch[k] = structure ? 2 : -1;
    s->contacts.from[k] = gm_vec(k, f, 0.0);
    s->contacts.to[k] = gm_vec(k, f, 1.0);
    s->contacts.normal[k] = gm_vec(0.0, 0.0, -1.0);
    s->contacts.force[k] = gm_vec(0.5 * k, 0.0, -f);
    s->contacts.overlap[k] = 1.0e-6 * (k + 1);
    s->contacts.source[k] = structure ? k / 3 % 4 : -1;
  }
  s->contacts.n = n;
}

gm_status output_scene_at(output_scene *s, int f, gm_index scale)
{
  const gm_index n = scale * output_scene_grains(f);
  const gm_index n_contacts = scale * output_scene_contacts(f);
  GM_TRY(gm_grains_reserve(&s->scene.grains, n, 1));
  GM_TRY(gm_grains_keep_loads(&s->scene.grains));
  GM_TRY(gm_frame_reserve_grains(&s->grains, n));
  GM_TRY(gm_frame_reserve_contacts(&s->contacts, n_contacts, 0));
  s->scene.time = 0.02 * f;
  s->scene.step = 100 * f;
  fill_grains(s, f, n);
  fill_contacts(s, f, n_contacts);
  for (gm_index i = 0; i < s->scene.structures.n; ++i) {
    gm_structure *body = &s->scene.structures.row[i];
    body->present = !(i == 2 && f < 2);
    if (f > 0) body->pose.position = gm_vec(i, f, 0.0);
    body->pose.velocity = gm_vec(0.0, i, 1.0);
    body->pose.spin = gm_vec(0.0, 0.0, 2.0 * i);
    body->load.force = gm_vec(f, i, 3.0);
    body->load.torque = gm_vec(i, f, 4.0);
    body->load.power = 10.0 * f + i;
  }
  return GM_OK;
}

gm_measure output_scene_measure(const output_scene *s, int h)
{
  return (gm_measure){.time = 0.001 * h,
                      .step = h,
                      .contacts_grain = s->contacts.n,
                      .contacts_structure = h,
                      .kinetic = 1.0 * h,
                      .elastic = 2.0 * h,
                      .potential = 3.0 * h,
                      .momentum = {h, -h, 0.5},
                      .largest_overlap = 0.01};
}

void output_scene_clear(output_scene *s)
{
  gm_grains_clear(&s->scene.grains);
  gm_structures_clear(&s->scene.structures);
  gm_frame_clear_grains(&s->grains);
  gm_frame_clear_contacts(&s->contacts);
}

/* What a checkpoint does: rows of the last chunk come from a copy of the result. */
gm_status output_scene_restore_tail(gm_snapshot *snapshot, const char *copy,
                                    int rows)
{
  gm_hdf5_file *file = NULL;
  gm_status status = gm_hdf5_open(copy, GM_HDF5_READ, &file);
  for (int k = 0; status == GM_OK; ++k) {
    char name[GM_HDF5_NAME];
    gm_series_rows tail;
    gm_table t;
    status = gm_snapshot_tail(snapshot, k, 1, &tail);
    if (status != GM_OK || !tail.name) break;
    snprintf(name, sizeof name, "/granum/history/%s", tail.name);
    status = gm_table_open(file, name, &t);
    if (status != GM_OK) break;
    status =
        gm_table_read(&t, tail.type, rows - tail.rows, tail.rows, tail.values);
    gm_table_close(&t);
  }
  gm_hdf5_close(&file);
  return status;
}
