/* insert/saved_contacts.c -- contacts of saved grains, with their springs.
 *
 * Saved contacts name grains by their ids and structures by their names.  They are
 * translated to rows of this scene once for each source, checked and sorted; then every
 * copy of the source writes the same contacts to the neighbour list, shifted to the
 * rows of its own grains.
 */
#include "insert/saved_contacts.h"

#include "base/memory.h"
#include "config/report.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Largest gap of two adhering grains, over the smaller radius: within the skin of the
 * first neighbour list. */
static const double reach = 0.035;

/* A contact with rows in place of ids.  The partner is the structure unless that is -1.
 */
typedef struct joint {
  gm_index a, b, structure, patch;
  int image;
  const gm_saved_contact *of;
} joint;

typedef struct named {
  gm_id id;
  gm_index row;
} named;

static int by_id(const void *p, const void *q)
{
  const named *a = p, *b = q;
  return a->id < b->id ? -1 : a->id > b->id;
}

static int by_joint(const void *p, const void *q)
{
  const joint *a = p, *b = q;
  if (a->structure != b->structure) return a->structure < b->structure ? -1 : 1;
  if (a->a != b->a) return a->a < b->a ? -1 : 1;
  if (a->b != b->b) return a->b < b->b ? -1 : 1;
  if (a->patch != b->patch) return a->patch < b->patch ? -1 : 1;
  return a->image < b->image ? -1 : a->image > b->image;
}

static gm_index find(const named *names, gm_index n, gm_id id)
{
  const named wanted = {id, 0};
  const named *found = bsearch(&wanted, names, (size_t)n, sizeof *names, by_id);
  return found ? found->row : -1;
}

static gm_status fault(gm_config *config, size_t source, const char *text)
{
  const char *word = "";
  char path[64];
  gm_config_bed_of(config, source, &word);
  snprintf(path, sizeof path, "grains[%zu].%s.file", source, word);
  return gm_report_fault(config, path, "'%.200s' %s",
                         gm_config_bed_of(config, source, &word)->file, text);
}

static int is_finite(const gm_saved_contact *c)
{
  double sum = gm_norm2(c->last);
  for (int k = 0; k < 4; ++k)
    sum += c->history[k] + c->couple[k];
  return isfinite(sum);
}

/* row[k] receives the index in this scene of structure k of the file, or -1. */
static gm_status find_structures(const gm_saved_grains *b, const gm_scene *s,
                                 gm_index **row)
{
  GM_TRY(GM_RESIZE(*row, 0, b->n_structures + 1));
  for (gm_index k = 0; k < b->n_structures; ++k) {
    (*row)[k] = -1;
    for (gm_index q = 0; q < s->structures.named; ++q) {
      if (!strcmp(s->structures.row[q].name, b->structure_name[k]))
        (*row)[k] = q;
    }
  }
  return GM_OK;
}

/* Returns 1 if the structure exists in this scene and has that patch. */
static int has_patch(const gm_scene *s, gm_index structure, gm_index patch)
{
  return structure >= 0 && patch >= 0 &&
         patch < s->structures.row[structure].shape.n;
}

/* Translate the contacts to rows and sort them.  Contacts with structures or patches
 * that this scene lacks are omitted. */
static gm_status join(gm_config *config, size_t source,
                      const gm_saved_grains *b, const named *names,
                      const gm_index *structure, const gm_scene *s, joint *j,
                      gm_index *n)
{
  char text[160];
  *n = 0;
  for (gm_index k = 0; k < b->n_contacts; ++k) {
    const gm_saved_contact *c = &b->contact[k];
    joint t = {.a = find(names, b->n, c->a), .b = -1, .structure = -1, .of = c};
    const int on_grain = c->structure < 0;
    if (on_grain) t.b = find(names, b->n, c->b);
    if (t.a < 0 || (on_grain && t.b < 0)) {
      snprintf(text, sizeof text,
               "has a contact of grains %lld and %lld, one of which is not in "
               "the file; use a file that is complete",
               (long long)c->a, (long long)c->b);
      return fault(config, source, text);
    }
    const int wrong = c->structure >= b->n_structures || c->image < 0 ||
                      c->image >= GM_DOMAIN_IMAGES;
    if (t.a == t.b || wrong || !is_finite(c)) {
      snprintf(text, sizeof text,
               "has an impossible contact of grain %lld: with itself, with an "
               "unknown structure, or with numbers that are not finite",
               (long long)c->a);
      return fault(config, source, text);
    }
    if (!on_grain && !has_patch(s, structure[c->structure], c->patch)) continue;
    if (!on_grain) {
      t.structure = structure[c->structure];
      t.patch = c->patch;
      t.image = c->image;
    } else if (t.a > t.b) { /* put_row changes the sign of its history */
      const gm_index a = t.a;
      t.a = t.b;
      t.b = a;
    }
    j[(*n)++] = t;
  }
  qsort(j, (size_t)*n, sizeof *j, by_joint);
  for (gm_index k = 1; k < *n; ++k) {
    if (by_joint(&j[k - 1], &j[k]) != 0) continue;
    const gm_saved_contact *c = j[k].of;
    snprintf(text, sizeof text,
             "lists the contact of %lld and %lld (-1: a structure) more than "
             "once",
             (long long)(c->a < c->b ? c->a : c->b),
             (long long)(c->a < c->b ? c->b : c->a));
    return fault(config, source, text);
  }
  return GM_OK;
}

/* Returns 1 if grains a and b touch at their places in this scene, nearest images
 * included.  Adhering grains may have a gap. */
static int touches(const gm_scene *s, gm_index a, gm_index b, int sticks)
{
  const gm_row4 xa = s->grains.g[a].x, xb = s->grains.g[b].x;
  double square = 0.0;
  for (int k = 0; k < 3; ++k) {
    const double L = s->domain.side[k];
    double d = xa[k] - xb[k];
    if (L > 0.0) d -= L * round(d / L);
    square += d * d;
  }
  const double gap = sticks ? reach * fmin(xa[3], xb[3]) : 0.0;
  const double far = xa[3] + xb[3] + gap;
  return square < far * far;
}

/* Write one contact to row `row` of the list; `first` is the row of the first grain of
 * the copy. */
static void put_row(gm_contacts *list, gm_index row, const joint *j,
                    gm_index first, gm_id id_a)
{
  static const gm_row4 other = {-1.0, -1.0, -1.0, 1.0};
  const int is_grain = j->structure < 0;
  const int turned = is_grain && j->of->a != id_a;
  gm_row4 history = j->of->history;
  if (j->of->is_force) history[3] = -1.0;
  list->a[row] = first + j->a;
  list->b[row] = is_grain ? first + j->b : j->structure;
  list->touched[row] = 1;
  list->history[row] = turned ? other * history : history;
  if (list->couple)
    list->couple[row] = turned ? other * j->of->couple : j->of->couple;
  if (list->image) list->image[row] = (uint8_t)j->image;
  if (is_grain) return;
  list->patch[row - list->n_grain] = j->patch;
  list->normal[row - list->n_grain] = j->of->last;
}

/* The saved contacts of all sources. */
typedef struct work {
  gm_config *config;
  const gm_saved_grains *saved;
  const gm_index *first;
  gm_scene *s;
  joint **j;   /* [sources] */
  gm_index *n; /* [sources] */
} work;

static gm_index copies_of(const work *w, size_t source, int on_structures)
{
  const char *word;
  const gm_config_bed *said = gm_config_bed_of(w->config, source, &word);
  const gm_vec3 c = said->copies;
  return on_structures ? 1 : (gm_index)(c.x * c.y * c.z);
}

/* Write the contacts between grains, or with structures, to the list from row `at` on;
 * with list null only count them.  Returns one past the last row.  Only the first copy
 * of a source that is not moved keeps its contacts with structures. */
static gm_index put_kind(const work *w, int on_structures, gm_contacts *list,
                         gm_index at)
{
  const int sticks = w->config->contacts.cohesion == GM_COHESION_JKR;
  for (size_t k = 0; k < w->config->n_grains; ++k) {
    const gm_saved_grains *b = &w->saved[k];
    const char *word;
    if (!w->n[k]) continue;
    const gm_config_bed *said = gm_config_bed_of(w->config, k, &word);
    if (on_structures && gm_norm2(said->translate) > 0.0) continue;
    for (gm_index c = 0; c < copies_of(w, k, on_structures); ++c) {
      const gm_index first = w->first[k] + c * b->n;
      for (gm_index q = 0; q < w->n[k]; ++q) {
        const joint *j = &w->j[k][q];
        if (on_structures != (j->structure >= 0)) continue;
        if (!on_structures &&
            !touches(w->s, first + j->a, first + j->b, sticks)) {
          continue;
        }
        if (list) put_row(list, at, j, first, b->id[j->a]);
        ++at;
      }
    }
  }
  return at;
}

static gm_status prepare(const work *w, size_t k)
{
  const gm_saved_grains *b = &w->saved[k];
  named *names = NULL;
  gm_index *structure = NULL;
  if (!b->n_contacts) return GM_OK;
  gm_status status = GM_RESIZE(names, 0, b->n + 1);
  if (status == GM_OK) status = find_structures(b, w->s, &structure);
  if (status == GM_OK) status = GM_RESIZE(w->j[k], 0, b->n_contacts);
  if (status == GM_OK) {
    for (gm_index i = 0; i < b->n; ++i)
      names[i] = (named){b->id[i], i};
    qsort(names, (size_t)b->n, sizeof *names, by_id);
    status = join(w->config, k, b, names, structure, w->s, w->j[k], &w->n[k]);
  }
  GM_FREE(names);
  GM_FREE(structure);
  return status;
}

static gm_status put_all(const work *w)
{
  gm_contacts *list = &w->s->contacts;
  const gm_config *c = w->config;
  const gm_index n_grain = put_kind(w, 0, NULL, 0);
  const gm_index n = put_kind(w, 1, NULL, n_grain);
  if (n == 0) return GM_OK;
  list->couples = c->contacts.rolling != GM_ROLLING_NONE ||
                  c->contacts.torsion != GM_TORSION_NONE;
  list->has_sums = gm_structures_have_sums(&w->s->structures);
  list->shift = w->s->domain.periodic ? w->s->domain.shift : NULL;
  GM_TRY(gm_contacts_reserve(list, n, 0, n - n_grain, 1));
  list->n = n;
  list->n_grain = n_grain;
  put_kind(w, 0, list, 0);
  put_kind(w, 1, list, n_grain);
  return GM_OK;
}

gm_status gm_saved_contacts_append(gm_config *config,
                                   const gm_saved_grains *saved,
                                   const gm_index *first, gm_scene *s)
{
  work w = {.config = config, .saved = saved, .first = first, .s = s};
  gm_status status = GM_RESIZE(w.j, 0, config->n_grains);
  if (status == GM_OK) status = GM_RESIZE(w.n, 0, config->n_grains);
  for (size_t k = 0; k < config->n_grains && status == GM_OK; ++k)
    status = prepare(&w, k);
  if (status == GM_OK) status = put_all(&w);
  for (size_t k = 0; w.j && k < config->n_grains; ++k)
    GM_FREE(w.j[k]);
  GM_FREE(w.j);
  GM_FREE(w.n);
  return status;
}
