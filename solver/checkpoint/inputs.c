/* checkpoint/inputs.c -- what a run has read from other files, as checksums by name. */
#include "checkpoint/inputs.h"

#include "base/memory.h"
#include "checkpoint/seal.h"
#include <stdio.h>
#include <string.h>

#define ADD(crc, value) ((crc) = gm_seal_crc(crc, &(value), sizeof(value)))

/* Adds the bytes of a column. */
static uint64_t add_to_crc(uint64_t crc, const void *column, gm_index n,
                           size_t size)
{
  return n ? gm_seal_crc(crc, column, (size_t)n * size) : crc;
}

static uint64_t sum_grains(const gm_grains *g)
{
  uint64_t crc = 0;
  crc = add_to_crc(crc, g->g, g->n, sizeof *g->g);
  crc = add_to_crc(crc, g->w, g->n, sizeof *g->w);
  crc = add_to_crc(crc, g->id, g->n, sizeof *g->id);
  crc = add_to_crc(crc, g->material, g->n, sizeof *g->material);
  return add_to_crc(crc, g->label, g->n, sizeof *g->label);
}

static uint64_t sum_surface(const gm_structure *b)
{
  const gm_surface *s = &b->surface;
  uint64_t crc = 0;
  ADD(crc, b->shape.n);
  crc = add_to_crc(crc, s->point, s->n_points, sizeof *s->point);
  crc = add_to_crc(crc, s->corner, s->n, sizeof *s->corner);
  return add_to_crc(crc, s->material, s->n, sizeof *s->material);
}

/* Member by member: there are gaps between them. */
static uint64_t sum_motion(const gm_structure *b)
{
  uint64_t crc = 0;
  for (int k = 0; k < b->n_motion; ++k) {
    const gm_motion *m = &b->motion[k];
    ADD(crc, m->kind);
    ADD(crc, m->from);
    ADD(crc, m->to);
    ADD(crc, m->vector);
    ADD(crc, m->through);
    ADD(crc, m->spin);
    ADD(crc, m->rate);
    ADD(crc, m->phase);
    crc = add_to_crc(crc, m->track.row, m->track.n, sizeof *m->track.row);
  }
  return crc;
}

static uint64_t sum_loads(const gm_rigid *r)
{
  uint64_t crc = 0;
  for (int k = 0; k < r->n_load; ++k)
    crc = add_to_crc(crc, r->load[k].row, r->load[k].n, sizeof *r->load->row);
  return crc;
}

/* 0 where nothing varies. */
static uint64_t sum_property(const gm_property *p)
{
  uint64_t crc = 0;
  if (!p) return 0;
  for (gm_index k = 0; k < p->n; ++k) {
    ADD(crc, p->row[k].at);
    ADD(crc, p->row[k].value);
  }
  return crc;
}

/* Appends the lines of one structure, or shape of bodies, to text[at ...]; returns the
 * new end. */
static size_t put_lines(const gm_structure *b, char *text, size_t room,
                        size_t at)
{
  gm_property *const *p = b->property;
  const struct {
    const char *what;
    int has;
    uint64_t crc;
  } input[] = {
      {"surface", 1, sum_surface(b)},
      {"motion", b->n_motion > 0, sum_motion(b)},
      {"load", b->rigid && b->rigid->n_load > 0,
       b->rigid ? sum_loads(b->rigid) : 0},
      {"friction", p[GM_PROPERTY_FRICTION] != NULL,
       sum_property(p[GM_PROPERTY_FRICTION])},
      {"Young's modulus", p[GM_PROPERTY_YOUNGS_MODULUS] != NULL,
       sum_property(p[GM_PROPERTY_YOUNGS_MODULUS])},
      {"restitution", p[GM_PROPERTY_RESTITUTION] != NULL,
       sum_property(p[GM_PROPERTY_RESTITUTION])},
  };
  for (size_t q = 0; q < sizeof input / sizeof *input; ++q)
    if (input[q].has)
      at += (size_t)snprintf(text + at, room - at, "the %s of '%s': %016llx\n",
                             input[q].what, b->name,
                             (unsigned long long)input[q].crc);
  return at;
}

gm_status gm_inputs_list(const gm_scene *scene, char **text)
{
  enum { LINE = GM_NAME_LENGTH + 64 };
  const gm_structures *all = &scene->structures;
  const size_t rows = (size_t)all->named + (size_t)all->n_kinds;
  const size_t room = (6 * rows + 1) * LINE + 1;
  size_t at = 0;
  GM_TRY(GM_RESIZE(*text, 0, room));
  at += (size_t)snprintf(*text, room, "the grains at the start: %016llx\n",
                         (unsigned long long)sum_grains(&scene->grains));
  for (gm_index k = 0; k < all->named; ++k)
    at = put_lines(&all->row[k], *text, room, at);
  for (gm_index k = 0; k < all->n_kinds; ++k)
    at = put_lines(&all->kind[k], *text, room, at);
  return GM_OK;
}

gm_status gm_inputs_compare(const char *path, const char *then, const char *now)
{
  const char *a = then, *b = now;
  while (*a && *a == *b) {
    ++a;
    ++b;
  }
  if (*a == *b) return GM_OK;
  const char *line = *b ? b : a, *text = *b ? now : then;
  while (line > text && line[-1] != '\n')
    --line;
  const char *end = strrchr(line, ':') ? strchr(line, '\n') : NULL;
  const int length = end ? (int)(end - line) : 0;
  const int name = length > 18 ? length - 18 : length;
  return gm_fail(GM_ERR_INPUT,
                 "'%s' was written for other input: %.*s is not what it was; "
                 "bring back the files that the scene names, or start the run "
                 "anew with --force",
                 path, name, line);
}
