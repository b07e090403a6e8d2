/* export/blocks.c -- what a frame consists of as the blocks of one file. */
#include "export/blocks.h"

#include "export/standalone.h"
#include "export/surface_block.h"
#include "file/claim.h"
#include "file/schema.h"

#include <sys/stat.h>

#define ASSEMBLY GM_GROUP_GRAINS "/" GM_VTK_ASSEMBLY

enum { GRAINS, CONTACTS, STRUCTURES, BODIES, CLUMPS, POINTS, BLOCKS };

/* A block, its node in the tree of blocks, which refers to it, and its rows; those of
 * structures are no table of the result. */
static const struct {
  const char *group, *node, *link;
  gm_result_kind kind;
} block[BLOCKS] = {
#define ROW(name, kind)                                                        \
  {                                                                            \
    GM_GROUP_GRAINS "/" name, ASSEMBLY "/" name, ASSEMBLY "/" name "/" name,   \
        kind                                                                   \
  }
    [GRAINS] = ROW("Grains", GM_RESULT_GRAINS),
    [CONTACTS] = ROW("Contacts", GM_RESULT_CONTACTS),
    [STRUCTURES] = ROW("Structures", GM_RESULT_KINDS),
    [BODIES] = ROW("Bodies", GM_RESULT_BODIES),
    [CLUMPS] = ROW("Clumps", GM_RESULT_CLUMPS),
    [POINTS] = ROW("MaterialPoints", GM_RESULT_POINTS),
#undef ROW
};

/* VTK lists the members of these groups by the order of their creation, and it lists
 * nothing of a group that does not track it. */
static gm_status put_assembly(gm_hdf5_file *file, const bool *has)
{
  int64_t index = 0;
  GM_TRY(gm_hdf5_group_in_order(file, ASSEMBLY));
  for (int k = 0; k < BLOCKS; ++k) {
    if (!has[k]) continue;
    GM_TRY(
        gm_hdf5_attribute_count(file, block[k].group, GM_VTK_INDEX, index++));
    GM_TRY(gm_hdf5_group_in_order(file, block[k].node));
    GM_TRY(gm_hdf5_soft_link(file, block[k].link, block[k].group));
  }
  return GM_OK;
}

static gm_status put_all(gm_hdf5_file *file, const gm_result *r, int64_t first,
                         int64_t last)
{
  const char *root = GM_GROUP_GRAINS;
  GM_TRY(gm_hdf5_group_in_order(file, root));
  GM_TRY(gm_hdf5_attribute_version(file, root, GM_VTK_VERSION, 2, 1));
  GM_TRY(gm_hdf5_attribute_text(file, root, GM_VTK_TYPE,
                                "PartitionedDataSetCollection"));
  bool has[BLOCKS] = {[STRUCTURES] = true};
  for (int k = 0; k < BLOCKS; ++k) {
    if (k == STRUCTURES) {
      GM_TRY(gm_surface_block_put(file, block[k].group, r, first, last));
    } else {
      has[k] = r->has[block[k].kind];
      if (has[k])
        GM_TRY(gm_standalone_put(file, block[k].group, r, block[k].kind, first,
                                 last));
    }
  }
  return put_assembly(file, has);
}

/* Write the temporary file of the claim; messages name the final one. */
static gm_status write(const gm_claim *c, const gm_result *r, int64_t first,
                       int64_t last)
{
  gm_hdf5_file *file = NULL;
  GM_TRY(gm_hdf5_create(c->temporary, false, &file));
  gm_hdf5_moved(file, c->path);
  const gm_status status = put_all(file, r, first, last);
  const gm_status closed = gm_hdf5_close(&file);
  return status == GM_OK ? closed : status;
}

/* A result is never replaced by its own export. */
static gm_status test_other(const char *path, const gm_result *r)
{
  struct stat a, b;
  if (stat(path, &a) != 0 || stat(gm_hdf5_path(r->file), &b) != 0 ||
      a.st_dev != b.st_dev || a.st_ino != b.st_ino)
    return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "'%s' is the result itself; choose another name for the file",
                 path);
}

gm_status gm_blocks_write(const char *path, const gm_result *r, int64_t first,
                          int64_t last, bool replace)
{
  gm_claim c;
  GM_TRY(test_other(path, r));
  gm_status status = gm_claim_begin(path, replace, &c);
  if (status == GM_OK) status = write(&c, r, first, last);
  if (status == GM_OK) status = gm_claim_publish(&c);
  gm_claim_end(&c);
  return status;
}
