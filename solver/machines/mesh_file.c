/* machines/mesh_file.c -- reads and repairs the surface of a structure from a file.
 *
 * Files carry no unit, and drawings are often in mm.  The size of the mesh is therefore
 * compared with the grains and the domain, and a mesh that is absurdly large or small
 * is rejected unless the scene states the unit.
 */
#include "machines/mesh_file.h"

#include "base/math.h"
#include "base/memory.h"
#include "base/regular.h"
#include "config/report.h"
#include "import/assemble.h"
#include "import/findings.h"
#include "import/import.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- triangles of ellipsoids and superquadrics ----------------------------------- */

/* The triangles of an icosahedron are divided into four as often as `refinement` says.
 * Their corners are put on the sphere, scaled by the half axes, and moved along the ray
 * from the centre onto the superquadric; on an ellipsoid they are already. */

#define GOLDEN 1.6180339887498948482

static gm_vec3 mesh_file_point_onto(const gm_config_structure *s, gm_vec3 unit)
{
  const double n = s->round.exponent, m = s->round.exponent_xy;
  const gm_vec3 a = s->round.axes;
  const gm_vec3 x = {a.x * unit.x, a.y * unit.y, a.z * unit.z};
  if (n == 2.0 && m == 2.0) return x;
  const double flat =
      gm_math_pow(fabs(unit.x), m) + gm_math_pow(fabs(unit.y), m);
  const double f = gm_math_pow(flat, n / m) + gm_math_pow(fabs(unit.z), n);
  return gm_scale(gm_math_pow(f, -1.0 / n), x);
}

/* A triangle of the unit sphere, divided `more` times. */
static void divide_mesh_file_triangle(const gm_config_structure *s, gm_vec3 a,
                                      gm_vec3 b, gm_vec3 c, int more,
                                      gm_soup *soup)
{
  if (more == 0) {
    gm_vec3 *to = &soup->corner[3 * soup->n];
    to[0] = mesh_file_point_onto(s, a);
    to[1] = mesh_file_point_onto(s, b);
    to[2] = mesh_file_point_onto(s, c);
    soup->group[soup->n++] = 0;
    return;
  }
  const gm_vec3 ab = gm_unit(gm_add(a, b)), bc = gm_unit(gm_add(b, c));
  const gm_vec3 ca = gm_unit(gm_add(c, a));
  divide_mesh_file_triangle(s, a, ab, ca, more - 1, soup);
  divide_mesh_file_triangle(s, ab, b, bc, more - 1, soup);
  divide_mesh_file_triangle(s, ca, bc, c, more - 1, soup);
  divide_mesh_file_triangle(s, ab, bc, ca, more - 1, soup);
}

/* Append the surface of the shape `round` of a structure, its corners on
 *
 *   (|x/a|^m + |y/b|^m)^(n/m) + |z/c|^n = 1
 *
 * with outward normals.  GM_ERR_MEMORY. */
static gm_status round_mesh_file_soup(const gm_config_structure *s,
                                      gm_soup *soup)
{
  static const double corner[12][3] = {
      {-1, GOLDEN, 0}, {1, GOLDEN, 0}, {-1, -GOLDEN, 0}, {1, -GOLDEN, 0},
      {0, -1, GOLDEN}, {0, 1, GOLDEN}, {0, -1, -GOLDEN}, {0, 1, -GOLDEN},
      {GOLDEN, 0, -1}, {GOLDEN, 0, 1}, {-GOLDEN, 0, -1}, {-GOLDEN, 0, 1}};
  static const int face[20][3] = {
      {0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
      {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
      {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
      {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  const gm_group_name names = {{{0}}};
  gm_index row;
  GM_TRY(gm_soup_begin_group(soup, &names, &row));
  GM_TRY(gm_soup_reserve(soup, (size_t)20 << 2 * s->round.refinement));
  for (int k = 0; k < 20; ++k) {
    gm_vec3 p[3];
    for (int q = 0; q < 3; ++q) {
      const double *x = corner[face[k][q]];
      p[q] = gm_unit(gm_vec(x[0], x[1], x[2]));
    }
    divide_mesh_file_triangle(s, p[0], p[1], p[2], s->round.refinement, soup);
  }
  return GM_OK;
}

/* ---- reads and repairs the surface of a structure from a file -------------------- */

/* Largest size of a mesh, as a multiple of the diameter of the largest grain, and of the
 * diagonal of the domain. */
static const double most_grains = 1.0e4, most_domain = 100.0;

static gm_status refuse_file_key(gm_config *config, size_t k, const char *key)
{
  char path[128];
  snprintf(path, sizeof path, "structures[%zu].%s", k, key);
  return gm_report_fault(config, path, "%s", gm_status_message());
}

static bool mesh_file_ends_in_format(const char *file, const char *end)
{
  const size_t n = strlen(file), m = strlen(end);
  return n >= m && strcasecmp(file + n - m, end) == 0;
}

/* Decodes the string of JSON that begins at `at`, behind its quotation mark: %XX, \X. */
static void decode_mesh_file_string(const char *at, char *to, size_t room)
{
  size_t n = 0;
  unsigned byte;
  for (; *at && *at != '"' && n + 1 < room; ++at) {
    if (*at == '\\' && at[1]) ++at;
    if (*at == '%' && sscanf(at + 1, "%2x", &byte) == 1 && at[1] && at[2]) {
      to[n++] = (char)byte;
      at += 2;
    } else {
      to[n++] = *at;
    }
  }
  to[n] = '\0';
}

/* Notes the files that the glTF file at `path` names: triangles and textures. */
static gm_status note_mesh_file_companions(gm_config *config, const char *path,
                                           const char *key)
{
  const char *slash = strrchr(path, '/');
  const int folder = slash ? (int)(slash + 1 - path) : 0;
  char *text, name[2048], full[4096 + 2048];
  size_t size;
  GM_TRY(gm_regular_read(path, &text, &size));
  gm_status status = GM_OK;
  for (const char *at = text;
       status == GM_OK && (at = strstr(at, "\"uri\""));) {
    at += strlen("\"uri\"");
    at += strspn(at, " \t\r\n:");
    if (*at != '"' || strncmp(at + 1, "data:", 5) == 0) continue;
    decode_mesh_file_string(at + 1, name, sizeof name);
    snprintf(full, sizeof full, "%.*s%s", folder, path, name);
    status = gm_config_note(config, full, key);
  }
  GM_FREE(text);
  return status;
}

gm_status gm_mesh_file_note(gm_config *config, const char *file,
                            const char *key)
{
  char path[4096];
  gm_config_path(config, file, path, sizeof path);
  GM_TRY(gm_config_note(config, path, key));
  if (!mesh_file_ends_in_format(path, ".gltf")) return GM_OK;
  const gm_status status = note_mesh_file_companions(config, path, key);
  return status == GM_ERR_MEMORY ? status : GM_OK;
}

gm_status gm_mesh_file_soup(const gm_config *config, const char *file,
                            double mesh_unit, gm_soup *soup)
{
  char name[4096];
  gm_config_path(config, file, name, sizeof name);
  const double unit = mesh_unit > 0.0 ? mesh_unit : 1.0;
  return mesh_file_ends_in_format(name, ".stl")
             ? gm_stl_triangles(name, unit, soup)
             : gm_import_triangles(name, unit, soup);
}

static gm_status read_mesh_file_soup(gm_config *config, size_t k, gm_soup *soup)
{
  const gm_config_structure *c = &config->structures[k];
  char key[64];
  if (!c->mesh) return round_mesh_file_soup(c, soup);
  snprintf(key, sizeof key, "structures[%zu].mesh", k);
  GM_TRY(gm_mesh_file_note(config, c->mesh, key));
  const gm_status status =
      gm_mesh_file_soup(config, c->mesh, c->mesh_unit, soup);
  return status == GM_OK || status == GM_ERR_MEMORY
             ? status
             : refuse_file_key(config, k, "mesh");
}

/* --- the size -------------------------------------------------------------------- */

/* Diagonal (m) of the domain; infinite if the domain is not bounded. */
static double mesh_file_domain_size(const gm_config *config)
{
  return gm_norm(gm_sub(config->domain.max, config->domain.min));
}

/* A mesh drawn in mm is a thousand times too large; that of a body is so, too, if it does
 * not fit into the domain, and may well be smaller than grains.  A unit given in the
 * scene is trusted, and without grains only the domain is there to compare with. */
static gm_status check_mesh_file_size(gm_config *config, size_t k,
                                      double smallest, double largest,
                                      const gm_surface *surface)
{
  const double size = gm_norm(gm_sub(surface->max, surface->min));
  const double domain = mesh_file_domain_size(config);
  const int body = k >= config->n_structures;
  const double most = body ? 1.0 : most_domain;
  const gm_config_structure *c = &config->structures[k];
  if (c->mesh_unit > 0.0 || !c->mesh) return GM_OK;
  if (size < 2.0 * smallest && !body) {
    gm_fail(GM_ERR_INPUT,
            "the mesh is %.4g m in size, smaller than the smallest grain "
            "(diameter %.4g m); set mesh_unit to the length of 1 in the file "
            "(mesh_unit: 1 m if the size is right)",
            size, 2.0 * smallest);
  } else if ((largest > 0.0 && size > most_grains * 2.0 * largest) ||
             size > most * domain) {
    char against[96];
    if (size > most * domain) {
      snprintf(against, sizeof against, "%.3g times the domain", size / domain);
    } else {
      snprintf(against, sizeof against, "%.3g times the largest grain",
               size / (2.0 * largest));
    }
    gm_fail(GM_ERR_INPUT,
            "the mesh is %.4g m in size, %s; the file is probably in mm: write "
            "mesh_unit: 1 mm (then it is %.4g m in size), or mesh_unit: 1 m if "
            "the size is right",
            size, against, 1.0e-3 * size);
  } else {
    return GM_OK;
  }
  return refuse_file_key(config, k, "mesh");
}

/* --- groups ---------------------------------------------------------------------- */

static bool is_mesh_file_called(const gm_group_name *names, const char *name)
{
  for (int k = 0; k < 3; ++k) {
    if (strncmp(names->name[k], name, GM_SOUP_NAME - 1) == 0) return true;
  }
  return false;
}

/* Names of all groups for a message, each once. */
static void list_mesh_file_groups(const gm_surface *s, char *text, size_t room)
{
  size_t used = 0;
  text[0] = '\0';
  for (gm_index at = 0; at < 3 * s->n_groups && used < room; ++at) {
    const char *name = s->group_name[at / 3].name[at % 3];
    bool said = !*name;
    for (gm_index k = 0; k < at && k < 3 * 64 && !said; ++k)
      said = strcmp(name, s->group_name[k / 3].name[k % 3]) == 0;
    if (said) continue;
    used += (size_t)snprintf(text + used, room - used, "%s'%s'",
                             used ? ", " : "", name);
  }
}

int gm_mesh_file_is_called(const gm_surface *s, gm_index t, const char *name)
{
  return is_mesh_file_called(&s->group_name[s->group[t]], name);
}

gm_status gm_mesh_file_no_group(const char *mesh, const gm_surface *s,
                                const char *name)
{
  char known[600];
  list_mesh_file_groups(s, known, sizeof known);
  return gm_fail(GM_ERR_INPUT, "'%s' has no group '%s'; %s%s", mesh, name,
                 *known ? "its groups are " : "the file names no groups",
                 known);
}

static gm_status give_mesh_file_part_materials(gm_config *config, size_t k,
                                               const gm_materials *materials,
                                               gm_structure *s)
{
  const gm_config_structure *c = &config->structures[k];
  gm_surface *surface = &s->surface;
  gm_index *material = NULL; /* material of each group */
  GM_TRY(GM_RESIZE(material, 0, surface->n_groups));
  for (gm_index g = 0; g < surface->n_groups; ++g)
    material[g] = s->material;
  gm_status status = GM_OK;
  for (size_t i = 0; i < c->n_groups && status == GM_OK; ++i) {
    gm_index met = 0;
    for (gm_index g = 0; g < surface->n_groups; ++g) {
      if (!is_mesh_file_called(&surface->group_name[g], c->groups[i].name))
        continue;
      material[g] = gm_material_find(materials, c->groups[i].material);
      ++met;
    }
    if (met) continue;
    char key[64];
    snprintf(key, sizeof key, "groups[%zu].name", i);
    gm_mesh_file_no_group(c->mesh, surface, c->groups[i].name);
    status = refuse_file_key(config, k, key);
  }
  for (gm_index t = 0; t < surface->n; ++t)
    surface->material[t] = material[surface->group[t]];
  GM_FREE(material);
  return status;
}

/* --- entry point ----------------------------------------------------------------- */

static gm_status keep_mesh_file_report(const gm_config_structure *c,
                                       gm_structure *s)
{
  char text[GM_FINDINGS_TEXT], name[GM_NAME_LENGTH + 4096];
  snprintf(name, sizeof name, "%s (%s)", c->name,
           c->mesh ? c->mesh : "triangles of a round shape");
  gm_findings_text(&s->surface, name, text);
  GM_TRY(GM_RESIZE(s->report, 0, strlen(text) + 1));
  memcpy(s->report, text, strlen(text) + 1);
  return GM_OK;
}

/* Shapes of bodies have their centre of mass at the origin.  One that is there but for
 * round-off stays. */
static void mesh_file_centre_surface(gm_surface *s)
{
  const gm_vec3 by = s->centroid;
  const double size = gm_norm(gm_sub(s->max, s->min));
  if (gm_norm(by) <= 1.0e-12 * size) return;
  for (gm_index k = 0; k < s->n_points; ++k)
    s->point[k] = gm_sub(s->point[k], by);
  s->min = gm_sub(s->min, by);
  s->max = gm_sub(s->max, by);
  s->centroid = gm_vec(0.0, 0.0, 0.0);
}

gm_status gm_mesh_file_read(gm_config *config, size_t k,
                            const gm_materials *materials, double smallest,
                            double largest, gm_structure *s)
{
  const gm_config_structure *c = &config->structures[k];
  gm_soup soup;
  gm_soup_init(&soup);
  GM_TRY(read_mesh_file_soup(config, k, &soup));
  gm_status status = gm_assemble_soup(&s->surface, &soup, (gm_facing)c->side,
                                      c->mesh ? c->mesh : c->name);
  s->surface.found.n_dropped = soup.n_dropped;
  s->surface.found.n_twisted = soup.n_twisted;
  gm_soup_clear(&soup);
  if (status == GM_ERR_INPUT) {
    const bool asked =
        c->side == GM_FACING_OUTSIDE || c->side == GM_FACING_INSIDE;
    return refuse_file_key(config, k, asked ? "side" : "mesh");
  }
  GM_TRY(status);
  if (k >= config->n_structures) mesh_file_centre_surface(&s->surface);
  GM_TRY(check_mesh_file_size(config, k, smallest, largest, &s->surface));
  GM_TRY(give_mesh_file_part_materials(config, k, materials, s));
  return keep_mesh_file_report(c, s);
}
