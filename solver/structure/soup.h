/* structure/soup.h -- triangles as a file gives them: nothing shared, nothing judged.
 *
 * Room: structure.  May include: base.
 */
#ifndef GM_STRUCTURE_SOUP_H
#define GM_STRUCTURE_SOUP_H

#include "base/status.h"
#include "base/vec3.h"
#include <stddef.h>

enum {
  GM_SOUP_NAME = 64,            /* bytes of a name, the zero included */
  GM_SOUP_MAX = INT32_MAX / 12, /* triangles                          */
  GM_SOUP_MAX_GROUPS = 65536,
};

/* What a group of triangles is called; the same triangles may go by up to three names
 * (object, group, material of an OBJ file).  Unused ones are "". */
typedef struct gm_group_name {
  char name[3][GM_SOUP_NAME];
} gm_group_name;

typedef struct gm_soup {
  gm_index n, capacity; /* triangles                     */
  gm_index n_groups, groups_capacity;
  gm_vec3 *corner;           /* [3 n] m                       */
  gm_index *group;           /* [n]    row of group_name      */
  gm_group_name *group_name; /* [n_groups]                    */
  gm_index n_dropped;        /* points and lines of the file, left out */
} gm_soup;

void gm_soup_init(gm_soup *soup);
void gm_soup_clear(gm_soup *soup);

/* Make room for `more` triangles behind the last.
 * GM_ERR_INPUT: more than GM_SOUP_MAX.  GM_ERR_MEMORY. */
gm_status gm_soup_reserve(gm_soup *soup, size_t more);

/* Append a group; *row receives its row.
 * GM_ERR_INPUT: more than GM_SOUP_MAX_GROUPS.  GM_ERR_MEMORY. */
gm_status gm_soup_begin(gm_soup *soup, const gm_group_name *names,
                        gm_index *row);

#endif
