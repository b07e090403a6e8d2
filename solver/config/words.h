/* config/words.h -- words for messages: what was meant, what is expected.
 *
 * Room: config.  May include: base.
 */
#ifndef GM_CONFIG_WORDS_H
#define GM_CONFIG_WORDS_H

#include "config/keys.h"

/* How many letters to change, add, leave out or swap to come from a to b; at most
 * `limit`, and `limit` for words longer than 127 letters. */
int gm_words_distance(const char *a, const char *b, int limit);

/* The largest distance at which `word` may be a misspelling of another. */
int gm_words_slack(const char *word);

/* The one of `words` (ended by null) that is likely meant by `word`, or null. */
const char *gm_words_nearest(const char *const *words, const char *word);

/* "a density above 0 kg/m3": what is expected, from sentence, bounds and unit. */
void gm_words_expected(const gm_key *key, char *text, size_t size);

/* "between 0 and 1", "above 0 m", "of at least 0 s", "in m"; "" without any. */
void gm_words_bounds(const gm_key *key, char *text, size_t size);

/* The child of `parent` that is likely meant by `name`, or null. */
const gm_key *gm_words_child(const gm_key *parent, const char *name);

/* What to say of the unknown child `name`: "did you mean friction?", or where a key of
 * that name is, or which are known here. */
void gm_words_suggest(const gm_key *parent, const char *name, char *text,
                      size_t size);

#endif
