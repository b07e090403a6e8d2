/* bench/state.c -- the reference bed: what is measured, made, written and read. */
#include "state.h"

#include "base/memory.h"
#include "base/random.h"
#include <stdio.h>
#include <stdlib.h>

static const double radius = 1.0e-3, spread = 0.1; /* m, 1 */
static const double density = 2500.0, gravity = 9.81;

gm_status state_box(gm_scene *scene, gm_config *config, double side,
                    double skin)
{
  *config = (gm_config){0};
  config->contacts.law = GM_LAW_HERTZ;
  config->contacts.no_tension = true;
  config->contacts.tangential_damping = true;
  config->contacts.largest_overlap = 0.5;
  config->search.skin = skin;

  *scene = (gm_scene){.gravity = {0.0, 0.0, -gravity}, .dt = 5.0e-6};
  scene->materials.n = 1;
  scene->materials.row[0] = (gm_material){.name = "glass",
                                          .density = density,
                                          .youngs_modulus = 5.0e7,
                                          .poisson_ratio = 0.3};
  scene->materials.pair[0][0] =
      (gm_pair){.restitution = 0.5, .friction = 0.5, .stiffness = NAN};
  const double far = 10.0 * side + 1.0;
  scene->domain =
      (gm_domain){.min = {-far, -far, -far}, .max = {far, far, far}};

  GM_TRY(gm_structures_init(&scene->structures, 5));
  const gm_vec3 point[5] = {{0.0, 0.0, 0.0},
                            {side, 0.0, 0.0},
                            {0.0, 0.0, 0.0},
                            {0.0, side, 0.0},
                            {0.0, 0.0, 0.0}};
  const gm_vec3 normal[5] = {{1.0, 0.0, 0.0},
                             {-1.0, 0.0, 0.0},
                             {0.0, 1.0, 0.0},
                             {0.0, -1.0, 0.0},
                             {0.0, 0.0, 1.0}};
  for (int k = 0; k < 5; ++k) {
    gm_structure *s = &scene->structures.row[k];
    s->shape = gm_shape_plane(point[k], normal[k]);
    s->pose.orientation = gm_quat_identity();
    s->present = 1;
    s->present_from = -INFINITY;
    s->present_to = INFINITY;
  }
  return GM_OK;
}

void state_clear(gm_scene *scene)
{
  gm_grains_clear(&scene->grains);
  gm_contacts_clear(&scene->contacts);
  gm_structures_clear(&scene->structures);
}

gm_status state_place(gm_scene *scene, gm_index n, double side)
{
  enum { SEED = 1 };
  const double largest = (1.0 + spread) * radius, gap = 0.1 * radius;
  const gm_index row = (gm_index)(side / (2.0 * largest + gap));
  const double a = side / row, jitter = 0.5 * a - largest;
  GM_TRY(gm_grains_reserve(&scene->grains, n, 0));
  for (gm_index i = 0; i < n; ++i) {
    double u[4], w[4];
    gm_random_uniform(SEED, (uint64_t)i, 0, u);
    gm_random_uniform(SEED, (uint64_t)i, 1, w);
    const double r = radius * (1.0 + spread * (2.0 * u[3] - 1.0));
    const gm_vec3 x = {a * (i % row + 0.5) + jitter * (2.0 * u[0] - 1.0),
                       a * (i / row % row + 0.5) + jitter * (2.0 * u[1] - 1.0),
                       a * (i / row / row + 0.5) + jitter * (2.0 * u[2] - 1.0)};
    const double c = 2.0 * w[0] - 1.0, s = sqrt(1.0 - c * c);
    const double angle = 2.0 * GM_PI * w[1];
    const gm_vec3 v =
        gm_scale(0.1, (gm_vec3){s * cos(angle), s * sin(angle), c});
    gm_grains_append(&scene->grains, i, x, r, density, v,
                     (gm_vec3){0.0, 0.0, 0.0}, 0, 0);
  }
  return GM_OK;
}

static gm_status read_lines(gm_scene *scene, FILE *file, const char *path)
{
  gm_grains *g = &scene->grains;
  double q[10];
  int got, lines = 0;
  for (int c; (c = getc(file)) != EOF;)
    lines += c == '\n';
  rewind(file);
  GM_TRY(gm_grains_reserve(g, lines + 1, 0));
  while ((got = fscanf(file, "%lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", &q[0],
                       &q[1], &q[2], &q[3], &q[4], &q[5], &q[6], &q[7], &q[8],
                       &q[9])) == 10) {
    if (g->n == g->capacity) break; /* two grains a line */
    if (!(q[0] > 0.0)) {
      return gm_fail(GM_ERR_INPUT, "%s:%d: radius %g is not positive", path,
                     g->n + 1, q[0]);
    }
    gm_grains_append(g, g->n, gm_vec(q[1], q[2], q[3]), q[0], density,
                     gm_vec(q[4], q[5], q[6]), gm_vec(q[7], q[8], q[9]), 0, 0);
  }
  if (got != EOF || g->n == 0) {
    return gm_fail(GM_ERR_INPUT, "%s:%d: expected ten numbers", path, g->n + 1);
  }
  return GM_OK;
}

gm_status state_read(gm_scene *scene, const char *path)
{
  FILE *file = fopen(path, "r");
  if (!file) return gm_fail(GM_ERR_FILE, "cannot open '%s'", path);
  const gm_status status = read_lines(scene, file, path);
  fclose(file);
  return status;
}

gm_status state_write(const gm_scene *scene, const char *path)
{
  const gm_grains *g = &scene->grains;
  gm_index *at = malloc((size_t)(g->n + 1) * sizeof *at);
  if (!at) return gm_fail(GM_ERR_MEMORY, "no memory to sort %d grains", g->n);
  for (gm_index i = 0; i < g->n; ++i)
    at[g->id[i]] = i;
  FILE *file = fopen(path, "w");
  if (!file) {
    free(at);
    return gm_fail(GM_ERR_FILE, "cannot write '%s'", path);
  }
  for (gm_index k = 0; k < g->n; ++k) {
    const gm_row4 x = g->g[at[k]].x, v = g->g[at[k]].v, w = g->w[at[k]];
    fprintf(file, "%.17g %.17g %.17g %.17g %.9g %.9g %.9g %.9g %.9g %.9g\n",
            x[3], x[0], x[1], x[2], v[0], v[1], v[2], w[0], w[1], w[2]);
  }
  free(at);
  const int bad = ferror(file);
  if (fclose(file) || bad) {
    return gm_fail(GM_ERR_FILE, "cannot write '%s'", path);
  }
  return GM_OK;
}

gm_status state_measure(gm_step *step, gm_scene *scene, state_report *report)
{
  *report = (state_report){0};
  GM_TRY(gm_step_loads(step, scene));
  gm_measure_scene(&step->capture, scene, step->threads, &report->measure);
  const gm_contacts *c = &scene->contacts;
  const gm_grain *g = scene->grains.g;
  double sum = 0.0, weight = 0.0;
  for (gm_index row = 0; row < c->n_grain; ++row) {
    if (!c->touched[row]) continue;
    sum += step->capture.contact[row].f[3] /
           fmin(g[c->a[row]].x[3], g[c->b[row]].x[3]);
  }
  for (gm_index i = 0; i < scene->grains.n; ++i) {
    weight += gm_grains_mass(&scene->grains, i) * gravity * g[i].x[3];
  }
  const double contacts = (double)report->measure.contacts_grain;
  report->coordination = 2.0 * contacts / scene->grains.n;
  report->mean_overlap = contacts > 0.0 ? sum / contacts : 0.0;
  report->rattle = report->measure.kinetic / weight;
  return GM_OK;
}
