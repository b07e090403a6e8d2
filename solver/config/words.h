/* config/words.h -- texts for messages: the likely spelling, and the expected value.
 */
#ifndef GM_CONFIG_WORDS_H
#define GM_CONFIG_WORDS_H

#include "config/keys.h"

/* Number of letters to change, insert, delete or swap to turn a into b; at most
 * `limit`, and always `limit` for words longer than 127 letters. */
int gm_words_distance(const char *a, const char *b, int limit);

/* The largest distance at which `word` may be a misspelling of another. */
int gm_words_slack(const char *word);

/* The word among `words` (terminated by null) of which `word` is probably a
 * misspelling, or null. */
const char *gm_words_nearest(const char *const *words, const char *word);

/* Description of the expected value, from sentence, bounds and unit of the key: "a
 * density above 0 kg/m3". */
void gm_words_expected(const gm_key *key, char *text, size_t size);

/* Description of bounds and unit: "between 0 and 1", "above 0 m", "of at least 0 s",
 * "in m"; "" without any. */
void gm_words_bounds(const gm_key *key, char *text, size_t size);

/* The child of `parent` of which `name` is probably a misspelling, or null. */
const gm_key *gm_words_child(const gm_key *parent, const char *name);

/* Hint for the unknown child `name`: "did you mean friction?", or the path of a key of
 * that name, or the list of the children of `parent`. */
void gm_words_suggest(const gm_key *parent, const char *name, char *text,
                      size_t size);

#endif
