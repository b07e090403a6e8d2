/* soft/local.c -- coefficients that vary over a structure.
 *
 * The law derives the coefficients of a pair from the two materials, so that a site that
 * is twice as stiff makes a contact with a stiff grain up to twice as stiff, and one with
 * a soft grain hardly stiffer.  That takes a dashpot's root by bisection: neighbouring
 * contacts of a block mostly have the same factors, and share it.
 */
#include "soft/local.h"

#include "body/property.h"

static int local_varies_anywhere(const gm_structure *body)
{
  int any = 0;
  for (int p = 0; p < GM_PROPERTIES; ++p)
    any |= body->property[p] != NULL;
  return any;
}

int gm_local_any(const gm_structures *structures)
{
  int any = 0;
  for (gm_index s = 0; s < structures->named; ++s)
    any |= local_varies_anywhere(&structures->row[s]);
  return any;
}

/* Factors at a place of a structure. */
typedef struct factors {
  double of[GM_PROPERTIES];
} factors;

/* x: centre of the grain, foot: nearest point of the surface, in the world (m).  By the
 * sites where they told the distance, else by the table. */
static factors local_factors_at(const gm_scene *scene, gm_index row, gm_vec3 x,
                                gm_vec3 foot)
{
  const gm_contacts *list = &scene->contacts;
  const gm_structure *body = &scene->structures.row[list->b[row]];
  const gm_vec3 y = gm_pose_to_body(&body->pose, x);
  const gm_vec3 z = gm_pose_to_body(&body->pose, foot);
  const int sites = gm_query_result_source_sites(gm_contacts_source(list, row));
  const gm_patch *patch =
      gm_shape_patch(&body->shape, gm_contacts_patch(list, row));
  factors f;
  for (int p = 0; p < GM_PROPERTIES; ++p) {
    const gm_property *property = body->property[p];
    f.of[p] = !property ? 1.0
              : sites   ? gm_property_sites(property, patch, y, z)
                        : gm_property_table(property, z);
  }
  /* Weights of eight equal sites add up to 1 but for round-off. */
  for (int p = GM_PROPERTY_YOUNGS_MODULUS; p < GM_PROPERTIES; ++p)
    f.of[p] = (double)(float)f.of[p];
  return f;
}

/* Coefficients of a pair with factors of Young's modulus and restitution, but with the
 * friction of the pair. */
static gm_coefficients local_coefficients_with(const gm_model *m,
                                               const gm_materials *all,
                                               gm_index pair, const factors *f)
{
  const double stiff = f->of[GM_PROPERTY_YOUNGS_MODULUS];
  const double back = f->of[GM_PROPERTY_RESTITUTION];
  if (stiff == 1.0 && back == 1.0) return m->table[pair];
  const gm_index a = pair / GM_MATERIALS_MAX, b = pair % GM_MATERIALS_MAX;
  gm_material wall = all->row[b];
  gm_law_input in = {&all->row[a], &wall, all->pair[a][b], m->options};
  wall.youngs_modulus *= stiff;
  in.pair.restitution *= back;
  return m->law->coefficients(&in);
}

void gm_local_fill(gm_block *k, const gm_model *m, const gm_scene *scene,
                   gm_index k0, int n, int up)
{
  const gm_contacts *list = &scene->contacts;
  gm_index before = -1;
  factors last = {{0.0}};
  gm_coefficients made = {0};
  for (int t = 0; t < n; ++t) {
    const gm_index row = k0 + k->row[t];
    if (!local_varies_anywhere(&scene->structures.row[list->b[row]])) continue;
    gm_vec3 x = gm_row_vec(scene->grains.g[list->a[row]].x);
    if (list->image) x = gm_sub(x, gm_row_vec(list->shift[list->image[row]]));
    const factors f =
        local_factors_at(scene, row, x, gm_sub(x, gm_row_vec(k->d[t])));
    const gm_index pair = gm_model_pair(scene, row);
    const int same =
        pair == before &&
        f.of[GM_PROPERTY_YOUNGS_MODULUS] ==
            last.of[GM_PROPERTY_YOUNGS_MODULUS] &&
        f.of[GM_PROPERTY_RESTITUTION] == last.of[GM_PROPERTY_RESTITUTION];
    if (!same) made = local_coefficients_with(m, &scene->materials, pair, &f);
    before = pair;
    last = f;
    gm_coefficients c = made;
    c.mu *= f.of[GM_PROPERTY_FRICTION];
#define PUT_COLUMN(NAME) k->NAME[t] = c.NAME;
    GM_COEFFICIENTS(PUT_COLUMN)
#undef PUT_COLUMN
  }
  for (int t = n; t < up; ++t) {
#define COPY_COLUMN(NAME) k->NAME[t] = k->NAME[n - 1];
    GM_COEFFICIENTS(COPY_COLUMN)
#undef COPY_COLUMN
  }
}

gm_coefficients gm_local_now(const gm_model *m, const gm_scene *scene,
                             gm_index row, double overlap)
{
  const gm_contacts *list = &scene->contacts;
  const gm_index pair = gm_model_pair(scene, row);
  if (row < list->n_grain ||
      !local_varies_anywhere(&scene->structures.row[list->b[row]]))
    return m->table[pair];
  const gm_row4 at = scene->grains.g[list->a[row]].x;
  gm_vec3 x = gm_row_vec(at);
  if (list->image) x = gm_sub(x, gm_row_vec(list->shift[list->image[row]]));
  const factors f = local_factors_at(
      scene, row, x,
      gm_madd(x, overlap - at[3], list->normal[row - list->n_grain]));
  gm_coefficients c = local_coefficients_with(m, &scene->materials, pair, &f);
  c.mu *= f.of[GM_PROPERTY_FRICTION];
  return c;
}

int gm_local_corners(const gm_model *m, const gm_materials *all,
                     const gm_structure *body, gm_index pair,
                     gm_coefficients corner[GM_LOCAL_CORNERS])
{
  const gm_property *stiff = body->property[GM_PROPERTY_YOUNGS_MODULUS];
  const gm_property *back = body->property[GM_PROPERTY_RESTITUTION];
  if (!stiff && !back) {
    corner[0] = m->table[pair];
    return 1;
  }
  for (int q = 0; q < GM_LOCAL_CORNERS; ++q) {
    const factors f = {{1.0,
                        !stiff  ? 1.0
                        : q & 1 ? stiff->most
                                : stiff->least,
                        !back   ? 1.0
                        : q & 2 ? back->most
                                : back->least}};
    corner[q] = local_coefficients_with(m, all, pair, &f);
  }
  return GM_LOCAL_CORNERS;
}

int gm_local_has(const gm_structure *body, gm_index material)
{
  if (!body->patch_material) return body->material == material;
  for (gm_index p = 0; p < body->shape.n; ++p)
    if (body->patch_material[p] == material) return 1;
  return 0;
}

/* Of the restitution e of a pair, with the factors of one structure. */
static gm_status check_local_restitution(const gm_model *m,
                                         const gm_structure *body, double e)
{
  const gm_property *p = body->property[GM_PROPERTY_RESTITUTION];
  const double least =
      m->options.no_tension ? GM_PAIR_KEYS_LEAST_CLAMPED : GM_PAIR_KEYS_LEAST;
  if (isnan(e))
    return gm_fail(GM_ERR_INPUT,
                   "the restitution varies over structure '%s', whose contacts "
                   "have none: their dashpots are given; give restitution",
                   body->name);
  if (p->least * e >= least && p->most * e <= 1.0) return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "the restitution varies from %g to %g over structure '%s', "
                 "where %g to 1 is possible; its factors are %g to %g, and the "
                 "pair has %g",
                 p->least * e, p->most * e, body->name, least, p->least,
                 p->most, e);
}

gm_status gm_local_check(const gm_model *m, const gm_scene *s)
{
  const gm_materials *all = &s->materials;
  for (gm_index k = 0; k < s->structures.named; ++k) {
    const gm_structure *body = &s->structures.row[k];
    if (!body->property[GM_PROPERTY_RESTITUTION]) continue;
    for (gm_index a = 0; a < all->n; ++a) {
      if (!(all->row[a].largest > 0.0)) continue;
      for (gm_index b = 0; b < all->n; ++b) {
        if (!gm_local_has(body, b) || !gm_material_paired(&all->pair[a][b]))
          continue;
        GM_TRY(check_local_restitution(m, body, all->pair[a][b].restitution));
      }
    }
  }
  return GM_OK;
}
