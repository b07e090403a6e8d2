/* config/keys.h -- the key table: the complete definition of every key of a scene file.
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

/* The kind of a key: type of its field, and form of its value in the scene file. */
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

/* the bound itself is not allowed */
enum { GM_KEY_OPEN_MIN = 1, GM_KEY_OPEN_MAX = 2 };

typedef struct gm_key {
  const char *path;
  int kind; /* enum gm_keys_kind */
  int unit; /* enum gm_units_dimension */

  /* Default, as a user would write it. Null: the key is required. "": the key is
   * optional; without it the field is NaN, null or empty. In the default of a name, #
   * stands for the index of the item. */
  const char *fallback;

  double min, max;            /* in SI */
  int ends;                   /* GM_KEY_OPEN_MIN | GM_KEY_OPEN_MAX */
  const char *const *choices; /* ended by null */

  /* offset in bytes of the field: in the item for keys of a list, else in gm_config */
  size_t offset;
  size_t count; /* lists: offset of the number of items, a size_t */
  size_t size;  /* lists: size of an item in bytes */

  /* Alternatives: exactly one of the sibling keys with the same one_of must be written,
   * or at most one if their fallback is "". The int at offset `chosen` receives the
   * `branch` of the one that is written, else -1. Null: the key is not an alternative. */
  const char *one_of;
  size_t chosen;
  int branch;

  /* group, list item: child that a plain value stands for */
  const char *shorthand;
  int alone; /* of a list with shorthand, 1: a plain value stands for a list of it */

  /* Text keys that name a file: the sibling list that is filled from this file after
   * reading; the effective scene shows the list instead of the file. */
  const char *stands_for;

  /* Conditions on an optional number. A condition names a key and some of its choices:
   * "contacts.cohesion jkr dmt". */
  const char *needed_by; /* the number is required with one of these choices */
  /* the number is allowed only with one of these choices */
  const char *only_with;
  /* at most one of the keys with the same text may be given, and one must be given
   * if the number is needed; the text names the quantity that they determine */
  const char *either;
  /* this sibling must be given too; a path from the item */
  const char *together;
  /* advice at the end of the message if a condition does not hold */
  const char *remedy;

  /* description, which begins with the expected value: "a speed ratio: ..." */
  const char *sentence;
} gm_key;

/* The table.  Row 0 is the scene itself, a group whose path is "". */
extern const gm_key gm_keys[];
extern const size_t gm_keys_count;

/* First child of a group, list or named map, and the next after `child`, in the order
 * of the table; null at the end. */
const gm_key *gm_keys_first(const gm_key *parent);
const gm_key *gm_keys_next(const gm_key *parent, const gm_key *child);

/* The child with that name, or null. */
const gm_key *gm_keys_child(const gm_key *parent, const char *name);

/* The last word of the path. */
const char *gm_keys_name(const gm_key *key);

/* The default of a list of choices as bits.  In lists that have a default no word is part
 * of another. */
int gm_keys_default_bits(const gm_key *key);

bool gm_keys_is_list(const gm_key *key);  /* list or named map */
bool gm_keys_has_unit(const gm_key *key); /* a kind made of numbers */

#endif
