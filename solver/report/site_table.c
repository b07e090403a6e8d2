/* report/site_table.c -- prints the memory of the virtual particles.
 *
 * For comparison it prints what other schemes would need for the same distances
 * (gm_lattice_compare): a full grid over the bounding box of the samples, a grid that
 * also stores derivatives to be advected with the flow, and one with a second time
 * level; and below the sum a full grid over the work space, which moving bodies need.
 */
#include "report/site_table.h"

#include "base/memory.h"
#include "sdf/sites.h"

/* Content of one line, or the sum of several. */
typedef struct line {
  size_t sites, payload, bytes;
  gm_lattice_schemes others;
} line;

static gm_status measure(const gm_lattice *l, line *m)
{
  const size_t n = gm_lattice_sites(l);
  gm_vec3 *place = NULL;
  GM_TRY(GM_RESIZE(place, 0, n));
  const gm_status status = gm_sites_list(l, place, NULL);
  *m = (line){.sites = n,
              .payload = gm_lattice_payload(l),
              .bytes = gm_lattice_bytes(l),
              .others = gm_lattice_compare(
                  n, gm_sites_grid(place, n, gm_sites_spacing(l)))};
  GM_FREE(place);
  return status;
}

static void add(line *sum, const line *m)
{
  sum->sites += m->sites;
  sum->payload += m->payload;
  sum->bytes += m->bytes;
  sum->others.grid += m->others.grid;
  sum->others.advected += m->others.advected;
  sum->others.series += m->others.series;
}

static void print_line(FILE *out, const char *name, const line *m)
{
  const double mega = 1.0e-6;
  fprintf(out, "  %-16s %9zu %8.2f %8.2f %7.1f %9.1f %9.1f %11.1f", name,
          m->sites, mega * (double)m->payload, mega * (double)m->bytes,
          (double)m->bytes / (double)m->sites, mega * (double)m->others.grid,
          mega * (double)m->others.advected, mega * (double)m->others.series);
}

static void print_head(FILE *out)
{
  fprintf(out, "virtual particles (MB = 1e6 bytes)\n");
  fprintf(out, "  %-16s %9s %8s %8s %7s %9s %9s %11s  %s\n", "", "", "payload",
          "all", "bytes", "full grid", "advected", "time series",
          "spacing, band, triangles");
  fprintf(out, "  %-16s %9s %8s %8s %7s %9s %9s %11s  %s\n", "structure.patch",
          "sites", "MB", "MB", "a site", "MB", "MB", "MB", "mm, %");
}

/* Print the fraction of cells that exact triangles serve, and add the counts to *all. */
static void print_flags(FILE *out, const gm_patch *patch, gm_flag_count *all)
{
  const gm_patch_sdf *c = patch->fallback;
  if (c && c->flags.cells > 0) {
    fprintf(out, ", %.1f",
            100.0 * (double)c->flags.flagged / (double)c->flags.cells);
    all->cells += c->flags.cells;
    all->flagged += c->flags.flagged;
    all->served = fmax(all->served, c->flags.served);
  }
  fprintf(out, "\n");
}

/* A grid of the finest spacing over the domain, where that is bounded. */
static void print_work_space(FILE *out, const gm_domain *d, double spacing,
                             const line *sum)
{
  const gm_vec3 w = gm_sub(d->max, d->min);
  const double points =
      (w.x / spacing + 1.0) * (w.y / spacing + 1.0) * (w.z / spacing + 1.0);
  if (!isfinite(points) || points > 1.0e15) return;
  const size_t one = gm_lattice_compare(sum->sites, 0).sites;
  const size_t grid = gm_lattice_compare(0, (size_t)points).grid;
  fprintf(
      out,
      "  a grid of %.4g mm over the domain of %.4g x %.4g x %.4g m would take "
      "%.1f MB,\n  with positions in double precision; as many numbers for "
      "each "
      "virtual particle take %.1f MB, 1/%.3g of it\n",
      1.0e3 * spacing, w.x, w.y, w.z, 1.0e-6 * (double)grid,
      1.0e-6 * (double)one, (double)grid / (double)one);
}

gm_status gm_site_table_print(FILE *out, const gm_scene *scene)
{
  const gm_structures *structures = &scene->structures;
  double finest = INFINITY;
  line sum = {0};
  gm_flag_count flags = {0};
  int lines = 0;
  for (gm_index i = 0; i < structures->named; ++i) {
    const gm_structure *s = &structures->row[i];
    for (int p = 0; p < s->shape.n; ++p) {
      const gm_patch *patch = gm_shape_patch(&s->shape, p);
      if (patch->kind != GM_PATCH_SITES) continue;
      const gm_lattice *l = patch->sites;
      if (gm_lattice_sites(l) == 0) continue; /* omitted by the scene */
      char name[GM_NAME_LENGTH + 16];
      line m;
      GM_TRY(measure(l, &m));
      if (lines++ == 0) print_head(out);
      snprintf(name, sizeof name, "%s.%d", s->name, p);
      print_line(out, name, &m);
      const gm_patch_sdf *piece = patch->piece;
      fprintf(out, "  %.4g, %.4g to %.4g", 1.0e3 * gm_sites_spacing(l),
              1.0e3 * (piece ? piece->low : l->low),
              1.0e3 * (piece ? piece->high : l->high));
      print_flags(out, patch, &flags);
      finest = fmin(finest, gm_sites_spacing(l));
      add(&sum, &m);
    }
  }
  if (lines > 1) {
    print_line(out, "all", &sum);
    fprintf(out, "\n");
  }
  if (lines) print_work_space(out, &scene->domain, finest, &sum);
  if (flags.flagged > 0) {
    fprintf(
        out,
        "  exact triangles serve %.1f %% of the cells where grains can touch; "
        "in the others\n  virtual particles err by up to %.3g mm: fine, "
        "triangles are exact and only slower\n",
        100.0 * (double)flags.flagged / (double)flags.cells,
        1.0e3 * flags.served);
  }
  return GM_OK;
}
