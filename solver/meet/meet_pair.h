/* meet/meet_pair.h -- the contact of two structures in one step. */
#ifndef GM_MEET_MEET_PAIR_H
#define GM_MEET_MEET_PAIR_H

#include "body/form.h"
#include "body/meetings.h"
#include "meet/meet_law.h"
#include "meet/meet_rules.h"
#include "rigid/pose.h"

/* A sample inside the other body, in world axes. */
typedef struct gm_meet_hit {
  gm_index sample;
  gm_vec3 x;        /* m  place, beside the body a of the pair */
  gm_vec3 g;        /* 1  gradient of the distance from the other body */
  gm_vec3 n;        /* 1  outward normal */
  double depth;     /* m */
  double area;      /* m2 */
  double projected; /* m2 */
  int side;         /* of the pair */
} gm_meet_hit;

/* Memory of one thread. */
typedef struct gm_meet_scratch {
  gm_meet_hit *hit;          /* [samples of any two forms] */
  gm_meeting_spring *spring; /* likewise */
  gm_index *near;            /* likewise */
} gm_meet_scratch;

/* What a step of meetings reads. */
typedef struct gm_meet_step {
  const gm_scene *scene;
  const gm_meet_table *table;
  gm_law_time time;
  int captures; /* 1: contacts by patch are kept too */
} gm_meet_step;

/* Compute forces, new springs and sums of the row.  GM_ERR_MEMORY. */
gm_status gm_meet_pair_run(const gm_meet_step *step, gm_meeting *row,
                           gm_meet_scratch *scratch);

/* The row of b as the pair meets it: shifted to its image. */
gm_pose gm_meet_pair_shifted(const gm_scene *scene, const gm_meeting *row,
                             const gm_pose *pose);

#endif
