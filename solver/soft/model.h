/* soft/model.h -- the soft-sphere model of a run: how contacts push and how grains move.
 *
 * A soft-sphere model lets grains overlap a little and makes a force of the overlap.
 * It is chosen once, before the first step, and read by everything that computes or
 * measures. Coefficients are tabulated for each pair of materials; gm_model_pair is the
 * one place that finds the pair of a contact.
 */
#ifndef GM_SOFT_MODEL_H
#define GM_SOFT_MODEL_H

#include "contact/couples.h"
#include "scene/scene.h"
#include "soft/scheme.h"

typedef struct gm_model {
  const gm_law *law;       /* normal and tangential force */
  gm_coefficients *table;  /* [materials][GM_MATERIALS_MAX] */
  const gm_couple *couple; /* rolling and twisting resistance, or null */
  gm_couple_coefficients *couple_table; /* [materials][GM_MATERIALS_MAX] */
  const gm_scheme *scheme;              /* time integration */
  gm_law_options options;               /* for all pairs */

  int alike;       /* 1 if all grains are of one material */
  double smallest; /* m  smallest radius of any grain, now or later */
  double largest;  /* m  largest radius, likewise */
  double range;    /* m  largest gap at which a contact may still pull */
  double turn;     /* 1  as in gm_law_time */
  double bend;     /* 1  likewise */
  double
      overlap_limit; /* 1  overlap over the smaller radius beyond which a step fails,
                           before a centre passes through */
} gm_model;

/* Inputs of the laws that are the same for all contacts of a step of dt (s). */
GM_INLINE gm_law_time gm_model_time(const gm_model *m, double dt)
{
  return (gm_law_time){
      .dt = dt, .lag = m->scheme->lag * dt, .turn = m->turn, .bend = m->bend};
}

/* Material of patch `patch` of a structure in contact with a grain of material `a`: `a`
 * itself if the structure is a mirror, at which a grain touches its own image. */
GM_INLINE gm_index gm_model_partner(const gm_structure *s, gm_index a,
                                    gm_index patch)
{
  return s->mirror ? a : gm_structures_material(s, patch);
}

/* The pair of materials of a contact, as an index into the tables. */
GM_INLINE gm_index gm_model_pair(const gm_scene *s, gm_index contact)
{
  const gm_contacts *list = &s->contacts;
  const gm_index *material = s->grains.material;
  const gm_index a = material[list->a[contact]], b = list->b[contact];
  if (contact < list->n_grain) return a * GM_MATERIALS_MAX + material[b];
  return a * GM_MATERIALS_MAX +
         gm_model_partner(&s->structures.row[b], a,
                          gm_contacts_patch(list, contact));
}

#endif
