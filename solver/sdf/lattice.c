/* sdf/lattice.c -- creates, releases and measures lattices of samples. */
#include "sdf/lattice.h"

#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

void gm_lattice_init(gm_lattice *l)
{
  *l = (gm_lattice){0};
}

static void clear_lattice_edges(gm_lattice *l)
{
  gm_edge_fields *e = l->edges;
  if (!e) return;
  GM_FREE(e->field);
  GM_FREE(e->face);
  GM_FREE(e->curve);
  GM_FREE(e->of);
  GM_FREE(e->first);
  GM_FREE(l->edges);
}

static size_t lattice_edge_bytes(const gm_lattice *l)
{
  const gm_edge_fields *e = l->edges;
  if (!e) return 0;
  return e->n * sizeof *e->field + e->n_faces * sizeof *e->face +
         e->n_curves * sizeof *e->curve + e->n_cells * sizeof *e->of +
         (size_t)l->n_bricks * (sizeof *l->edge + sizeof *e->first);
}

void gm_lattice_clear(gm_lattice *l)
{
  GM_FREE(l->brick);
  GM_FREE(l->flag);
  GM_FREE(l->edge);
  clear_lattice_edges(l);
  GM_FREE(l->site);
  GM_FREE(l->table);
  GM_FREE(l->key);
  GM_FREE(l->bits);
  for (int k = 0; l->rest && k < 3; ++k)
    gm_lattice_clear(&l->rest[k]);
  GM_FREE(l->rest);
  gm_lattice_init(l);
}

size_t gm_lattice_sites(const gm_lattice *l)
{
  size_t n = l->n_sites;
  for (int k = 0; l->rest && k < 3; ++k)
    n += l->rest[k].n_sites;
  return n;
}

size_t gm_lattice_payload(const gm_lattice *l)
{
  return gm_lattice_sites(l) * sizeof *l->site;
}

size_t gm_lattice_bytes(const gm_lattice *l)
{
  const size_t all = (size_t)gm_lattice_bricks(l);
  const size_t slots = l->key ? (size_t)l->last + 1 : 0;
  const size_t table = l->key ? slots * (sizeof *l->table + sizeof *l->key) +
                                    (all / 64 + 1) * sizeof *l->bits
                              : all * sizeof *l->table;
  const size_t flags = l->flag ? (size_t)l->n_bricks * sizeof *l->flag : 0;
  const size_t edges = lattice_edge_bytes(l);
  size_t rest = 0;
  for (int k = 0; l->rest && k < 3; ++k)
    rest += gm_lattice_bytes(&l->rest[k]);
  return l->n_stored * sizeof *l->site +
         (size_t)l->n_bricks * sizeof *l->brick + flags + edges + table + rest;
}

gm_lattice_schemes gm_lattice_compare(size_t sites, size_t grid_points)
{
  const size_t row = 4 * sizeof(double); /* x, y, z, distance */
  return (gm_lattice_schemes){
      .sites = sites * row,
      .grid = grid_points * row,
      .advected = grid_points * (row + 7 * sizeof(double)),
      .series = grid_points * (row + sizeof(double)),
  };
}
