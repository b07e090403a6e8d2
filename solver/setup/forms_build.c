/* setup/forms_build.c -- what structures need to meet each other, from the config.
 *
 * A form is made where it may be needed: of free bodies, and of what a free body or a
 * list of names may meet, if the materials are paired.
 */
#include "setup/forms_build.h"

#include "base/memory.h"
#include "body/form_build.h"
#include "config/report.h"
#include <stdio.h>
#include <string.h>

/* ---- names ------------------------------------------------------------------------- */

static gm_status refuse_form(gm_config *config, size_t k, const char *key,
                             const char *text)
{
  char path[128];
  const size_t named = config->n_structures;
  if (k < named)
    snprintf(path, sizeof path, "structures[%zu].%s", k, key);
  else /* the only such key of bodies */
    snprintf(path, sizeof path, "bodies[%zu].sample_spacing", k - named);
  return gm_report_fault(config, path, "%s", text);
}

static gm_index find_form(const gm_structures *s, const char *name)
{
  for (gm_index k = 0; k < s->named; ++k)
    if (!strcmp(s->row[k].name, name)) return k;
  return -1;
}

/* Which others it meets, by name. */
static gm_status read_form_names(gm_config *config, size_t k,
                                 const gm_structures *all, gm_structure *s)
{
  static const char *const words[] = {[GM_MEETS_AUTO] = "auto",
                                      [GM_MEETS_ALL] = "all",
                                      [GM_MEETS_NONE] = "none"};
  const gm_config_structure *c = &config->structures[k];
  s->meets = GM_MEETS_AUTO;
  if (!c->n_meets) return GM_OK;
  for (int word = 0; c->n_meets == 1 && word < 3; ++word) {
    if (strcmp(c->meets[0].name, words[word]) != 0) continue;
    s->meets = word;
    return GM_OK;
  }
  s->meets = GM_MEETS_LISTED;
  GM_TRY(GM_RESIZE(s->with, 0, all->named + 1));
  s->n_with = all->named;
  gm_status status = GM_OK;
  for (size_t q = 0; q < c->n_meets; ++q) {
    char key[64], text[256];
    const gm_index row = find_form(all, c->meets[q].name);
    snprintf(key, sizeof key, "meets[%zu]", q);
    if (row >= 0 && strcmp(c->meets[q].name, s->name) != 0) {
      s->with[row] = 1;
      continue;
    }
    snprintf(text, sizeof text,
             row < 0
                 ? "there is no structure '%.64s'; name one of this scene, or "
                   "write all or none"
                 : "'%.64s' is the structure itself; name another",
             c->meets[q].name);
    status = refuse_form(config, k, key, text);
  }
  return status;
}

/* ---- shapes ------------------------------------------------------------------------ */

/* The solid of a primitive; 0: it has no inside. */
static int form_solid(const gm_config_structure *c, const gm_shape *shape,
                      gm_form_solid *solid)
{
  *solid = (gm_form_solid){.min = shape->min, .max = shape->max};
  const gm_patch *p = &shape->side[0];
  if (c) {
    const int inside = c->meet.side == GM_MEET_SIDE_INSIDE;
    if (c->shape == GM_SHAPE_BOX) solid->open = (unsigned)c->box.open;
    if (c->shape == GM_SHAPE_CYLINDER) solid->open = (unsigned)c->cylinder.open;
    if (c->shape == GM_SHAPE_CONE) solid->open = (unsigned)c->cone.open;
    solid->inside =
        inside || (solid->open && c->meet.side == GM_MEET_SIDE_AUTO);
    if (!solid->inside) solid->open = 0;
    if (c->shape == GM_SHAPE_DISC || c->shape == GM_SHAPE_LINE) return 0;
    if (c->shape == GM_SHAPE_BOX) {
      solid->kind = GM_FORM_BOX;
      return 1;
    }
  }
  solid->point = p->point;
  solid->axis = p->normal;
  if (p->kind == GM_PATCH_PLANE) {
    solid->kind = GM_FORM_PLANE;
    return 1;
  }
  if (p->kind == GM_PATCH_SPHERE) {
    solid->kind = GM_FORM_SPHERE;
    solid->rho[0] = p->radius;
    return 1;
  }
  if (p->kind != GM_PATCH_PROFILE) return 0;
  solid->kind = GM_FORM_PROFILE;
  solid->rho[0] = p->rho[0];
  solid->rho[1] = p->rho[1];
  solid->height = p->z[1];
  return 1;
}

static gm_status make_form(const gm_config *config,
                           const gm_config_structure *c, const gm_structure *s,
                           gm_form **form)
{
  gm_form_solid solid;
  const int flat = config->domain.dimensions == 2;
  const gm_form_options options = {.spacing = c ? c->meet.spacing : 0.0,
                                   .depth = c ? c->meet.depth : 0.0,
                                   .thickness =
                                       flat ? config->domain.thickness : 0.0,
                                   .shared = s->ball > 0.0};
  if (s->collider)
    return gm_form_build_mesh(&s->surface, s->collider->of, &options, form);
  if (!form_solid(c, &s->shape, &solid))
    return gm_fail(
        GM_ERR_INPUT,
        "a disc or a line has no inside, which other structures could "
        "meet; use a flat cylinder or a box, or write meets: none");
  return gm_form_build_solid(&solid, &options, form);
}

static gm_status keep_form(gm_structures *owner, gm_form *form, gm_structure *s)
{
  if (GM_RESIZE(owner->form, owner->n_forms, owner->n_forms + 1) != GM_OK) {
    gm_form_free(&form);
    return GM_ERR_MEMORY;
  }
  owner->form[owner->n_forms++] = form;
  s->form = form;
  return GM_OK;
}

gm_status gm_forms_build(gm_config *config, size_t k, gm_structures *owner,
                         gm_structure *s)
{
  gm_form *form = NULL;
  if (s->meets == GM_MEETS_NONE) return GM_OK;
  const gm_status status = make_form(config, &config->structures[k], s, &form);
  if (status == GM_OK) return keep_form(owner, form, s);
  if (status != GM_ERR_INPUT) return status;
  const int given = config->structures[k].meet.spacing > 0.0;
  if (s->meets == GM_MEETS_AUTO && !given) return GM_OK;
  return refuse_form(config, k, given ? "meet.spacing" : "meets",
                     gm_status_message());
}

/* ---- all --------------------------------------------------------------------------- */

static int are_form_paired(const gm_scene *s, const gm_structure *a,
                           const gm_structure *b)
{
  const gm_index ma = a->mirror || a->reflects ? b->material : a->material;
  const gm_index mb = b->mirror || b->reflects ? a->material : b->material;
  return gm_material_paired(&s->materials.pair[ma][mb]);
}

/* May it meet any other? */
static int needs_form(const gm_scene *s, const gm_structure *b)
{
  const gm_structures *all = &s->structures;
  for (gm_index k = 0; k < all->n; ++k) {
    const gm_structure *o = &all->row[k];
    if (o == b || o->meets == GM_MEETS_NONE || b->meets == GM_MEETS_NONE)
      continue;
    const int asked = b->meets != GM_MEETS_AUTO || o->meets != GM_MEETS_AUTO;
    if ((b->rigid || o->rigid || asked) && are_form_paired(s, b, o)) return 1;
  }
  return 0;
}

/* Structures that are to meet others need their pair of materials. */
static gm_status check_form_pairs(gm_config *config, size_t k,
                                  const gm_scene *s)
{
  const gm_structure *b = &s->structures.row[k];
  if (b->meets != GM_MEETS_ALL && b->meets != GM_MEETS_LISTED) return GM_OK;
  for (gm_index q = 0; q < s->structures.n; ++q) {
    const gm_structure *o = &s->structures.row[q];
    char text[512];
    if (o == b || o->meets == GM_MEETS_NONE || are_form_paired(s, b, o))
      continue;
    if (b->meets == GM_MEETS_LISTED ? !(q < b->n_with && b->with[q])
                                    : !b->rigid && !o->rigid)
      continue;
    snprintf(
        text, sizeof text,
        "'%s' and '%s' meet, and contacts.pairs has no pair for their "
        "materials; add {between: [%s, %s], restitution: ..., friction: ...}",
        b->name, o->name, s->materials.row[b->material].name,
        s->materials.row[o->material].name);
    return refuse_form(config, k, "meets", text);
  }
  return GM_OK;
}

static void form_worse_status(gm_status *status, gm_status one)
{
  if (*status == GM_OK || one == GM_ERR_MEMORY) *status = one;
}

/* Where no structures can meet, the key is an error. */
static gm_status check_form_none(gm_config *config, const gm_scene *s)
{
  gm_status status = GM_OK;
  for (size_t k = 0; k < config->n_structures; ++k) {
    const gm_config_structure *c = &config->structures[k];
    if (!c->n_meets || !strcmp(c->meets[0].name, "none") ||
        !strcmp(c->meets[0].name, "auto"))
      continue;
    status = refuse_form(
        config, k, "meets",
        s->hard ? "structures meet by soft contacts only; leave out meets, or "
                  "collisions"
                : "structures do not meet in a sheared box; leave out meets");
  }
  return status;
}

/* With hard grains free structures would pass through all others that they have a pair of
 * materials with. */
static gm_status check_form_hard(gm_config *config, const gm_scene *s)
{
  const gm_structures *all = &s->structures;
  for (gm_index k = 0; s->hard && k < (gm_index)config->n_structures; ++k) {
    const gm_structure *b = &all->row[k];
    if (!b->rigid || b->meets == GM_MEETS_NONE) continue;
    for (gm_index q = 0; q < all->named; ++q) {
      const gm_structure *o = &all->row[q];
      char text[400];
      if (o == b || o->meets == GM_MEETS_NONE || !are_form_paired(s, b, o))
        continue;
      snprintf(text, sizeof text,
               "'%.64s' would pass through '%.64s': hard grains touch free "
               "structures, but structures meet by soft contacts only; write "
               "meets: none if it may, or leave out collisions",
               b->name, o->name);
      return refuse_form(config, (size_t)k, "free", text);
    }
  }
  return GM_OK;
}

gm_status gm_forms_build_all(gm_config *config, gm_scene *s)
{
  gm_structures *all = &s->structures;
  const gm_index given = (gm_index)config->n_structures;
  gm_status status = GM_OK;
  if (s->hard || s->domain.shear != 0.0)
    form_worse_status(&status, check_form_none(config, s));
  for (gm_index k = 0; k < given && status == GM_OK; ++k)
    form_worse_status(&status,
                      read_form_names(config, (size_t)k, all, &all->row[k]));
  if (status == GM_OK) status = check_form_hard(config, s);
  if (status != GM_OK || s->hard || s->domain.shear != 0.0) return status;
  for (gm_index k = 0; k < all->named; ++k) {
    gm_structure *b = &all->row[k];
    gm_form *form = NULL;
    if (k < given)
      form_worse_status(&status, check_form_pairs(config, (size_t)k, s));
    if (b->form || !needs_form(s, b)) continue;
    if (k < given) {
      form_worse_status(&status, gm_forms_build(config, (size_t)k, all, b));
      continue;
    }
    GM_TRY(make_form(config, NULL, b, &form));
    GM_TRY(keep_form(all, form, b));
  }
  return status;
}
