/* sim/describe.c -- describes a scene by calls.
 *
 * Each call sets keys of the scene as text, so that files and calls share the key table
 * with its checks and messages.
 */
#include "base/memory.h"
#include "config/report.h"
#include "rules/read.h"
#include "sim/guard.h"
#include "text/value.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VECTOR = 96 }; /* bytes of a vector as text */

static gm_status set_described_key(gm_sim *sim, const char *path,
                                   const char *value)
{
  const size_t size = strlen(path) + strlen(value) + 2;
  char *setting = malloc(size);
  if (!setting) return gm_fail(GM_ERR_MEMORY, "no memory to set %.99s", path);
  snprintf(setting, size, "%s=%s", path, value);
  const gm_status status = gm_read_make(&sim->ready.config, setting);
  free(setting);
  return status;
}

gm_status gm_sim_set(gm_sim *sim, const char *path, const char *value)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_DESCRIBE));
  if (!path || !value)
    return gm_guard_end(sim, gm_fail(GM_ERR_USE, "no path or no value"));
  return gm_guard_end(sim, set_described_key(sim, path, value));
}

/* ---- text ------------------------------------------------------------------------ */

/* GM_ERR_INPUT: the name is missing or not allowed. */
static gm_status check_described_given_name(const char *name)
{
  const char *wrong = name ? gm_value_name_fault(name) : "is missing";
  if (!wrong) return GM_OK;
  return gm_fail(GM_ERR_INPUT, "the name '%.70s' %s", name ? name : "", wrong);
}

static const char *described_vector_text(const double v[3], char text[VECTOR])
{
  snprintf(text, VECTOR, "[%.17g, %.17g, %.17g]", v[0], v[1], v[2]);
  return text;
}

/* Set LIST.NAME.KEY to the value (printf style). */
__attribute__((format(printf, 5, 6))) static gm_status
put_described_key(gm_sim *sim, const char *list, const char *name,
                  const char *key, const char *format, ...)
{
  char path[256], value[640];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(value, sizeof value, format, arguments);
  va_end(arguments);
  snprintf(path, sizeof path, "%s%s%s", list, name, key);
  return set_described_key(sim, path, value);
}

/* ---- materials ------------------------------------------------------------------- */

static gm_status describe_material(gm_sim *sim, const char *name,
                                   double density, double youngs_modulus,
                                   double poisson_ratio)
{
  GM_TRY(check_described_given_name(name));
  return put_described_key(
      sim, "materials.", name, "",
      "{density: %.17g, youngs_modulus: %.17g, poisson_ratio: %.17g}", density,
      youngs_modulus, poisson_ratio);
}

gm_status gm_sim_material(gm_sim *sim, const char *name, double density,
                          double youngs_modulus, double poisson_ratio)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_DESCRIBE));
  return gm_guard_end(sim, describe_material(sim, name, density, youngs_modulus,
                                             poisson_ratio));
}

static gm_status describe_pair(gm_sim *sim, const char *a, const char *b,
                               double restitution, double friction)
{
  char names[144];
  GM_TRY(check_described_given_name(a));
  GM_TRY(check_described_given_name(b));
  snprintf(names, sizeof names, "[%s,%s]", a, b);
  GM_TRY(put_described_key(sim, "contacts.pairs", names, ".restitution",
                           "%.17g", restitution));
  return put_described_key(sim, "contacts.pairs", names, ".friction", "%.17g",
                           friction);
}

gm_status gm_sim_pair(gm_sim *sim, const char *a, const char *b,
                      double restitution, double friction)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_DESCRIBE));
  return gm_guard_end(sim, describe_pair(sim, a, b, restitution, friction));
}

gm_status gm_sim_time_step(gm_sim *sim, double dt)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_DESCRIBE));
  return gm_guard_end(
      sim, dt == 0.0
               ? set_described_key(sim, "time.step", "auto")
               : put_described_key(sim, "time.step", "", "", "%.17g", dt));
}

gm_status gm_sim_domain(gm_sim *sim, const double min[3], const double max[3])
{
  char low[VECTOR], high[VECTOR];
  GM_TRY(gm_guard_begin(sim, GM_GUARD_DESCRIBE));
  gm_status status =
      set_described_key(sim, "domain.min", described_vector_text(min, low));
  if (status == GM_OK)
    status =
        set_described_key(sim, "domain.max", described_vector_text(max, high));
  return gm_guard_end(sim, status);
}

/* ---- structures ------------------------------------------------------------------ */

/* Add a structure of that material; the value of `key` is its shape. */
__attribute__((format(printf, 5, 6))) static gm_status
add_described_structure(gm_sim *sim, const char *name, const char *made_of,
                        const char *key, const char *format, ...)
{
  char path[256], value[640];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(value, sizeof value, format, arguments);
  va_end(arguments);
  GM_TRY(gm_guard_begin(sim, GM_GUARD_DESCRIBE));
  gm_status status = check_described_given_name(name);
  if (status == GM_OK) status = check_described_given_name(made_of);
  if (status == GM_OK)
    status =
        put_described_key(sim, "structures.", name, ".material", "%s", made_of);
  if (status == GM_OK) {
    snprintf(path, sizeof path, "structures.%s.%s", name, key);
    status = set_described_key(sim, path, value);
  }
  return gm_guard_end(sim, status);
}

gm_status gm_sim_plane(gm_sim *sim, const char *name, const char *material,
                       const double point[3], const double normal[3])
{
  char a[VECTOR], b[VECTOR];
  return add_described_structure(
      sim, name, material, "plane", "{point: %s, normal: %s}",
      described_vector_text(point, a), described_vector_text(normal, b));
}

gm_status gm_sim_box(gm_sim *sim, const char *name, const char *material,
                     const double min[3], const double max[3], unsigned open)
{
  static const char *const sides[] = {"xmin", "xmax", "ymin",
                                      "ymax", "zmin", "zmax"};
  char a[VECTOR], b[VECTOR], list[64] = "";
  for (int k = 0; k < 6; ++k) {
    if (!(open & 1u << k)) continue;
    const size_t n = strlen(list);
    snprintf(list + n, sizeof list - n, "%s%s", n ? ", " : "", sides[k]);
  }
  return add_described_structure(
      sim, name, material, "box", "{min: %s, max: %s, open: [%s]}",
      described_vector_text(min, a), described_vector_text(max, b), list);
}

static const char *open_described_ends(unsigned open)
{
  static const char *const words[] = {"none", "base", "top", "both"};
  return words[open & 3u];
}

gm_status gm_sim_cylinder(gm_sim *sim, const char *name, const char *material,
                          const double base[3], const double axis[3],
                          double radius, unsigned open)
{
  char a[VECTOR], b[VECTOR];
  return add_described_structure(
      sim, name, material, "cylinder",
      "{base: %s, axis: %s, radius: %.17g, open: %s}",
      described_vector_text(base, a), described_vector_text(axis, b), radius,
      open_described_ends(open));
}

gm_status gm_sim_cone(gm_sim *sim, const char *name, const char *material,
                      const double base[3], const double axis[3],
                      double base_radius, double top_radius, unsigned open)
{
  char a[VECTOR], b[VECTOR];
  return add_described_structure(
      sim, name, material, "cone",
      "{base: %s, axis: %s, base_radius: %.17g, top_radius: %.17g, open: %s}",
      described_vector_text(base, a), described_vector_text(axis, b),
      base_radius, top_radius, open_described_ends(open));
}

gm_status gm_sim_sphere(gm_sim *sim, const char *name, const char *material,
                        const double centre[3], double radius)
{
  char a[VECTOR];
  return add_described_structure(sim, name, material, "sphere",
                                 "{centre: %s, radius: %.17g}",
                                 described_vector_text(centre, a), radius);
}

gm_status gm_sim_disc(gm_sim *sim, const char *name, const char *material,
                      const double centre[3], const double normal[3],
                      double radius)
{
  char a[VECTOR], b[VECTOR];
  return add_described_structure(sim, name, material, "disc",
                                 "{centre: %s, normal: %s, radius: %.17g}",
                                 described_vector_text(centre, a),
                                 described_vector_text(normal, b), radius);
}

/* Write the text in single quotes, with its own quotes doubled. */
static void quote_described_yaml(const char *text, char *out, size_t size)
{
  size_t n = 0;
  out[n++] = '\'';
  for (; *text && n + 4 < size; ++text) {
    if (*text == '\'') out[n++] = '\'';
    out[n++] = *text;
  }
  out[n++] = '\'';
  out[n] = '\0';
}

gm_status gm_sim_mesh(gm_sim *sim, const char *name, const char *material,
                      const char *file, double unit)
{
  char path[600];
  quote_described_yaml(file, path, sizeof path);
  GM_TRY(add_described_structure(sim, name, material, "mesh", "%s", path));
  GM_TRY(gm_guard_begin(sim, GM_GUARD_DESCRIBE));
  return gm_guard_end(sim, put_described_key(sim, "structures.", name,
                                             ".mesh_unit", "%.17g", unit));
}

/* ---- motion ---------------------------------------------------------------------- */

/* Append a segment to the motion of a structure. */
static gm_status describe_motion(gm_sim *sim, const char *name,
                                 const char *what, double from, double to)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_DESCRIBE));
  gm_status status = check_described_given_name(name);
  char end[40] = "";
  if (isfinite(to)) snprintf(end, sizeof end, ", to: %.17g", to);
  if (status == GM_OK)
    status = put_described_key(sim, "structures.", name, ".motion[+]",
                               "{%s, from: %.17g%s}", what, from, end);
  return gm_guard_end(sim, status);
}

gm_status gm_sim_translate(gm_sim *sim, const char *structure,
                           const double velocity[3], double from, double to)
{
  char what[400], v[VECTOR];
  snprintf(what, sizeof what, "translate: {velocity: %s}",
           described_vector_text(velocity, v));
  return describe_motion(sim, structure, what, from, to);
}

gm_status gm_sim_rotate(gm_sim *sim, const char *structure,
                        const double axis[3], const double through[3],
                        double rate, double from, double to)
{
  char what[400], a[VECTOR], b[VECTOR];
  snprintf(what, sizeof what, "rotate: {axis: %s, through: %s, rate: %.17g}",
           described_vector_text(axis, a), described_vector_text(through, b),
           rate);
  return describe_motion(sim, structure, what, from, to);
}
