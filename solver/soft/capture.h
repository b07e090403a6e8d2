/* soft/capture.h -- the contact forces of one instant, stored for frames and diagnostics.
 *
 * A step discards contact forces once they are added to the grains.  When a frame or a
 * line of the history is due, the step computes loads without moving the grains and
 * stores each touching contact here, at its index in the neighbour list.
 */
#ifndef GM_SOFT_CAPTURE_H
#define GM_SOFT_CAPTURE_H

#include "contact/block.h"
#include "scene/contacts.h"
#include "soft/model.h"

typedef struct gm_capture_contact {
  gm_row4 f; /* {F on a, overlap}  N, m */
  gm_row4 n; /* {normal, effective radius}  1, m */
} gm_capture_contact;

/* The history of a contact before the forces of the instant, which a resumed run
 * needs. */
typedef struct gm_capture_memory {
  gm_row4 history, couple;
  gm_spent spent;
  gm_vec3 normal; /* of the last step, on structures */
} gm_capture_memory;

typedef struct gm_capture {
  const gm_model *model;       /* model that computed the forces */
  int valid;                   /* 1 if the contents belong to scene->step */
  int remembers;               /* 1 if `memory` is to be stored */
  gm_capture_contact *contact; /* [contacts] set for touching contacts */
  gm_capture_memory *memory;   /* [contacts] likewise; null: not stored */
  size_t capacity;

  /* Energy rates of the last computed step, whether captured or not. */
  double dissipated;   /* J  lost in the step */
  double power;        /* W  of the structures on the grains */
  double held_power;   /* W  of the held groups on the others */
  double growth_power; /* W  work rate of growing grains against contacts */
} gm_capture;

/* Reserves memory for that many contacts.  GM_ERR_MEMORY. */
gm_status gm_capture_reserve(gm_capture *capture, gm_index contacts);

/* Stores the c evaluated contacts of block k; k0: list index of its first pair. */
void gm_capture_store(const gm_capture *capture, const gm_contacts *list,
                      const gm_block *k, gm_index k0, int c);

void gm_capture_clear(gm_capture *capture);

#endif
