/* text/key_example.h -- an example of each key, as a line of a scene.
 */
#ifndef GM_TEXT_KEY_EXAMPLE_H
#define GM_TEXT_KEY_EXAMPLE_H

#include "config/keys.h"

enum { GM_KEY_EXAMPLE_LENGTH = 400 };

/* text[0..size) receives the example with all parents of the key:
 *   contacts: {pairs: [{friction: 0.3}]}
 * An example of a group or of a list is that of its first child, or of the child that a
 * plain value stands for.  The reader accepts the value. */
void gm_key_example(const gm_key *key, char *text, size_t size);

#endif
