/* import/stl.c -- reads STL files, binary and text.
 *
 * Strict on purpose: every byte must belong to the format, so that truncated or damaged
 * files are errors with a place in the file, instead of surfaces with holes.
 */
#include "import/import.h"

#include "base/memory.h"
#include "base/regular.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* FILLER: the most bytes behind the end of a text that may be zero. */
enum { HEAD = 84, RECORD = 50, WORD = 80, FILLER = 8 };

/* --- binary -------------------------------------------------------------------- */

static uint32_t stl_little_endian(const char *at)
{
  const unsigned char *b = (const unsigned char *)at;
  return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 |
         (uint32_t)b[3] << 24;
}

static double stl_number(const char *at)
{
  const uint32_t bits = stl_little_endian(at);
  float value;
  memcpy(&value, &bits, sizeof value);
  return (double)value;
}

static gm_status refuse_stl_size(const char *path, size_t size, uint32_t n)
{
  const size_t full = HEAD + (size_t)n * RECORD;
  if (size < full) {
    return gm_fail(GM_ERR_INPUT,
                   "'%s' is cut off: a binary STL file of %u triangles (count "
                   "at byte 80) has %zu bytes, this one ends at byte %zu, in "
                   "triangle %zu",
                   path, n, full, size, (size - HEAD) / RECORD + 1);
  }
  return gm_fail(GM_ERR_INPUT,
                 "'%s' continues after its end: a binary STL file of %u "
                 "triangles (count at byte 80) has %zu bytes, this one %zu",
                 path, n, full, size);
}

/* Bytes that programs and transfers leave behind the end of a file: zeros, ^Z, blanks. */
static bool is_stl_filler(char byte)
{
  return byte == '\0' || byte == '\x1a' || byte == '\n' || byte == '\r' ||
         byte == ' ' || byte == '\t';
}

/* The size without filler behind `least` bytes. */
static size_t stl_without_filler(const char *bytes, size_t size, size_t least)
{
  while (size > least && is_stl_filler(bytes[size - 1]))
    --size;
  return size;
}

static gm_status read_stl_binary(const char *path, const char *bytes,
                                 size_t size, double scale, gm_soup *s)
{
  const uint32_t n = stl_little_endian(bytes + 80);
  const size_t full = HEAD + (size_t)n * RECORD;
  if (stl_without_filler(bytes, size, full) == full) size = full;
  if (size != full) return refuse_stl_size(path, size, n);
  if (n == 0) {
    return gm_fail(GM_ERR_INPUT, "'%s' has no triangle (count at byte 80)",
                   path);
  }
  if (n > GM_SOUP_MAX) {
    return gm_fail(GM_ERR_INPUT,
                   "'%s' has %u triangles; at most %d are supported", path, n,
                   (int)GM_SOUP_MAX);
  }
  const gm_group_name none = {{"", "", ""}};
  gm_index group;
  GM_TRY(gm_soup_begin_group(s, &none, &group));
  GM_TRY(gm_soup_reserve(s, n));
  s->n = (gm_index)n; /* all triangles belong to group 0 */
  for (size_t t = 0; t < n; ++t) {
    for (size_t k = 0; k < 3; ++k) {
      const size_t byte = HEAD + t * RECORD + 12 + 12 * k;
      const gm_vec3 p = {stl_number(bytes + byte), stl_number(bytes + byte + 4),
                         stl_number(bytes + byte + 8)};
      if (!isfinite(p.x) || !isfinite(p.y) || !isfinite(p.z)) {
        return gm_fail(GM_ERR_INPUT,
                       "'%s': triangle %zu has the corner (%g %g %g) at byte "
                       "%zu; expected three finite numbers",
                       path, t + 1, p.x, p.y, p.z, byte);
      }
      s->corner[3 * t + k] = gm_scale(scale, p);
    }
  }
  return GM_OK;
}

/* --- text ---------------------------------------------------------------------- */

typedef struct reader {
  const char *path;
  const char *at, *end;
  long line;
} reader;

static void skip_stl_blank(reader *r)
{
  for (; r->at < r->end && strchr(" \t\r\n\v\f", *r->at) && *r->at; ++r->at) {
    r->line += *r->at == '\n';
  }
}

/* Reads the next word; one of WORD letters or more ends in "...", so that it is no number
 * with some of its digits; "" at the end of the file. */
static void stl_next_word(reader *r, char word[WORD])
{
  skip_stl_blank(r);
  const char *from = r->at;
  int n = 0;
  while (r->at < r->end && !strchr(" \t\r\n\v\f", *r->at)) {
    if (n < WORD - 1) word[n++] = *r->at;
    ++r->at;
  }
  word[n] = '\0';
  if (r->at - from > n) memcpy(word + WORD - 4, "...", 3);
  if (n == 0 && r->at < r->end) { /* a zero byte */
    snprintf(word, WORD, "a byte of value 0");
    r->at = r->end;
  }
}

static gm_status refuse_stl_word(const reader *r, const char *expected,
                                 const char *found)
{
  return gm_fail(GM_ERR_INPUT, "%s:%ld: expected %s, found %s%s%s", r->path,
                 r->line, expected, *found ? "'" : "",
                 *found ? found : "the end of the file", *found ? "'" : "");
}

static gm_status take_stl_keyword(reader *r, const char *keyword)
{
  char word[WORD];
  stl_next_word(r, word);
  if (strcasecmp(word, keyword) == 0) return GM_OK;
  char expected[WORD];
  snprintf(expected, sizeof expected, "'%s'", keyword);
  return refuse_stl_word(r, expected, word);
}

static gm_status take_stl_number(reader *r, double *value)
{
  char word[WORD], *rest;
  stl_next_word(r, word);
  *value = strtod(word, &rest);
  if (*word && !*rest && isfinite(*value)) return GM_OK;
  return refuse_stl_word(r, "a finite number", word);
}

static gm_status take_stl_corner(reader *r, double scale, gm_vec3 *p)
{
  GM_TRY(take_stl_keyword(r, "vertex"));
  GM_TRY(take_stl_number(r, &p->x));
  GM_TRY(take_stl_number(r, &p->y));
  GM_TRY(take_stl_number(r, &p->z));
  *p = gm_scale(scale, *p);
  return GM_OK;
}

/* After "facet": reads a triangle.  The three numbers of the normal may be any words,
 * such as "nan", "-nan(ind)" or "1.#QNAN": they are not used. */
static gm_status take_stl_facet(reader *r, double scale, gm_index group,
                                gm_soup *s)
{
  char word[WORD];
  GM_TRY(take_stl_keyword(r, "normal"));
  for (int k = 0; k < 3; ++k) {
    stl_next_word(r, word);
    if (!*word || strcasecmp(word, "outer") == 0)
      return refuse_stl_word(r, "a number", word);
  }
  GM_TRY(take_stl_keyword(r, "outer"));
  GM_TRY(take_stl_keyword(r, "loop"));
  GM_TRY(gm_soup_reserve(s, 1));
  for (int k = 0; k < 3; ++k) {
    GM_TRY(take_stl_corner(r, scale, &s->corner[3 * s->n + k]));
  }
  s->group[s->n++] = group;
  GM_TRY(take_stl_keyword(r, "endloop"));
  return take_stl_keyword(r, "endfacet");
}

static void skip_stl_line(reader *r)
{
  while (r->at < r->end && *r->at != '\n')
    ++r->at;
}

/* After "solid": its name is the rest of the line without surrounding blanks. */
static gm_status begin_stl_solid(reader *r, gm_soup *s, gm_index *group)
{
  gm_group_name names = {{"", "", ""}};
  const char *from = r->at;
  skip_stl_line(r);
  const char *to = r->at;
  while (from < to && strchr(" \t\r", *from) && *from)
    ++from;
  while (from < to && strchr(" \t\r", to[-1]) && to[-1])
    --to;
  snprintf(names.name[0], GM_SOUP_NAME, "%.*s", (int)(to - from), from);
  return gm_soup_begin_group(s, &names, group);
}

/* The number of bytes before "solid": a byte order mark of UTF-8, blank lines, and lines
 * of comment. */
static size_t stl_preface(const char *bytes, size_t size)
{
  size_t at = size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  for (;;) {
    while (at < size && strchr(" \t\r\n", bytes[at]) && bytes[at])
      ++at;
    const bool comment = at < size && (strchr("#;!", bytes[at]) != NULL ||
                                       strncmp(bytes + at, "//", 2) == 0);
    if (!comment || !bytes[at]) return at;
    while (at < size && bytes[at] != '\n')
      ++at;
  }
}

static gm_status read_stl_text(const char *path, const char *bytes, size_t size,
                               double scale, gm_soup *s)
{
  const size_t preface = stl_preface(bytes, size);
  reader r = {path, bytes + preface, bytes + size, 1};
  char word[WORD];
  gm_index group;
  for (size_t k = 0; k < preface; ++k)
    r.line += bytes[k] == '\n';
  GM_TRY(take_stl_keyword(&r, "solid"));
  GM_TRY(begin_stl_solid(&r, s, &group));
  for (;;) {
    stl_next_word(&r, word);
    if (strcasecmp(word, "facet") == 0) {
      GM_TRY(take_stl_facet(&r, scale, group, s));
      continue;
    }
    if (strcasecmp(word, "endsolid") != 0) {
      return refuse_stl_word(&r, "'facet' or 'endsolid'", word);
    }
    skip_stl_line(&r);
    skip_stl_blank(&r);
    if (r.at == r.end) break;
    GM_TRY(take_stl_keyword(&r, "solid"));
    GM_TRY(begin_stl_solid(&r, s, &group));
  }
  if (s->n == 0) {
    return gm_fail(GM_ERR_INPUT, "'%s' has no triangle", path);
  }
  return GM_OK;
}

/* --- binary or text -------------------------------------------------------------- */

/* A binary file has zero bytes in its header or count, a text file has none. */
static bool stl_looks_like_text(const char *bytes, size_t size)
{
  const size_t at = stl_preface(bytes, size);
  size_t n = stl_without_filler(bytes, size, at);
  if (size - n > FILLER) n = size;
  return size - at >= 5 && strncasecmp(bytes + at, "solid", 5) == 0 &&
         !memchr(bytes, 0, n < 512 ? n : 512);
}

static bool is_stl_utf16(const char *bytes, size_t size)
{
  return size >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 ||
                       memcmp(bytes, "\xfe\xff", 2) == 0);
}

static gm_status read_stl_triangles(const char *path, const char *bytes,
                                    size_t size, double scale, gm_soup *s)
{
  if (size >= HEAD &&
      size == HEAD + (size_t)stl_little_endian(bytes + 80) * RECORD) {
    return read_stl_binary(path, bytes, size, scale, s);
  }
  if (stl_looks_like_text(bytes, size)) {
    const size_t end = stl_without_filler(bytes, size, 0);
    const bool blank = !memchr(bytes + end, '\0', size - end) &&
                       !memchr(bytes + end, '\x1a', size - end);
    return read_stl_text(path, bytes, blank ? size : end, scale, s);
  }
  if (is_stl_utf16(bytes, size)) {
    return gm_fail(GM_ERR_INPUT,
                   "'%s' is text in UTF-16 (bytes FF FE or FE FF first); save "
                   "it as UTF-8 or ASCII, or as a binary STL file",
                   path);
  }
  if (size < HEAD) {
    return gm_fail(
        GM_ERR_INPUT,
        "'%s' is not an STL file: it does not begin with 'solid', and its "
        "%zu bytes are fewer than in any binary one (%d)",
        path, size, HEAD + RECORD);
  }
  return read_stl_binary(path, bytes, size, scale, s);
}

gm_status gm_stl_triangles(const char *path, double scale, gm_soup *soup)
{
  char *bytes;
  size_t size;
  gm_status status = gm_regular_read(path, &bytes, &size);
  if (status == GM_OK) {
    status = read_stl_triangles(path, bytes, size, scale, soup);
  }
  GM_FREE(bytes);
  if (status != GM_OK) gm_soup_clear(soup);
  return status;
}
