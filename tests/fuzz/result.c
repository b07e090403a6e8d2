/* tests/fuzz/result.c -- results with content that no run writes (edits.h).
 *
 * The first byte of an input selects what reads the file: readers of frames, of surfaces,
 * of the rest, one of the exports, repair, a scene that starts from its grains, or the
 * scene in it.  The other bytes are edits.  A first byte of 240 to 242 selects the result
 * of another run (small_run.h), and what follows is read likewise.
 */
#include "result/result.h"
#include "edits.h"
#include "export/formats.h"
#include "fuzz.h"
#include "include/granum.h"
#include "result/recover.h"
#include "result/saved_grains_file.h"
#include "result/world_surfaces.h"
#include "rules/read.h"
#include "small_run.h"
#include <stdio.h>
#include <string.h>

enum {
  READ,
  SURFACES,
  REST,
  CSV,
  FRAMES,
  STANDALONE,
  BLOCKS,
  REPAIR,
  RESUME,
  SCENE,
  KINDS
};

static edits_base base[SMALL_RUNS];

static const char scene[] =
    "domain: {min: [-1, -1, -1], max: [1, 1, 1]}\n"
    "materials:\n"
    "  glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}\n"
    "contacts:\n"
    "  pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.5}]\n"
    "grains: [{result: {file: edited.vtkhdf}}]\n"
    "time: {end: 0.1}\n"
    "output: {every: 0.01}\n";

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc, (void)argv;
  for (small_run k = 0; k < SMALL_RUNS; ++k)
    edits_open(&base[k], small_run_result(k));
  return 0;
}

/* --- who reads ---------------------------------------------------------------------- */

static void read_frame(const gm_result *r, int64_t f)
{
  for (int kind = 0; kind < GM_RESULT_KINDS; ++kind) {
    if (!r->has[kind]) continue;
    gm_result_rows rows;
    fuzz_judge(gm_result_frame(r, (gm_result_kind)kind, f, &rows));
    gm_result_rows_clear(&rows);
  }
}

static void read_surfaces(const gm_result *r, int64_t f)
{
  gm_world_surfaces surfaces;
  fuzz_judge(gm_world_surfaces_read(r, f, &surfaces));
  gm_world_surfaces_clear(&surfaces);
}

/* What is there once: history, virtual particles, names, the scene. */
static void read_rest(const gm_result *r)
{
  char name[64];
  int64_t n = 0;
  gm_result_rows rows;
  gm_config config;
  gm_status status = gm_result_history_rows(r, &n);
  if (status == GM_OK) {
    status = gm_result_history(r, 0, n, &rows);
    gm_result_rows_clear(&rows);
  }
  fuzz_judge(status);
  fuzz_judge(gm_result_sites(r, &rows));
  gm_result_rows_clear(&rows);
  for (int64_t i = 0; i < r->n_structures && i < 8; ++i)
    fuzz_judge(gm_result_structure_name(r, i, name, sizeof name));
  fuzz_judge(gm_result_scene_read(r, &config));
  gm_config_clear(&config);
}

static void write_csv(const gm_result *r, int64_t f)
{
  for (int kind = 0; kind < GM_RESULT_KINDS; ++kind) {
    if (!r->has[kind]) continue;
    gm_result_rows rows;
    gm_status status = gm_result_frame(r, (gm_result_kind)kind, f, &rows);
    if (status == GM_OK) status = gm_csv_write(fuzz_path("out"), r, &rows);
    fuzz_judge(status);
    gm_result_rows_clear(&rows);
  }
}

static void write_frame(const gm_result *r, int64_t f)
{
  gm_result_rows rows;
  gm_status status = gm_result_frame(r, GM_RESULT_CONTACTS, f, &rows);
  if (status == GM_OK) status = gm_frame_file_write(fuzz_path("out"), &rows);
  fuzz_judge(status);
  gm_result_rows_clear(&rows);
  fuzz_judge(gm_frame_file_write_structures(fuzz_path("out"), r, f));
}

static void write_standalone(const gm_result *r)
{
  for (int kind = 0; kind < GM_RESULT_KINDS; ++kind)
    if (r->has[kind])
      fuzz_judge(gm_standalone_write(fuzz_path("out"), r, (gm_result_kind)kind,
                                     0, r->frames - 1));
}

static void open_and_use(const char *path, unsigned kind)
{
  gm_result r;
  const gm_status status = gm_result_open(path, &r);
  fuzz_judge(status);
  const int64_t last = r.frames - 1;
  if (status == GM_OK && kind == REST) read_rest(&r);
  if (status == GM_OK && last >= 0) {
    if (kind == READ) read_frame(&r, last);
    if (kind == SURFACES) read_surfaces(&r, last);
    if (kind == CSV) write_csv(&r, last);
    if (kind == FRAMES) write_frame(&r, last);
    if (kind == STANDALONE) write_standalone(&r);
    if (kind == BLOCKS)
      fuzz_judge(gm_blocks_write(fuzz_path("out"), &r, 0, last, true));
  }
  gm_result_clear(&r);
}

static void repair(const char *path)
{
  gm_recover_report report;
  fuzz_judge(gm_recover_result(path, &report));
  remove(fuzz_path("edited.vtkhdf.broken"));
}

static void resume(void)
{
  gm_config config;
  gm_saved_grains saved;
  gm_read_text(scene, strlen(scene), "scene.yaml", fuzz_folder(), 0, NULL,
               &config);
  for (int goes_on = 0; goes_on < 2; ++goes_on) {
    config.grains[0].result.resume = goes_on;
    fuzz_judge(gm_saved_grains_file_read(&config, 0, &saved));
    gm_saved_grains_clear(&saved);
  }
  gm_config_clear(&config);
}

static void open_scene(const char *path)
{
  gm_sim *sim = gm_sim_open(path, 0, NULL);
  fuzz_promise(gm_sim_status(sim) == GM_OK || *gm_sim_message(sim),
               "an error has a message");
  gm_sim_free(sim);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const small_run which = small_run_of(size ? data[0] : 0);
  const size_t skip = which != SMALL_GRAINS;
  data += skip, size -= skip;
  const unsigned kind = size ? data[0] % KINDS : READ;
  fuzz_begin();
  edits_apply(&base[which], fuzz_path("edited.vtkhdf"), data + (size > 0),
              size - (size > 0));
  const char *path = fuzz_path("edited.vtkhdf");
  if (kind == REPAIR)
    repair(path);
  else if (kind == RESUME)
    resume();
  else if (kind == SCENE)
    open_scene(path);
  else
    open_and_use(path, kind);
  fuzz_end();
  return 0;
}
