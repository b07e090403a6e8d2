/* mesh/soup.h -- a triangle soup, as read from a file: without shared points or checks.
 */
#ifndef GM_MESH_SOUP_H
#define GM_MESH_SOUP_H

#include "base/status.h"
#include "base/vec3.h"
#include <stddef.h>

enum {
  GM_SOUP_NAME = 64,            /* bytes of a name, with the terminating zero */
  GM_SOUP_MAX = INT32_MAX / 12, /* largest number of triangles */
  GM_SOUP_MAX_GROUPS = 65536,
};

/* Names of a group of triangles: up to three (object, group and material of an OBJ
 * file).  Unused names are "". */
typedef struct gm_group_name {
  char name[3][GM_SOUP_NAME];
} gm_group_name;

typedef struct gm_soup {
  gm_index n, capacity; /* number of triangles, and room for them */
  gm_index n_groups, groups_capacity;
  gm_vec3 *corner;           /* [3 n] m   three corners per triangle */
  gm_index *group;           /* [n]    row of group_name      */
  gm_group_name *group_name; /* [n_groups]                    */
  /* number of points and lines in the file, which are ignored */
  gm_index n_dropped;
  gm_index n_twisted; /* polygons of the file whose edges cross one another */
} gm_soup;

void gm_soup_init(gm_soup *soup);
void gm_soup_clear(gm_soup *soup);

/* Reserves room for `more` triangles behind the last.  GM_ERR_INPUT: more than
 * GM_SOUP_MAX in total.  GM_ERR_MEMORY. */
gm_status gm_soup_reserve(gm_soup *soup, size_t more);

/* Appends a group; *row receives its row in group_name.  GM_ERR_INPUT: more than
 * GM_SOUP_MAX_GROUPS.  GM_ERR_MEMORY. */
gm_status gm_soup_begin_group(gm_soup *soup, const gm_group_name *names,
                              gm_index *row);

#endif
