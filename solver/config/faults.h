/* config/faults.h -- every fault of a scene, one line each, and where they are.
 *
 * Room: config.  May include: base.
 *
 * A line is  place: path: what was found; what was expected; what to do.
 */
#ifndef GM_CONFIG_FAULTS_H
#define GM_CONFIG_FAULTS_H

#include "base/status.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Where something was written: file, line and column from 1; or, with line 0, a source
 * that is one line by itself ("--set time.end=2"). */
typedef struct gm_faults_place {
  const char *source; /* borrowed */
  int line, column;
} gm_faults_place;

typedef struct gm_faults {
  char *text;    /* the lines; null before the first */
  size_t used;   /* bytes of text before its end */
  size_t room;   /* bytes allocated */
  char *paths;   /* paths of the lines, each ended by a zero */
  size_t p_used; /* bytes of paths */
  size_t p_room; /* bytes allocated */
  size_t count;  /* faults, those beyond gm_faults_shown too */
  bool lost;     /* memory ran out: a fault is not in text */
} gm_faults;

/* Lines written in full; the text of a file that is wrong throughout stays short. */
enum { gm_faults_shown = 100 };

/* Add a line.  `path` may be "".  Control characters become '?'.  When memory is out
 * the fault is counted and `lost` is set. */
void gm_faults_add(gm_faults *faults, gm_faults_place at, const char *path,
                   const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void gm_faults_add_list(gm_faults *faults, gm_faults_place at, const char *path,
                        const char *format, va_list arguments);

/* Note that what stands at `path` is not what was meant, without a line: the fault was
 * told at another path. */
void gm_faults_mark(gm_faults *faults, const char *path);

/* Is there a fault at `path`, above it or below it (one with the path "" is nowhere)?  Then a
 * rule that reads what is there would judge a value nobody wrote. */
bool gm_faults_touch(const gm_faults *faults, const char *path);

void gm_faults_clear(gm_faults *faults);

#endif
