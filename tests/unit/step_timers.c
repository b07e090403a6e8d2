/* step/timers keeps its promises: rows and bytes of every stage are those of its columns.
 *
 * A heap of grains falls and settles; after every step the rows of the list, far ones
 * apart, are counted here, one by one, and what the timers say in the end is the sum.
 */
#include "check.h"
#include "pair.h"
#include <string.h>

static void heap(pair_scene *p)
{
  pair_heap(p, 10, 16);
  pair_start(p, 1.0e-5, 2);
  pair_advance(p, 1); /* the start has looked at its first half */
  p->step->timers.on = 1;
  p->step->lists.must_build = 1;
}

static const gm_timer *timer(const pair_scene *p, const char *name)
{
  for (int k = 0; k < p->step->timers.n; ++k) {
    if (!strcmp(p->step->timers.row[k].name, name))
      return &p->step->timers.row[k];
  }
  fprintf(stderr, "no stage '%s'\n", name);
  CHECK(false);
  return &p->step->timers.row[0];
}

/* Rows so far, by what is done with them. */
typedef struct sums {
  double grains, rows, touching, cross, cross_touching, walls, walls_touching;
} sums;

static void add_rows(const pair_scene *p, sums *s)
{
  const gm_contacts *c = &p->scene->contacts;
  for (gm_index k = 0; k < c->n_chunks; ++k)
    s->rows += c->near_end[k] - c->first_own[k];
  s->grains += p->scene->grains.n;
  for (gm_index k = 0; k < c->n; ++k) {
    const int wall = k >= c->n_grain, cross = k < c->n_cross;
    s->rows += cross;
    s->cross += cross;
    s->walls += wall;
    s->touching += c->touched[k] && !wall;
    s->cross_touching += c->touched[k] && cross;
    s->walls_touching += c->touched[k] && wall;
  }
}

int main(void)
{
  enum { STEPS = 600 };
  static pair_scene p;
  sums s = {0};
  heap(&p);
  for (int n = 0; n < STEPS; ++n) {
    pair_advance(&p, 1);
    add_rows(&p, &s);
  }
  CHECK(s.cross_touching > 0.0 && s.walls_touching > 0.0);
  CHECK(s.touching > s.cross_touching && s.rows > s.touching);
  const struct {
    const char *name;
    double rows, bytes;
  } expected[] = {
      {"  narrow phase", s.rows, 64 * s.grains + 10 * s.rows},
      {"  gather", s.rows, 32 * s.grains + 32 * s.touching},
      {"  force law", s.rows, 32 * s.touching},
      {"  scatter", s.rows, 192 * s.cross_touching + 16 * s.cross},
      {"  structures", s.walls, 18 * s.walls + 96 * s.walls_touching},
      {"  kick and drift", s.grains, 96 * s.grains},
  };
  double bytes = 0.0, seconds = 0.0;
  for (size_t k = 0; k < sizeof expected / sizeof *expected; ++k) {
    const gm_timer *t = timer(&p, expected[k].name);
    CHECK(t->calls == STEPS && t->seconds >= 0.0);
    CHECK_NEAR(t->rows, expected[k].rows, 0.0);
    CHECK_NEAR(t->bytes, expected[k].bytes, 0.0);
    printf("%-18s %9.1f rows a step, %6.1f bytes a grain-step\n", t->name,
           t->rows / STEPS, t->bytes / s.grains);
    bytes += t->bytes;
    seconds += t->seconds;
  }
  const gm_timer *chunks = timer(&p, "contacts and motion");
  CHECK_NEAR(chunks->bytes, bytes, 0.0); /* whole numbers */
  CHECK_NEAR(chunks->rows, s.rows + s.walls, 0.0);
  CHECK_NEAR(chunks->seconds, seconds, 1.0e-9 * seconds);
  CHECK(timer(&p, "neighbour list")->bytes > 0.0);
  CHECK(timer(&p, "neighbour list")->bytes < bytes);
  CHECK_NEAR(timer(&p, "flux")->bytes, 0.0, 0.0);
  pair_clear(&p);
  return CHECK_REPORT();
}
