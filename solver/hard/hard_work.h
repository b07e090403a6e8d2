/* hard/hard_work.h -- rules, working memory and sums of hard grains.
 */
#ifndef GM_HARD_HARD_WORK_H
#define GM_HARD_HARD_WORK_H

#include "base/sum.h"
#include "collision/collide.h"
#include "collision/collision_sums.h"
#include "hard/hard_contacts.h"

/* What a scene chooses. */
typedef struct gm_hard_rules {
  int order;            /* enum gm_choice_order */
  int sweeps;           /* most sweeps in a step */
  int approaching_only; /* bodies that separate get no impulse */
  int by;               /* enum gm_choice_correction */
  int passes;           /* of the correction in a step */
  double fraction;      /* 1  of an overlap that a pass takes away */
  double
      resting_time; /* s  TC model: shorter after a collision nothing is lost */
  double resting_speed; /* m/s  slower approaches have no restitution */
  int together; /* corrections of a pass are found from the positions before it */
} gm_hard_rules;

/* What a body that impulses move gained in this step. */
typedef struct gm_hard_gain {
  gm_vec3 velocity, spin; /* m/s of its reference point, rad/s */
  gm_index contacts;
} gm_hard_gain;

/* Sums of a chunk in a step. */
typedef struct gm_hard_result {
  gm_sum lost, rubbed, lifted; /* J  by collisions, of it by friction; potential
                                  energy that corrections add */
  gm_sum virial_xy;            /* J  impulse along x times distance along y */
  gm_sum virial;               /* J  sum of impulse times distance of centres */
  double moved;                /* m  longest way of a correction */
  gm_id pairs, walls;          /* collisions */
} gm_hard_result;

typedef struct gm_hard_grains {
  gm_hard_rules rules;
  double
      slow; /* m/s  as the scene gives it; 0: twice what gravity adds in a step */
  gm_collide_law *table; /* [materials][GM_MATERIALS_MAX] */
  gm_hard_contacts contacts;
  gm_hard_gain *gain;     /* [structures] */
  gm_hard_result *result; /* [chunks] */
  gm_index *count;        /* [grains] contacts of each; relaxed order only */
  double *way;            /* [grains] m  moved by corrections in this step */
  gm_row4 *later; /* [grains] m  moved at the end of the pass; null: at once */
  size_t result_capacity, grain_capacity;

  gm_row4 *
      row; /* [contacts] {impulse on a, collisions}  N s, 1  since the last frame */
  gm_index rows; /* length of `row` that belongs to the present list */
  size_t row_capacity;
  gm_collision_sums sums; /* of pairs that were in earlier lists */
} gm_hard_grains;

/* What threads need in a step. */
typedef struct gm_hard_work {
  gm_hard_grains *hard;
  const gm_work *work;
  int threads;
  int64_t step;
} gm_hard_work;

#endif
