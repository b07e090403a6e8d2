/* patch/missed_contacts.c -- compares contacts of patches with exact ones, for grains
 * at rest.
 */
#include "patch/missed_contacts.h"

#include "base/math.h"
#include "base/memory.h"
#include <omp.h>

enum { ROUNDS = 12, LEGS = 3 };

/* overlap of the grain at rest, as a fraction of r */
static const double depth = 0.01;
/* larger overlaps, as a fraction of r, show that the grain did not come to rest */
static const double deepest = 0.05;
/* the grain is at rest after a smaller displacement, as a fraction of r */
static const double still = 1.0e-3;
/* distance, as a fraction of r, within which the surface supports the grain */
static const double sight = 1.5;

typedef struct trial {
  const gm_exact_contacts *m;
  const gm_index *of;
  /* radius (m), eta r (m), cosine of the angle `apart` */
  double r, margin, apart;
} trial;

/* Moves the centre y until the nearest contacts, at most `legs`, have the prescribed
 * overlap. */
static gm_vec3 rest(const trial *q, gm_exact_contacts_scratch *s, gm_vec3 y,
                    int legs)
{
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  for (int k = 0; k < ROUNDS; ++k) {
    const int n =
        gm_exact_contacts_find(q->m, s, y, sight * q->r, q->margin, x);
    gm_vec3 move = {0.0, 0.0, 0.0};
    double most = 0.0;
    for (int i = 0; i < n && i < legs; ++i) {
      const double d = x[i].distance + gm_dot(move, x[i].normal);
      const double off = (1.0 - depth) * q->r - d;
      move = gm_madd(move, off, x[i].normal);
      most = fmax(most, fabs(off));
    }
    y = gm_add(y, move);
    if (most < still * q->r) break;
  }
  return y;
}

static bool is_missed(const trial *q, gm_exact_contacts_scratch *s, gm_vec3 y)
{
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  gm_contact_point touch[GM_EXACT_CONTACTS_PATCHES];
  gm_vec3 foot[GM_EXACT_CONTACTS_PATCHES];
  const int exact = gm_exact_contacts_find(q->m, s, y, q->r, q->margin, x);
  if (exact < 2) return false; /* the nearest contact is always reported */
  const int found =
      gm_exact_contacts_by_patch(q->m->surface, &q->m->tree, q->of, y, q->r,
                                 q->margin, s->list, touch, foot);
  if (found > 0 && touch[0].distance < (1.0 - deepest) * q->r) return false;
  for (int i = 0; i < exact; ++i) {
    bool reported = false;
    for (int j = 0; j < found && !reported; ++j)
      reported = gm_dot(touch[j].normal, x[i].normal) > q->apart;
    if (!reported) return true;
  }
  return false;
}

static void try_all(const trial *q, const gm_vec3 *site, gm_index n,
                    gm_exact_contacts_scratch *all, gm_vec3 *y,
                    unsigned char *missed)
{
#pragma omp parallel for schedule(dynamic, 16)
  for (gm_index k = 0; k < n; ++k) {
    gm_exact_contacts_scratch *s = &all[omp_get_thread_num()];
    for (int legs = 2; legs <= LEGS && !missed[k]; ++legs) {
      y[k] = rest(q, s, site[k], legs);
      missed[k] = is_missed(q, s, y[k]);
    }
  }
}

gm_status gm_missed_contacts_find(const gm_exact_contacts *minima,
                                  const gm_index *of, const gm_vec3 *site,
                                  gm_index n, double r, double margin,
                                  double apart, gm_vec3 **place,
                                  gm_index *n_place)
{
  const trial q = {minima, of, r, margin * r, gm_math_cos(apart)};
  const int threads = omp_get_max_threads();
  gm_exact_contacts_scratch *all = NULL;
  gm_vec3 *y = NULL;
  unsigned char *missed = NULL;
  gm_status status = GM_RESIZE(all, 0, threads);
  if (status == GM_OK) status = GM_RESIZE(y, 0, n + 1);
  if (status == GM_OK) status = GM_RESIZE(missed, 0, n + 1);
  for (int k = 0; k < threads && status == GM_OK; ++k)
    status = gm_exact_contacts_prepare(minima, &all[k]);
  if (status == GM_OK) status = GM_RESIZE(*place, *n_place, *n_place + n + 1);
  if (status == GM_OK) {
    try_all(&q, site, n, all, y, missed);
    for (gm_index k = 0; k < n; ++k)
      if (missed[k]) (*place)[(*n_place)++] = y[k];
  }
  for (int k = 0; k < threads && all; ++k)
    gm_exact_contacts_release(&all[k]);
  GM_FREE(all);
  GM_FREE(y);
  GM_FREE(missed);
  return status;
}
