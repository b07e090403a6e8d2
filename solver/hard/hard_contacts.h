/* hard/hard_contacts.h -- the contacts of hard grains in one step, and rules, working
 * memory and sums.
 *
 * A chunk owns the contacts whose grain a it owns: those with a grain of a later chunk
 * (cross), those inside, those with structures.  Impulses inside a chunk and at
 * structures with a prescribed motion touch no other chunk.  Cross contacts of two
 * chunks form a link; links have colours such that no chunk has two links of one colour,
 * so all links of a colour can be treated at once.  Contacts with bodies that impulses
 * move come last, one after the other.  The partition depends on the grains alone and
 * not on threads.
 */
#ifndef GM_HARD_HARD_CONTACTS_H
#define GM_HARD_HARD_CONTACTS_H

#include "base/sum.h"
#include "hard/collide.h"
#include "soft/work.h"

/* A contact of a grain with a grain or a structure. */
typedef struct gm_hard_contact {
  gm_vec3 n;     /* 1  unit, from b to a */
  double depth;  /* m  overlap at the begin of the step */
  double lever;  /* 1  arm over radius */
  gm_index a, b; /* grain; grain or structure */
  gm_index row;  /* in the neighbour list */
  gm_index pair; /* of materials, as gm_model_pair */
  gm_vec3 j;     /* N s  impulse on a in this step */
  gm_vec3
      next; /* N s  impulse of this sweep, if all are from the same velocities */
  double lost, rubbed; /* J  energy lost in this step; of it by friction */
  int struck;          /* 1: it got an impulse in this step */
} gm_hard_contact;

/* A contact with a structure. */
typedef struct gm_hard_wall {
  gm_hard_contact of;
  gm_vec3 velocity; /* m/s  of the surface before the step's impulses */
  gm_vec3 foot; /* m  contact point beside the structure itself, not an image */
  gm_index patch;
  int mirror; /* 1: the grain meets its mirror image */
  int free;   /* 1: impulses move the body */
} gm_hard_wall;

/* What a pair of grains has gathered since the last frame, while its row moves. */
typedef struct gm_hard_gathered {
  gm_index a, b, image;
  gm_row4 sum;
} gm_hard_gathered;

typedef struct gm_hard_chunk {
  gm_hard_contact *pair; /* [n_pair] cross contacts first */
  gm_index n_cross, n_pair;
  gm_hard_wall *wall; /* [n_wall] */
  gm_index n_wall, n_free;
  gm_index *order; /* [n_pair - n_cross + n_wall] scratch of a sweep */
  gm_hard_gathered *gathered; /* scratch of a split of the list */
  size_t pair_capacity, wall_capacity, order_capacity, gathered_capacity;
} gm_hard_chunk;

/* Cross contacts [first, end) of chunk a with grains of chunk b. */
typedef struct gm_hard_link {
  gm_index a, b;
  gm_index first, end;
} gm_hard_link;

enum { GM_HARD_COLOURS = 64 };

typedef struct gm_hard_contacts {
  gm_hard_chunk *chunk; /* [n_chunks] */
  gm_index n_chunks;
  gm_hard_link *link; /* [n_link] sorted by colour */
  gm_index n_link;
  gm_index first_link[GM_HARD_COLOURS + 2]; /* of each colour; those of the last
                                          are treated one after the other */
  gm_index *later;       /* [n_link] links sorted by chunk b */
  gm_index *first_later; /* [n_chunks + 1] into later */
  uint64_t *used;        /* [n_chunks] scratch: colours of a chunk */
  gm_hard_link *spare;   /* [n_link] scratch */
  size_t chunk_capacity, link_capacity;
} gm_hard_contacts;

/* Finds the contacts at the present positions.  w: as for the passes of soft spheres; the
 * velocities of structures are those of `late` (scene/structures.h).  Counts of queries
 * and the largest overlap go to w->buffers->result.  sum: a column of the pairs of the
 * list, which follows them when it is split anew.  GM_ERR_MEMORY. */
gm_status gm_hard_contacts_find(gm_hard_contacts *h, const gm_work *w,
                                gm_row4 *sum, int threads);

void gm_hard_contacts_clear(gm_hard_contacts *h);

/* ---- rules, working memory and sums of hard grains ------------------------------- */

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
