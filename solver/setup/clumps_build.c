/* setup/clumps_build.c -- the shapes of clumps, from the config.
 *
 * What does not go together with clumps is refused here, at the key that the user may
 * change: schemes that look back, hard grains, growth, faces that reflect.
 */
#include "setup/clumps_build.h"

#include "base/memory.h"
#include "config/report.h"
#include "machines/csv_table.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 1000 }; /* spheres of a shape */

/* ---- files of spheres ---------------------------------------------------------- */

static gm_status take_clump_row(gm_csv_table *sheet, int line, const double *v,
                                void *of)
{
  gm_config_clump *c = of;
  (void)line;
  GM_TRY(GM_CSV_TABLE_ROOM(sheet, c->spheres, c->n_spheres));
  c->spheres[c->n_spheres++] =
      (gm_config_ball){.at = {v[0], v[1], v[3]}, .radius = v[2]};
  return GM_OK;
}

static gm_status read_clump_file(gm_config *config, gm_config_clump *c)
{
  static const char *const columns[] = {"x", "y", "radius", "z"};
  const int flat = config->domain.dimensions == 2;
  const gm_csv_table_form form = {.row = "sphere",
                                  .rows = "spheres",
                                  .header =
                                      flat ? "x, y, radius" : "x, y, z, radius",
                                  .column = columns,
                                  .n = 4,
                                  .n_required = flat ? 3 : 4,
                                  .positive = 2,
                                  .take = take_clump_row};
  char key[128];
  if (!c->file || c->n_spheres) return GM_OK;
  snprintf(key, sizeof key, "clumps.%.63s.file", c->name);
  return gm_csv_table_read(config, key, c->file, &form, c);
}

/* ---- shapes -------------------------------------------------------------------- */

static gm_status refuse_clump(gm_config *config, const gm_config_clump *c,
                              const char *key, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static gm_status refuse_clump(gm_config *config, const gm_config_clump *c,
                              const char *key, const char *format, ...)
{
  char path[128], text[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  snprintf(path, sizeof path, "clumps.%.63s%s", c->name, key);
  return gm_report_fault(config, path, "%s", text);
}

static gm_status check_clump_shape(gm_config *config, const gm_config_clump *c)
{
  const int flat = config->domain.dimensions == 2;
  if (c->n_spheres == 0)
    return refuse_clump(
        config, c, "",
        "has no spheres; give spheres: [{at: [x, y, z], radius: r}, "
        "...], or a file");
  if (c->n_spheres > MOST)
    return refuse_clump(config, c, ".spheres",
                        "%zu spheres; at most %d are possible: join some",
                        c->n_spheres, MOST);
  if (gm_norm2(c->inertia) > 0.0 && !(c->mass > 0.0))
    return refuse_clump(config, c, ".inertia",
                        "is given without mass; give both, or leave it out");
  for (size_t k = 0; flat && k < c->n_spheres; ++k) {
    if (c->spheres[k].at.z == 0.0) continue;
    return refuse_clump(
        config, c, ".spheres",
        "sphere %zu is at z = %.6g m, outside the plane z = 0 of this "
        "scene of two dimensions; leave out z",
        k, c->spheres[k].at.z);
  }
  return GM_OK;
}

static gm_status build_clump_shape(gm_config *config, gm_config_clump *c,
                                   const gm_grain_rule *rule, gm_clump_shape *s)
{
  gm_ball *ball = NULL;
  snprintf(s->name, sizeof s->name, "%s", c->name);
  if (strlen(c->name) >= sizeof s->name)
    return refuse_clump(config, c, "",
                        "the name has %zu letters; at most %zu are possible",
                        strlen(c->name), sizeof s->name - 1);
  GM_TRY(read_clump_file(config, c));
  GM_TRY(check_clump_shape(config, c));
  GM_TRY(GM_RESIZE(ball, 0, c->n_spheres));
  for (size_t k = 0; k < c->n_spheres; ++k)
    ball[k] = (gm_ball){c->spheres[k].at, c->spheres[k].radius};
  gm_status status = gm_clumps_shape(s, ball, (gm_index)c->n_spheres, rule,
                                     c->mass > 0.0 ? c->mass : 0.0, c->inertia);
  s->rotation = c->rotation;
  if (status == GM_ERR_INPUT)
    status = refuse_clump(config, c, ".inertia", "%s", gm_status_message());
  GM_FREE(ball);
  return status;
}

/* ---- what goes together -------------------------------------------------------- */

/* The shape that a source names must exist. */
static gm_status check_clump_name(gm_config *config, const char *path,
                                  const char *name)
{
  char names[300] = "";
  if (!name) return GM_OK;
  for (size_t k = 0; k < config->n_clumps; ++k) {
    const size_t n = strlen(names);
    if (!strcmp(config->clumps[k].name, name)) return GM_OK;
    snprintf(names + n, sizeof names - n, "%s%s", n ? ", " : "",
             config->clumps[k].name);
  }
  return gm_report_fault(config, path,
                         "there is no shape '%.63s' in clumps; %s%s", name,
                         *names ? "the shapes are " : "define it there", names);
}

static gm_status check_clump_supply(gm_config *config, const char *path,
                                    const gm_config_supply *of, int *any)
{
  gm_status status = GM_OK;
  char key[96];
  snprintf(key, sizeof key, "%s.clump", path);
  *any = of->clump != NULL;
  if (check_clump_name(config, key, of->clump) != GM_OK) status = GM_ERR_INPUT;
  for (size_t q = 0; q < of->n_mix; ++q) {
    snprintf(key, sizeof key, "%s.mix[%zu].clump", path, q);
    *any |= of->mix[q].clump != NULL;
    if (check_clump_name(config, key, of->mix[q].clump) != GM_OK)
      status = GM_ERR_INPUT;
  }
  snprintf(key, sizeof key, "%s.orientation", path);
  const int turned = of->orientation.angle != 0.0;
  if (turned && of->orientation.way == GM_TURNED_RANDOM)
    status = gm_report_fault(config, key,
                             "an angle is given and the orientation is random; "
                             "write {way: fixed, axis: ..., angle: ...}, or "
                             "leave the angle out");
  const gm_vec3 axis = of->orientation.axis;
  if (turned && config->domain.dimensions == 2 &&
      (axis.x != 0.0 || axis.y != 0.0))
    status = gm_report_fault(config, key,
                             "clumps turn about z alone in two dimensions; "
                             "leave the axis out");
  return status;
}

static gm_status check_clump_source(gm_config *config, size_t k, int *any)
{
  const gm_config_grains *g = &config->grains[k];
  const int pours = g->source == GM_SOURCE_POUR;
  char path[64], key[96];
  *any = 0;
  if (g->source == GM_SOURCE_LIST) {
    *any = g->list.clump != NULL;
    snprintf(key, sizeof key, "grains[%zu].list.clump", k);
    return check_clump_name(config, key, g->list.clump);
  }
  if (!pours && g->source != GM_SOURCE_FILL) return GM_OK;
  snprintf(path, sizeof path, "grains[%zu].%s", k, pours ? "pour" : "fill");
  GM_TRY(
      check_clump_supply(config, path, pours ? &g->pour.of : &g->fill.of, any));
  if (pours || !*any) return GM_OK;
  if (g->fill.grow.over > 0.0) {
    snprintf(key, sizeof key, "%s.grow", path);
    return gm_report_fault(config, key,
                           "clumps do not grow; leave it out, and let them "
                           "fall or press them together");
  }
  if (g->fill.arrangement != GM_ARRANGE_RELAXED) return GM_OK;
  snprintf(key, sizeof key, "%s.arrangement", path);
  return gm_report_fault(
      config, key,
      "relaxed pushes single spheres apart, which would tear "
      "clumps; take random or cubic");
}

/* Whether a run of this scene can have clumps at all. */
static gm_status check_clump_scene(gm_config *config, const gm_domain *domain)
{
  const int scheme = config->time.scheme;
  gm_status status = GM_OK;
  if (config->collisions.engine != GM_ENGINE_NONE)
    status = gm_report_fault(config, "collisions.engine",
                             "hard grains are spheres, and the scene has "
                             "clumps; take contacts with a law");
  if (scheme != GM_SCHEME_LEAPFROG && scheme != GM_SCHEME_SYMPLECTIC_EULER)
    status = gm_report_fault(config, "time.scheme",
                             "clumps move by leapfrog or symplectic_euler "
                             "alone; take one of them");
  if (config->contacts.law == GM_LAW_LECTURE)
    status = gm_report_fault(config, "contacts.law",
                             "lecture is a law of single discs, and the scene "
                             "has clumps; take hooke or hertz");
  if (config->domain.grains == GM_BODY_LECTURE)
    status = gm_report_fault(config, "domain.grains",
                             "lecture gives a disc the mass of a sphere, which "
                             "has no volume to join; take disc or sphere");
  if (config->hybrid.mode != GM_MODE_DISCRETE)
    status = gm_report_fault(config, "hybrid",
                             "the continuum is one of spheres, and the scene "
                             "has clumps; take spheres, or hybrid.mode: "
                             "discrete");
  if (domain->reflects)
    status = gm_report_fault(config, "domain.boundary",
                             "reflect turns the velocity of single grains, and "
                             "the scene has clumps; take wall or mirror");
  return status;
}

gm_status gm_clumps_build(gm_config *config, gm_scene *s)
{
  gm_status status = GM_OK;
  gm_clumps *c = &s->clumps;
  int used = 0;
  for (size_t k = 0; k < config->n_grains; ++k) {
    int any;
    if (check_clump_source(config, k, &any) != GM_OK) status = GM_ERR_INPUT;
    used |= any;
  }
  if (used && check_clump_scene(config, &s->domain) != GM_OK)
    status = GM_ERR_INPUT;
  GM_TRY(GM_RESIZE(c->shape, 0, config->n_clumps));
  c->n_shapes = (gm_index)config->n_clumps;
  for (gm_index k = 0; k < c->n_shapes; ++k) {
    const gm_status one = build_clump_shape(config, &config->clumps[k],
                                            &s->grains.rule, &c->shape[k]);
    if (one == GM_ERR_MEMORY) return one;
    if (one != GM_OK) status = one;
  }
  s->materials.shape = c->shape;
  s->materials.n_shapes = c->n_shapes;
  return status;
}

gm_status gm_clumps_build_check(gm_config *config, const gm_scene *s)
{
  gm_status status = GM_OK;
  double reach = 0.0;
  for (gm_index k = 0; k < s->clumps.n; ++k) {
    const gm_clump *c = &s->clumps.row[k];
    reach = fmax(reach, c->size * s->clumps.shape[c->shape].reach);
  }
  for (gm_index k = 0; k < s->pours.n; ++k) {
    const gm_pour *p = &s->pours.row[k];
    if (p->widest > reach) reach = p->widest;
  }
  for (int a = 0; a < 3 && reach > 0.0; ++a) {
    const double side = s->domain.side[a];
    if (!(side > 0.0) || side > 2.2 * reach) continue;
    status = gm_report_fault(
        config, "domain.max",
        "the periodic length along %c is %.6g m, too short for the largest "
        "clump, of diameter %.3g m; make it longer than %.6g m, so that no "
        "clump meets its own image, or use smaller clumps",
        "xyz"[a], side, 2.0 * reach, 2.2 * reach);
  }
  return status;
}
