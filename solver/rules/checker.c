/* rules/checker.c -- tests that many rules share. */
#include "rules/checker.h"

#include "base/regular.h"

#include <errno.h>
#include <string.h>

void gm_checker_path(const gm_checker *c, const char *key, char *path,
                     size_t size)
{
  snprintf(path, size, "%s%s%s", c->path, *key && *c->path ? "." : "", key);
}

bool gm_checker_sound(const gm_checker *c, const char *key)
{
  char path[400];
  gm_checker_path(c, key, path, sizeof path);
  return !gm_faults_touch(c->faults, path);
}

void gm_checker_item(gm_checker *c, const char *list, size_t index)
{
  snprintf(c->path, sizeof c->path, "%s[%zu]", list, index);
}

/* Index of a material, or -1. */
static int find_checker_material(const gm_config *config, const char *name)
{
  for (size_t i = 0; name && i < config->n_materials; ++i) {
    if (strcmp(config->materials[i].name, name) == 0) return (int)i;
  }
  return -1;
}

int gm_checker_material(gm_checker *c, const char *key, const char *name)
{
  const gm_config *config = c->config;
  const int row = find_checker_material(config, name);
  if (row >= 0 || !gm_checker_sound(c, key) || config->n_materials == 0)
    return row;
  char known[400];
  size_t used = 0;
  for (size_t i = 0; i < config->n_materials && used < sizeof known; ++i) {
    used += (size_t)snprintf(known + used, sizeof known - used, "%s%s",
                             i > 0 ? ", " : "", config->materials[i].name);
  }
  GM_CHECKER_FAULT(c, key, "there is no material '%.63s'; the materials are %s",
                   name, known);
  return -1;
}

void gm_checker_sides(gm_checker *c, const char *key, gm_vec3 along,
                      gm_vec3 across)
{
  const double area = gm_norm(gm_cross(along, across));
  if (!gm_checker_sound(c, key) ||
      area > 1.0e-6 * gm_norm(along) * gm_norm(across))
    return;
  GM_CHECKER_FAULT(c, key,
                   "along and across are parallel or zero; they are two sides "
                   "of the face");
}

int gm_checker_structure(gm_checker *c, const char *key, const char *name)
{
  const gm_config *config = c->config;
  for (size_t i = 0; name && i < config->n_structures; ++i) {
    const char *other = config->structures[i].name;
    if (other && strcmp(other, name) == 0) return (int)i;
  }
  if (!name || !gm_checker_sound(c, key)) return -1;
  char known[400] = "none";
  size_t used = 0;
  for (size_t i = 0; i < config->n_structures && used < sizeof known; ++i) {
    const char *other = config->structures[i].name;
    used += (size_t)snprintf(known + used, sizeof known - used, "%s%s",
                             i > 0 ? ", " : "", other ? other : "?");
  }
  GM_CHECKER_FAULT(c, key,
                   "there is no structure '%.63s'; the structures are %s", name,
                   known);
  return -1;
}

void gm_checker_box(gm_checker *c, const char *key, gm_vec3 min, gm_vec3 max)
{
  if (!gm_checker_sound(c, key)) return;
  const double low[3] = {min.x, min.y, min.z};
  const double high[3] = {max.x, max.y, max.z};
  for (int i = 0; i < 3; ++i) {
    if (low[i] < high[i]) continue;
    GM_CHECKER_FAULT(
        c, key,
        "min is not below max in %c: %.10g and %.10g; min is the lower corner",
        "xyz"[i], low[i], high[i]);
  }
}

void gm_checker_axis(gm_checker *c, const char *key, gm_vec3 axis)
{
  if (!gm_checker_sound(c, key) || axis.x != 0.0 || axis.y != 0.0 ||
      axis.z != 0.0)
    return;
  GM_CHECKER_FAULT(c, key, "is zero; it is the way from the base to the top");
}

void gm_checker_region(gm_checker *c, const char *at, const gm_config_region *g)
{
  char key[64];
  const char *dot = *at ? "." : "";
  if (g->kind <= GM_REGION_SPHERE && g->face.structure) return;
  snprintf(key, sizeof key, "%s%sbox", at, dot);
  if (g->kind == GM_REGION_BOX) gm_checker_box(c, key, g->box.min, g->box.max);
  snprintf(key, sizeof key, "%s%scylinder.axis", at, dot);
  if (g->kind == GM_REGION_CYLINDER) gm_checker_axis(c, key, g->cylinder.axis);
}

void gm_checker_times(gm_checker *c, const char *key, double from, double to)
{
  char both[2][64];
  snprintf(both[0], sizeof both[0], "%s%sfrom", key, *key ? "." : "");
  snprintf(both[1], sizeof both[1], "%s%sto", key, *key ? "." : "");
  if (!gm_checker_sound(c, both[0]) || !gm_checker_sound(c, both[1]) ||
      from < to)
    return;
  GM_CHECKER_FAULT(c, both[1], "%.10g s is not after from, %.10g s; swap them",
                   to, from);
}

void gm_checker_file(gm_checker *c, const char *key, const char *name)
{
  char path[4096];
  gm_config_path(c->config, name, path, sizeof path);
  FILE *file = gm_regular_open(path);
  if (file) {
    char at[400];
    gm_checker_path(c, key, at, sizeof at);
    if (gm_config_note(c->config, path, at) != GM_OK) gm_report_lost(c->config);
    fclose(file);
    return;
  }
  if (errno == ENOMEM) {
    gm_report_lost(c->config);
    return;
  }
  GM_CHECKER_FAULT(
      c, key, "cannot open '%.200s': %s; it is looked for beside the scene",
      path, gm_regular_reason(errno));
}
