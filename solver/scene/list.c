/* scene/list.c -- grains given one by one.  Room: scene. */
#include "scene/list.h"

#include "base/memory.h"
#include "config/faults.h"
#include "config/read.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double allowed =
    0.07; /* overlap over the smaller radius, at the start */

enum { COLUMNS = 10, LINE = 4096 };
static const char *const columns[COLUMNS] = {"x",  "y",  "z",  "radius", "vx",
                                             "vy", "vz", "wx", "wy",     "wz"};

typedef struct table {
  gm_config *config;
  char path[64]; /* of the key */
  const char *file;
  int at[COLUMNS]; /* column of the file, -1: not there */
  int n_columns;
  int n_faults;
} table;

/* The next line without its end, into line[0..LINE).  False at the end of the file; *whole
 * is false when the line does not fit, or holds a zero byte. */
static bool next_line(FILE *file, char *line, bool *whole)
{
  int n = 0;
  int c = getc(file);
  if (c == EOF) return false;
  *whole = true;
  for (; c != EOF && c != '\n'; c = getc(file)) {
    if (c == '\0' || n == LINE - 1) {
      *whole = false;
      break;
    }
    line[n++] = (char)c;
  }
  line[n] = '\0';
  return true;
}

/* The cells of a line, cut at commas; surrounding blanks are dropped.  The count. */
static int cut_line(char *line, char *cell[], int most)
{
  int n = 0;
  for (char *p = line; p && n < most;) {
    char *comma = strchr(p, ',');
    if (comma) *comma = '\0';
    p += strspn(p, " \t\r\n\"");
    size_t length = strlen(p);
    while (length && strchr(" \t\r\n\"", p[length - 1]))
      p[--length] = '\0';
    cell[n++] = p;
    p = comma ? comma + 1 : NULL;
  }
  return n;
}

static gm_status read_header(table *t, char *line, int number)
{
  char *cell[64];
  t->n_columns = cut_line(line, cell, 64);
  for (int k = 0; k < COLUMNS; ++k) {
    t->at[k] = -1;
    for (int c = 0; c < t->n_columns; ++c) {
      if (!strcmp(cell[c], columns[k])) t->at[k] = c;
    }
    if (k < 4 && t->at[k] < 0) {
      return gm_read_fault(t->config, t->path,
                           "%s:%d: no column '%s'; the header must name x, y, "
                           "z, radius, and may name vx, vy, vz, wx, wy, wz",
                           t->file, number, columns[k]);
    }
  }
  return GM_OK;
}

static gm_status read_row(table *t, char *line, int number,
                          gm_config_grain *grain)
{
  char *cell[64];
  double value[COLUMNS] = {0};
  const int n = cut_line(line, cell, 64);
  for (int k = 0; k < COLUMNS; ++k) {
    if (t->at[k] < 0) continue;
    char *end = "";
    if (t->at[k] < n) value[k] = strtod(cell[t->at[k]], &end);
    const int ok = t->at[k] < n && *cell[t->at[k]] && !*end &&
                   isfinite(value[k]) && (k != 3 || value[k] > 0.0);
    if (ok) continue;
    ++t->n_faults;
    return gm_read_fault(
        t->config, t->path, "%s:%d: column '%s' is '%s'; expected a %snumber",
        t->file, number, columns[k], t->at[k] < n ? cell[t->at[k]] : "missing",
        k == 3 ? "positive " : "");
  }
  *grain =
      (gm_config_grain){.position = {value[0], value[1], value[2]},
                        .radius = value[3],
                        .velocity = {value[4], value[5], value[6]},
                        .angular_velocity = {value[7], value[8], value[9]}};
  return GM_OK;
}

/* Faults of rows are listed, as many as are shown; the others end the reading. */
static gm_status read_rows(table *t, FILE *file, gm_config_grains *list)
{
  char line[LINE];
  bool whole = true;
  size_t capacity = list->list.n_grains;
  gm_status faulty = GM_OK;
  for (int number = 1; next_line(file, line, &whole); ++number) {
    if (!whole) {
      return gm_read_fault(t->config, t->path,
                           "%s:%d: is longer than %d bytes, or no text; a CSV "
                           "file has a line a grain",
                           t->file, number, LINE - 1);
    }
    const bool marked = number == 1 && !strncmp(line, "\xef\xbb\xbf", 3);
    char *text = line + (marked ? 3 : 0); /* after the byte order mark */
    if (text[strspn(text, " \t\r")] == '\0' || text[0] == '#') continue;
    if (t->n_columns == 0) {
      GM_TRY(read_header(t, text, number));
      continue;
    }
    if (list->list.n_grains == capacity) {
      capacity = 2 * capacity + 64;
      GM_TRY(GM_RESIZE(list->list.grains, list->list.n_grains, capacity));
    }
    const gm_status status =
        read_row(t, text, number, &list->list.grains[list->list.n_grains]);
    if (status == GM_OK) {
      ++list->list.n_grains;
      continue;
    }
    faulty = status;
    if (status != GM_ERR_INPUT || t->n_faults > gm_faults_shown) break;
  }
  return faulty;
}

/* Something must have been there to read. */
static gm_status check_end(table *t, FILE *file, bool rows)
{
  if (ferror(file)) {
    return gm_read_fault(t->config, t->path, "cannot read '%s': %s", t->file,
                         strerror(errno));
  }
  if (t->n_columns == 0) {
    return gm_read_fault(t->config, t->path,
                         "'%s' is empty; it begins with a header that names x, "
                         "y, z, radius, and may name vx, vy, vz, wx, wy, wz",
                         t->file);
  }
  if (rows) return GM_OK;
  return gm_read_fault(t->config, t->path,
                       "'%s' has a header and no grains; a line a grain "
                       "follows the header",
                       t->file);
}

gm_status gm_list_read(gm_config *config, size_t source)
{
  gm_config_grains *list = &config->grains[source];
  if (!list->list.file || !*list->list.file) return GM_OK;
  table t = {.config = config, .file = list->list.file};
  snprintf(t.path, sizeof t.path, "grains[%zu].list.file", source);
  char name[4096];
  const int absolute = list->list.file[0] == '/';
  snprintf(name, sizeof name, "%s%s%s", absolute ? "" : config->folder,
           absolute ? "" : "/", list->list.file);
  FILE *file = fopen(name, "r");
  if (!file) {
    return gm_read_fault(config, t.path,
                         "cannot open '%s'; a path is relative to the scene's "
                         "folder",
                         name);
  }
  const size_t before = list->list.n_grains;
  gm_status status = read_rows(&t, file, list);
  if (status == GM_OK) {
    status = check_end(&t, file, list->list.n_grains > before);
  }
  fclose(file);
  return status;
}

/* Is there room for grain k?  A fault if not. */
static gm_status check_room(gm_config *config, size_t source, size_t k,
                            const gm_scene *s, const gm_place *place)
{
  const gm_config_grain *g = &config->grains[source].list.grains[k];
  char path[96];
  snprintf(path, sizeof path, "grains[%zu].list.grains[%zu]", source, k);
  const gm_index other =
      gm_place_conflict(place, &s->grains, g->position, g->radius, allowed);
  if (other >= 0) {
    return gm_read_fault(config, path,
                         "overlaps grain %lld by more than 7 %% of the smaller "
                         "radius; move one of them",
                         (long long)s->grains.id[other]);
  }
  gm_probe probe = {0};
  const gm_index wall = gm_structures_nearest(
      &s->structures, g->position, g->radius * (1.0 - allowed), &probe);
  if (wall >= 0) {
    return gm_read_fault(
        config, path,
        "reaches %.3g m into structure '%s', more than 7 %% of "
        "its radius; move it",
        g->radius - probe.distance, s->structures.row[wall].name);
  }
  return GM_OK;
}

gm_status gm_list_append(gm_config *config, size_t source, gm_scene *scene,
                         gm_place *place, gm_id *next)
{
  const gm_config_grains *list = &config->grains[source];
  const gm_index material =
      gm_scene_material(&scene->materials, list->list.material);
  gm_status status = GM_OK;
  for (size_t k = 0; k < list->list.n_grains; ++k) {
    const gm_config_grain *g = &list->list.grains[k];
    const gm_status room = check_room(config, source, k, scene, place);
    if (room != GM_OK) status = room; /* go on: all faults are listed */
    gm_grains_append(&scene->grains, (*next)++, g->position, g->radius,
                     scene->materials.row[material].density, g->velocity,
                     g->angular_velocity, material, list->list.label);
    gm_place_enter(place, &scene->grains);
  }
  return status;
}
