/* meet/meet_list.h -- finds the pairs of structures that are near each other. */
#ifndef GM_MEET_MEET_LIST_H
#define GM_MEET_MEET_LIST_H

#include "meet/meet_rules.h"

/* A structure, or its periodic image, with its bounds in the world. */
typedef struct gm_meet_box {
  gm_vec3 low, high; /* m */
  gm_index row;
  uint8_t image;
  int64_t cell; /* of the centre; -1: too large for cells, or endless */
} gm_meet_box;

/* A pair a < b that may touch. */
typedef struct gm_meet_couple {
  gm_index a, b;
  uint8_t image; /* of b */
} gm_meet_couple;

/* Where a structure was when the list was built. */
typedef struct gm_meet_place {
  gm_vec3 centre; /* m  of its ball */
  gm_quat orientation;
  int present;
} gm_meet_place;

typedef struct gm_meet_list {
  double skin; /* m  how much nearer two structures may come before the next */
  int must;    /* 1: build in any case */
  int64_t builds;
  gm_meet_place *place; /* [structures] */
  gm_index n_places;
  gm_meet_box *box; /* [boxes] scratch memory of the build */
  size_t box_capacity;
  gm_meet_couple *couple; /* likewise */
  size_t n_couples, couple_capacity;
} gm_meet_list;

/* Build scene->meetings if structures may have come nearer than the skin allows, and keep
 * the springs of pairs that touch.  GM_ERR_MEMORY. */
gm_status gm_meet_list_update(gm_meet_list *list, const gm_meet_table *table,
                              gm_scene *scene);

void gm_meet_list_clear(gm_meet_list *list);

#endif
