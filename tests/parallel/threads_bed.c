/* A stirred bed moves with the same bits on any number of threads, with any skin,
 * measured or not.
 *
 * 3000 grains, steps FIRST to 2300, with the spatial sort of step 2000: on 1, 2, 3 and 7
 * threads, with a thin and a thick skin and the automatic one, measured every 7 steps
 * or never; other integration schemes on 2 and 3 threads.  All bits are compared
 * (bed_bits).  The last row shows that the comparison can fail: a bed with one grain
 * moved by one unit in the last place.
 */
#include "bed.h"
#include "check.h"

enum { FIRST = 1500, SORTED = 2100 };

typedef struct way {
  const char *name;
  int threads;
  double skin; /* m */
  int look;    /* steps between looks, 0: never */
  bool nudge;
} way;

static uint64_t stir_by(int scheme, const pair_law *law, const way *w, int last)
{
  const int steps = last - FIRST;
  pair_scene p;
  bed_start(&p, law, scheme, w->threads, w->skin);
  p.scene->step = FIRST;
  if (w->nudge) {
    p.scene->grains.g[1234].x[0] =
        nextafter(p.scene->grains.g[1234].x[0], INFINITY);
  }
  if (w->look) {
    for (int n = 0; n < steps; n += w->look) {
      pair_advance(&p, n + w->look < steps ? w->look : steps - n);
      if (n + w->look < steps) pair_look(&p);
    }
  } else {
    pair_advance(&p, steps);
  }
  const uint64_t bits = bed_bits(&p);
  gm_index touching = 0;
  for (gm_index k = 0; k < p.scene->contacts.n; ++k) {
    touching += p.scene->contacts.touched[k];
  }
  printf("%-17s %-9s %-24s %016llx  %d contacts, %d chunks, %lld lists\n",
         p.step->model.scheme->name, law->name, w->name,
         (unsigned long long)bits, touching, p.scene->contacts.n_chunks,
         (long long)p.step->lists.builds);
  CHECK(touching > 1000);
  CHECK(p.scene->contacts.n_chunks > 4);
  CHECK(p.step->lists.orders > 0);
  pair_clear(&p);
  return bits;
}

static uint64_t stir(const pair_law *law, const way *w, int last)
{
  return stir_by(GM_SCHEME_LEAPFROG, law, w, last);
}

int main(void)
{
  static const way ways[] = {
      {"1 thread, chosen skin", 1, 0.0, 0, false},
      {"3 threads", 3, 0.0, 0, false},
      {"7 threads", 7, 0.0, 0, false},
      {"2 threads, 0.1 mm skin", 2, 1.0e-4, 0, false},
      {"3 threads, 1 mm skin", 3, 1.0e-3, 0, false},
      {"2 threads, looked at", 2, 0.0, 7, false},
      {"one bit changed", 2, 0.0, 0, true},
  };
  for (int k = 0; k < 2; ++k) {
    const pair_law *law = &pair_laws[k];
    const uint64_t bits = stir(law, &ways[0], 2300);
    /* The laws share all but their own rows: one way for the second. */
    for (int w = 1; w < (k ? 2 : 6); ++w)
      CHECK(stir(law, &ways[w], 2300) == bits);
    CHECK(stir(law, &ways[6], 2300) != bits);
  }
  /* Past a list built anew; torques, rows that adhere. */
  static const int others[] = {4, 7};
  for (int k = 0; k < 2; ++k) {
    const pair_law *law = &pair_laws[others[k]];
    const uint64_t bits = stir(law, &ways[1], SORTED);
    CHECK(stir(law, &ways[4], SORTED) == bits);
    CHECK(stir(law, &ways[6], SORTED) != bits);
  }
  /* Schemes that look back, past a sorting of the grains. */
  for (int scheme = 1; scheme < GM_SCHEMES; ++scheme) {
    const uint64_t bits = stir_by(scheme, &pair_laws[0], &ways[1], SORTED);
    CHECK(stir_by(scheme, &pair_laws[0], &ways[4], SORTED) == bits);
  }
  return CHECK_REPORT();
}
