/* file/door.c -- the one way to a data set or an attribute of a file that is read.
 *
 * What is refused follows from what a result and an ON-DEM file need, not from a list of
 * known attacks: hard links, stored bytes, three filters, numbers and texts.
 */
#include "file/door.h"

#include "base/memory.h"

#include <ctype.h>
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATIO = 1100, SLACK = 1 << 24, MOST_BYTES = 65536 };

static const char *link_door_kind(H5L_type_t type)
{
  return type == H5L_TYPE_EXTERNAL ? "a link into another file"
         : type == H5L_TYPE_SOFT   ? "a soft link"
                                   : "a link of an unknown kind";
}

static gm_status refuse_door_object(const gm_hdf5_file *file, const char *name,
                                    const char *found, const char *expected)
{
  return gm_fail(GM_ERR_FILE,
                 "'%s' in '%s' is %s; expected %s; the file is damaged or made "
                 "by another program",
                 name, gm_hdf5_path(file), found, expected);
}

/* --- links ------------------------------------------------------------------- */

/* Tests that every link on the way to `name` is a hard link. */
static gm_status test_door_path(gm_hdf5_file *file, const char *name)
{
  char part[2 * GM_HDF5_NAME];
  if (strlen(name) >= sizeof part)
    return refuse_door_object(file, name, "a longer name than any",
                              "a shorter one");
  for (const char *end = name; *end;) {
    end += strspn(end, "/");
    if (!*end) return GM_OK;
    end += strcspn(end, "/");
    snprintf(part, sizeof part, "%.*s", (int)(end - name), name);
    H5L_info_t link;
    if (H5Lget_info(gm_hdf5_handle(file), part, &link, H5P_DEFAULT) < 0)
      return gm_hdf5_fail(file, "find", part);
    if (link.type != H5L_TYPE_HARD)
      return refuse_door_object(file, part, link_door_kind(link.type),
                                "an object of the file itself");
  }
  return GM_OK;
}

typedef struct tour {
  gm_hdf5_file *file;
  gm_status status;
} tour;

static herr_t test_door_link(hid_t group, const char *name,
                             const H5L_info_t *link, void *data)
{
  (void)group;
  tour *t = data;
  if (strlen(name) >= GM_HDF5_NAME / 2 + GM_HDF5_NAME / 4)
    t->status = refuse_door_object(t->file, "(...)", "a longer name than any",
                                   "a name of at most 95 bytes");
  for (const char *c = name; t->status == GM_OK && *c; ++c)
    if (iscntrl((unsigned char)*c))
      t->status =
          refuse_door_object(t->file, "(...)", "a name with control characters",
                             "a name that can be printed");
  if (t->status == GM_OK && link->type != H5L_TYPE_HARD)
    t->status = refuse_door_object(t->file, name, link_door_kind(link->type),
                                   "an object of the file itself");
  return t->status != GM_OK;
}

gm_status gm_door_links(gm_hdf5_file *file, const char *group)
{
  tour t = {file, GM_OK};
  GM_TRY(test_door_path(file, group));
  if (H5Lvisit_by_name(gm_hdf5_handle(file), group, H5_INDEX_NAME,
                       H5_ITER_NATIVE, test_door_link, &t, H5P_DEFAULT) < 0)
    return gm_hdf5_fail(file, "list", group);
  return t.status;
}

/* --- data sets --------------------------------------------------------------- */

/* What is wrong with the way in which a data set is stored, or null. */
static const char *door_strange_storage(hid_t layout)
{
  const H5D_layout_t kind = H5Pget_layout(layout);
  if (kind == H5D_VIRTUAL) return "made of data sets of other files";
  if (kind != H5D_COMPACT && kind != H5D_CONTIGUOUS && kind != H5D_CHUNKED)
    return "stored in an unknown way";
  if (H5Pget_external_count(layout) != 0) return "stored in other files";
  const int n = H5Pget_nfilters(layout);
  for (int k = 0; k < n; ++k) {
    unsigned flags = 0;
    size_t values = 0;
    const H5Z_filter_t filter = H5Pget_filter2(layout, (unsigned)k, &flags,
                                               &values, NULL, 0, NULL, NULL);
    if (filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_SHUFFLE &&
        filter != H5Z_FILTER_FLETCHER32)
      return "stored by an unknown filter";
  }
  return n < 0 ? "stored by unknown filters" : NULL;
}

gm_status gm_door_set(gm_hdf5_file *file, const char *name, int64_t *set)
{
  *set = -1;
  GM_TRY(test_door_path(file, name));
  const hid_t object = H5Oopen(gm_hdf5_handle(file), name, H5P_DEFAULT);
  if (object < 0) return gm_hdf5_fail(file, "open", name);
  if (H5Iget_type(object) != H5I_DATASET) {
    H5Oclose(object);
    return refuse_door_object(file, name, "a group or a type", "a data set");
  }
  const hid_t layout = H5Dget_create_plist(object);
  const char *strange =
      layout < 0 ? "damaged in its head" : door_strange_storage(layout);
  H5Pclose(layout);
  *set = object;
  if (!strange) return GM_OK;
  H5Dclose(object);
  *set = -1;
  return refuse_door_object(file, name, strange, "stored rows");
}

/* Bytes of a chunk of the data set; 0: it has none; -1: more than can be counted. */
static int64_t door_stored_chunk(hid_t set, hid_t layout)
{
  hsize_t chunk[H5S_MAX_RANK];
  if (H5Pget_layout(layout) != H5D_CHUNKED) return 0;
  const int rank = H5Pget_chunk(layout, H5S_MAX_RANK, chunk);
  const hid_t type = H5Dget_type(set);
  int64_t bytes = (int64_t)H5Tget_size(type);
  H5Tclose(type);
  for (int k = 0; k < rank; ++k)
    if (__builtin_mul_overflow(bytes, (int64_t)chunk[k], &bytes)) return -1;
  return bytes;
}

gm_status gm_door_promise(gm_hdf5_file *file, const char *name, int64_t set,
                          int64_t rows, int64_t bytes)
{
  int64_t all = 0, most = 0;
  hsize_t size = 0;
  const hid_t layout = H5Dget_create_plist(set);
  const bool chunked = H5Pget_layout(layout) == H5D_CHUNKED;
  const int64_t chunk = door_stored_chunk(set, layout);
  H5Pclose(layout);
  bool good = rows >= 0 && bytes >= 0 && chunk >= 0 &&
              !__builtin_mul_overflow(rows, bytes, &all) &&
              H5Fget_filesize(gm_hdf5_handle(file), &size) >= 0;
  if (good && all == 0) return GM_OK;
  /* To sum the chunks of a data set takes time: only where it decides. */
  const int64_t largest = all > chunk ? all : chunk;
  if (good && (!chunked || largest > SLACK + (int64_t)size)) {
    const int64_t stored = (int64_t)H5Dget_storage_size(set);
    const int64_t ratio = chunked ? RATIO : 1;
    good = !__builtin_mul_overflow(stored, ratio, &most) && largest <= most;
  }
  if (good) return GM_OK;
  H5Eclear2(H5E_DEFAULT);
  return gm_fail(GM_ERR_FILE,
                 "'%s' in '%s' promises %lld rows, more than the file can "
                 "hold; the file is damaged",
                 name, gm_hdf5_path(file), (long long)rows);
}

/* --- types and attributes ---------------------------------------------------- */

bool gm_door_is(int64_t type, gm_door_class kind)
{
  const H5T_class_t found = H5Tget_class(type);
  switch (kind) {
  case GM_DOOR_INTEGER:
    return found == H5T_INTEGER && H5Tget_size(type) <= 8;
  case GM_DOOR_NUMBER:
    return (found == H5T_INTEGER || found == H5T_FLOAT) &&
           H5Tget_size(type) <= 16;
  case GM_DOOR_TEXT:
    return found == H5T_STRING && !H5Tis_variable_str(type) &&
           H5Tget_size(type) <= MOST_BYTES;
  case GM_DOOR_ANY_TEXT:
    break;
  }
  return found == H5T_STRING && H5Tget_size(type) <= MOST_BYTES;
}

int64_t gm_door_attribute(gm_hdf5_file *file, const char *object,
                          const char *name, gm_door_class kind)
{
  const hid_t root = gm_hdf5_handle(file);
  hid_t handle = -1;
  if (gm_hdf5_has(file, object) && test_door_path(file, object) == GM_OK &&
      H5Aexists_by_name(root, object, name, H5P_DEFAULT) > 0)
    handle = H5Aopen_by_name(root, object, name, H5P_DEFAULT, H5P_DEFAULT);
  if (handle >= 0) {
    const hid_t type = H5Aget_type(handle), space = H5Aget_space(handle);
    const bool good = type >= 0 && space >= 0 && gm_door_is(type, kind) &&
                      H5Sget_simple_extent_type(space) != H5S_NULL &&
                      H5Sget_simple_extent_npoints(space) == 1;
    H5Sclose(space);
    H5Tclose(type);
    if (!good) {
      H5Aclose(handle);
      handle = -1;
    }
  }
  H5Eclear2(H5E_DEFAULT);
  return handle;
}

void gm_door_clean(char *text)
{
  for (char *c = text; *c; ++c)
    if (iscntrl((unsigned char)*c) && *c != '\n' && *c != '\t') *c = '?';
}

int64_t gm_door_count(gm_hdf5_file *file, const char *object, const char *name)
{
  int64_t count = -1;
  const hid_t handle = gm_door_attribute(file, object, name, GM_DOOR_INTEGER);
  if (handle >= 0) {
    if (H5Aread(handle, H5T_NATIVE_INT64, &count) < 0) count = -1;
    H5Aclose(handle);
  }
  return count;
}

double gm_door_number(gm_hdf5_file *file, const char *object, const char *name)
{
  double number = NAN;
  const hid_t handle = gm_door_attribute(file, object, name, GM_DOOR_NUMBER);
  if (handle >= 0) {
    if (H5Aread(handle, H5T_NATIVE_DOUBLE, &number) < 0) number = NAN;
    H5Aclose(handle);
  }
  return number;
}

void gm_door_text(gm_hdf5_file *file, const char *object, const char *name,
                  char *text, int64_t bytes)
{
  const hid_t handle = gm_door_attribute(file, object, name, GM_DOOR_TEXT);
  text[0] = '\0';
  if (handle < 0) return;
  const hid_t kept = H5Aget_type(handle);
  const hid_t type = H5Tcopy(H5T_C_S1); /* HDF5 truncates to its size */
  H5Tset_size(type, (size_t)bytes);
  H5Tset_cset(type, H5Tget_cset(kept));
  if (H5Aread(handle, type, text) < 0) text[0] = '\0';
  gm_door_clean(text);
  H5Tclose(type);
  H5Tclose(kept);
  H5Aclose(handle);
  H5Eclear2(H5E_DEFAULT);
}

/* --- looking around ---------------------------------------------------------- */

typedef char path_of[GM_HDF5_NAME];

typedef struct visitor {
  const char *group;
  path_of *path; /* [room], n of them are used */
  int64_t n, room;
  gm_status status;
} visitor;

static herr_t note_door_name(visitor *v, const char *name)
{
  if (v->n == v->room) {
    const int64_t room = 2 * v->room + 16;
    v->status = GM_RESIZE(v->path, v->n, room);
    if (v->status != GM_OK) return 1;
    v->room = room;
  }
  snprintf(v->path[v->n++], sizeof *v->path, "%s/%s", v->group, name);
  return 0;
}

static herr_t note_door_set(hid_t group, const char *name,
                            const H5O_info_t *object, void *data)
{
  (void)group;
  return object->type == H5O_TYPE_DATASET ? note_door_name(data, name) : 0;
}

static herr_t note_door_group(hid_t group, const char *name,
                              const H5L_info_t *link, void *data)
{
  H5O_info_t object;
  if (link->type != H5L_TYPE_HARD || strlen(name) >= GM_HDF5_NAME / 2 ||
      H5Oget_info_by_name2(group, name, &object, H5O_INFO_BASIC, H5P_DEFAULT) <
          0)
    return 0;
  return object.type == H5O_TYPE_GROUP ? note_door_name(data, name) : 0;
}

/* Order of paths: that of the names in each group, as if a slash were the first of all
 * characters. */
static int door_names_by_text(const void *one, const void *other)
{
  const unsigned char *a = one, *b = other;
  while (*a && *a == *b) {
    ++a;
    ++b;
  }
  const int x = *a == '/' ? 1 : *a, y = *b == '/' ? 1 : *b;
  return x - y;
}

/* Call visit for the paths found, in order, and release them. */
static gm_status door_for_each_name(visitor *v,
                                    gm_status (*visit)(void *context,
                                                       const char *name),
                                    void *context)
{
  if (v->n > 1)
    qsort(v->path, (size_t)v->n, sizeof *v->path, door_names_by_text);
  for (int64_t k = 0; v->status == GM_OK && k < v->n; ++k)
    v->status = visit(context, v->path[k]);
  GM_FREE(v->path);
  return v->status;
}

/* Groups are listed in native order and sorted here: for any other order, HDF5 1.10 makes
 * a table of the links and, where it meets a damaged one, frees also the entries that it
 * has not filled. */
gm_status gm_door_visit(gm_hdf5_file *file, const char *group,
                        gm_status (*visit)(void *context, const char *name),
                        void *context)
{
  visitor v = {.group = group};
  GM_TRY(gm_door_links(file, group));
  if (H5Ovisit_by_name2(gm_hdf5_handle(file), group, H5_INDEX_NAME,
                        H5_ITER_NATIVE, note_door_set, &v, H5O_INFO_BASIC,
                        H5P_DEFAULT) < 0)
    v.status = gm_hdf5_fail(file, "list", group);
  return door_for_each_name(&v, visit, context);
}

gm_status gm_door_groups(gm_hdf5_file *file, const char *group,
                         gm_status (*visit)(void *context, const char *name),
                         void *context)
{
  visitor v = {.group = group};
  GM_TRY(test_door_path(file, group));
  H5Literate_by_name(gm_hdf5_handle(file), group, H5_INDEX_NAME, H5_ITER_NATIVE,
                     NULL, note_door_group, &v, H5P_DEFAULT);
  H5Eclear2(H5E_DEFAULT);
  return door_for_each_name(&v, visit, context);
}
