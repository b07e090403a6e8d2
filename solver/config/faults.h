/* config/faults.h -- the errors in a scene: a message of one line for each, and the keys
 * that are wrong.
 *
 * A message reads  place: path: what was found; what was expected; what to do.
 */
#ifndef GM_CONFIG_FAULTS_H
#define GM_CONFIG_FAULTS_H

#include "base/status.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Position in a source. Line and column count from 1; line 0: the source is a single
 * line, such as the option "--set time.end=2". */
typedef struct gm_faults_place {
  const char *source; /* borrowed */
  int line, column;
} gm_faults_place;

typedef struct gm_faults {
  char *text;    /* all messages; null before the first */
  size_t used;   /* bytes of text in use, without the terminating zero */
  size_t room;   /* bytes allocated */
  char *paths;   /* paths of the wrong keys, each with a terminating zero */
  size_t p_used; /* bytes of paths in use */
  size_t p_room; /* bytes allocated */
  char *keys; /* paths of the messages in text, each with a terminating zero */
  size_t k_used; /* bytes of keys in use */
  size_t k_room; /* bytes allocated */
  size_t count; /* number of errors, including those that are not written out */
  bool lost; /* memory ran out, so at least one message is missing from text */
} gm_faults;

/* Largest number of messages that are written out: the text stays short even for a file
 * that is wrong throughout. */
enum { GM_FAULTS_SHOWN = 100 };

/* Add one error with its message. `path` may be "". Control characters become '?'.
 * Without memory the error is counted and `lost` is set. */
void gm_faults_add(gm_faults *faults, gm_faults_place at, const char *path,
                   const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void gm_faults_add_list(gm_faults *faults, gm_faults_place at, const char *path,
                        const char *format, va_list arguments);

/* Mark the value at `path` as wrong without a message, because a message at another
 * path covers it. */
void gm_faults_mark(gm_faults *faults, const char *path);

/* Returns true if there is an error at `path`, at a parent or at a child of it. A rule
 * must not test such a value, because the user did not write it. Errors with the path
 * "" do not count. */
bool gm_faults_touch(const gm_faults *faults, const char *path);

void gm_faults_clear(gm_faults *faults);

#endif
