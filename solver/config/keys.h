/* config/keys.h -- the key table: everything there is to say about a key, once.
 *
 * Room: config.  May include: base.
 *
 * One row per key, parents before children.  A row binds text to a field, checks its
 * bounds, fills its default, echoes and frees it, and prints the manual.
 *
 * A path names the parents: `structures[].cylinder.radius` is a key of the group
 * `cylinder` of each item of the list `structures`; `materials.NAME.density` a key of
 * each named entry of the map `materials`.
 */
#ifndef GM_CONFIG_KEYS_H
#define GM_CONFIG_KEYS_H

#include <stdbool.h>
#include <stddef.h>

/* The kind says what the field is and how its value is written. */
enum gm_keys_kind {
  GM_KEY_NUMBER,    /* double           1.5 mm                               */
  GM_KEY_AUTO,      /* double, 0: auto  1.5 mm, or auto                      */
  GM_KEY_INTEGER,   /* int              20000                                */
  GM_KEY_TEXT,      /* char *           glass                                */
  GM_KEY_NAME,      /* char *           a text that can stand in a path      */
  GM_KEY_NAMES,     /* char *[2]        [glass, steel]                       */
  GM_KEY_VECTOR,    /* gm_vec3          [0, 0, 1 mm]                         */
  GM_KEY_DIRECTION, /* gm_vec3, unit    [0, 0, 2]: not zero, is made unit    */
  GM_KEY_RANGE,     /* double[2]        [1 mm, 2 mm]                         */
  GM_KEY_SPAN,      /* gm_config_span   [1 mm, 2 mm], or one of choices      */
  GM_KEY_FLAG,      /* bool             true, false                          */
  GM_KEY_CHOICE,    /* int              one of choices; the value is its row */
  GM_KEY_BITS,      /* int              list of choices; row i is bit i      */
  GM_KEY_GROUP,     /* -                map of the children                  */
  GM_KEY_LIST,      /* items and count  list of maps of the children         */
  GM_KEY_NAMED,     /* items and count  map from names to such maps; the
                       name is the first field of an item and has no row     */
};

enum { GM_KEY_OPEN_MIN = 1, GM_KEY_OPEN_MAX = 2 }; /* the bound is outside */

typedef struct gm_key {
  const char *path;
  int kind; /* enum gm_keys_kind */
  int unit; /* enum gm_units_dimension */

  /* Default, as a user would write it.  Null: required.  "": may be left out, and
   * is NaN, null or empty then.  # in a name is the index of the item. */
  const char *fallback;

  double min, max;            /* in SI */
  int ends;                   /* GM_KEY_OPEN_MIN | GM_KEY_OPEN_MAX */
  const char *const *choices; /* ended by null */

  size_t offset; /* of the field, in the item or in gm_config */
  size_t count;  /* lists: of the number of items, a size_t */
  size_t size;   /* lists: bytes of an item */

  /* Exactly one of the siblings with the same one_of is written; the int at `chosen`
   * receives its `branch`, -1 if none has to be (fallback "") and none is.  Null: no such
   * group. */
  const char *one_of;
  size_t chosen;
  int branch;

  const char
      *shorthand; /* group, or item of a list: the child that a plain value
                            stands for */

  /* Text: names a file from which this sibling list is filled after reading; the
   * list is echoed instead. */
  const char *stands_for;

  const char *sentence; /* begins with what it is: "a speed ratio: ..." */
} gm_key;

/* The table.  Row 0 is the scene itself, a group whose path is "". */
extern const gm_key gm_keys[];
extern const size_t gm_keys_count;

/* Children of a group, list or named map in the order of the table: the first, and the
 * next after `child`; null at the end. */
const gm_key *gm_keys_first(const gm_key *parent);
const gm_key *gm_keys_next(const gm_key *parent, const gm_key *child);

/* The child with that name, or null. */
const gm_key *gm_keys_child(const gm_key *parent, const char *name);

/* The last word of the path. */
const char *gm_keys_name(const gm_key *key);

bool gm_keys_is_list(const gm_key *key);  /* list or named map */
bool gm_keys_has_unit(const gm_key *key); /* a kind made of numbers */

#endif
