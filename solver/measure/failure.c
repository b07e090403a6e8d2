/* measure/failure.c -- a text file about the grain at which the motion failed.
 *
 * The scene may hold anything here: the grain is searched in what positions and
 * velocities are now, and the pairs come from the last neighbour list, which may be
 * empty.  The file is opened so that a link, a FIFO or a device of its name is refused.
 */
#include "measure/failure.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void gm_failure_path(const char *result, char *path, size_t size)
{
  static const char suffix[] = ".vtkhdf";
  const size_t n = strlen(result), m = sizeof suffix - 1;
  const int named = n > m && !strcmp(result + n - m, suffix);
  snprintf(path, size, "%.*s.failure.txt", (int)(named ? n - m : n), result);
}

/* --- the grain --------------------------------------------------------------------- */

static int is_failure_grain_finite(const gm_grains *g, gm_index i)
{
  const gm_row4 sum = g->g[i].x + g->g[i].v + g->w[i];
  return isfinite(sum[0] + sum[1] + sum[2]);
}

/* Gap of a pair in m, negative where it overlaps; NaN if a position is not finite. */
static double failure_contact_gap(const gm_scene *s, gm_index row)
{
  const gm_grains *g = &s->grains;
  const gm_index a = s->contacts.a[row], b = s->contacts.b[row];
  const gm_row4 x = g->g[a].x;
  if (!is_failure_grain_finite(g, a)) return NAN;
  if (row >= s->contacts.n_grain) {
    const gm_structures one = {
        .n = 1, .row = &s->structures.row[b], .flat = s->structures.flat};
    gm_query_result probe = {0};
    if (gm_structures_nearest(&one, &s->domain, gm_row_vec(x), 3.0 * x[3],
                              &probe) < 0)
      return INFINITY;
    return probe.distance - x[3];
  }
  gm_row4 d = x - g->g[b].x;
  for (int k = 0; k < 3; ++k) {
    const double side = s->domain.side[k];
    if (side > 0.0) d[k] -= side * round(d[k] / side);
  }
  return gm_norm(gm_row_vec(d)) - x[3] - g->g[b].x[3];
}

/* Smaller radius of a pair, in m. */
static double failure_contact_radius(const gm_scene *s, gm_index row)
{
  const gm_grain *g = s->grains.g;
  const double r = g[s->contacts.a[row]].x[3];
  return row < s->contacts.n_grain ? fmin(r, g[s->contacts.b[row]].x[3]) : r;
}

gm_index gm_failure_find(const gm_scene *s)
{
  const gm_grains *g = &s->grains;
  const double deep = 0.3;
  double most = deep, fastest = -1.0;
  gm_index found = -1;
  for (gm_index i = 0; i < g->n; ++i)
    if (!is_failure_grain_finite(g, i)) return i;
  for (gm_index row = 0; row < s->contacts.n; ++row) {
    const double overlap =
        -failure_contact_gap(s, row) / failure_contact_radius(s, row);
    if (!(overlap > most)) continue;
    most = overlap;
    found = s->contacts.a[row];
  }
  for (gm_index i = 0; most == deep && i < g->n; ++i) {
    const double speed = gm_norm(gm_row_vec(g->g[i].v)) / g->g[i].x[3];
    if (!(speed > fastest)) continue;
    fastest = speed;
    found = i;
  }
  return found;
}

/* --- the text ---------------------------------------------------------------------- */

static void put_failure_grain(FILE *out, const gm_scene *s, gm_index i)
{
  const gm_grains *g = &s->grains;
  const gm_row4 x = g->g[i].x, v = g->g[i].v, w = g->w[i];
  fprintf(out, "grain %lld\n", (long long)g->id[i]);
  fprintf(out, "  material          %s\n",
          s->materials.row[g->material[i]].name);
  fprintf(out, "  radius            %.6g m\n", x[3]);
  fprintf(out, "  mass              %.6g kg%s\n", gm_grains_mass(g, i),
          gm_grains_held(g, i) ? ", held" : "");
  fprintf(out, "  position          (%.9g, %.9g, %.9g) m\n", x[0], x[1], x[2]);
  fprintf(out, "  velocity          (%.6g, %.6g, %.6g) m/s\n", v[0], v[1],
          v[2]);
  fprintf(out, "  angular velocity  (%.6g, %.6g, %.6g) rad/s\n", w[0], w[1],
          w[2]);
  fprintf(out, "  way in a step     %.3g radii\n",
          gm_norm(gm_row_vec(v)) * s->dt / x[3]);
}

/* A pair of the list, as seen from grain i. */
static void put_failed_pair(FILE *out, const gm_scene *s, gm_index row,
                            gm_index i)
{
  const gm_contacts *list = &s->contacts;
  const gm_grains *g = &s->grains;
  char name[GM_NAME_LENGTH + 16];
  const double gap = failure_contact_gap(s, row);
  gm_row4 v = {0.0, 0.0, 0.0, 0.0};
  if (row < list->n_grain) {
    const gm_index j = list->a[row] == i ? list->b[row] : list->a[row];
    snprintf(name, sizeof name, "grain %lld", (long long)g->id[j]);
    v = g->g[j].v;
  } else {
    const gm_structure *b = &s->structures.row[list->b[row]];
    snprintf(name, sizeof name, "structure '%s'", b->name);
    v = (gm_row4){b->pose.velocity.x, b->pose.velocity.y, b->pose.velocity.z};
  }
  fprintf(out, "  %-32s %12.4g %9.2f %%   (%.4g, %.4g, %.4g)\n", name, gap,
          gap < 0.0 ? -100.0 * gap / failure_contact_radius(s, row) : 0.0, v[0],
          v[1], v[2]);
}

/* A structure that forces move. */
static void put_failure_body(FILE *out, const gm_structure *b)
{
  const gm_vec3 x = b->pose.position, v = b->pose.velocity, w = b->pose.spin;
  const gm_vec3 f = b->load.force, m = b->load.torque;
  fprintf(out, "structure '%s', %s\n", b->name,
          b->rigid->on ? "free" : "not free yet");
  fprintf(out, "  mass              %.6g kg\n", b->rigid->mass);
  fprintf(out, "  position          (%.9g, %.9g, %.9g) m\n", x.x, x.y, x.z);
  fprintf(out, "  velocity          (%.6g, %.6g, %.6g) m/s\n", v.x, v.y, v.z);
  fprintf(out, "  angular velocity  (%.6g, %.6g, %.6g) rad/s\n", w.x, w.y, w.z);
  fprintf(out, "  force             (%.6g, %.6g, %.6g) N\n", f.x, f.y, f.z);
  fprintf(out, "  torque            (%.6g, %.6g, %.6g) N m\n\n", m.x, m.y, m.z);
}

static void put_failure(FILE *out, const char *message, const gm_scene *s)
{
  const gm_contacts *list = &s->contacts;
  const gm_index i = gm_failure_find(s);
  gm_index lost = 0;
  fprintf(out, "%s\n\ntime %.9g s, step %lld of %.6g s, %lld grains\n", message,
          s->time, (long long)s->step, s->dt, (long long)s->grains.n);
  for (gm_index k = 0; k < s->grains.n; ++k)
    lost += !is_failure_grain_finite(&s->grains, k);
  fprintf(out, "grains that are not finite: %lld\n\n", (long long)lost);
  for (gm_index k = 0; k < s->structures.n; ++k)
    if (s->structures.row[k].rigid)
      put_failure_body(out, &s->structures.row[k]);
  if (i < 0) return;
  put_failure_grain(out, s, i);
  fprintf(out, "\nits pairs in the neighbour list\n  %-32s %12s %11s   %s\n",
          "with", "gap (m)", "overlap", "velocity (m/s)");
  for (gm_index row = 0; row < list->n; ++row)
    if (list->a[row] == i || (row < list->n_grain && list->b[row] == i))
      put_failed_pair(out, s, row, i);
}

/* --- the file ---------------------------------------------------------------------- */

gm_status gm_failure_write(const char *path, const char *message,
                           const gm_scene *scene)
{
  struct stat info;
  const int fd = open(
      path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  if (fd < 0)
    return gm_fail(GM_ERR_FILE, "cannot write '%s': %s", path, strerror(errno));
  FILE *out = NULL;
  if (!fstat(fd, &info) && S_ISREG(info.st_mode) && !ftruncate(fd, 0))
    out = fdopen(fd, "w");
  if (!out) {
    close(fd);
    return gm_fail(GM_ERR_FILE, "cannot write '%s': it is no regular file",
                   path);
  }
  put_failure(out, message, scene);
  const int bad = ferror(out);
  return fclose(out) || bad ? gm_fail(GM_ERR_FILE, "cannot write '%s': %s",
                                      path, strerror(errno))
                            : GM_OK;
}

void gm_failure_remove(const char *path)
{
  struct stat info;
  if (!lstat(path, &info) && S_ISREG(info.st_mode)) unlink(path);
}
