/* config/words.c -- texts for messages: the likely spelling, and the expected value.
 *
 *   d[i][j] = min(d[i-1][j] + 1, d[i][j-1] + 1, d[i-1][j-1] + (a_i != b_j),
 *                 d[i-2][j-2] + 1 where a_i a_{i-1} = b_{j-1} b_j)
 *
 * F. J. Damerau, Commun. ACM 7 (1964) 171-176, as optimal string alignment.
 */
#include "config/words.h"

#include "config/units.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { longest = 127 };

static int word_smaller_length(int a, int b)
{
  return a < b ? a : b;
}

int gm_words_distance(const char *a, const char *b, int limit)
{
  const size_t n = strlen(a);
  const size_t m = strlen(b);
  if (n > longest || m > longest) return limit;
  int rows[3][longest + 1]; /* row i lives in rows[i % 3] */
  for (size_t j = 0; j <= m; ++j)
    rows[0][j] = (int)j;
  for (size_t i = 1; i <= n; ++i) {
    int *d = rows[i % 3];
    const int *one = rows[(i + 2) % 3];
    const int *two = rows[(i + 1) % 3];
    d[0] = (int)i;
    for (size_t j = 1; j <= m; ++j) {
      d[j] = word_smaller_length(word_smaller_length(one[j], d[j - 1]) + 1,
                                 one[j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[j] = word_smaller_length(d[j], two[j - 2] + 1);
      }
    }
  }
  return word_smaller_length(rows[n % 3][m], limit);
}

int gm_words_slack(const char *word)
{
  const size_t n = strlen(word);
  return n < 4 ? 1 : n < 8 ? 2 : 3;
}

const char *gm_words_nearest(const char *const *words, const char *word)
{
  const char *best = NULL;
  int least = gm_words_slack(word) + 1;
  for (; *words; ++words) {
    const int d = gm_words_distance(word, *words, least);
    if (d < least) {
      least = d;
      best = *words;
    }
  }
  return best;
}

/* --- what is expected ------------------------------------------------------- */

void gm_words_bounds(const gm_key *key, char *text, size_t size)
{
  const bool numbers = gm_keys_has_unit(key);
  const bool low = isfinite(key->min);
  const bool high = isfinite(key->max);
  const char *symbol = gm_units_symbol(key->unit);
  const char *unit = strcmp(symbol, "1") == 0 ? "" : symbol;
  const char *space = *unit ? " " : "";
  const bool above = (key->ends & GM_KEY_OPEN_MIN) != 0;
  text[0] = '\0';
  if (!numbers && key->kind != GM_KEY_INTEGER) return;
  if (low && high && key->ends == 0) {
    snprintf(text, size, "between %.10g and %.10g%s%s", key->min, key->max,
             space, unit);
  } else if (low && high) {
    snprintf(text, size, "%s %.10g and %s %.10g%s%s",
             above ? "above" : "at least", key->min,
             key->ends & GM_KEY_OPEN_MAX ? "below" : "at most", key->max, space,
             unit);
  } else if (low) {
    snprintf(text, size, "%s %.10g%s%s", above ? "above" : "of at least",
             key->min, space, unit);
  } else if (*unit) {
    snprintf(text, size, "in %s", unit);
  }
}

void gm_words_expected(const gm_key *key, char *text, size_t size)
{
  char bounds[128];
  gm_words_bounds(key, bounds, sizeof bounds);
  const int what = (int)strcspn(key->sentence, ":");
  snprintf(text, size, "%.*s%s%s", what, key->sentence, *bounds ? " " : "",
           bounds);
}

/* Write the names of the children, separated by ", ". */
static void list_word_children(const gm_key *parent, char *text, size_t size)
{
  size_t used = 0;
  text[0] = '\0';
  for (const gm_key *key = gm_keys_first(parent); key && used < size;
       key = gm_keys_next(parent, key)) {
    const int n = snprintf(text + used, size - used, "%s%s", used ? ", " : "",
                           gm_keys_name(key));
    used += (size_t)n;
  }
}

const gm_key *gm_words_child(const gm_key *parent, const char *name)
{
  const char *names[64] = {NULL};
  size_t n = 0;
  for (const gm_key *key = gm_keys_first(parent); key && n < 63;
       key = gm_keys_next(parent, key)) {
    names[n++] = gm_keys_name(key);
  }
  const char *near = gm_words_nearest(names, name);
  return near ? gm_keys_child(parent, near) : NULL;
}

void gm_words_suggest(const gm_key *parent, const char *name, char *text,
                      size_t size)
{
  const gm_key *near = gm_words_child(parent, name);
  if (near) {
    snprintf(text, size, "did you mean %s?", gm_keys_name(near));
    return;
  }
  for (const gm_key *key = gm_keys + 1; key < gm_keys + gm_keys_count; ++key) {
    if (strcmp(gm_keys_name(key), name) == 0) {
      snprintf(text, size, "there is %s", key->path);
      return;
    }
  }
  char known[512];
  list_word_children(parent, known, sizeof known);
  snprintf(text, size, "known here: %s", known);
}
