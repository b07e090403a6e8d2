/* tests/fuzz/edit_script.c -- what the bytes of an edit say: numbers, types, shapes.
 *
 * All bytes mean something, so that every mutation of an input is another list of edits.
 * Sizes and values come from tables of extremes or from the bytes.  Where the bytes end,
 * zeros follow.
 */
#include "edit_script.h"

#include <math.h>
#include <string.h>

enum { BUFFER = 1 << 16 };

/* --- numbers ------------------------------------------------------------------------ */

unsigned edit_byte(edit_script *s)
{
  return s->at < s->end ? *s->at++ : 0;
}

uint64_t edit_bytes(edit_script *s, int n)
{
  uint64_t value = 0;
  for (int k = 0; k < n; ++k)
    value |= (uint64_t)edit_byte(s) << 8 * k;
  return value;
}

int64_t edit_integer(edit_script *s)
{
  static const int64_t extremes[] = {0,
                                     1,
                                     -1,
                                     2,
                                     3,
                                     7,
                                     127,
                                     255,
                                     -128,
                                     65535,
                                     65536,
                                     INT32_MAX,
                                     INT32_MIN,
                                     UINT32_MAX,
                                     INT64_C(1) << 32,
                                     INT64_C(1) << 40,
                                     INT64_C(1) << 53,
                                     INT64_MAX / 24,
                                     INT64_MAX / 8,
                                     INT64_MAX - 1,
                                     INT64_MAX,
                                     INT64_MIN};
  const unsigned n = sizeof extremes / sizeof *extremes, which = edit_byte(s);
  return which < n ? extremes[which] : (int64_t)edit_bytes(s, which % 8 + 1);
}

double edit_real(edit_script *s)
{
  static const double extremes[] = {
      0.0,       -0.0,   1.0,   -1.0, 1.0e-320, 1.0e-30, 0.5,
      1.0e30,    1.0e38, 4e9,   2e19, 1.0e308,  -1e308,  (double)INFINITY,
      -INFINITY, NAN,    1.0e-3};
  const unsigned n = sizeof extremes / sizeof *extremes, which = edit_byte(s);
  if (which < n) return extremes[which];
  const uint64_t bits = edit_bytes(s, 8);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* Sizes that HDF5 accepts without much work. */
hsize_t edit_length(edit_script *s)
{
  static const hsize_t sizes[] = {0,          1,
                                  2,          3,
                                  4,          5,
                                  6,          9,
                                  64,         1000,
                                  65536,      INT32_MAX,
                                  UINT32_MAX, (hsize_t)1 << 32,
                                  4000000000, (hsize_t)1 << 40,
                                  1ull << 60, INT64_MAX / 8};
  const unsigned n = sizeof sizes / sizeof *sizes, which = edit_byte(s);
  return which < n ? sizes[which] : which;
}

/* --- types and shapes -------------------------------------------------------------- */

static hid_t compound(void)
{
  const hid_t type = H5Tcreate(H5T_COMPOUND, 16);
  H5Tinsert(type, "r", 0, H5T_NATIVE_DOUBLE);
  H5Tinsert(type, "i", 8, H5T_NATIVE_INT64);
  return type;
}

static hid_t text(size_t size)
{
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, size);
  return type;
}

static hid_t enumeration(void)
{
  const hid_t type = H5Tenum_create(H5T_NATIVE_INT);
  int value = 1;
  H5Tenum_insert(type, "one", &value);
  return type;
}

/* A type, to be closed by the caller. */
hid_t edit_type(edit_script *s)
{
  const hsize_t three = 3;
  switch (edit_byte(s) % 20) {
  case 0:
    return H5Tcopy(H5T_NATIVE_DOUBLE);
  case 1:
    return H5Tcopy(H5T_NATIVE_FLOAT);
  case 2:
    return H5Tcopy(H5T_NATIVE_INT64);
  case 3:
    return H5Tcopy(H5T_NATIVE_INT32);
  case 4:
    return H5Tcopy(H5T_NATIVE_UINT8);
  case 5:
    return H5Tcopy(H5T_NATIVE_UINT64);
  case 6:
    return H5Tcopy(H5T_NATIVE_INT8);
  case 7:
    return H5Tcopy(H5T_STD_I16BE);
  case 8:
    return H5Tcopy(H5T_IEEE_F64BE);
  case 9:
    return text(1);
  case 10:
    return text(4 + edit_byte(s));
  case 11:
    return text(60000);
  case 12:
    return text(H5T_VARIABLE);
  case 13:
    return compound();
  case 14:
    return enumeration();
  case 15:
    return H5Tcreate(H5T_OPAQUE, 1 + edit_byte(s));
  case 16:
    return H5Tcopy(H5T_STD_REF_OBJ);
  case 17:
    return H5Tarray_create2(H5T_NATIVE_DOUBLE, 1, &three);
  case 18:
    return H5Tvlen_create(H5T_NATIVE_INT64);
  default:
    return H5Tcopy(H5T_NATIVE_LDOUBLE);
  }
}

/* A data space of rank 0 to 4, or without elements; size[0..*rank) receives its sizes. */
hid_t edit_space(edit_script *s, bool growing, int *rank, hsize_t size[4])
{
  hsize_t most[4];
  const unsigned kind = edit_byte(s) % 6;
  *rank = kind == 5 ? 0 : (int)kind;
  if (kind == 0) return H5Screate(H5S_SCALAR);
  if (kind == 5) return H5Screate(H5S_NULL);
  for (int k = 0; k < *rank; ++k) {
    size[k] = edit_length(s);
    most[k] = growing && k == 0 ? H5S_UNLIMITED : size[k];
  }
  return H5Screate_simple(*rank, size, most);
}

/* Values of any type: numbers of the script, repeated; null where the type has pointers
 * or the space is too large to be written. */
const void *edit_values(edit_script *s, hid_t type, hid_t space)
{
  static union {
    double real[BUFFER / 8];
    int64_t integer[BUFFER / 8];
  } all;
  const hssize_t n = H5Sget_simple_extent_npoints(space);
  const H5T_class_t class = H5Tget_class(type);
  if (class == H5T_VLEN || H5Tis_variable_str(type) > 0) return NULL;
  if (n <= 0 || n > BUFFER || (size_t)n * H5Tget_size(type) > BUFFER)
    return NULL;
  memset(&all, 0, sizeof all);
  if (class == H5T_FLOAT) {
    const double a = edit_real(s), step = edit_byte(s) % 4 ? 0.0 : 1.0;
    for (hssize_t k = 0; k < n; ++k)
      all.real[k < BUFFER / 8 ? k : 0] = a + step * (double)k;
    if (n <= BUFFER / 8)
      H5Tconvert(H5T_NATIVE_DOUBLE, type, (size_t)n, &all, NULL, H5P_DEFAULT);
  } else if (class == H5T_INTEGER) {
    const uint64_t a = (uint64_t)edit_integer(s),
                   step = edit_byte(s) % 4 ? 0 : 1;
    for (hssize_t k = 0; k < n && n <= BUFFER / 8; ++k)
      all.integer[k] = (int64_t)(a + step * (uint64_t)k);
    if (n <= BUFFER / 8)
      H5Tconvert(H5T_NATIVE_INT64, type, (size_t)n, &all, NULL, H5P_DEFAULT);
  } else {
    memset(&all, (int)edit_byte(s), sizeof all);
  }
  return &all;
}

/* How a new data set is stored. */
hid_t edit_storage(edit_script *s, unsigned kind, int rank, const hsize_t *size)
{
  const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
  hsize_t chunk[4] = {1, 1, 1, 1};
  H5Pset_fill_time(list, H5D_FILL_TIME_IFSET);
  for (int k = 0; k < rank; ++k)
    chunk[k] = size[k] < 16 ? size[k] + (size[k] == 0) : 16;
  if (kind == 0 && rank > 0) H5Pset_chunk(list, rank, chunk);
  if (kind == 0 && rank > 0 && edit_byte(s) % 2) H5Pset_deflate(list, 1);
  if (kind == 2) H5Pset_layout(list, H5D_COMPACT);
  if (kind == 3) H5Pset_external(list, "/etc/passwd", 0, H5F_UNLIMITED);
  return list;
}
