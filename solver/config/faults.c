/* config/faults.c -- collects the errors in a scene. */
#include "config/faults.h"

#include "base/memory.h"
#include <stdio.h>
#include <string.h>

/* Append `n` bytes and a terminating zero.  Returns false without memory. */
static bool append_fault_text(char **to, size_t *used, size_t *room,
                              const char *bytes, size_t n)
{
  if (*used + n + 1 > *room) {
    const size_t wanted = 2 * (*used + n + 1);
    if (GM_RESIZE(*to, *used, wanted) != GM_OK) return false;
    *room = wanted;
  }
  memcpy(*to + *used, bytes, n);
  *used += n;
  (*to)[*used] = '\0';
  return true;
}

/* Add the message `line` about `key`. */
static void write_fault_line(gm_faults *faults, const char *key, char *line)
{
  size_t n = strlen(line);
  for (size_t i = 0; i < n; ++i) {
    const unsigned char c = (unsigned char)line[i];
    if (c < 0x20 || c == 0x7f) line[i] = '?';
  }
  line[n++] = '\n'; /* overwrites the terminating zero */
  if (!append_fault_text(&faults->text, &faults->used, &faults->room, line,
                         n) ||
      !append_fault_text(&faults->keys, &faults->k_used, &faults->k_room, key,
                         strlen(key) + 1)) {
    faults->lost = true;
  }
}

void gm_faults_mark(gm_faults *faults, const char *path)
{
  if (!append_fault_text(&faults->paths, &faults->p_used, &faults->p_room, path,
                         strlen(path) + 1)) {
    faults->lost = true;
  }
}

void gm_faults_add_list(gm_faults *faults, gm_faults_place at, const char *path,
                        const char *format, va_list arguments)
{
  char what[1024];
  vsnprintf(what, sizeof what, format, arguments);
  ++faults->count;
  gm_faults_mark(faults, path);
  if (faults->count > GM_FAULTS_SHOWN) {
    char last[] = "... and more: mend these first";
    if (faults->count == GM_FAULTS_SHOWN + 1)
      write_fault_line(faults, "", last);
    return;
  }

  char line[4096];
  char number[32] = "";
  if (at.line > 0)
    snprintf(number, sizeof number, ":%d:%d", at.line, at.column);
  snprintf(line, sizeof line, "%.1024s%s: %.1024s%s%s",
           at.source ? at.source : "scene", number, path, *path ? ": " : "",
           what);
  write_fault_line(faults, path, line);
}

void gm_faults_add(gm_faults *faults, gm_faults_place at, const char *path,
                   const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  gm_faults_add_list(faults, at, path, format, arguments);
  va_end(arguments);
}

/* Returns true if `above` is the path `below` or one of its parents. */
static bool fault_holds_place(const char *above, const char *below)
{
  const size_t n = strlen(above);
  return strncmp(above, below, n) == 0 &&
         (below[n] == '\0' || below[n] == '.' || below[n] == '[');
}

bool gm_faults_touch(const gm_faults *faults, const char *path)
{
  if (!faults->paths) return false;
  const char *end = faults->paths + faults->p_used;
  for (const char *p = faults->paths; p < end; p += strlen(p) + 1) {
    if (*p && (fault_holds_place(p, path) || fault_holds_place(path, p)))
      return true;
  }
  return false;
}

void gm_faults_clear(gm_faults *faults)
{
  GM_FREE(faults->text);
  GM_FREE(faults->paths);
  GM_FREE(faults->keys);
  *faults = (gm_faults){0};
}
