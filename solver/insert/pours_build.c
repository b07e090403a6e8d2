/* insert/pours_build.c -- build the table of inlets from the config. */
#include "insert/pours_build.h"

#include "base/memory.h"
#include "geometry/face.h"
#include "insert/insertion_region.h"
#include "insert/template.h"

gm_status gm_pours_build(gm_config *config, const gm_materials *m,
                         const gm_structures *structures, gm_pours *p)
{
  *p = (gm_pours){.orientations = config->output.arrays >= GM_ARRAYS_FULL};
  for (gm_index k = 0; k < m->n; ++k)
    p->largest = fmax(p->largest, m->row[k].largest);
  for (size_t k = 0; k < config->n_grains; ++k) {
    const gm_config_grains *g = &config->grains[k];
    if (g->source != GM_SOURCE_POUR) continue;
    if (!p->row) GM_TRY(GM_RESIZE(p->row, 0, config->n_grains));
    gm_pour *row = &p->row[p->n++];
    gm_template_init(&row->template, &g->pour.of, m);
    row->by = g->pour.inflow;
    row->rate = row->by == GM_BY_MASS ? g->pour.mass_rate : g->pour.rate;
    row->from = g->pour.from;
    row->to = g->pour.to;
    row->count = g->pour.count;
    row->total = g->pour.total_mass;
    row->least = gm_template_lightest(&row->template, m);
    if (gm_template_clumps(&row->template))
      row->widest = gm_template_widest(&row->template);
    if (g->pour.of.region.kind == GM_REGION_FACE)
      GM_TRY(gm_face_build(config, k, structures, &row->face));
  }
  return GM_OK;
}

void gm_pours_build_bounds(const gm_pour *p, const gm_structures *structures,
                           gm_vec3 *low, gm_vec3 *high)
{
  if (p->face.n == 0) {
    gm_insertion_region_bounds(&p->template.config->region, low, high);
    return;
  }
  const gm_pose *pose = &structures->row[p->face.structure].pose;
  *low = gm_vec(INFINITY, INFINITY, INFINITY);
  *high = gm_scale(-1.0, *low);
  for (int q = 0; q < 8; ++q) {
    const gm_vec3 a = p->face.min, b = p->face.max;
    const gm_vec3 x = gm_pose_to_world(
        pose, gm_vec(q & 1 ? b.x : a.x, q & 2 ? b.y : a.y, q & 4 ? b.z : a.z));
    *low = gm_vec(fmin(low->x, x.x), fmin(low->y, x.y), fmin(low->z, x.z));
    *high = gm_vec(fmax(high->x, x.x), fmax(high->y, x.y), fmax(high->z, x.z));
  }
}
