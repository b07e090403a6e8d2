/* config/check.c -- rules that involve more than one key.  Room: config. */
#include "config/check.h"

#include "base/memory.h"
#include "config/read.h"
#include "config/sides.h"
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the rules share.  Material i of the config is row i. */
typedef struct checker {
  gm_config *config;
  const gm_faults *faults;
  char path[256];  /* of the item in hand                           */
  double *grains;  /* [n_materials] grains of that material         */
  bool *structure; /* [n_materials] some structure is made of it    */
  int *pair;       /* [n_materials^2] the pair's index plus 1, or 0 */
  bool mirror;     /* some side of the domain is a mirror */
} checker;

/* The path of a key of the item in hand. */
static void join(const checker *c, const char *key, char *path, size_t size)
{
  snprintf(path, size, "%s%s%s", c->path, *key && *c->path ? "." : "", key);
}

/* Is what stands at item.key free of faults, so that a rule may judge it? */
static bool sound(const checker *c, const char *key)
{
  char path[400];
  join(c, key, path, sizeof path);
  return !gm_faults_touch(c->faults, path);
}

/* Add a fault at item.key. */
#define FAULT(c, key, ...)                                                     \
  do {                                                                         \
    char path_[400];                                                           \
    join(c, key, path_, sizeof path_);                                         \
    gm_read_fault((c)->config, path_, __VA_ARGS__);                            \
  } while (0)

static void at_item(checker *c, const char *list, size_t index)
{
  snprintf(c->path, sizeof c->path, "%s[%zu]", list, index);
}

/* --- names -------------------------------------------------------------------- */

/* The row of a material, or -1. */
static int find_material(const gm_config *config, const char *name)
{
  for (size_t i = 0; name && i < config->n_materials; ++i) {
    if (strcmp(config->materials[i].name, name) == 0) return (int)i;
  }
  return -1;
}

/* The row of a material, or -1 with a fault that lists those there are. */
static int know_material(checker *c, const char *key, const char *name)
{
  const gm_config *config = c->config;
  const int row = find_material(config, name);
  if (row >= 0 || !sound(c, key) || config->n_materials == 0) return row;
  char known[400];
  size_t used = 0;
  for (size_t i = 0; i < config->n_materials && used < sizeof known; ++i) {
    used += (size_t)snprintf(known + used, sizeof known - used, "%s%s",
                             i > 0 ? ", " : "", config->materials[i].name);
  }
  FAULT(c, key, "there is no material '%.63s'; the materials are %s", name,
        known);
  return -1;
}

typedef struct named {
  const char *name;
  size_t index;
} named;

static int by_name(const void *a, const void *b)
{
  const named *x = a;
  const named *y = b;
  const int order = strcmp(x->name, y->name);
  return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

/* Names of the items of a list: each its own. */
static void check_unique(checker *c, const char *list, named *names, size_t n)
{
  qsort(names, n, sizeof *names, by_name);
  for (size_t i = 1; i < n; ++i) {
    if (strcmp(names[i].name, names[i - 1].name) != 0) continue;
    at_item(c, list, names[i].index);
    FAULT(c, "name", "'%s' is the name of %s[%zu] too; each needs its own",
          names[i].name, list, names[i - 1].index);
  }
}

static gm_status check_unique_names(checker *c)
{
  const gm_config *config = c->config;
  named *names = NULL;
  size_t n = 0;
  GM_TRY(GM_RESIZE(names, 0, config->n_structures + config->n_measure + 1));
  for (size_t i = 0; i < config->n_structures; ++i) {
    const char *name = config->structures[i].name;
    if (name) names[n++] = (named){name, i};
  }
  check_unique(c, "structures", names, n);
  n = 0;
  for (size_t i = 0; i < config->n_measure; ++i) {
    const char *name = config->measure[i].name;
    if (name) names[n++] = (named){name, i};
  }
  check_unique(c, "measure", names, n);
  GM_FREE(names);
  return GM_OK;
}

/* --- shapes and times --------------------------------------------------------- */

static void check_box(checker *c, const char *key, gm_vec3 min, gm_vec3 max)
{
  if (!sound(c, key)) return;
  const double low[3] = {min.x, min.y, min.z};
  const double high[3] = {max.x, max.y, max.z};
  for (int i = 0; i < 3; ++i) {
    if (low[i] < high[i]) continue;
    FAULT(
        c, key,
        "min is not below max in %c: %.10g and %.10g; min is the lower corner",
        "xyz"[i], low[i], high[i]);
  }
}

static void check_axis(checker *c, const char *key, gm_vec3 axis)
{
  if (!sound(c, key) || axis.x != 0.0 || axis.y != 0.0 || axis.z != 0.0) return;
  FAULT(c, key, "is zero; it is the way from the base to the top");
}

static void check_times(checker *c, const char *key, double from, double to)
{
  char both[2][64];
  snprintf(both[0], sizeof both[0], "%s%sfrom", key, *key ? "." : "");
  snprintf(both[1], sizeof both[1], "%s%sto", key, *key ? "." : "");
  if (!sound(c, both[0]) || !sound(c, both[1]) || from < to) return;
  FAULT(c, both[1], "%.10g s is not after from, %.10g s; swap them", to, from);
}

/* A file that the key names must be there to read. */
static void check_file(checker *c, const char *key, const char *name)
{
  char path[4096];
  gm_config_path(c->config, name, path, sizeof path);
  FILE *file = fopen(path, "rb");
  if (file) {
    fclose(file);
    return;
  }
  FAULT(c, key, "cannot open '%.200s': %s; it is looked for beside the scene",
        path, strerror(errno));
}

static void check_table(checker *c, size_t i, const gm_config_motion *m)
{
  char table[64], file[80], rows[80];
  snprintf(table, sizeof table, "motion[%zu].table", i);
  snprintf(file, sizeof file, "%s.file", table);
  snprintf(rows, sizeof rows, "%s.rows", table);
  if (!sound(c, file) || !sound(c, rows)) return;
  if (m->table.file && m->table.n_rows > 0) {
    FAULT(c, table, "file and rows are both given; give one of them");
  } else if (!m->table.file && m->table.n_rows == 0) {
    FAULT(c, table, "has no rows; give file or rows");
  } else if (m->table.file) {
    check_file(c, file, m->table.file);
  }
}

/* Keys that say something about a mesh alone. */
static void check_mesh_only(checker *c, const gm_config_structure *s)
{
  if (s->shape == GM_SHAPE_MESH) return;
  if (s->side != GM_GRAINS_AUTO && sound(c, "side")) {
    FAULT(c, "side", "belongs to a mesh; this structure is none");
  }
  if (s->n_groups > 0 && sound(c, "groups")) {
    FAULT(c, "groups", "belong to a mesh; this structure is none");
  }
}

/* Whether enough sites lie within reach of any point: on a cubic lattice those of a whole
 * cell, on a face-centred one of a tetrahedron. */
static void check_reach(checker *c, double reach, double spacing,
                        bool face_centred)
{
  const double least = face_centred ? 1.0 : sqrt(3.0), most = 3.0;
  if (reach > least * spacing && reach <= most * spacing) return;
  FAULT(c, "virtual_particles.reach",
        "%.10g m; it must be above %s, %.4g m, and at most 3 spacings, %.4g m; "
        "take %.3g m, or auto",
        reach, face_centred ? "the spacing" : "sqrt 3 spacings",
        least * spacing, most * spacing, (face_centred ? 1.5 : 1.75) * spacing);
}

static void check_sites(checker *c, const gm_config_structure *s)
{
  static const char *const names[] = {"half_taylor", "trilinear"};
  const bool face_centred =
      s->virtual_particles.lattice == GM_LATTICE_FACE_CENTRED;
  const int way = s->virtual_particles.interpolation;
  const double reach = s->virtual_particles.reach;
  const double spacing = s->virtual_particles.spacing;
  if (!sound(c, "virtual_particles")) return;
  if (way == GM_INTERPOLATION_MLS || way == GM_INTERPOLATION_SHEPARD) {
    if (reach > 0.0 && spacing > 0.0)
      check_reach(c, reach, spacing, face_centred);
    return;
  }
  if (face_centred) {
    FAULT(c, "virtual_particles.lattice",
          "%s asks the cells of a cubic lattice; with face_centred choose "
          "interpolation: mls or shepard",
          names[way]);
  }
  if (reach > 0.0) {
    FAULT(c, "virtual_particles.reach",
          "%s asks the cell around a point and has no reach; leave it out, or "
          "choose interpolation: mls or shepard",
          names[way]);
  }
}

static void check_structure(checker *c, const gm_config_structure *s)
{
  const int row = know_material(c, "material", s->material);
  if (row >= 0) c->structure[row] = true;
  for (size_t i = 0; i < s->n_groups; ++i) {
    char key[64];
    snprintf(key, sizeof key, "groups[%zu].material", i);
    const int part = know_material(c, key, s->groups[i].material);
    if (part >= 0) c->structure[part] = true;
  }
  check_mesh_only(c, s);
  if (s->shape == GM_SHAPE_BOX) check_box(c, "box", s->box.min, s->box.max);
  if (s->shape == GM_SHAPE_CYLINDER) {
    check_axis(c, "cylinder.axis", s->cylinder.axis);
  }
  if (s->shape == GM_SHAPE_CONE) {
    check_axis(c, "cone.axis", s->cone.axis);
    const bool point = s->cone.base_radius == 0.0 && s->cone.top_radius == 0.0;
    if (point && sound(c, "cone")) {
      FAULT(c, "cone", "both radii are 0; one of them must be above 0");
    }
  }
  if (s->shape == GM_SHAPE_DISC && s->disc.hole >= s->disc.radius &&
      sound(c, "disc")) {
    FAULT(c, "disc.hole",
          "%.10g m leaves nothing of a disc of radius %.10g m; it must be "
          "smaller",
          s->disc.hole, s->disc.radius);
  }
  if (s->shape == GM_SHAPE_MESH) check_sites(c, s);
  check_times(c, "present", s->present.from, s->present.to);
  for (size_t i = 0; i < s->n_motion; ++i) {
    char item[128];
    snprintf(item, sizeof item, "motion[%zu]", i);
    check_times(c, item, s->motion[i].from, s->motion[i].to);
    if (s->motion[i].kind == GM_MOTION_TABLE) check_table(c, i, &s->motion[i]);
  }
}

/* --- grains ------------------------------------------------------------------- */

static bool inside(gm_vec3 x, gm_vec3 min, gm_vec3 max)
{
  return x.x >= min.x && x.x <= max.x && x.y >= min.y && x.y <= max.y &&
         x.z >= min.z && x.z <= max.z;
}

/* Bounds of a distribution: above 0 and in order. */
static void check_bounds(checker *c, const char *key, double low, double high)
{
  if (!sound(c, key)) return;
  if (!(low > 0.0)) {
    FAULT(c, key,
          "the smallest radius is %.10g m; give min above 0, or a smaller "
          "deviation",
          low);
  } else if (!(low < high)) {
    FAULT(c, key,
          "the smallest radius, %.10g m, is not below the largest, %.10g m; "
          "swap or widen them",
          low, high);
  }
}

static double or_else(double given, double otherwise)
{
  return isnan(given) ? otherwise : given;
}

static void check_radius(checker *c, const char *group,
                         const gm_config_radii *r)
{
  char key[64];
  static const char *const kinds[] = {"constant", "uniform", "normal",
                                      "lognormal", "table"};
  if (!sound(c, group)) return;
  snprintf(key, sizeof key, "%s.%s", group, kinds[r->kind]);
  if (r->kind == GM_RADIUS_UNIFORM && r->uniform[0] > r->uniform[1]) {
    FAULT(c, key,
          "the smallest radius, %.10g m, is above the largest, %.10g m; swap "
          "them",
          r->uniform[0], r->uniform[1]);
  }
  if (r->kind == GM_RADIUS_NORMAL) {
    const double m = r->normal.mean, s = 3.0 * r->normal.deviation;
    check_bounds(c, key, or_else(r->normal.min, m - s),
                 or_else(r->normal.max, m + s));
  }
  if (r->kind == GM_RADIUS_LOGNORMAL) {
    const double m = r->lognormal.median, s = exp(3.0 * r->lognormal.deviation);
    check_bounds(c, key, or_else(r->lognormal.min, m / s),
                 or_else(r->lognormal.max, m * s));
  }
}

static void check_region(checker *c, const char *at, const gm_config_region *g)
{
  char key[64];
  snprintf(key, sizeof key, "%s.box", at);
  if (g->kind == GM_REGION_BOX) check_box(c, key, g->box.min, g->box.max);
  snprintf(key, sizeof key, "%s.cylinder.axis", at);
  if (g->kind == GM_REGION_CYLINDER) check_axis(c, key, g->cylinder.axis);
}

/* What a fill brings in and where; `count` grains of each of its materials may meet. */
static void check_supply(checker *c, const char *at, const gm_config_supply *s,
                         double count)
{
  char key[64];
  snprintf(key, sizeof key, "%s.material", at);
  const int row = know_material(c, key, s->material);
  if (row >= 0) c->grains[row] += count;
  check_region(c, at, &s->region);
  snprintf(key, sizeof key, "%s.radius", at);
  check_radius(c, key, &s->radius);
  double sum = 0.0;
  for (size_t k = 0; k < s->n_mix; ++k) {
    snprintf(key, sizeof key, "%s.mix[%zu].material", at, k);
    const int part = know_material(c, key, s->mix[k].material);
    if (part >= 0) c->grains[part] += count;
    snprintf(key, sizeof key, "%s.mix[%zu].radius", at, k);
    check_radius(c, key, &s->mix[k].radius);
    sum += s->mix[k].fraction;
  }
  snprintf(key, sizeof key, "%s.mix", at);
  if (!sound(c, key)) return;
  if (s->n_mix > GM_CONFIG_MIX) {
    FAULT(c, key, "%zu ingredients; at most %d are possible", s->n_mix,
          GM_CONFIG_MIX);
  } else if (sum > 1.0 + 1.0e-9) {
    FAULT(c, key,
          "the fractions add up to %.10g, more than all; what is left of 1 is "
          "of the source's own material and radius",
          sum);
  }
}

static void check_fill(checker *c, const gm_config_grains *g)
{
  const bool counted = g->fill.amount == GM_AMOUNT_COUNT;
  check_supply(c, "fill", &g->fill.of, counted ? g->fill.count : 2.0);
}

static void check_list(checker *c, const gm_config_grains *g)
{
  const gm_config *config = c->config;
  const int row = know_material(c, "list.material", g->list.material);
  if (row >= 0) {
    c->grains[row] += g->list.file ? 2.0 : (double)g->list.n_grains;
  }
  if (sound(c, "list.file") && sound(c, "list.grains")) {
    if (g->list.file && g->list.n_grains > 0) {
      FAULT(c, "list", "file and grains are both given; give one of them");
    } else if (!g->list.file && g->list.n_grains == 0) {
      FAULT(c, "list", "has no grains; give file or grains");
    } else if (g->list.file) {
      check_file(c, "list.file", g->list.file);
    }
  }
  if (gm_faults_touch(c->faults, "domain")) return;
  for (size_t i = 0; i < g->list.n_grains; ++i) {
    char key[64];
    snprintf(key, sizeof key, "list.grains[%zu].position", i);
    const gm_vec3 x = g->list.grains[i].position;
    if (inside(x, config->domain.min, config->domain.max) || !sound(c, key)) {
      continue;
    }
    FAULT(c, key,
          "[%.10g, %.10g, %.10g] is outside the domain; move it or "
          "enlarge the domain",
          x.x, x.y, x.z);
  }
}

static bool whole(double x)
{
  return x >= 1.0 && x <= 1.0e6 && x == floor(x);
}

static void check_result(checker *c, const gm_config_grains *g)
{
  const gm_vec3 n = g->result.copies, p = g->result.pitch;
  if (sound(c, "result.file")) check_file(c, "result.file", g->result.file);
  if (!(whole(n.x) && whole(n.y) && whole(n.z)) && sound(c, "result.copies")) {
    FAULT(
        c, "result.copies",
        "[%.10g, %.10g, %.10g] are not numbers of copies; they are whole, and "
        "1 along an axis that is not tiled",
        n.x, n.y, n.z);
  }
  if ((p.x < 0.0 || p.y < 0.0 || p.z < 0.0) && sound(c, "result.pitch")) {
    FAULT(c, "result.pitch",
          "[%.10g, %.10g, %.10g] goes backwards; it is above 0, or 0 for auto",
          p.x, p.y, p.z);
  }
}

static void check_grains(checker *c)
{
  const gm_config *config = c->config;
  double total = 0.0;
  for (size_t i = 0; i < config->n_grains; ++i) {
    const gm_config_grains *g = &config->grains[i];
    at_item(c, "grains", i);
    if (!sound(c, "fill") && !sound(c, "list") && !sound(c, "result") &&
        !sound(c, "pour"))
      continue;
    if (g->source == GM_SOURCE_FILL) {
      check_fill(c, g);
      if (g->fill.amount == GM_AMOUNT_COUNT) total += g->fill.count;
    } else if (g->source == GM_SOURCE_POUR) {
      check_supply(c, "pour", &g->pour.of, 2.0);
      check_times(c, "pour", g->pour.from, g->pour.to);
    } else if (g->source == GM_SOURCE_RESULT) {
      check_result(c, g);
    } else {
      check_list(c, g);
      total += (double)g->list.n_grains;
    }
  }
  c->path[0] = '\0';
  if (total > INT_MAX) {
    FAULT(c, "grains", "%.0f grains in all; a run holds at most %d", total,
          INT_MAX);
  }
}

/* --- measures ----------------------------------------------------------------- */

static void check_measures(checker *c)
{
  enum { MOST = 100, LONGEST = 63 }; /* as scene/gauges.h has room for */
  const gm_config *config = c->config;
  for (size_t i = 0; i < config->n_measure; ++i) {
    const gm_config_measure *m = &config->measure[i];
    at_item(c, "measure", i);
    if (m->name && strlen(m->name) > LONGEST) {
      FAULT(c, "name", "%zu letters; at most %d are possible", strlen(m->name),
            LONGEST);
    }
    if (m->kind != GM_MEASURE_STRESS) continue;
    if (m->stress.region == GM_REGION_BOX) {
      check_box(c, "stress.box", m->stress.box.min, m->stress.box.max);
    }
    if (m->stress.region == GM_REGION_CYLINDER) {
      check_axis(c, "stress.cylinder.axis", m->stress.cylinder.axis);
    }
  }
  c->path[0] = '\0';
  if (config->n_measure > MOST) {
    FAULT(c, "measure", "%zu measures; at most %d are possible",
          config->n_measure, MOST);
  }
}

/* --- pairs -------------------------------------------------------------------- */

/* What the laws need of a pair. */
static void check_coefficients(checker *c, const gm_config_pair *p)
{
  static const char *const words[] = {"none", "jkr", "dmt", "sjkr"};
  const int cohesion = c->config->contacts.cohesion;
  const int given = !isnan(p->stiffness) + !isnan(p->contact_time) +
                    !isnan(p->reference.speed);
  const bool known = sound(c, "stiffness") && sound(c, "contact_time") &&
                     sound(c, "reference");
  if (c->config->contacts.law == GM_LAW_HOOKE && given == 0 && known) {
    FAULT(c, "stiffness",
          "missing: the law hooke needs a stiffness in N/m, or a contact_time, "
          "or a reference: {speed: ..., overlap: ...}");
  }
  if (c->config->contacts.law == GM_LAW_HOOKE && given > 1 && known) {
    FAULT(c, "stiffness",
          "stiffness, contact_time and reference each say how stiff the spring "
          "is; keep one of them");
  }
  if ((cohesion == GM_COHESION_JKR || cohesion == GM_COHESION_DMT) &&
      isnan(p->adhesion) && sound(c, "adhesion")) {
    FAULT(c, "adhesion",
          "missing: the cohesion %s needs an adhesion in J/m2; 0 for a pair "
          "that does not stick",
          words[cohesion]);
  }
  if (c->config->contacts.rolling && isnan(p->rolling_friction) &&
      sound(c, "rolling_friction")) {
    FAULT(c, "rolling_friction",
          "missing: contacts.rolling needs it; 0 for a pair that rolls freely");
  }
  if (c->config->contacts.torsion && isnan(p->torsion_friction) &&
      sound(c, "torsion_friction")) {
    FAULT(c, "torsion_friction",
          "missing: contacts.torsion needs it; 0 for a pair that spins freely");
  }
  if (cohesion == GM_COHESION_SJKR && isnan(p->cohesion) &&
      sound(c, "cohesion")) {
    FAULT(c, "cohesion",
          "missing: the cohesion sjkr needs a cohesion in J/m3; 0 for a pair "
          "that does not stick");
  }
}

/* Forms that exist. */
static void check_law(checker *c)
{
  const gm_config *config = c->config;
  c->path[0] = '\0';
  if (config->contacts.law != GM_LAW_HOOKE) return;
  if (config->contacts.cohesion == GM_COHESION_JKR ||
      config->contacts.cohesion == GM_COHESION_DMT) {
    FAULT(c, "contacts.cohesion",
          "jkr and dmt are adhesive forms of hertz; with the law hooke take "
          "sjkr or none");
  }
}

/* Note which pairs are given; false if some pair is not readable. */
static bool check_pairs(checker *c)
{
  const gm_config *config = c->config;
  const size_t n = config->n_materials;
  bool readable = !gm_faults_touch(c->faults, "materials");
  for (size_t i = 0; i < config->contacts.n_pairs; ++i) {
    const gm_config_pair *p = &config->contacts.pairs[i];
    at_item(c, "contacts.pairs", i);
    check_coefficients(c, p);
    if (!sound(c, "between")) {
      readable = false;
      continue;
    }
    int row[2];
    for (int k = 0; k < 2; ++k) {
      row[k] = know_material(c, "between", p->between[k]);
      readable = readable && row[k] >= 0;
    }
    if (row[0] < 0 || row[1] < 0) continue;
    int *entry = &c->pair[(size_t)row[0] * n + (size_t)row[1]];
    if (*entry) {
      FAULT(
          c, "between",
          "%s and %s are the pair of contacts.pairs[%d] too; keep one of them",
          p->between[0], p->between[1], *entry - 1);
      continue;
    }
    *entry = (int)i + 1;
    c->pair[(size_t)row[1] * n + (size_t)row[0]] = (int)i + 1;
  }
  c->path[0] = '\0';
  return readable;
}

/* Can grains of material i meet grains or structures of material j? */
static bool can_meet(const checker *c, size_t i, size_t j)
{
  if (i == j && c->grains[i] > 1.0) return true; /* one does not meet itself */
  if (i == j && c->grains[i] > 0.0 && c->mirror) return true; /* but its twin */
  if (i != j && c->grains[i] > 0.0 && c->grains[j] > 0.0) return true;
  return (c->grains[i] > 0.0 && c->structure[j]) ||
         (c->grains[j] > 0.0 && c->structure[i]);
}

static void check_meetings(checker *c)
{
  const gm_config *config = c->config;
  const size_t n = config->n_materials;
  c->path[0] = '\0';
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = i; j < n; ++j) {
      if (c->pair[i * n + j] || !can_meet(c, i, j)) continue;
      FAULT(c, "contacts.pairs",
            "%s and %s can meet, and there is no pair for them; add {between: "
            "[%s, %s], restitution: ..., friction: ...}",
            config->materials[i].name, config->materials[j].name,
            config->materials[i].name, config->materials[j].name);
    }
  }
}

/* --- all ---------------------------------------------------------------------- */

static void check_output(checker *c)
{
  const gm_config *config = c->config;
  const double end = config->time.end;
  const double every = config->output.every;
  c->path[0] = '\0';
  const bool known = sound(c, "time.end") && sound(c, "output.every");
  if (known && every > end) {
    FAULT(c, "output.every",
          "%.10g s is longer than the run, %.10g s; no frame but the first "
          "would be written",
          every, end);
  }
  if (known && sound(c, "output.history") && config->output.history > every) {
    FAULT(c, "output.history",
          "%.10g s is longer than output.every, %.10g s; it is the finer of "
          "the two",
          config->output.history, every);
  }
  if (known && sound(c, "time.step") && config->time.step > every) {
    FAULT(c, "time.step",
          "%.10g s is longer than output.every, %.10g s; take a shorter step "
          "or auto",
          config->time.step, every);
  }
}

/* Conditions that could never hold. */
static void check_until(checker *c)
{
  const gm_config *config = c->config;
  const bool open = gm_sides_let_out(config);
  c->path[0] = '\0';
  if (config->time.until.grains_out > 0 && !open &&
      sound(c, "time.until.grains_out") && sound(c, "domain")) {
    FAULT(c, "time.until.grains_out",
          "no grain can leave: no side of the domain is open and has a place; "
          "give domain: {min: ..., max: ...}");
  }
  const double end = config->time.end, after = config->time.until.after;
  if (after >= end && sound(c, "time.end") && sound(c, "time.until.after")) {
    FAULT(c, "time.until.after",
          "%.10g s is not before time.end, %.10g s; nothing would end the run",
          after, end);
  }
  if (config->time.until.every > end && sound(c, "time.end") &&
      sound(c, "time.until.every")) {
    FAULT(c, "time.until.every",
          "%.10g s is longer than the run, %.10g s; there would be no look but "
          "the first",
          config->time.until.every, end);
  }
}

static void check_sides(checker *c)
{
  gm_config *config = c->config;
  gm_sides_check(config, c->faults);
  c->mirror = gm_sides_any(config, GM_BOUNDARY_MIRROR);
  if (!config->domain.wall_material) return;
  const int row =
      know_material(c, "domain.wall_material", config->domain.wall_material);
  if (row >= 0 && gm_sides_any(config, GM_BOUNDARY_WALL))
    c->structure[row] = true;
}

static gm_status check_all(checker *c)
{
  const gm_config *config = c->config;
  check_box(c, "domain", config->domain.min, config->domain.max);
  check_sides(c);
  check_law(c);
  const bool readable = check_pairs(c);
  GM_TRY(check_unique_names(c));
  for (size_t i = 0; i < config->n_structures; ++i) {
    at_item(c, "structures", i);
    check_structure(c, &config->structures[i]);
  }
  check_grains(c);
  check_measures(c);
  if (readable) check_meetings(c);
  check_output(c);
  check_until(c);
  return GM_OK;
}

static gm_status begin(checker *c)
{
  const size_t n = c->config->n_materials;
  GM_TRY(GM_RESIZE(c->grains, 0, n + 1));
  GM_TRY(GM_RESIZE(c->structure, 0, n + 1));
  return GM_RESIZE(c->pair, 0, n * n + 1);
}

static void end(checker *c)
{
  GM_FREE(c->grains);
  GM_FREE(c->structure);
  GM_FREE(c->pair);
}

gm_status gm_check_config(gm_config *config, const gm_faults *faults)
{
  checker c = {.config = config, .faults = faults};
  gm_status status = begin(&c);
  if (status == GM_OK) status = check_all(&c);
  end(&c);
  return status;
}

gm_status gm_check_meetings(gm_config *config, const double *grains)
{
  const gm_faults none = {0};
  checker c = {.config = config, .faults = &none};
  gm_status status = begin(&c);
  if (status == GM_OK) {
    check_pairs(&c);
    for (size_t i = 0; i < config->n_structures; ++i) {
      at_item(&c, "structures", i);
      check_structure(&c, &config->structures[i]);
    }
    memcpy(c.grains, grains, config->n_materials * sizeof *grains);
    check_meetings(&c);
    if (*config->errors) status = GM_ERR_INPUT;
  }
  end(&c);
  return status;
}
