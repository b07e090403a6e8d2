/* tests/bench/treatments.c -- virtual particles and the four conventional treatments,
 * measured.
 *
 *   bench_treatments FOLDER [NODES [STEPS [REVOLUTIONS [REFINE]]]]     default 64 480 3 5
 *
 * A blade in 12 4^REFINE triangles turns, and 1,000 grains touch it.  Writes into FOLDER
 * treatments_errors.csv, the errors of their distances after every step in spacings
 * (those of what forgets after every twentieth), and treatments_costs.csv, bytes and
 * seconds a step: of each run of as many steps as lie between two re-initialisations the
 * mean, of those the median.  For one thread (OMP_NUM_THREADS=1).  tests/bench/treatments
 * calls it and draws.
 */
#include "treatments.h"
#include "bench/thread_clock.h"

#include "base/memory.h"
#include "body/query_batch.h"
#include "check.h"
#include <malloc.h>
#include <stdlib.h>
#include <time.h>

enum {
  GRAINS = 1000,
  RUNS = 12 /* a revolution */,
  SELDOM = 20,
  RUNS_MOST = 600
};

typedef struct costs {
  int n; /* runs */
  double advance[RUNS_MOST], ask[RUNS_MOST];
} costs;

static double median(double *t, int n)
{
  qsort(t, (size_t)n, sizeof *t, rising);
  return t[n / 2];
}

static void write_errors(FILE *f, const treatment *t, const gm_vec3 *y)
{
  double rms, largest;
  treatment_errors(t, y, GRAINS, &rms, &largest);
  fprintf(f, "\"%s\",%d,%.9g,%.6e,%.6e\n", t->row->name, t->step,
          (double)t->step / t->p->steps, rms, largest);
}

static double time_ask(const treatment *t, const gm_vec3 *y)
{
  static gm_vec3 x[GRAINS];
  static double d[GRAINS];
  const gm_quat q = paddle_turned(t->p, t->step);
  for (int k = 0; k < GRAINS; ++k)
    x[k] = gm_quat_rotate(q, y[k]);
  const double start = now();
  treatment_ask(t, x, GRAINS, d);
  return now() - start;
}

/* Steps of one run; adds the means. */
static void run(treatment *t, const gm_vec3 *y, FILE *errors, costs *c)
{
  const int steps = t->p->steps / RUNS;
  const int every = t->row->forgets ? SELDOM : 1;
  double advance = 0.0, ask = 0.0;
  for (int k = 0; k < steps; k += every) {
    t->step += every - 1;
    const double start = now();
    treatment_advance(t);
    advance += now() - start;
    ask += time_ask(t, y);
    write_errors(errors, t, y);
  }
  c->advance[c->n] = advance * every / steps;
  c->ask[c->n++] = ask * every / steps;
}

static size_t count_sites(const gm_mesh_collider *c)
{
  size_t sites = 0;
  for (gm_index k = 0; c && k < c->n; ++k)
    sites += gm_lattice_sites(&c->sdf[k].lattice);
  return sites;
}

/* Of the grains, those for which exact triangles are used in place of sites. */
static double share_of_triangles(const gm_mesh_collider *c, const paddle *p,
                                 const gm_vec3 *y)
{
  int exact = 0;
  for (int k = 0; c && k < GRAINS; ++k) {
    int any = 0;
    for (gm_index patch = 0; patch < c->n; ++patch) {
      const gm_query_result q =
          gm_query_batch_single(&c->patch[patch], y[k], 1.1 * p->r);
      any |= gm_query_result_by_triangles(&q);
    }
    exact += any;
  }
  return (double)exact / GRAINS;
}

static void measure(const treatment_row *row, const paddle *p, const gm_vec3 *y,
                    int revolutions, FILE *errors, FILE *paid)
{
  static costs c;
  c.n = 0;
  treatment t;
  const double start = now();
  treatment_begin(&t, row, p);
  const double begun = now() - start;
  write_errors(errors, &t, y);
  for (int k = 0; k < RUNS * revolutions; ++k)
    run(&t, y, errors, &c);
  const double advance = median(c.advance, c.n), ask = median(c.ask, c.n);
  fprintf(paid, "\"%s\",%zu,%d,%.6e,%.6e,%.6e,%zu,%.4f\n", row->name,
          treatment_bytes(&t), (int)row->asks_mesh, advance, ask, begun,
          count_sites(t.collider), share_of_triangles(t.collider, p, y));
  printf("%-14s %12zu bytes %10.3e s a step to follow %10.3e s to ask\n",
         row->name, treatment_bytes(&t), advance, ask);
  fflush(stdout);
  treatment_clear(&t);
}

/* Bytes that have been allocated, by whom ever. */
static size_t allocated(void)
{
  const struct mallinfo2 m = mallinfo2();
  return m.uordblks + m.hblkhd;
}

static FILE *create(const char *folder, const char *name, const char *head)
{
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.csv", folder, name);
  FILE *f = fopen(path, "w");
  if (!f) {
    perror(path);
    exit(1);
  }
  fputs(head, f);
  return f;
}

int main(int argc, char **argv)
{
  static gm_vec3 y[GRAINS];
  const int option[4] = {
      argc > 2 ? atoi(argv[2]) : 64, argc > 3 ? atoi(argv[3]) : 480,
      argc > 4 ? atoi(argv[4]) : 3, argc > 5 ? atoi(argv[5]) : 5};
  if (argc < 2 || option[0] < 16 || option[1] < 240 || option[1] % 240 ||
      option[2] < 1 || option[2] > RUNS_MOST / RUNS || option[3] < 0) {
    fprintf(stderr, "bench_treatments FOLDER [NODES [STEPS [REVOLUTIONS "
                    "[REFINE]]]]: STEPS is a multiple of 240\n");
    return 1;
  }
  if (2.0 * GM_PI * (option[0] - 3) > option[1]) {
    fprintf(stderr,
            "bench_treatments: upwind differences are stable with %d "
            "STEPS or more\n",
            (int)(2.0 * GM_PI * (option[0] - 3)) + 1);
    return 1;
  }
  FILE *errors = create(argv[1], "treatments_errors",
                        "treatment,step,revolutions,rms,largest\n");
  FILE *paid = create(argv[1], "treatments_costs",
                      "treatment,bytes,asks_mesh,advance,ask,begin,sites,"
                      "by_triangles\n");
  paddle p;
  const size_t before = allocated();
  paddle_init(&p, option[0], option[1], option[3]);
  fprintf(paid, "\"mesh\",%zu,1,0,0,0,%d,0\n", allocated() - before,
          p.surface.n);
  paddle_grains(&p, y, GRAINS);
  for (int k = 0; k < treatments_count; ++k)
    measure(&treatments[k], &p, y, option[2], errors, paid);
  paddle_clear(&p);
  fclose(errors);
  fclose(paid);
  return CHECK_REPORT();
}
