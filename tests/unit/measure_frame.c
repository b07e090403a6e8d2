/* unit/measure_frame.c -- rows in the order of their ids, few ids or large ones.
 *
 * Grains and material points that leave and come take ever larger ids; the order must not
 * depend on how many there were.
 */
#include "check.h"
#include "random.h"

#include "measure/frame.h"

typedef struct row {
  double other;
  gm_id id;
} row;

enum { MOST = 5000 };

static void sorted(gm_index n, int shift)
{
  static row rows[MOST];
  static gm_index place[MOST], seen[MOST];
  for (gm_index i = 0; i < n; ++i) {
    rows[i].id = (gm_id)(random_bits() >> shift);
    seen[i] = 0;
  }
  if (!CHECK(gm_frame_sort(&rows->id, sizeof *rows, n, place) == GM_OK)) return;
  gm_index wrong = 0;
  for (gm_index k = 0; k < n; ++k) {
    wrong += place[k] < 0 || place[k] >= n || seen[place[k]]++;
    wrong += k > 0 && rows[place[k - 1]].id > rows[place[k]].id;
  }
  CHECK(wrong == 0);
}

int main(void)
{
  random_begin();
  for (int shift = 1; shift < 64; shift += 6) {
    sorted(MOST, shift);
    sorted(1, shift);
    sorted(0, shift);
  }
  return CHECK_REPORT();
}
