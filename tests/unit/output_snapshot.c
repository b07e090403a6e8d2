/* A result is written, followed and read back: what a frame was given is what is read,
 * whatever the numbers of grains and contacts do, and whatever fails on the way.
 *
 * Values are those of output_scene.c; in single precision they are read as the nearest
 * float.
 */
#include "check.h"
#include "output_scene.h"

#include "base/memory.h"
#include "file/schema.h"
#include "result/recover.h"
#include "result/result.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FRAMES = 8 };

static const char *const path = "output_snapshot.vtkhdf";
static const char *const link_path = "output_snapshot.contacts.vtkhdf";

static void remove_files(void)
{
  unlink(path);
  unlink(link_path);
}

/* The number as the file keeps it. */
static double kept(double value, bool single)
{
  return single ? (double)(float)value : value;
}

static bool same(double a, double b)
{
  return a == b || (isnan(a) && isnan(b));
}

/* Largest number of grains whose arrays differ from what was given. */
static int64_t wrong_grains(const gm_result_rows *rows, int f, bool single)
{
  const gm_result_array *id = gm_result_find(rows, GM_NAME_ID);
  const gm_result_array *radius = gm_result_find(rows, GM_NAME_RADIUS);
  const gm_result_array *force = gm_result_find(rows, GM_NAME_FORCE);
  const gm_result_array *w = gm_result_find(rows, GM_NAME_ANGULAR_VELOCITY);
  const gm_result_array *near =
      gm_result_find(rows, GM_NAME_STRUCTURE_DISTANCE);
  const gm_result_array *material = gm_result_find(rows, GM_NAME_MATERIAL);
  const gm_result_array *site = gm_result_find(rows, GM_NAME_SITE_COUNT);
  int64_t wrong = 0;
  for (int64_t k = 0; k < rows->n; ++k) {
    const double a = 10.0 + (double)k;
    const double distance = k % 2 ? NAN : 0.001 * a;
    wrong += !(id->integer[k] == 10 + k && material->integer[k] == k % 2 &&
               site->integer[k] == (k % 2 ? 0 : 8) &&
               same(rows->points[3 * k], kept(0.01 * a, single)) &&
               same(rows->points[3 * k + 1], 0.5 * f) &&
               same(radius->number[k], kept(0.001 * a, single)) &&
               same(force->number[3 * k + 1], 2.0 * a) &&
               same(w->number[3 * k], f) && same(w->number[3 * k + 2], 0.125) &&
               same(near->number[k], kept(distance, single)));
  }
  return wrong;
}

static int64_t wrong_full(const gm_result_rows *rows, int f)
{
  const gm_result_array *torque = gm_result_find(rows, GM_NAME_TORQUE);
  const gm_result_array *turn = gm_result_find(rows, GM_NAME_ORIENTATION);
  const gm_result_array *label = gm_result_find(rows, GM_NAME_LABEL);
  const gm_result_array *mass = gm_result_find(rows, GM_NAME_MASS);
  int64_t wrong = 0;
  for (int64_t k = 0; k < rows->n; ++k) {
    const double r = 0.001 * (10.0 + (double)k);
    const double m = 2500.0 * 4.0 / 3.0 * GM_PI * r * r * r;
    wrong += !(torque->number[3 * k] == -r * f && turn->number[4 * k] == 0.5 &&
               turn->number[4 * k + 3] == -0.5 &&
               label->integer[k] == (10 + k) % 3 &&
               fabs(mass->number[k] / m - 1.0) < 1.0e-14); /* a few roundings */
  }
  return wrong;
}

static int64_t wrong_contacts(const gm_result_rows *rows, int f, bool single)
{
  const gm_result_array *a = gm_result_find(rows, GM_NAME_ID_A);
  const gm_result_array *b = gm_result_find(rows, GM_NAME_ID_B);
  const gm_result_array *patch = gm_result_find(rows, GM_NAME_PATCH);
  const gm_result_array *overlap = gm_result_find(rows, GM_NAME_OVERLAP);
  const gm_result_array *force = gm_result_find(rows, GM_NAME_FORCE);
  int64_t wrong = 0;
  for (int64_t k = 0; k < rows->n; ++k) {
    const bool structure = k % 3 == 2;
    const double delta = 1.0e-6 * (double)(k + 1);
    wrong +=
        !(a->integer[k] == 10 + k / 2 &&
          b->integer[k] == (structure ? -1 : 11 + k) &&
          patch->integer[k] == (structure ? 2 : -1) &&
          overlap->number[k] == kept(delta, single) &&
          force->number[3 * k + 2] == -f && rows->points[6 * k] == (double)k &&
          rows->points[6 * k + 2] == 0.0 && rows->points[6 * k + 5] == 1.0);
  }
  return wrong;
}

static void check_history(const gm_result *r, int64_t rows_expected)
{
  int64_t n = 0;
  gm_result_rows h;
  CHECK(gm_result_history_rows(r, &n) == GM_OK);
  CHECK(n == rows_expected);
  CHECK(gm_result_history(r, 0, n, &h) == GM_OK);
  const gm_result_array *time = gm_result_find(&h, GM_NAME_TIME);
  const gm_result_array *step = gm_result_find(&h, GM_NAME_STEP);
  const gm_result_array *error = gm_result_find(&h, GM_NAME_ENERGY_ERROR);
  const gm_result_array *force = gm_result_find(&h, GM_NAME_STRUCTURE_FORCE);
  int64_t wrong = 0;
  for (int64_t k = 0; k < n; ++k) {
    wrong += !(time->number[k] == 0.001 * (double)k && step->integer[k] == k &&
               error->number[k] == 1.0e-3 * (double)k);
    if (r->n_structures == 3) {
      wrong += force->number[9 * k + 4] != 1.0; /* second structure, y */
    }
  }
  CHECK(wrong == 0);
  gm_result_rows_clear(&h);
}

/* Frames [0, frames) of the file are those of the scene. */
static void check_file(int frames, bool full, bool single, gm_index structures)
{
  gm_result r;
  if (!CHECK(gm_result_open(path, &r) == GM_OK)) {
    fprintf(stderr, "%s\n", gm_status_message());
  }
  CHECK(r.frames == frames);
  CHECK(r.n_structures == structures && r.n_materials == 2);
  for (int f = 0; f < r.frames; ++f) {
    gm_result_rows grains, contacts;
    CHECK(r.time[f] == 0.02 * f);
    CHECK(gm_result_frame(&r, GM_RESULT_GRAINS, f, &grains) == GM_OK);
    CHECK(gm_result_frame(&r, GM_RESULT_CONTACTS, f, &contacts) == GM_OK);
    CHECK(grains.n == output_scene_grains(f));
    CHECK(contacts.n == output_scene_contacts(f));
    CHECK(grains.n_arrays == (full ? 17 : 13) && grains.single == single);
    CHECK(wrong_grains(&grains, f, single) == 0);
    CHECK(wrong_contacts(&contacts, f, single) == 0);
    if (full) CHECK(wrong_full(&grains, f) == 0);
    gm_result_rows_clear(&grains);
    gm_result_rows_clear(&contacts);
  }
  gm_result_clear(&r);
}

static void write_frame(gm_snapshot *snapshot, output_scene *s, int f, int *row)
{
  CHECK(output_scene_at(s, f, 1) == GM_OK);
  for (; *row <= 300 * f; ++*row) { /* more than wait in memory */
    const gm_measure m = output_scene_measure(s, *row);
    CHECK(gm_snapshot_history(snapshot, &s->scene, &m, 1.0e-3 * *row) == GM_OK);
  }
  CHECK(gm_snapshot_frame(snapshot, &s->scene, &s->grains, &s->contacts) ==
        GM_OK);
  /* What was handed over is a copy. */
  CHECK(output_scene_at(s, f + 3, 1) == GM_OK);
  CHECK(gm_snapshot_wait(snapshot) == GM_OK);
}

/* Written, followed while it grows, closed. */
static void grows(bool full, bool single, int compression, gm_index structures)
{
  output_scene s;
  gm_snapshot *snapshot = NULL;
  gm_recover_report report;
  int row = 0;
  remove_files();
  CHECK(output_scene_init(&s, full, single, compression, structures) == GM_OK);
  CHECK(gm_snapshot_create(path, true, &s.config, &s.scene,
                           &output_scene_origin, &snapshot) == GM_OK);
  for (int f = 0; f < FRAMES; ++f) {
    check_file(f, full, single, structures); /* while it is being written */
    write_frame(snapshot, &s, f, &row);
    CHECK(gm_snapshot_frames(snapshot) == f + 1);
  }
  CHECK(gm_recover_result(path, &report) == GM_ERR_FILE); /* it is in use */
  CHECK(strstr(gm_status_message(), "in use") != NULL);
  CHECK(gm_snapshot_close(&snapshot) == GM_OK);
  CHECK(snapshot == NULL && gm_snapshot_close(&snapshot) == GM_OK);
  check_file(FRAMES, full, single, structures);

  gm_result r;
  CHECK(gm_result_open(path, &r) == GM_OK);
  check_history(&r, row);
  gm_result_clear(&r);
  CHECK(gm_recover_result(path, &report) == GM_OK);
  CHECK(!report.unmarked && !report.recounted && report.cut == 0);
  CHECK(report.frames == FRAMES && report.rows == row);

  struct stat size;
  CHECK(stat(path, &size) == 0);
  printf("%-8s %-6s deflate %d, %d structures: %lld bytes\n",
         full ? "full" : "standard", single ? "single" : "double", compression,
         structures, (long long)size.st_size);
  output_scene_clear(&s);
}

static void write_frames(gm_snapshot *snapshot, output_scene *s, int first,
                         int end, int *row)
{
  for (int f = first; f < end; ++f)
    write_frame(snapshot, s, f, row);
}

/* The program in a process of its own: all frames but one, then closed or dead. */
static int write_alone(bool full, bool dies)
{
  output_scene s;
  gm_snapshot *snapshot = NULL;
  int row = 0;
  CHECK(output_scene_init(&s, full, !full, 4, 3) == GM_OK);
  CHECK(gm_snapshot_create(path, true, &s.config, &s.scene,
                           &output_scene_origin, &snapshot) == GM_OK);
  write_frames(snapshot, &s, 0, FRAMES - 1, &row);
  if (!dies) CHECK(gm_snapshot_close(&snapshot) == GM_OK);
  _exit(CHECK_REPORT());
}

/* Continued after a close, and after a process that died. */
static void resumes(bool full, int keep, bool dies)
{
  output_scene s;
  gm_snapshot *snapshot = NULL;
  int row = 0;
  remove_files();
  CHECK(output_scene_init(&s, full, !full, 4, 3) == GM_OK);
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) {
    execl("/proc/self/exe", "output_snapshot", full ? "full" : "standard",
          dies ? "dies" : "closes", (char *)NULL);
    _exit(1);
  }
  int status = 1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);

  int kept = 0; /* rows of the history at that frame */
  if (keep > 0) kept = 300 * (keep - 1) + 1;
  CHECK(output_scene_at(&s, keep > 0 ? keep - 1 : 0, 1) == GM_OK);
  char copy[256], command[600];
  snprintf(copy, sizeof copy, "%s.copy", path);
  snprintf(command, sizeof command, "cp '%s' '%s'", path, copy);
  CHECK(system(command) == 0);
  if (!CHECK(gm_snapshot_resume(path, &s.config, &s.scene, NULL, keep, kept,
                                &snapshot) == GM_OK))
    fprintf(stderr, "%s\n", gm_status_message());
  if (!snapshot) return;
  CHECK(*gm_snapshot_warning(snapshot) == '\0');
  CHECK(gm_snapshot_frames(snapshot) == keep);
  CHECK(gm_snapshot_history_rows(snapshot) == kept);
  CHECK(output_scene_restore_tail(snapshot, copy, kept) == GM_OK);
  remove(copy);
  check_file(keep, full, !full, 3); /* followed */
  gm_snapshot *other = NULL;
  CHECK(gm_snapshot_resume(path, &s.config, &s.scene, NULL, keep, kept,
                           &other) == GM_ERR_INPUT);
  CHECK(strstr(gm_status_message(), "another run") != NULL);
  row = kept;
  write_frames(snapshot, &s, keep, FRAMES, &row);
  check_file(FRAMES, full, !full, 3);
  CHECK(gm_snapshot_sync(snapshot) == GM_OK);
  CHECK(gm_snapshot_close(&snapshot) == GM_OK);
  check_file(FRAMES, full, !full, 3);

  gm_recover_report report;
  gm_result r;
  CHECK(gm_recover_result(path, &report) == GM_OK);
  CHECK(!report.unmarked && !report.recounted && report.cut == 0);
  CHECK(report.frames == FRAMES && report.rows == row);
  CHECK(gm_result_open(path, &r) == GM_OK);
  check_history(&r, row);
  gm_result_clear(&r);
  output_scene_clear(&s);
}

/* A scene that did not make the result cannot continue it, and changes nothing. */
static void is_another(void)
{
  output_scene s;
  gm_snapshot *snapshot = NULL;
  CHECK(output_scene_init(&s, true, false, 4, 3) == GM_OK);
  CHECK(gm_snapshot_resume(path, &s.config, &s.scene, NULL, FRAMES + 1, 1,
                           &snapshot) == GM_ERR_INPUT);
  CHECK(strstr(gm_status_message(), "8 frames") != NULL);
  s.config.output.precision = GM_PRECISION_SINGLE;
  CHECK(gm_snapshot_resume(path, &s.config, &s.scene, NULL, 1, 1, &snapshot) ==
        GM_ERR_INPUT);
  CHECK(strstr(gm_status_message(), "type or shape") != NULL);
  s.config.output.precision = GM_PRECISION_DOUBLE;
  strcpy(s.scene.structures.row[1].name, "mill");
  CHECK(gm_snapshot_resume(path, &s.config, &s.scene, NULL, 1, 1, &snapshot) ==
        GM_ERR_INPUT);
  CHECK(strstr(gm_status_message(), "mill") != NULL && snapshot == NULL);
  check_file(FRAMES, true, false, 3);
  output_scene_clear(&s);
}

/* Number of files that were left under a temporary name. */
static size_t leftovers(void)
{
  glob_t found = {0};
  const bool any = glob("output_snapshot*.part", 0, NULL, &found) == 0;
  const size_t n = any ? found.gl_pathc : 0;
  globfree(&found);
  return n;
}

/* A file that is there is replaced by a result that could be made, and by no other. */
static void replaces(void)
{
  output_scene s;
  gm_snapshot *snapshot = NULL;
  CHECK(output_scene_init(&s, false, true, 4, 3) == GM_OK);
  FILE *file = fopen(path, "w");
  CHECK(file && fputs("precious", file) >= 0);
  if (file) fclose(file);

  /* Every allocation fails in its turn. */
  int failures = 0;
  for (size_t n = 1; n < 1000; ++n) {
    char text[16] = "";
    gm_memory_fail_at(n);
    const gm_status status = gm_snapshot_create(
        path, true, &s.config, &s.scene, &output_scene_origin, &snapshot);
    gm_memory_fail_at(0);
    if (status == GM_OK) break;
    failures += 1;
    file = fopen(path, "r");
    CHECK(status == GM_ERR_MEMORY && snapshot == NULL);
    CHECK(file && fgets(text, sizeof text, file) &&
          strcmp(text, "precious") == 0);
    if (file) fclose(file);
    CHECK(leftovers() == 0);
  }
  printf("%d allocations failed in turn\n", failures);
  CHECK(failures > 10);
  CHECK(gm_snapshot_close(&snapshot) == GM_OK);
  check_file(0, false, true, 3);

  CHECK(gm_snapshot_create("no/such/folder/x.vtkhdf", true, &s.config, &s.scene,
                           &output_scene_origin, &snapshot) == GM_ERR_INPUT);
  CHECK(strstr(gm_status_message(), "does not exist") != NULL);
  CHECK(strstr(gm_status_message(), "no/such/folder") != NULL);
  output_scene_clear(&s);
}

/* Reading what is no result says so. */
static void refuses(void)
{
  gm_result r;
  CHECK(gm_result_open("no_such_file.vtkhdf", &r) == GM_ERR_INPUT);
  CHECK(strstr(gm_status_message(), "no_such_file.vtkhdf") != NULL);
  gm_result_clear(&r);
  CHECK(gm_result_open(link_path, &r) == GM_ERR_INPUT);
  CHECK(strstr(gm_status_message(), GM_GROUP_HISTORY) != NULL);
  gm_result_clear(&r);
  gm_result_clear(&r); /* harmless */
}

int main(int argc, char **argv)
{
  char name[64];
  if (argc == 3)
    return write_alone(strcmp(argv[1], "full") == 0,
                       strcmp(argv[2], "dies") == 0);
  gm_snapshot_contacts_path("a/b.vtkhdf", name, sizeof name);
  CHECK(strcmp(name, "a/b.contacts.vtkhdf") == 0);
  gm_snapshot_contacts_path("a/b.h5", name, sizeof name);
  CHECK(strcmp(name, "a/b.h5.contacts.vtkhdf") == 0);

  grows(false, true, 4, 3);
  grows(true, false, 9, 3);
  grows(false, true, 0, 0);
  resumes(false, 5, false);
  resumes(false, 0, true);
  resumes(true, FRAMES - 1, true);
  resumes(true, 3, true);
  is_another();
  replaces();
  refuses();
  remove_files();
  return CHECK_REPORT();
}
