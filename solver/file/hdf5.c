/* file/hdf5.c -- HDF5 files, their groups and attributes, in functions that return a
 * status.
 *
 * The result must survive a crash of the solver at any moment and be readable
 * meanwhile.  That decides how files are created (space is never reused), flushed (data
 * before the count that publishes it) and opened (flags left by a dead process are
 * cleared only on request).
 */
#include "file/hdf5.h"

#include "base/regular.h"
#include "file/claim.h"
#include "file/schema.h"
#include <hdf5.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct gm_hdf5_file {
  hid_t handle;
  bool broken, lost, continued;
  char path[]; /* for messages */
};

/* Metadata that fails its checksum is read again, since a writer may be at it; HDF5
 * doubles its pause each time, from 1 ns: 33 ms at most here, for ever by default. */
enum { ATTEMPTS = 25 };

/* Copy the reason of a failure: the innermost "error message = '...'" of the system, or
 * else the innermost description of the library. */
static herr_t hdf5_innermost_error(unsigned depth, const H5E_error2_t *error,
                                   void *text)
{
  char *reason = text;
  const char *system =
      error->desc ? strstr(error->desc, "error message = '") : NULL;
  if (system) {
    system += strlen("error message = '");
    snprintf(reason, 200, "%.*s", (int)strcspn(system, "'"), system);
    return 1;
  }
  if (depth == 0 && error->desc) snprintf(reason, 200, "%s", error->desc);
  return 0;
}

static gm_status fail_hdf5(const char *path, const char *verb,
                           const char *object)
{
  char reason[200] = "unknown reason";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, hdf5_innermost_error, reason);
  H5Eclear2(H5E_DEFAULT);
  if (!object)
    return gm_fail(GM_ERR_FILE, "cannot %s '%s': %s", verb, path, reason);
  return gm_fail(GM_ERR_FILE, "cannot %s '%s' in '%s': %s", verb, object, path,
                 reason);
}

const char *gm_hdf5_path(const gm_hdf5_file *file)
{
  return file->path;
}

int64_t gm_hdf5_handle(const gm_hdf5_file *file)
{
  return file->handle;
}

gm_status gm_hdf5_fail(const gm_hdf5_file *file, const char *verb,
                       const char *object)
{
  return fail_hdf5(file->path, verb, object);
}

gm_status gm_hdf5_fail_to_write(gm_hdf5_file *file, const char *object)
{
  file->broken = true;
  return fail_hdf5(file->path, "write", object);
}

/* Null-padded, so that all bytes count. */
int64_t gm_hdf5_text_type(size_t bytes, size_t n, const char *texts)
{
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, bytes ? bytes : 1);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  for (size_t k = 0; k < n * bytes; ++k) {
    if (texts[k] & 0x80) {
      H5Tset_cset(type, H5T_CSET_UTF8);
      break;
    }
  }
  return type;
}

/* --- files ------------------------------------------------------------------- */

void gm_hdf5_quiet(void)
{
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

int64_t gm_hdf5_plan(int64_t kind)
{
  const hid_t plan = H5Pcreate(kind);
  H5Pset_obj_track_times(plan, false);
  return plan;
}

static gm_status open_hdf5_struct(const char *path, gm_hdf5_file **file)
{
  /* At exit HDF5 must not flush a broken file, and it must not print messages. */
  H5dont_atexit();
  gm_hdf5_quiet();
  *file = NULL;
  GM_TRY(gm_regular_test(path));
  *file = calloc(1, sizeof **file + strlen(path) + 1);
  if (!*file) return gm_fail(GM_ERR_MEMORY, "no memory to open '%s'", path);
  strcpy((*file)->path, path);
  return GM_OK;
}

static gm_status opened_file(const char *path, const char *verb, hid_t handle,
                             gm_hdf5_file **file)
{
  (*file)->handle = handle;
  if (handle >= 0) return GM_OK;
  free(*file);
  *file = NULL;
  return fail_hdf5(path, verb, NULL);
}

gm_status gm_hdf5_create(const char *path, bool followed, gm_hdf5_file **file)
{
  GM_TRY(open_hdf5_struct(path, file));
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  /* The oldest forms of objects keep no times; HDF5 2 would take newer ones. */
  H5Pset_libver_bounds(access, followed ? H5F_LIBVER_V110 : H5F_LIBVER_EARLIEST,
                       H5F_LIBVER_V110);
  if (!followed) H5Pset_file_locking(access, 0, 1);
  const hid_t creation = gm_hdf5_plan(H5P_FILE_CREATE);
  /* A compressed chunk that grows is moved.  Its old place must not be reused before
   * the new place is recorded on disk: a process that dies in between would destroy
   * rows of earlier frames.  (In SWMR mode HDF5 ensures this itself.) */
  H5Pset_file_space_strategy(creation, H5F_FSPACE_STRATEGY_NONE, 0, 1);
  const hid_t handle = H5Fcreate(path, H5F_ACC_TRUNC, creation, access);
  const gm_status status = opened_file(path, "create", handle, file);
  H5Pclose(creation);
  H5Pclose(access);
  return status;
}

gm_status gm_hdf5_open(const char *path, gm_hdf5_way way, gm_hdf5_file **file)
{
  GM_TRY(open_hdf5_struct(path, file));
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  if (!gm_claim_lockable(path)) H5Pset_file_locking(access, 0, 1);
  H5Pset_metadata_read_attempts(access, ATTEMPTS);
  hid_t handle = -1;
  if (way == GM_HDF5_CONTINUE) /* what SWMR requires */
    H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  if (way == GM_HDF5_MEND || way == GM_HDF5_CONTINUE) {
    /* These properties are not documented; the tool h5clear of HDF5 uses them. */
    const hbool_t yes = 1;
    H5Pset(access, "clear_status_flags", &yes);
    H5Pset(access, "skip_eof_check", &yes);
    handle = H5Fopen(path, H5F_ACC_RDWR, access);
    /* Data written beyond the recorded end of the file belongs to it. */
    if (handle >= 0) H5Fincrement_filesize(handle, 0);
  } else {
    if (way == GM_HDF5_READ) {
      handle = H5Fopen(path, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access);
    }
    if (handle < 0) {
      H5Eclear2(H5E_DEFAULT);
      handle = H5Fopen(path, H5F_ACC_RDONLY, access);
    }
  }
  const int foreign = handle < 0 && H5Fis_hdf5(path) == 0;
  gm_status status = opened_file(path, "open", handle, file);
  if (foreign) {
    status =
        gm_fail(GM_ERR_FILE, "'%s' is not an HDF5 file, as results are", path);
  }
  if (status == GM_OK) (*file)->continued = way == GM_HDF5_CONTINUE;
  H5Pclose(access);
  return status;
}

gm_status gm_hdf5_publish(gm_hdf5_file *file)
{
  if (H5Fstart_swmr_write(file->handle) >= 0) return GM_OK;
  return fail_hdf5(file->path, "publish", NULL);
}

gm_status gm_hdf5_flush(gm_hdf5_file *file)
{
  if (H5Fflush(file->handle, H5F_SCOPE_LOCAL) >= 0) return GM_OK;
  return gm_hdf5_fail_to_write(file, NULL);
}

bool gm_hdf5_is_continued(const gm_hdf5_file *file)
{
  return file->continued;
}

void gm_hdf5_moved(gm_hdf5_file *file, const char *path)
{
  GM_ASSERT(strlen(path) <= strlen(file->path));
  strcpy(file->path, path);
}

gm_status gm_hdf5_close(gm_hdf5_file **file)
{
  gm_hdf5_file *f = *file;
  *file = NULL;
  if (!f) return GM_OK;
  gm_status status = GM_OK;
  if (!f->broken && H5Fclose(f->handle) < 0)
    status = fail_hdf5(f->path, "close", NULL);
  if (f->lost && status == GM_OK)
    status = gm_fail(GM_ERR_MEMORY, "no memory to read '%s'", f->path);
  free(f);
  return status;
}

void gm_hdf5_lost(gm_hdf5_file *file)
{
  file->lost = true;
}

/* --- objects ----------------------------------------------------------------- */

/* order: flags of H5Pset_link_creation_order. */
static gm_status make_hdf5_group(gm_hdf5_file *file, const char *group,
                                 unsigned order)
{
  const hid_t plan = gm_hdf5_plan(H5P_GROUP_CREATE);
  H5Pset_link_creation_order(plan, order);
  const hid_t handle =
      H5Gcreate2(file->handle, group, H5P_DEFAULT, plan, H5P_DEFAULT);
  H5Pclose(plan);
  if (handle < 0) return gm_hdf5_fail_to_write(file, group);
  H5Gclose(handle);
  return GM_OK;
}

gm_status gm_hdf5_group(gm_hdf5_file *file, const char *group)
{
  if (file->continued)
    return gm_hdf5_has(file, group)
               ? GM_OK
               : gm_fail(GM_ERR_INPUT, "'%s' lacks '%s'", file->path, group);
  return make_hdf5_group(file, group, 0);
}

gm_status gm_hdf5_group_in_order(gm_hdf5_file *file, const char *group)
{
  return make_hdf5_group(file, group,
                         H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
}

gm_status gm_hdf5_soft_link(gm_hdf5_file *file, const char *name,
                            const char *object)
{
  const herr_t done =
      H5Lcreate_soft(object, file->handle, name, H5P_DEFAULT, H5P_DEFAULT);
  return done >= 0 ? GM_OK : gm_hdf5_fail_to_write(file, name);
}

gm_status gm_hdf5_link(gm_hdf5_file *file, const char *name, const char *target,
                       const char *object)
{
  const herr_t done = H5Lcreate_external(target, object, file->handle, name,
                                         H5P_DEFAULT, H5P_DEFAULT);
  return done >= 0 ? GM_OK : gm_hdf5_fail_to_write(file, name);
}

/* --- attributes -------------------------------------------------------------- */

/* Returns true if the open attribute stores n values (0: one, as a scalar) of the class
 * of `type`: HDF5 reads as many values from memory as the file says. */
static bool is_hdf5_alike(hid_t handle, hid_t type, hsize_t n)
{
  const hid_t kept = H5Aget_type(handle), space = H5Aget_space(handle);
  const bool alike =
      H5Tget_class(kept) == H5Tget_class(type) && !H5Tis_variable_str(kept) &&
      H5Sget_simple_extent_npoints(space) == (n ? (hssize_t)n : 1);
  H5Sclose(space);
  H5Tclose(kept);
  return alike;
}

/* Open the attribute if it is alike; one that is not is removed. */
static hid_t open_hdf5_alike(hid_t owner, const char *name, hid_t type,
                             hsize_t n)
{
  if (H5Aexists(owner, name) <= 0) return -1;
  const hid_t handle = H5Aopen(owner, name, H5P_DEFAULT);
  if (handle < 0 || is_hdf5_alike(handle, type, n)) return handle;
  H5Aclose(handle);
  H5Adelete(owner, name);
  return -1;
}

/* Write the attribute; create it if it does not exist.  No handle stays open, because
 * HDF5 refuses to publish a file with open attributes.  The object itself is opened
 * because in a published file HDF5 does not find an attribute by the name of its
 * object. */
static gm_status write_hdf5_attribute(gm_hdf5_file *file, const char *object,
                                      const char *name, hid_t type, hsize_t n,
                                      const void *value)
{
  const hid_t owner = H5Oopen(file->handle, object, H5P_DEFAULT);
  if (owner < 0) return gm_hdf5_fail_to_write(file, object);
  hid_t handle = open_hdf5_alike(owner, name, type, n);
  if (handle < 0) {
    const hid_t space =
        n ? H5Screate_simple(1, &n, NULL) : H5Screate(H5S_SCALAR);
    handle = H5Acreate2(owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Sclose(space);
  }
  const bool good = handle >= 0 && H5Awrite(handle, type, value) >= 0;
  const gm_status status = good ? GM_OK : gm_hdf5_fail_to_write(file, object);
  if (handle >= 0) H5Aclose(handle);
  H5Oclose(owner);
  return status;
}

gm_status gm_hdf5_attribute_text(gm_hdf5_file *file, const char *object,
                                 const char *name, const char *text)
{
  const hid_t type = gm_hdf5_text_type(strlen(text), 1, text);
  const gm_status status =
      write_hdf5_attribute(file, object, name, type, 0, text);
  H5Tclose(type);
  return status;
}

gm_status gm_hdf5_attribute_version(gm_hdf5_file *file, const char *object,
                                    const char *name, int major, int minor)
{
  const int64_t value[2] = {major, minor};
  return write_hdf5_attribute(file, object, name, H5T_NATIVE_INT64, 2, value);
}

gm_status gm_hdf5_attribute_count(gm_hdf5_file *file, const char *object,
                                  const char *name, int64_t count)
{
  return write_hdf5_attribute(file, object, name, H5T_NATIVE_INT64, 0, &count);
}

gm_status gm_hdf5_attribute_number(gm_hdf5_file *file, const char *object,
                                   const char *name, double number)
{
  return write_hdf5_attribute(file, object, name, H5T_NATIVE_DOUBLE, 0,
                              &number);
}

/* --- tables ------------------------------------------------------------------ */

bool gm_hdf5_has(gm_hdf5_file *file, const char *name)
{
  char part[GM_HDF5_NAME];
  for (const char *end = name + 1; *name; end = end + 1) {
    end += strcspn(end, "/");
    snprintf(part, sizeof part, "%.*s", (int)(end - name), name);
    H5L_info_t link;
    if (H5Lexists(file->handle, part, H5P_DEFAULT) <= 0 ||
        H5Lget_info(file->handle, part, &link, H5P_DEFAULT) < 0) {
      H5Eclear2(H5E_DEFAULT);
      return false;
    }
    /* What is behind another link is refused where it is opened. */
    if (!*end || link.type != H5L_TYPE_HARD) return true;
  }
  return false;
}

bool gm_hdf5_is_link(gm_hdf5_file *file, const char *name)
{
  H5L_info_t link;
  const bool found = H5Lget_info(file->handle, name, &link, H5P_DEFAULT) >= 0 &&
                     link.type == H5L_TYPE_EXTERNAL;
  H5Eclear2(H5E_DEFAULT);
  return found;
}
