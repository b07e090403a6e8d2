/* machines/motion_table.c -- tables of motion, from a CSV file or the scene file to a
 * track.
 *
 * A track interpolates between rows by the shorter rotation.  A table with half a turn or
 * more between two rows is therefore ambiguous or wrong; it is rejected, and the message
 * names the row.
 */
#include "machines/motion_table.h"

#include "base/memory.h"
#include "config/report.h"
#include "machines/csv_table.h"
#include <stdio.h>

enum { TIME, X, Y, Z, QW, QX, QY, QZ, RX, RY, RZ, COLUMNS };
static const char *const columns[COLUMNS] = {
    "time", "x", "y", "z", "qw", "qx", "qy", "qz", "rx", "ry", "rz"};

static const char header[] =
    "time, x, y, z and optionally qw, qx, qy, qz or rx, ry, rz";

/* ---- the rules of a row --------------------------------------------------------- */

/* Does the user mean a rotation of more than half a turn between the rotation vectors a
 * and b?  True if they are parallel, differ by more than half a turn, and at least one of
 * them is longer than pi, the longest vector that an orientation yields. */
static bool motion_table_means_more(gm_vec3 a, gm_vec3 b)
{
  const double longer = fmax(gm_norm(a), gm_norm(b));
  return longer > 1.000001 * GM_PI && gm_norm(gm_sub(b, a)) > GM_PI &&
         gm_norm(gm_cross(a, b)) <= 1.0e-9 * longer * longer;
}

/* Writes into `why` what is wrong with row b after row a; returns false if nothing is. */
static bool is_motion_table_wrong(const gm_config_motion_row *a,
                                  const gm_config_motion_row *b, char *why,
                                  size_t size)
{
  if (b->time <= a->time) {
    snprintf(why, size,
             "time %.10g s is not later than that of the row before, %.10g s; "
             "times must increase",
             b->time, a->time);
    return true;
  }
  const gm_quat from = gm_quat_rotation(a->rotation);
  const gm_quat turn =
      gm_quat_product(gm_quat_rotation(b->rotation), gm_quat_conjugate(from));
  const bool half = fabs(turn.w) < 1.0e-6;
  if (!half && !motion_table_means_more(a->rotation, b->rotation)) return false;
  snprintf(why, size,
           "the body turns by %s since the row before, so that the direction "
           "is ambiguous; add rows in between, less than half a turn apart",
           half ? "half a turn" : "more than half a turn");
  return true;
}

/* ---- files ---------------------------------------------------------------------- */

/* Checks that columns first to last are all present or all absent; *there receives true
 * if any is present. */
static gm_status check_motion_group(const gm_csv_table *s, int line, int first,
                                    int last, bool *there)
{
  const char *missing = NULL;
  *there = false;
  for (int k = first; k <= last; ++k) {
    if (s->at[k] >= 0)
      *there = true;
    else
      missing = columns[k];
  }
  if (!*there || !missing) return GM_OK;
  return gm_csv_table_fault(
      s, line, "the column '%s' is missing; the header must name %s", missing,
      header);
}

static gm_status begin_table(const gm_csv_table *s, int line, void *of)
{
  (void)of;
  bool quaternion, vector;
  const gm_status a = check_motion_group(s, line, QW, QZ, &quaternion);
  const gm_status b = check_motion_group(s, line, RX, RZ, &vector);
  if (quaternion && vector) {
    return gm_csv_table_fault(s, line,
                              "the header has both a quaternion (qw, qx, qy, "
                              "qz) and a rotation vector "
                              "(rx, ry, rz); keep one of them");
  }
  return a != GM_OK ? a : b;
}

static gm_status take_motion_row(gm_csv_table *s, int line, const double *v,
                                 void *of)
{
  gm_config_motion *m = of;
  gm_config_motion_row row = {.time = v[TIME],
                              .position = {v[X], v[Y], v[Z]},
                              .rotation = {v[RX], v[RY], v[RZ]}};
  if (s->at[QW] >= 0) {
    const gm_quat q = {v[QW], v[QX], v[QY], v[QZ]};
    const double size = gm_norm(gm_vec(gm_norm(gm_vec(q.x, q.y, q.z)), q.w, 0));
    if (!(size > 1.0e-6) || !isfinite(size)) {
      return gm_csv_table_fault(
          s, line,
          "the quaternion (qw, qx, qy, qz) has length %.3g; "
          "expected more than 0 (without rotation: 1, 0, 0, 0)",
          size);
    }
    row.rotation = gm_quat_vector(gm_quat_unit(q));
  }
  char why[256];
  const size_t n = m->table.n_rows;
  if (n > 0 &&
      is_motion_table_wrong(&m->table.rows[n - 1], &row, why, sizeof why)) {
    return gm_csv_table_fault(s, line, "%s", why);
  }
  GM_TRY(GM_CSV_TABLE_ROOM(s, m->table.rows, n));
  m->table.rows[m->table.n_rows++] = row;
  return GM_OK;
}

static gm_status read_motion_file(gm_config *config, const char *key,
                                  gm_config_motion *m)
{
  static const gm_csv_table_form form = {.row = "row",
                                         .rows = "rows",
                                         .header = header,
                                         .column = columns,
                                         .n = COLUMNS,
                                         .n_required = Z + 1,
                                         .positive = -1,
                                         .strict = 1,
                                         .begin = begin_table,
                                         .take = take_motion_row};
  char path[96];
  snprintf(path, sizeof path, "%s.file", key);
  return gm_csv_table_read(config, path, m->table.file, &form, m);
}

/* ---- rows of the scene ---------------------------------------------------------- */

static gm_status check_motion_rows(gm_config *config, const char *key,
                                   const gm_config_motion *m)
{
  gm_status status = GM_OK;
  for (size_t k = 1; k < m->table.n_rows; ++k) {
    const gm_config_motion_row *row = &m->table.rows[k];
    char why[256], path[128];
    if (!is_motion_table_wrong(row - 1, row, why, sizeof why)) continue;
    snprintf(path, sizeof path, "%s.rows[%zu]", key, k);
    status = gm_report_fault(config, path, "%s", why);
  }
  return status;
}

/* Read the tables among the n motion segments of item k of `list`. */
static gm_status read_tables(gm_config *config, const char *list, size_t k,
                             gm_config_motion *motion, size_t n)
{
  gm_status status = GM_OK;
  for (size_t q = 0; q < n; ++q) {
    gm_config_motion *m = &motion[q];
    if (m->kind != GM_MOTION_TABLE) continue;
    char key[80];
    snprintf(key, sizeof key, "%s[%zu].motion[%zu].table", list, k, q);
    const bool file = m->table.file && *m->table.file;
    const gm_status one = file ? read_motion_file(config, key, m)
                               : check_motion_rows(config, key, m);
    if (one != GM_OK) status = one; /* continue: all errors are listed */
    if (one != GM_OK && one != GM_ERR_INPUT) return one;
  }
  return status;
}

gm_status gm_motion_table_read(gm_config *config)
{
  gm_status status = GM_OK;
  for (size_t k = 0; k < config->n_structures + config->n_held; ++k) {
    const size_t h = k - config->n_structures;
    const bool body = k < config->n_structures;
    gm_status one;
    if (body) {
      gm_config_structure *s = &config->structures[k];
      one = read_tables(config, "structures", k, s->motion, s->n_motion);
    } else {
      gm_config_held *g = &config->held[h];
      one = read_tables(config, "held", h, g->motion, g->n_motion);
    }
    if (one != GM_OK) status = one;
    if (one != GM_OK && one != GM_ERR_INPUT) return one;
  }
  return status;
}

gm_status gm_motion_table_build(const gm_config_motion *m, gm_track *track)
{
  GM_TRY(gm_motion_track_init(track, (int)m->table.n_rows));
  for (int k = 0; k < track->n; ++k) {
    const gm_config_motion_row *row = &m->table.rows[k];
    track->row[k].time = row->time;
    track->row[k].position = row->position;
    track->row[k].orientation = gm_quat_rotation(row->rotation);
  }
  gm_motion_track_finish(track);
  return GM_OK;
}

/* ---- build motion segments and conveyors from the config ------------------------- */

static gm_status build_motion_table_segment(const gm_config_motion *c,
                                            gm_motion *motion)
{
  gm_motion m = {.kind = (gm_motion_kind)c->kind, .from = c->from, .to = c->to};
  if (c->kind == GM_MOTION_TRANSLATE) {
    m.vector = c->translate.velocity;
  } else if (c->kind == GM_MOTION_ROTATE) {
    m.vector = gm_unit(c->rotate.axis);
    m.through = c->rotate.through;
    m.rate = c->rotate.rate;
    m.carried = c->rotate.carried;
  } else if (c->kind == GM_MOTION_TABLE) {
    GM_TRY(gm_motion_table_build(c, &m.track));
  } else {
    m.vector = c->oscillate.amplitude;
    m.rate = c->oscillate.frequency;
    m.phase = c->oscillate.phase;
  }
  *motion = m;
  return GM_OK;
}

gm_status gm_motion_table_segments(const gm_config_motion *config, size_t n,
                                   gm_motion **motion, int *made)
{
  GM_TRY(GM_RESIZE(*motion, 0, n));
  for (size_t q = 0; q < n; ++q) {
    GM_TRY(build_motion_table_segment(&config[q], &(*motion)[q]));
    *made = (int)q + 1;
  }
  return GM_OK;
}

gm_conveyor gm_motion_table_conveyor(const gm_config_conveyor *c, size_t number)
{
  gm_conveyor o = {
      .from = c->from, .to = c->to, .part = c->n_groups ? 1u << number : 0u};
  if (c->kind == GM_MOTION_TRANSLATE) {
    o.velocity = c->translate.velocity;
  } else {
    o.spin = gm_scale(c->rotate.rate, gm_unit(c->rotate.axis));
    o.velocity = gm_scale(-1.0, gm_cross(o.spin, c->rotate.through));
  }
  return o;
}
