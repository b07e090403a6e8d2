/* import/check_file.c -- completeness check of PLY, OFF and OBJ files.
 *
 * Walks once through the whole file, text or binary, by the counts and types in its
 * header, without storing numbers (OBJ: by the lines of its faces).  It verifies that all
 * elements are there, that nothing follows, and that each corner index refers to an
 * existing point, because Assimp accepts truncated files.
 */
#include "import/import.h"

#include "base/memory.h"
#include "base/regular.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROPERTIES = 64, ELEMENTS = 16, WORD = 64 };

enum form { TEXT, LITTLE, BIG };

typedef struct cursor {
  const char *path, *from, *at, *end;
  enum form form;
} cursor;

/* --- words and numbers -------------------------------------------------------------- */

/* Line number of the current position in a text. */
static long file_cursor_line(const cursor *c)
{
  long line = 1;
  for (const char *p = c->from; p < c->at; ++p)
    line += *p == '\n';
  return line;
}

static gm_status refuse_file_mesh(const cursor *c, const char *what)
{
  if (c->form == TEXT) {
    return gm_fail(GM_ERR_INPUT, "%s:%ld: %s", c->path, file_cursor_line(c),
                   what);
  }
  return gm_fail(GM_ERR_INPUT, "'%s', byte %zu: %s", c->path,
                 (size_t)(c->at - c->from), what);
}

static bool is_file_blank(char letter)
{
  return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

/* Skips blanks and, in OFF files, comments. */
static void skip_file_blanks(cursor *c, char comment)
{
  while (c->at < c->end) {
    if (comment && *c->at == comment) {
      while (c->at < c->end && *c->at != '\n')
        ++c->at;
    } else if (is_file_blank(*c->at)) {
      ++c->at;
    } else {
      return;
    }
  }
}

static void skip_file_mesh_line(cursor *c)
{
  while (c->at < c->end && *c->at != '\n')
    ++c->at;
}

/* Reads a number from text; false if there is none. */
static bool file_text_number(cursor *c, char comment, double *value)
{
  skip_file_blanks(c, comment);
  char *rest;
  if (c->at == c->end) return false;
  *value = strtod(c->at, &rest);
  if (rest == c->at || (rest < c->end && !is_file_blank(*rest))) return false;
  c->at = rest;
  return true;
}

typedef enum type { INT8, UINT8, INT16, UINT16, INT32, UINT32, F32, F64 } type;

static const int size_of[] = {1, 1, 2, 2, 4, 4, 4, 8};

static bool file_binary_number(cursor *c, type t, double *value)
{
  unsigned char b[8] = {0};
  const int n = size_of[t];
  if (c->end - c->at < n) return false;
  for (int k = 0; k < n; ++k) /* copies to little-endian order in b */
    b[c->form == BIG ? n - 1 - k : k] = (unsigned char)c->at[k];
  c->at += n;
  uint64_t bits = 0;
  for (int k = n; k-- > 0;)
    bits = bits << 8 | b[k];
  *value = 0.0; /* the values of floating-point numbers are not needed */
  if (t == UINT8 || t == UINT16 || t == UINT32) *value = (double)bits;
  if (t == INT8) *value = (int8_t)(uint8_t)bits;
  if (t == INT16) *value = (int16_t)(uint16_t)bits;
  if (t == INT32) *value = (int32_t)(uint32_t)bits;
  return true;
}

static bool read_file_mesh_number(cursor *c, type t, double *value)
{
  return c->form == TEXT ? file_text_number(c, 0, value)
                         : file_binary_number(c, t, value);
}

static gm_status check_line_end(cursor *c, char comment)
{
  if (c->form == TEXT) skip_file_blanks(c, comment);
  return c->at == c->end
             ? GM_OK
             : refuse_file_mesh(
                   c,
                   "the file continues after the last element in its header");
}

/* --- PLY -----------------------------------------------------------------------------
 */

typedef struct property {
  bool list, corners;
  type of, count; /* count: type of the length of a list */
} property;

typedef struct element {
  bool points;
  double n;
  int n_properties;
  property property[PROPERTIES];
} element;

typedef struct head {
  int n;
  element element[ELEMENTS];
} head;

static bool read_file_type(const char *word, type *t)
{
  static const char *const names[][2] = {
      {"char", "int8"},     {"uchar", "uint8"},   {"short", "int16"},
      {"ushort", "uint16"}, {"int", "int32"},     {"uint", "uint32"},
      {"float", "float32"}, {"double", "float64"}};
  for (int k = 0; k < 8; ++k) {
    if (strcmp(word, names[k][0]) && strcmp(word, names[k][1])) continue;
    *t = (type)k;
    return true;
  }
  return false;
}

/* Reads one line of the header as words; false at its end. */
static bool read_file_line(cursor *c, char word[5][WORD], int *n)
{
  char line[512];
  const char *from = c->at;
  skip_file_mesh_line(c);
  if (c->at == c->end) return false;
  snprintf(line, sizeof line, "%.*s", (int)(c->at - from), from);
  ++c->at;
  for (int k = 0; k < 5; ++k)
    word[k][0] = '\0';
  *n = sscanf(line, "%63s %63s %63s %63s %63s", word[0], word[1], word[2],
              word[3], word[4]);
  return true;
}

static bool add_file_property(head *h, char word[5][WORD])
{
  if (h->n == 0) return false;
  element *e = &h->element[h->n - 1];
  if (e->n_properties == PROPERTIES) return false;
  property *p = &e->property[e->n_properties++];
  p->list = strcmp(word[1], "list") == 0;
  if (!p->list) return read_file_type(word[1], &p->of);
  p->corners = strncmp(word[4], "vertex_ind", 10) == 0;
  return read_file_type(word[2], &p->count) && p->count < F32 &&
         read_file_type(word[3], &p->of);
}

static bool add_file_element(head *h, char word[5][WORD])
{
  char *rest;
  if (h->n == ELEMENTS) return false;
  element *e = &h->element[h->n++];
  e->points = strcmp(word[1], "vertex") == 0;
  e->n = strtod(word[2], &rest);
  return rest != word[2] && !*rest && e->n >= 0.0 && e->n < 4294967296.0;
}

static bool read_file_ply_form(const char *word, enum form *form)
{
  static const char *const names[] = {"ascii", "binary_little_endian",
                                      "binary_big_endian"};
  for (int k = 0; k < 3; ++k) {
    if (strcmp(word, names[k]) == 0) {
      *form = (enum form)k;
      return true;
    }
  }
  return false;
}

static gm_status read_file_head(cursor *c, head *h, enum form *form)
{
  char word[5][WORD];
  int n;
  bool good = read_file_line(c, word, &n) && strcmp(word[0], "ply") == 0;
  if (!good)
    return refuse_file_mesh(c, "not a PLY file: it does not begin with 'ply'");
  for (bool formed = false;;) {
    if (!read_file_line(c, word, &n)) {
      return refuse_file_mesh(c,
                              "the header has no end: expected 'end_header'");
    }
    if (strcmp(word[0], "end_header") == 0) {
      return formed ? GM_OK : refuse_file_mesh(c, "the header names no format");
    }
    if (strcmp(word[0], "format") == 0) {
      good = formed = read_file_ply_form(word[1], form);
    } else if (strcmp(word[0], "element") == 0) {
      good = add_file_element(h, word);
    } else if (strcmp(word[0], "property") == 0) {
      good = add_file_property(h, word);
    } else {
      good = n < 1 || strcmp(word[0], "comment") == 0 ||
             strcmp(word[0], "obj_info") == 0;
    }
    if (!good)
      return refuse_file_mesh(
          c, "the previous line does not belong in a PLY header");
  }
}

static gm_status step_over_file(cursor *c, const property *p, double points)
{
  double n = 1.0, value;
  if (p->list && !read_file_mesh_number(c, p->count, &n)) n = -1.0;
  if (!(n >= 0.0 && n <= 1.0e6)) {
    return refuse_file_mesh(
        c, "the file is cut off here, or a list has no valid length");
  }
  for (int k = 0; k < (int)n; ++k) {
    if (!read_file_mesh_number(c, p->of, &value)) {
      return refuse_file_mesh(
          c, "the file is cut off here, or a number is invalid");
    }
    if (p->corners && !(value >= 0.0 && value < points)) {
      char text[96];
      snprintf(text, sizeof text,
               "the corner %.10g is none of the %.10g points, which are "
               "numbered from 0",
               value, points);
      return refuse_file_mesh(c, text);
    }
  }
  return GM_OK;
}

static gm_status step_over_file_all(cursor *c, const head *h)
{
  double points = 0.0;
  for (int k = 0; k < h->n; ++k) {
    if (h->element[k].points) points = h->element[k].n;
  }
  for (int k = 0; k < h->n; ++k) {
    const element *e = &h->element[k];
    if (e->n_properties == 0) continue;
    for (double i = 0.0; i < e->n; ++i) {
      for (int p = 0; p < e->n_properties; ++p)
        GM_TRY(step_over_file(c, &e->property[p], points));
      if (c->form == TEXT)
        skip_file_mesh_line(c); /* Assimp reads no more of it either */
    }
  }
  return check_line_end(c, 0);
}

gm_status gm_check_file_ply(const char *path)
{
  char *bytes;
  size_t size;
  GM_TRY(gm_regular_read(path, &bytes, &size));
  cursor c = {path, bytes, bytes, bytes + size, TEXT};
  head h;
  memset(&h, 0, sizeof h);
  enum form form = TEXT;
  gm_status status = read_file_head(&c, &h, &form);
  c.form = form;
  if (status == GM_OK) status = step_over_file_all(&c, &h);
  GM_FREE(bytes);
  return status;
}

/* --- OFF -----------------------------------------------------------------------------
 */

static gm_status step_over_file_face(cursor *c, double points)
{
  double n, corner;
  if (!file_text_number(c, '#', &n) || !(n >= 1.0 && n <= 1.0e6)) {
    return refuse_file_mesh(
        c, "the file is cut off here, or a face has no valid length");
  }
  for (int k = 0; k < (int)n; ++k) {
    if (!file_text_number(c, '#', &corner)) {
      return refuse_file_mesh(
          c, "the file is cut off here, or a number is invalid");
    }
    if (!(corner >= 0.0 && corner < points)) {
      char text[96];
      snprintf(text, sizeof text,
               "the corner %.10g is none of the %.10g points, which are "
               "numbered from 0",
               corner, points);
      return refuse_file_mesh(c, text);
    }
  }
  skip_file_mesh_line(c); /* skips the colour of the face */
  return GM_OK;
}

static gm_status step_over_file_off(cursor *c)
{
  double n[3], value;
  skip_file_blanks(c, '#');
  if (c->end - c->at < 4 || memcmp(c->at, "OFF", 3) ||
      !is_file_blank(c->at[3])) {
    return GM_OK; /* another kind of file: not checked */
  }
  c->at += 3;
  for (int k = 0; k < 3; ++k) {
    if (!file_text_number(c, '#', &n[k]) ||
        !(n[k] >= 0.0 && n[k] < 4294967296.0)) {
      return refuse_file_mesh(
          c, "expected the numbers of points, faces and edges");
    }
  }
  for (double i = 0.0; i < 3.0 * n[0]; ++i) {
    if (!file_text_number(c, '#', &value)) {
      return refuse_file_mesh(
          c, "the file is cut off here, or a number is invalid");
    }
  }
  for (double i = 0.0; i < n[1]; ++i)
    GM_TRY(step_over_file_face(c, n[0]));
  return check_line_end(c, '#');
}

gm_status gm_check_file_off(const char *path)
{
  char *bytes;
  size_t size;
  GM_TRY(gm_regular_read(path, &bytes, &size));
  cursor c = {path, bytes, bytes, bytes + size, TEXT};
  const gm_status status = step_over_file_off(&c);
  GM_FREE(bytes);
  return status;
}

/* --- OBJ -----------------------------------------------------------------------------
 */

enum { POINT, TEXTURE, NORMAL, KINDS };

/* The kind of numbers that a line of an OBJ file has ("v ", "vt ", "vn "), or -1. */
static int file_kind_of_line(const char *at)
{
  if (at[0] != 'v') return -1;
  if (is_file_blank(at[1])) return POINT;
  if (at[1] && is_file_blank(at[2]))
    return at[1] == 't' ? TEXTURE : at[1] == 'n' ? NORMAL : -1;
  return -1;
}

/* Test a corner "point/texture/normal" of a face against the numbers n[] of each kind. */
static gm_status check_corner(cursor *c, const long n[KINDS])
{
  static const char *const kinds[] = {"point", "texture coordinate", "normal"};
  for (int k = POINT; k < KINDS; ++k) {
    char *rest;
    if (is_file_blank(*c->at)) break; /* "1//": strtol would step over it */
    const long i = strtol(c->at, &rest, 10);
    if (rest != c->at && (i == 0 || i > n[k] || i < -n[k])) {
      char text[160];
      snprintf(text, sizeof text,
               "a face refers to %s %ld, and the file has %ld; %s", kinds[k], i,
               n[k],
               k == POINT ? "expected 1 to their number, or less than 0"
                          : "leave them out of the faces (f 1 2 3)");
      return refuse_file_mesh(c, text);
    }
    c->at = rest;
    if (*c->at != '/') break;
    ++c->at;
  }
  while (c->at < c->end && !is_file_blank(*c->at))
    ++c->at;
  return GM_OK;
}

static gm_status check_face_line(cursor *c, const long n[KINDS])
{
  const char *line = c->at;
  while (line < c->end && *line != '\n')
    ++line;
  for (;;) {
    while (c->at < line && is_file_blank(*c->at))
      ++c->at;
    if (c->at >= line) return GM_OK;
    if (*c->at == '#')
      return refuse_file_mesh(
          c, "the reader takes a comment behind a face for a corner; "
             "write it in a line of its own");
    GM_TRY(check_corner(c, n));
  }
}

static void file_next_mesh_line(cursor *c)
{
  skip_file_mesh_line(c);
  skip_file_blanks(c, 0);
}

gm_status gm_check_file_obj(const char *path)
{
  char *bytes;
  size_t size;
  long n[KINDS] = {0};
  gm_status status = gm_regular_read(path, &bytes, &size);
  GM_TRY(status);
  cursor c = {path, bytes, bytes, bytes + size, TEXT};
  for (skip_file_blanks(&c, 0); c.at < c.end; file_next_mesh_line(&c)) {
    const int kind = file_kind_of_line(c.at);
    if (kind >= 0) ++n[kind];
  }
  c.at = bytes;
  for (skip_file_blanks(&c, 0); c.at < c.end && status == GM_OK;
       file_next_mesh_line(&c)) {
    if (c.at[0] != 'f' || !is_file_blank(c.at[1])) continue;
    ++c.at;
    status = check_face_line(&c, n);
  }
  GM_FREE(bytes);
  return status;
}
