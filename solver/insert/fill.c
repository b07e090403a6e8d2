/* insert/fill.c -- fills a region with grains.
 *
 * There are three methods.  Random insertion places one grain after another and retries
 * where it would overlap; it reaches solid fractions of about 0.3.  A lattice places
 * grains row by row.  Relaxation places all grains at random and then pushes them apart;
 * it reaches about 0.6.  In a plane these are fractions of its area, about 0.5 and 0.8.
 * Radii and random numbers depend on the number of a grain alone, so that results are
 * the same on any number of threads.
 */
#include "insert/fill.h"

#include "base/math.h"
#include "base/memory.h"
#include "config/config.h"
#include "config/report.h"
#include "insert/insertion_region.h"
#include "insert/template.h"
#include "scene/grains.h"
#include "scene/structures.h"
#include "soft/clump.h"
#include <stdio.h>

/* ---- pushes overlapping grains apart --------------------------------------------- */

/* All grains move at once, each by its own overlaps, so that the result is the same on
 * any number of threads.
 *
 *   push  f = sum of d n        d = R_i + R_j - |x_i - x_j| > 0, n from j to i
 *   step  s <- b s + a f        x <- x + s
 *
 * This is the heavy-ball method (B. T. Polyak, USSR Comput. Math. 4 (1964) 1) on the
 * energy sum of d^2 / 2.  R is the radius plus a margin: the method aims at a clearance
 * beyond mere contact, so that contact is reached after a finite number of rounds. */

typedef struct relaxation {
  const gm_config_region *region;  /* grains stay entirely inside */
  const gm_structures *structures; /* must not be overlapped */
  const gm_domain *domain;
  const gm_grains *others; /* must not be overlapped and do not move */
  gm_index n;
  gm_vec3 *x;      /* [n] m  initial and final places */
  const double *r; /* [n] m */
  double margin;   /* 1  of the radius: clearance aimed at */
  int rounds;      /* result: rounds taken */
  double overlap;  /* result: 1  largest remaining overlap over the smaller
                     radius */
} relaxation;

static const double gain = 0.25, memory = 0.85; /* a, b of the head: stable
                                                   for <= 14 neighbours */
enum { BLOCK = 512, PATIENCE = 400 };

typedef struct work {
  gm_index n, m;        /* grains that move; all grains, fixed ones included */
  gm_vec3 *x;           /* [m] */
  double *r;            /* [m] */
  gm_vec3 *push, *step; /* [n] */
  double *worst, *way;  /* [blocks] largest overlap, largest displacement */
  double skin, largest;

  double width; /* m  cell size */
  gm_vec3 low;
  int64_t nx, ny, nz;
  gm_index *head;  /* [cells + 1] first in `in` */
  gm_index *in;    /* [m] grains sorted by cell */
  gm_index *first; /* [n + 1] in `list` */
  gm_index *list;  /* neighbours of each grain */
  size_t capacity; /* of list */
} work;

static void clear_fill_memory(work *w)
{
  GM_FREE(w->x);
  GM_FREE(w->r);
  GM_FREE(w->push);
  GM_FREE(w->step);
  GM_FREE(w->worst);
  GM_FREE(w->way);
  GM_FREE(w->head);
  GM_FREE(w->in);
  GM_FREE(w->first);
  GM_FREE(w->list);
}

/* ---- neighbours ----------------------------------------------------------------- */

static int64_t place_in_fill(double x, double low, double width, int64_t n)
{
  const int64_t k = (int64_t)floor((x - low) / width);
  return k < 0 ? 0 : k >= n ? n - 1 : k;
}

static int64_t filling_cell(const work *w, gm_vec3 x)
{
  return (place_in_fill(x.z, w->low.z, w->width, w->nz) * w->ny +
          place_in_fill(x.y, w->low.y, w->width, w->ny)) *
             w->nx +
         place_in_fill(x.x, w->low.x, w->width, w->nx);
}

static void sort_fill_cells(work *w)
{
  const int64_t cells = w->nx * w->ny * w->nz;
  for (int64_t c = 0; c <= cells; ++c)
    w->head[c] = 0;
  for (gm_index i = 0; i < w->m; ++i)
    ++w->head[filling_cell(w, w->x[i])];
  gm_index sum = 0;
  for (int64_t c = 0; c <= cells; ++c) {
    sum += w->head[c];
    w->head[c] = sum;
  }
  for (gm_index i = w->m; i-- > 0;)
    w->in[--w->head[filling_cell(w, w->x[i])]] = i;
}

/* Neighbours of grain i, written to `to` unless that is null.  Returns their number. */
static gm_index fill_partners(const work *w, gm_index i, double reach,
                              gm_index *to)
{
  const gm_vec3 x = w->x[i];
  const int64_t cx = place_in_fill(x.x, w->low.x, w->width, w->nx);
  const int64_t cy = place_in_fill(x.y, w->low.y, w->width, w->ny);
  const int64_t cz = place_in_fill(x.z, w->low.z, w->width, w->nz);
  gm_index n = 0;
  for (int64_t z = cz > 0 ? cz - 1 : 0; z <= cz + 1 && z < w->nz; ++z) {
    for (int64_t y = cy > 0 ? cy - 1 : 0; y <= cy + 1 && y < w->ny; ++y) {
      const int64_t row = (z * w->ny + y) * w->nx;
      const int64_t x0 = cx > 0 ? cx - 1 : 0;
      const int64_t x1 = cx + 1 < w->nx ? cx + 1 : w->nx - 1;
      for (gm_index k = w->head[row + x0]; k < w->head[row + x1 + 1]; ++k) {
        const gm_index j = w->in[k];
        const double far = (w->r[i] + w->r[j]) * reach + w->skin;
        if (j == i || gm_norm2(gm_sub(x, w->x[j])) > far * far) continue;
        if (to) to[n] = j;
        ++n;
      }
    }
  }
  return n;
}

static gm_status find_fill_partners(work *w, double reach)
{
  sort_fill_cells(w);
#pragma omp parallel for schedule(static)
  for (gm_index i = 0; i < w->n; ++i)
    w->first[i + 1] = fill_partners(w, i, reach, NULL);
  w->first[0] = 0;
  for (gm_index i = 0; i < w->n; ++i)
    w->first[i + 1] += w->first[i];
  const size_t rows = (size_t)w->first[w->n] + 1;
  if (rows > w->capacity) {
    GM_TRY(GM_RESIZE(w->list, 0, rows + rows / 4));
    w->capacity = rows + rows / 4;
  }
#pragma omp parallel for schedule(static)
  for (gm_index i = 0; i < w->n; ++i)
    fill_partners(w, i, reach, w->list + w->first[i]);
  return GM_OK;
}

/* ---- one round ------------------------------------------------------------------ */

/* Sum the push on grain i.  Returns its largest overlap over the smaller radius,
 * without the margin. */
static double push_fill_grain(const relaxation *g, work *w, gm_index i,
                              double reach)
{
  const gm_vec3 x = w->x[i];
  const double r = w->r[i];
  gm_vec3 f = {0.0, 0.0, 0.0};
  double worst = 0.0;
  for (gm_index k = w->first[i]; k < w->first[i + 1]; ++k) {
    const gm_index j = w->list[k];
    const gm_vec3 d = gm_sub(x, w->x[j]);
    const double both = r + w->r[j], aim = both * reach;
    const double square = gm_norm2(d);
    if (square >= aim * aim) continue;
    const double distance = sqrt(square);
    const gm_vec3 n = distance > 0.0 ? gm_scale(1.0 / distance, d)
                                     : gm_vec(i < j ? 1.0 : -1.0, 0.0, 0.0);
    f = gm_madd(f, aim - distance, n);
    worst = fmax(worst, (both - distance) / fmin(r, w->r[j]));
  }
  gm_query_result probe = {0};
  if (gm_structures_nearest(g->structures, g->domain, x, r * reach, &probe) >=
      0) {
    f = gm_madd(f, r * reach - probe.distance, gm_unit(probe.gradient));
    worst = fmax(worst, (r - probe.distance) / r);
  }
  w->push[i] = f;
  return worst;
}

/* Returns the largest overlap of all grains. */
static double push_fill_all(const relaxation *g, work *w, double reach)
{
  const gm_index blocks = (w->n + BLOCK - 1) / BLOCK;
#pragma omp parallel for schedule(static)
  for (gm_index b = 0; b < blocks; ++b) {
    const gm_index end = (b + 1) * BLOCK < w->n ? (b + 1) * BLOCK : w->n;
    w->worst[b] = 0.0;
    for (gm_index i = b * BLOCK; i < end; ++i)
      w->worst[b] = fmax(w->worst[b], push_fill_grain(g, w, i, reach));
  }
  double worst = 0.0;
  for (gm_index b = 0; b < blocks; ++b)
    worst = fmax(worst, w->worst[b]);
  return worst;
}

/* Move all grains.  Returns the largest displacement. */
static double move_fill_all(const relaxation *g, work *w)
{
  const gm_index blocks = (w->n + BLOCK - 1) / BLOCK;
#pragma omp parallel for schedule(static)
  for (gm_index b = 0; b < blocks; ++b) {
    const gm_index end = (b + 1) * BLOCK < w->n ? (b + 1) * BLOCK : w->n;
    w->way[b] = 0.0;
    for (gm_index i = b * BLOCK; i < end; ++i) {
      const gm_vec3 from = w->x[i];
      gm_vec3 s = gm_madd(gm_scale(memory, w->step[i]), gain, w->push[i]);
      const double far = gm_norm(s), most = 0.3 * w->r[i];
      if (far > most) s = gm_scale(most / far, s);
      w->x[i] = gm_add(from, s);
      gm_insertion_region_confine(g->region, w->r[i], &w->x[i]);
      w->step[i] = s;
      w->way[b] = fmax(w->way[b], gm_norm(gm_sub(w->x[i], from)));
    }
  }
  double way = 0.0;
  for (gm_index b = 0; b < blocks; ++b)
    way = fmax(way, w->way[b]);
  return way;
}

/* ---- entry point ---------------------------------------------------------------- */

static int is_fill_near_box(gm_row4 x, gm_vec3 low, gm_vec3 high, double far)
{
  return x[0] + far > low.x && x[0] - far < high.x && x[1] + far > low.y &&
         x[1] - far < high.y && x[2] + far > low.z && x[2] - far < high.z;
}

static gm_status begin_fill_relaxation(const relaxation *g, work *w)
{
  gm_vec3 high;
  const gm_grains *o = g->others;
  gm_insertion_region_bounds(g->region, &w->low, &high);
  w->n = w->m = g->n;
  GM_TRY(GM_RESIZE(w->x, 0, g->n + o->n + 1));
  GM_TRY(GM_RESIZE(w->r, 0, g->n + o->n + 1));
  double sum = 0.0;
  for (gm_index i = 0; i < g->n; ++i) {
    w->x[i] = g->x[i];
    w->r[i] = g->r[i];
    w->largest = fmax(w->largest, g->r[i]);
    sum += g->r[i];
  }
  for (gm_index i = 0; i < o->n; ++i) {
    const gm_row4 x = o->g[i].x;
    if (!is_fill_near_box(x, w->low, high, 2.0 * x[3])) continue;
    w->largest = fmax(w->largest, x[3]);
    w->x[w->m] = gm_row_vec(x);
    w->r[w->m++] = x[3];
  }
  w->skin = 0.3 * sum / g->n;
  w->width = 2.0 * w->largest * (1.0 + g->margin) + w->skin;
  const gm_vec3 d = gm_sub(high, w->low);
  /* At most four cells for each grain. */
  const double cells = 4.0 * w->m + 64.0;
  w->width = fmax(w->width, d.z > 0.0 ? gm_math_cbrt(d.x * d.y * d.z / cells)
                                      : sqrt(d.x * d.y / cells));
  w->nx = (int64_t)ceil(d.x / w->width) + 1;
  w->ny = (int64_t)ceil(d.y / w->width) + 1;
  w->nz = (int64_t)ceil(d.z / w->width) + 1;
  const gm_index blocks = (g->n + BLOCK - 1) / BLOCK;
  GM_TRY(GM_RESIZE(w->push, 0, g->n + 1));
  GM_TRY(GM_RESIZE(w->step, 0, g->n + 1));
  GM_TRY(GM_RESIZE(w->worst, 0, blocks + 1));
  GM_TRY(GM_RESIZE(w->way, 0, blocks + 1));
  GM_TRY(GM_RESIZE(w->head, 0, w->nx * w->ny * w->nz + 1));
  GM_TRY(GM_RESIZE(w->in, 0, w->m + 1));
  return GM_RESIZE(w->first, 0, g->n + 1);
}

static gm_status run_fill_rounds(relaxation *g, work *w, int most)
{
  double moved = INFINITY, reach = 1.0 + g->margin;
  for (g->rounds = 0; g->rounds < most; ++g->rounds) {
    /* Grains that cannot have the full margin may still fit with less. */
    if (g->rounds > 0 && g->rounds % PATIENCE == 0) {
      reach = 1.0 + 0.7 * (reach - 1.0);
    }
    if (2.0 * moved > w->skin) {
      GM_TRY(find_fill_partners(w, 1.0 + g->margin));
      moved = 0.0;
    }
    g->overlap = push_fill_all(g, w, reach);
    if (g->overlap <= 0.0) break;
    moved += move_fill_all(g, w);
  }
  for (gm_index i = 0; i < g->n; ++i)
    g->x[i] = w->x[i];
  return GM_OK;
}

/* Push until nothing overlaps, at most `most` rounds.  Requires a region with room for
 * each single grain, and a margin above 0.  GM_ERR_MEMORY. */
static gm_status relax_fill_run(relaxation *g, int most)
{
  work w = {0};
  g->rounds = 0;
  g->overlap = 0.0;
  if (g->n == 0) return GM_OK;
  gm_status status = begin_fill_relaxation(g, &w);
  if (status == GM_OK) status = run_fill_rounds(g, &w, most);
  clear_fill_memory(&w);
  return status;
}

/* ---- fills a region with grains -------------------------------------------------- */

enum {
  TRIES = 20000,         /* attempts for one grain */
  ROUNDS = 2000,         /* of relaxation */
  TURN_DRAW = 1073741824 /* of random numbers; places use those from 1 on,
                                orientations of clumps those from here on */
};

/* Data shared by the methods. */
typedef struct filling {
  gm_config *config;
  size_t source;
  gm_template template;
  const gm_config_supply *of;
  gm_index n; /* grains to insert; a clump counts as one */
  gm_scene *scene;
  gm_occupancy *occupancy;
  gm_id *next;
  double scale; /* 1  fraction of the radius at the start */
} filling;

gm_fill_number gm_fill_count(const gm_config *config, size_t source,
                             const gm_materials *materials, gm_id first)
{
  const gm_config_grains *g = &config->grains[source];
  const int counted = g->fill.amount == GM_AMOUNT_COUNT;
  gm_fill_number n = {0};
  gm_template template;
  gm_template_init(&template, &g->fill.of, materials);
  if (counted && !gm_template_clumps(&template)) {
    n.grains = n.rows = (size_t)g->fill.count;
    return n;
  }
  const double want = counted
                          ? INFINITY
                          : g->fill.solid_fraction *
                                gm_insertion_region_volume(&g->fill.of.region);
  for (double sum = 0.0; n.rows <= 100000000; ++n.grains) {
    if (counted && n.grains == (size_t)g->fill.count) break;
    const gm_template_grain one =
        gm_template_draw(&template, first + (gm_id)n.rows);
    const double volume = gm_template_volume(&template, one);
    if (sum + 0.5 * volume > want) break; /* nearer without it */
    sum += volume;
    n.clumps += one.shape >= 0;
    n.rows += (size_t)gm_template_rows(&template, one);
  }
  return n;
}

/* Factor of all radii that changes the solid fraction by `ratio`. */
static double fill_radii_for(const gm_materials *m, double ratio)
{
  return m->rule.flat ? sqrt(ratio) : gm_math_cbrt(ratio);
}

/* ---- growth --------------------------------------------------------------------- */

static const double loose = 0.2; /* solid fraction that random insertion
                                    reaches */

gm_growth gm_fill_growth(const gm_config_grains *source,
                         const gm_materials *materials)
{
  const gm_growth none = {1.0, 0.0};
  if (source->source != GM_SOURCE_FILL || !(source->fill.grow.over > 0.0))
    return none;
  gm_growth g = {source->fill.grow.from, source->fill.grow.over};
  if (g.from > 0.0) return g;
  double fraction = source->fill.solid_fraction;
  if (source->fill.amount == GM_AMOUNT_COUNT) {
    gm_template template;
    gm_template_init(&template, &source->fill.of, materials);
    fraction = source->fill.count * gm_template_mean_volume(&template) /
               gm_insertion_region_volume(&source->fill.of.region);
  }
  g.from = fmin(1.0, fill_radii_for(materials, loose / fraction));
  return g;
}

/* ---- grains --------------------------------------------------------------------- */

static gm_status fault_fill_placed(const filling *f, const char *format,
                                   int placed)
{
  char path[64];
  const int counted =
      f->config->grains[f->source].fill.amount == GM_AMOUNT_COUNT;
  snprintf(path, sizeof path, "grains[%zu].fill.%s", f->source,
           counted ? "count" : "solid_fraction");
  return gm_report_fault(f->config, path, format, placed, f->n);
}

static void append_fill_place(const filling *f, gm_template_grain g, gm_vec3 x)
{
  gm_grains *all = &f->scene->grains;
  gm_grains_append(all, (*f->next)++, x, f->scale * g.r,
                   f->scene->materials.row[g.material].density, f->of->velocity,
                   gm_vec(0.0, 0.0, 0.0), g.material, g.label);
  if (f->config->grains[f->source].fill.grow.over > 0.0)
    all->grows[all->n - 1] = (gm_grain_grows){g.r, (gm_index)f->source + 1};
  gm_occupancy_add(f->occupancy, &f->scene->grains);
}

static int is_free_to_fill(const filling *f, gm_vec3 x, double r)
{
  gm_query_result probe = {0};
  return gm_occupancy_overlap(f->occupancy, &f->scene->grains, x, r, 0.0) < 0 &&
         gm_structures_nearest(&f->scene->structures, &f->scene->domain, x, r,
                               &probe) < 0;
}

/* ---- one by one ----------------------------------------------------------------- */

/* Puts a clump at x if it is inside the region and free there. */
static int place_fill_clump(const filling *f, gm_template_grain g, gm_vec3 x,
                            uint32_t draw)
{
  double u[4];
  gm_template_numbers(&f->template, *f->next, TURN_DRAW + draw, u);
  const gm_clump_place place = {.shape = g.shape,
                                .size = gm_template_size(&f->template, g),
                                .x = x,
                                .turn = gm_template_turn(&f->template, u),
                                .velocity = f->of->velocity};
  for (gm_index k = 0; k < gm_template_rows(&f->template, g); ++k) {
    const gm_row4 y = gm_clump_place_member(&f->scene->clumps, &place, k);
    if (!gm_insertion_region_holds(&f->of->region, gm_row_vec(y), y[3]) ||
        !is_free_to_fill(f, gm_row_vec(y), y[3]))
      return 0;
  }
  gm_clump_place_append(f->scene, &place, g.material, g.label, f->next);
  gm_occupancy_add(f->occupancy, &f->scene->grains);
  return 1;
}

static int place_fill_grain(const filling *f)
{
  const gm_template_grain g = gm_template_draw(&f->template, *f->next);
  const double r = g.shape < 0 ? f->scale * g.r
                               : gm_template_size(&f->template, g) *
                                     f->template.shape[g.shape].smallest;
  for (uint32_t draw = 1; draw <= TRIES; ++draw) {
    double u[4];
    gm_vec3 x;
    gm_template_numbers(&f->template, *f->next, draw, u);
    if (!gm_insertion_region_point(&f->of->region, r, u, &x)) return 0;
    if (g.shape >= 0) {
      if (place_fill_clump(f, g, x, draw)) return 1;
      continue;
    }
    if (!is_free_to_fill(f, x, r)) continue;
    append_fill_place(f, g, x);
    return 1;
  }
  return 0;
}

static gm_status fill_at_random(const filling *f)
{
  for (gm_index k = 0; k < f->n; ++k) {
    if (place_fill_grain(f)) continue;
    return fault_fill_placed(
        f,
        "only %d of %d grains fit at random places; enlarge the "
        "region, reduce the radius or the count, or pack them more "
        "densely (arrangement: relaxed, or grow)",
        k);
  }
  return GM_OK;
}

/* ---- on a lattice --------------------------------------------------------------- */

/* Spacing of the sites of a lattice of grains of radius r along x, y and z. */
static gm_vec3 fill_lattice_spacing(int cubic, int flat, double r)
{
  const double a = cubic ? 2.0 : sqrt(2.0);
  gm_vec3 s = {a, a, a};
  if (flat && !cubic) s = gm_vec(1.0, sqrt(3.0), 0.0);
  const double wide = 1.0 + 1.0e-9; /* neighbours do not touch by round-off */
  return gm_vec(s.x * r * wide, s.y * r * wide, s.z * r * wide);
}

/* Fill row by row from the lowest corner.  The cubic lattice has a spacing of twice the
 * largest radius; the face-centred one uses every other site of a cubic lattice with
 * spacing sqrt 2 times the largest radius.  In the plane there is one layer: a square
 * lattice, or the triangular one, every other site of a lattice of rectangles with sides
 * 1 and sqrt 3 times the largest radius. */
static gm_status fill_grain_lattice(const filling *f, int cubic)
{
  const int flat = f->scene->materials.rule.flat;
  double largest = 0.0, u[4];
  gm_vec3 low, high, x;
  gm_id id = *f->next;
  for (gm_index k = 0; k < f->n; ++k) {
    const gm_template_grain g = gm_template_draw(&f->template, id);
    largest = fmax(largest, f->scale * gm_template_reach(&f->template, g));
    id += gm_template_rows(&f->template, g);
  }
  const gm_vec3 a = fill_lattice_spacing(cubic, flat, largest);
  gm_insertion_region_bounds(&f->of->region, &low, &high);
  gm_template_numbers(&f->template, 0, 1, u);
  gm_index placed = 0;
  const int fits = gm_insertion_region_point(&f->of->region, largest, u, &x);
  if (flat) low.z = -largest; /* the one layer has z = 0 */
  for (int k = 0; fits && (flat ? !k : low.z + largest + k * a.z < high.z);
       ++k) {
    for (int j = 0; low.y + largest + j * a.y < high.y; ++j) {
      for (int i = 0; low.x + largest + i * a.x < high.x; ++i) {
        if (placed == f->n) return GM_OK;
        if (!cubic && (i + j + k) % 2) continue;
        x = gm_add(low, gm_vec(largest + i * a.x, largest + j * a.y,
                               largest + k * a.z));
        const gm_template_grain g = gm_template_draw(&f->template, *f->next);
        const double r = f->scale * g.r;
        if (g.shape >= 0) {
          placed += place_fill_clump(f, g, x, 0);
          continue;
        }
        if (!gm_insertion_region_holds(&f->of->region, x, r) ||
            !is_free_to_fill(f, x, r))
          continue;
        append_fill_place(f, g, x);
        ++placed;
      }
    }
  }
  if (placed == f->n) return GM_OK;
  return fault_fill_placed(
      f,
      "the lattice has room for %d of %d grains; enlarge the region, "
      "or reduce the radius or the number of grains",
      placed);
}

/* ---- velocities ----------------------------------------------------------------- */

/* Adds v to the velocity of grain i, and of its clump once. */
static void add_fill_velocity(const filling *f, gm_index i, gm_vec3 v)
{
  const gm_grain_member *m = f->scene->grains.member;
  f->scene->grains.g[i].v += gm_row(v, 0.0);
  if (!m || !m[i].clump) return;
  gm_clump *c = &f->scene->clumps.row[m[i].clump - 1];
  if (m[i].slot == c->first) c->velocity = gm_add(c->velocity, v);
}

/* Adds random velocities to the grains from number `first` on; all members of a clump
 * have that of the first.  Balanced: the velocity of their centre of mass is
 * subtracted. */
static void agitate_fill_grains(const filling *f, gm_index first)
{
  gm_grains *all = &f->scene->grains;
  gm_vec3 momentum = {0.0, 0.0, 0.0}, v = momentum;
  double mass = 0.0;
  gm_index clump = 0;
  for (gm_index i = first; i < all->n; ++i) {
    const gm_index of = gm_grains_clump(all, i);
    if (!of || of != clump)
      v = gm_template_velocity(&f->template, &f->config->grains[f->source],
                               all->id[i]);
    clump = of;
    if (all->rule.flat) v.z = 0.0;
    const double m = gm_grains_mass(all, i);
    add_fill_velocity(f, i, v);
    momentum = gm_madd(momentum, m, v);
    mass += m;
  }
  if (!f->config->grains[f->source].fill.random_velocity.balanced) return;
  for (gm_index i = first; i < all->n; ++i)
    add_fill_velocity(f, i, gm_scale(-1.0 / mass, momentum));
}

/* ---- all at once ---------------------------------------------------------------- */

/* Report that relaxation failed, and what solid fraction would work. */
static gm_status fault_fill_dense(const filling *f, const relaxation *relax,
                                  double fraction)
{
  char text[512];
  const int d = f->scene->materials.rule.flat ? 2 : 3;
  const double scale = 1.0 - 0.5 * fmin(relax->overlap, 1.0);
  snprintf(
      text, sizeof text,
      "after %%d rounds, %%d grains at a solid fraction of %.4g still "
      "overlap by %.2g %%%% of their radius; with radii %.2g %%%% smaller "
      "(solid fraction %.3g) they would fit; the limit is about %s: reduce "
      "solid_fraction, enlarge the region, or let the grains grow "
      "(fill.grow)",
      fraction, 100.0 * relax->overlap, 100.0 * (1.0 - scale),
      fraction * gm_math_pow(scale, d), d == 2 ? "0.8" : "0.6");
  return fault_fill_placed(f, text, relax->rounds);
}

static gm_status relax_fill_all(const filling *f, gm_vec3 *x, double *r)
{
  double volume = 0.0, u[4];
  for (gm_index k = 0; k < f->n; ++k) {
    const gm_id id = *f->next + k;
    r[k] = f->scale * gm_template_draw(&f->template, id).r;
    volume += gm_grain_rule_volume(&f->scene->materials.rule, r[k]);
    gm_template_numbers(&f->template, id, 1, u);
    if (!gm_insertion_region_point(&f->of->region, r[k], u, &x[k])) {
      return fault_fill_placed(f, "grain %d of %d is larger than the region",
                               k);
    }
  }
  const double fraction = volume / gm_insertion_region_volume(&f->of->region);
  relaxation relax = {.region = &f->of->region,
                      .structures = &f->scene->structures,
                      .domain = &f->scene->domain,
                      .others = &f->scene->grains,
                      .n = f->n,
                      .x = x,
                      .r = r};
  const gm_materials *m = &f->scene->materials;
  const double dense = m->rule.flat ? 0.82 : 0.615; /* what rounds reach */
  relax.margin =
      fmax(0.002, fmin(0.03, fill_radii_for(m, dense / fraction) - 1.0));
  GM_TRY(relax_fill_run(&relax, ROUNDS));
  if (relax.overlap > 0.0) return fault_fill_dense(f, &relax, fraction);
  for (gm_index k = 0; k < f->n; ++k)
    append_fill_place(f, gm_template_draw(&f->template, *f->next), x[k]);
  return GM_OK;
}

static gm_status fill_relaxed(const filling *f)
{
  gm_vec3 *x = NULL;
  double *r = NULL;
  gm_status status = GM_RESIZE(x, 0, f->n + 1);
  if (status == GM_OK) status = GM_RESIZE(r, 0, f->n + 1);
  if (status == GM_OK) status = relax_fill_all(f, x, r);
  GM_FREE(x);
  GM_FREE(r);
  return status;
}

gm_status gm_fill_region(gm_config *config, size_t source, gm_scene *scene,
                         gm_occupancy *occupancy, gm_id *next)
{
  const gm_config_grains *g = &config->grains[source];
  filling f = {.config = config,
               .source = source,
               .of = &g->fill.of,
               .scene = scene,
               .occupancy = occupancy,
               .next = next};
  gm_template_init(&f.template, f.of, &scene->materials);
  f.scale = gm_fill_growth(g, &scene->materials).from;
  if (g->fill.grow.over > 0.0) GM_TRY(gm_grains_let_grow(&scene->grains));
  const gm_fill_number n =
      gm_fill_count(config, source, &scene->materials, *next);
  f.n = (gm_index)n.grains;
  if (n.clumps)
    GM_TRY(gm_clump_place_reserve(scene, (gm_index)n.clumps, (gm_index)n.rows));
  int way = g->fill.arrangement;
  if (way == GM_ARRANGE_AUTO) {
    way = g->fill.amount == GM_AMOUNT_COUNT || f.scale < 1.0 || n.clumps
              ? GM_ARRANGE_RANDOM
              : GM_ARRANGE_RELAXED;
  }
  const gm_index first = scene->grains.n;
  if (way == GM_ARRANGE_RANDOM)
    GM_TRY(fill_at_random(&f));
  else if (way == GM_ARRANGE_RELAXED)
    GM_TRY(fill_relaxed(&f));
  else
    GM_TRY(fill_grain_lattice(&f, way == GM_ARRANGE_CUBIC));
  if (g->fill.random_velocity.kind >= 0 && scene->grains.n > first)
    agitate_fill_grains(&f, first);
  return GM_OK;
}
