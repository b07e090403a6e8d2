/* tests/fuzz/edits.c -- bytes as a list of edits of an HDF5 file.
 *
 * An edit is a byte that selects what happens, two that select the object, and what the
 * kind of edit reads (edit_script.h).
 */
#include "edit_script.h"

#include "fuzz.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EDITS = 12, MOST_VALUES = 1000 };

/* --- the base ---------------------------------------------------------------------- */

static herr_t note(hid_t group, const char *name, const H5O_info_t *info,
                   void *of)
{
  (void)group, (void)info;
  edits_base *b = of;
  b->name = realloc(b->name, (size_t)(b->n + 1) * sizeof *b->name);
  fuzz_promise(b->name != NULL, "memory for names");
  snprintf(b->name[b->n++], sizeof *b->name, "/%s",
           strcmp(name, ".") ? name : "");
  return 0;
}

void edits_open(edits_base *base, const char *path)
{
  H5dont_atexit();
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  *base = (edits_base){0};
  base->bytes = fuzz_take(path, &base->size);
  const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  fuzz_promise(file >= 0 && H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, note,
                                      base, H5O_INFO_BASIC) >= 0,
               "the base can be opened");
  H5Fclose(file);
}

/* --- the edits ---------------------------------------------------------------------- */

static void replace_set(edit_script *s)
{
  int rank = 0;
  hsize_t size[4] = {0};
  const unsigned kind = edit_byte(s) % 4;
  const hid_t type = edit_type(s),
              space = edit_space(s, kind == 0, &rank, size);
  const hid_t list = edit_storage(s, kind, rank, size);
  H5Ldelete(s->file, s->name, H5P_DEFAULT);
  const hid_t set =
      H5Dcreate2(s->file, s->name, type, space, H5P_DEFAULT, list, H5P_DEFAULT);
  const void *of = set >= 0 && kind != 3 ? edit_values(s, type, space) : NULL;
  if (of) H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, of);
  if (set >= 0) H5Dclose(set);
  H5Pclose(list);
  H5Sclose(space);
  H5Tclose(type);
}

/* One value of a data set of numbers. */
static void poke(edit_script *s)
{
  const hid_t set = H5Dopen2(s->file, s->name, H5P_DEFAULT);
  if (set < 0) return;
  const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
  const H5T_class_t class = H5Tget_class(type);
  hsize_t size[H5S_MAX_RANK], at[H5S_MAX_RANK];
  const int rank = H5Sget_simple_extent_dims(space, size, NULL);
  const hid_t one = H5Screate(H5S_SCALAR);
  for (int k = 0; k < rank; ++k)
    at[k] = size[k] ? edit_byte(s) % size[k] : 0;
  if (rank > 0 && H5Sget_simple_extent_npoints(space) > 0)
    H5Sselect_elements(space, H5S_SELECT_SET, 1, at);
  const double number = class == H5T_FLOAT ? edit_real(s) : 0.0;
  const int64_t count = class == H5T_INTEGER ? edit_integer(s) : 0;
  if (class == H5T_FLOAT)
    H5Dwrite(set, H5T_NATIVE_DOUBLE, one, space, H5P_DEFAULT, &number);
  if (class == H5T_INTEGER)
    H5Dwrite(set, H5T_NATIVE_INT64, one, space, H5P_DEFAULT, &count);
  H5Sclose(one);
  H5Sclose(space);
  H5Tclose(type);
  H5Dclose(set);
}

static void resize(edit_script *s)
{
  hsize_t size[H5S_MAX_RANK];
  const hid_t set = H5Dopen2(s->file, s->name, H5P_DEFAULT);
  if (set < 0) return;
  const hid_t space = H5Dget_space(set);
  const int rank = H5Sget_simple_extent_dims(space, size, NULL);
  if (rank > 0) size[edit_byte(s) % 8 ? 0 : rank - 1] = edit_length(s);
  if (rank > 0) H5Dset_extent(set, size);
  H5Sclose(space);
  H5Dclose(set);
}

/* Name of attribute `which` of the object, or one that a result could have. */
static void attribute_name(hid_t object, unsigned which, char name[128])
{
  H5O_info_t info;
  snprintf(name, 128, "NSteps");
  if (H5Oget_info2(object, &info, H5O_INFO_NUM_ATTRS) < 0) return;
  if (info.num_attrs == 0 || which == 255) return;
  H5Aget_name_by_idx(object, ".", H5_INDEX_NAME, H5_ITER_INC,
                     which % info.num_attrs, name, 128, H5P_DEFAULT);
}

static void replace_attribute(edit_script *s, bool only_remove)
{
  char name[128];
  int rank = 0;
  hsize_t size[4] = {0};
  const hid_t object = H5Oopen(s->file, s->name, H5P_DEFAULT);
  if (object < 0) return;
  attribute_name(object, edit_byte(s), name);
  H5Adelete(object, name);
  if (!only_remove) {
    const hid_t type = edit_type(s), space = edit_space(s, false, &rank, size);
    /* an attribute is in memory as a whole, whatever its size */
    const hssize_t n = H5Sget_simple_extent_npoints(space);
    const hid_t attribute =
        n < MOST_VALUES
            ? H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT)
            : -1;
    const void *of = attribute >= 0 ? edit_values(s, type, space) : NULL;
    if (of) H5Awrite(attribute, type, of);
    if (attribute >= 0) H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
  }
  H5Oclose(object);
}

/* The value of an attribute, of its own type and shape. */
static void set_attribute(edit_script *s)
{
  char name[128];
  const hid_t object = H5Oopen(s->file, s->name, H5P_DEFAULT);
  if (object < 0) return;
  attribute_name(object, edit_byte(s), name);
  const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  if (attribute >= 0) {
    const hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
    const void *of = edit_values(s, type, space);
    if (of) H5Awrite(attribute, type, of);
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(attribute);
  }
  H5Oclose(object);
}

static void relink(edit_script *s)
{
  const unsigned kind = edit_byte(s) % 7;
  const char *other = s->base->name[edit_byte(s) % (unsigned)s->base->n];
  if (kind != 6) H5Ldelete(s->file, s->name, H5P_DEFAULT);
  switch (kind) {
  case 0:
    H5Lcreate_soft(s->name, s->file, s->name, 0, 0);
    break;
  case 1:
    H5Lcreate_soft(other, s->file, s->name, 0, 0);
    break;
  case 2:
    H5Lcreate_hard(s->file, other, s->file, s->name, 0, 0);
    break;
  case 3:
    H5Lcreate_external("/etc/passwd", "/", s->file, s->name, 0, 0);
    break;
  case 4:
    H5Lcreate_external("edited.h5", other, s->file, s->name, 0, 0);
    break;
  case 5:
    H5Gclose(H5Gcreate2(s->file, s->name, 0, 0, 0));
    break;
  default: { /* a group into itself, or any object under a second name */
    char name[160];
    snprintf(name, sizeof name, "%s/again", s->name);
    H5Lcreate_hard(s->file, other, s->file, name, 0, 0);
  }
  }
}

static void edit(edit_script *s)
{
  const unsigned kind = edit_byte(s) % 10;
  s->name = s->base->name[edit_bytes(s, 2) % (unsigned)s->base->n];
  if (strcmp(s->name, "/") == 0 && kind != 3 && kind != 4 && kind != 5) return;
  switch (kind) {
  case 0:
  case 1:
    poke(s);
    break;
  case 2:
    resize(s);
    break;
  case 3:
    replace_attribute(s, false);
    break;
  case 4:
    replace_attribute(s, true);
    break;
  case 5:
    set_attribute(s);
    break;
  case 6:
    relink(s);
    break;
  case 7:
    H5Ldelete(s->file, s->name, H5P_DEFAULT);
    break;
  default:
    replace_set(s);
    break;
  }
}

void edits_apply(const edits_base *base, const char *path, const uint8_t *data,
                 size_t size)
{
  fuzz_put(strrchr(path, '/') + 1, base->bytes, base->size);
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST);
  edit_script s = {.at = data, .end = data + size, .base = base};
  s.file = H5Fopen(path, H5F_ACC_RDWR, access);
  fuzz_promise(s.file >= 0, "the base can be changed");
  for (int k = 0; k < MOST_EDITS && s.at < s.end; ++k)
    edit(&s);
  H5Fclose(s.file);
  H5Pclose(access);
  H5Eclear2(H5E_DEFAULT);
}
