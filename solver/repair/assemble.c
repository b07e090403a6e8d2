/* repair/assemble.c -- turns a triangle soup into a repaired surface.
 *
 * Runs the steps of repair in order: shared points, shared faces, degenerate and
 * repeated triangles, adjacency, welding of open edges, missing triangles, uniform
 * orientation, shells, intersections, and the classification as closed, solid or sheet.
 * Each step records what it changed or found in surface->found.
 */
#include "repair/assemble.h"

#include "base/memory.h"
#include "repair/adjacency.h"
#include "repair/close.h"
#include "repair/degenerate.h"
#include "repair/intersections.h"
#include "repair/orient.h"
#include "repair/shells.h"
#include "repair/weld.h"
#include <string.h>

/* both as a fraction of the diagonal of the bounds */
static const double join_tolerance = 1.0e-6;
static const double speck_size = 1.0e-3;
/* m  largest coordinate; its cube is still finite */
static const double farthest = 1.0e30;

/* --- check of the input ----------------------------------------------------------- */

static bool usable(double x)
{
  return fabs(x) <= farthest; /* false for NaN */
}

static gm_status check_corners(const gm_vec3 *corner, gm_index n,
                               const char *name)
{
  for (gm_index c = 0; c < 3 * n; ++c) {
    const gm_vec3 p = corner[c];
    if (usable(p.x) && usable(p.y) && usable(p.z)) continue;
    return gm_fail(GM_ERR_INPUT,
                   "surface '%s': triangle %d has the corner (%g %g %g); "
                   "expected three numbers up to %g: export the mesh again",
                   name, (int)(c / 3 + 1), p.x, p.y, p.z, farthest);
  }
  return GM_OK;
}

static gm_status reserve(gm_surface *s)
{
  GM_TRY(GM_RESIZE(s->corner, 0, s->n));
  GM_TRY(GM_RESIZE(s->across, 0, s->n));
  GM_TRY(GM_RESIZE(s->normal, 0, s->n));
  GM_TRY(GM_RESIZE(s->shell, 0, s->n));
  GM_TRY(GM_RESIZE(s->group, 0, s->n));
  GM_TRY(GM_RESIZE(s->material, 0, s->n));
  GM_TRY(GM_RESIZE(s->crossed, 0, s->n));
  return GM_RESIZE(s->sheet, 0, s->n);
}

static gm_status take_groups(gm_surface *s, const gm_soup *soup)
{
  s->n_groups = soup->n_groups > 0 ? soup->n_groups : 1;
  GM_TRY(GM_RESIZE(s->group_name, 0, s->n_groups));
  if (soup->n_groups > 0) {
    memcpy(s->group_name, soup->group_name,
           (size_t)s->n_groups * sizeof *s->group_name);
  }
  if (soup->group)
    memcpy(s->group, soup->group, (size_t)s->n * sizeof *s->group);
  return GM_OK;
}

/* --- measures ---------------------------------------------------------------------- */

static void set_bounds(gm_surface *s)
{
  s->min = s->max = s->point[0];
  for (gm_index p = 1; p < s->n_points; ++p) {
    const gm_vec3 x = s->point[p];
    s->min =
        gm_vec(fmin(s->min.x, x.x), fmin(s->min.y, x.y), fmin(s->min.z, x.z));
    s->max =
        gm_vec(fmax(s->max.x, x.x), fmax(s->max.y, x.y), fmax(s->max.z, x.z));
  }
}

static double diagonal(const gm_surface *s)
{
  return gm_norm(gm_sub(s->max, s->min));
}

static void set_normals(gm_surface *s)
{
  for (gm_index t = 0; t < s->n; ++t) {
    gm_vec3 twice;
    (void)gm_degenerate_normal(s, t, &twice);
    s->normal[t] = gm_unit(twice);
  }
}

/* Closed surface: volume and centroid, from tetrahedra with their apex at the centre of
 * the bounding box.  Open surface: area and centroid, from its triangles. */
static void measure(gm_surface *s)
{
  const gm_vec3 o = gm_scale(0.5, gm_add(s->min, s->max));
  double area = 0.0, six = 0.0;
  gm_vec3 first = {0.0, 0.0, 0.0}, flat = first;
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_vec3 a = gm_sub(s->point[s->corner[t][0]], o);
    const gm_vec3 b = gm_sub(s->point[s->corner[t][1]], o);
    const gm_vec3 c = gm_sub(s->point[s->corner[t][2]], o);
    const gm_vec3 sum = gm_add(a, gm_add(b, c));
    const double share = 0.5 * gm_norm(gm_cross(gm_sub(b, a), gm_sub(c, a)));
    area += share;
    flat = gm_madd(flat, share, sum);
    if (s->sheet[t]) continue;
    const double v = gm_shells_six_volume(s, t, o);
    six += v;
    first = gm_madd(first, v, sum);
  }
  s->area = area;
  const bool solid = s->kind != GM_SURFACE_SHEET && six > 0.0;
  s->volume = solid ? six / 6.0 : 0.0;
  s->centroid = solid ? gm_madd(o, 0.25 / six, first)
                      : gm_madd(o, 1.0 / (3.0 * area), flat);
}

/* --- the steps --------------------------------------------------------------------- */

/* Shares points and links triangles. Where edges stay open, joins nearby points. */
static gm_status link_up(gm_surface *s, const gm_vec3 *corner)
{
  GM_TRY(gm_weld_equal(s, corner));
  set_bounds(s);
  gm_degenerate_remove_collapsed(s);
  if (s->facing == GM_FACING_AUTO || s->facing == GM_FACING_OUTSIDE)
    GM_TRY(gm_close_shared(s));
  GM_TRY(gm_degenerate_remove_repeated(s));
  unsigned char *open = NULL;
  GM_TRY(GM_RESIZE(open, 0, s->n + 1));
  gm_status status = gm_adjacency_link(s, open);
  if (status == GM_OK && s->found.open.n > 0) {
    status = gm_weld_open(s, open, join_tolerance * diagonal(s));
    gm_degenerate_remove_collapsed(s);
    if (status == GM_OK) status = gm_degenerate_remove_repeated(s);
    if (status == GM_OK) status = gm_adjacency_link(s, NULL);
  }
  GM_FREE(open);
  return status;
}

/* Counts tiny shells, if there are several shells. */
static gm_status find_specks(gm_surface *s)
{
  gm_vec3 *box = NULL;
  if (s->n_shells < 2) return GM_OK;
  GM_TRY(GM_RESIZE(box, 0, 2 * (size_t)s->n_shells));
  for (gm_index k = 0; k < s->n_shells; ++k) {
    box[2 * k] = gm_vec(INFINITY, INFINITY, INFINITY);
    box[2 * k + 1] = gm_vec(-INFINITY, -INFINITY, -INFINITY);
  }
  for (gm_index c = 0; c < 3 * s->n; ++c) {
    const gm_vec3 x = s->point[s->corner[c / 3][c % 3]];
    gm_vec3 *b = &box[2 * s->shell[c / 3]];
    b[0] = gm_vec(fmin(b[0].x, x.x), fmin(b[0].y, x.y), fmin(b[0].z, x.z));
    b[1] = gm_vec(fmax(b[1].x, x.x), fmax(b[1].y, x.y), fmax(b[1].z, x.z));
  }
  for (gm_index k = 0; k < s->n_shells; ++k) {
    if (gm_norm(gm_sub(box[2 * k + 1], box[2 * k])) < speck_size * diagonal(s))
      gm_adjacency_note(&s->found.speck, box[2 * k]);
  }
  GM_FREE(box);
  return GM_OK;
}

static gm_surface_kind kind_of(gm_surface *s)
{
  s->n_sheets = 0;
  for (gm_index t = 0; t < s->n; ++t)
    s->n_sheets += s->sheet[t];
  const gm_findings *f = &s->found;
  if (s->n_sheets == s->n) return GM_SURFACE_SHEET;
  const bool clean = !f->open.n && !f->branching.n && !f->touching.n &&
                     !f->seam.n && !f->crossing.n && !f->meeting.n &&
                     !f->nested.n && !f->n_crowded && !s->n_sheets;
  return clean ? GM_SURFACE_CLOSED : GM_SURFACE_SOLID;
}

/* Orients the surface and classifies it, taking into account the facing that the user
 * gave. */
static gm_status judge(gm_surface *s, const char *name)
{
  gm_index *unit = NULL, n_units;
  GM_TRY(GM_RESIZE(unit, 0, s->n));
  gm_status status = gm_orient_pieces(s, unit, &n_units);
  set_normals(s);
  if (status == GM_OK) status = gm_adjacency_count_fans(s);
  if (status == GM_OK) status = gm_shells_number(s);
  if (status == GM_OK) status = gm_shells_classify(s, unit, n_units);
  GM_FREE(unit);
  GM_TRY(status);
  const bool forced =
      s->facing == GM_FACING_OUTSIDE || s->facing == GM_FACING_INSIDE;
  if (forced && s->found.seam.n > 0) {
    return gm_fail(GM_ERR_INPUT,
                   "surface '%s' is one-sided at (%g %g %g) m, like a Moebius "
                   "strip: it has no inside; use side: both",
                   name, s->found.seam.at.x, s->found.seam.at.y,
                   s->found.seam.at.z);
  }
  if (forced) memset(s->sheet, 0, (size_t)s->n);
  if (s->facing == GM_FACING_BOTH) memset(s->sheet, 1, (size_t)s->n);
  GM_TRY(gm_shells_face_outwards(s));
  GM_TRY(gm_intersections_count(s));
  GM_TRY(find_specks(s));
  s->kind = kind_of(s);
  if (forced && s->kind == GM_SURFACE_SHEET) {
    return gm_fail(GM_ERR_INPUT,
                   "surface '%s' encloses no volume: it has no inside; use "
                   "side: both",
                   name);
  }
  return GM_OK;
}

static void turn_inwards(gm_surface *s)
{
  for (gm_index t = 0; t < s->n; ++t) {
    gm_orient_turn(s, t);
    s->normal[t] = gm_scale(-1.0, s->normal[t]);
  }
}

static gm_status build(gm_surface *s, const gm_soup *soup, const char *name)
{
  GM_TRY(check_corners(soup->corner, soup->n, name));
  GM_TRY(reserve(s));
  GM_TRY(take_groups(s, soup));
  GM_TRY(link_up(s, soup->corner));
  GM_TRY(gm_degenerate_remove_flat(s));
  if (s->facing != GM_FACING_BOTH) GM_TRY(gm_close_missing(s));
  if (s->n == 0) {
    return gm_fail(GM_ERR_INPUT,
                   "surface '%s': no triangle has an area; export the mesh "
                   "again, in its true size",
                   name);
  }
  GM_TRY(gm_weld_compact(s));
  set_bounds(s);
  GM_TRY(judge(s, name));
  measure(s);
  if (s->facing == GM_FACING_INSIDE) turn_inwards(s);
  return GM_OK;
}

gm_status gm_assemble_soup(gm_surface *surface, const gm_soup *soup,
                           gm_facing facing, const char *name)
{
  if (soup->n < 1) {
    return gm_fail(
        GM_ERR_INPUT,
        "surface '%s' has no triangle; is it another file, or a drawing "
        "without a surface?",
        name);
  }
  if (soup->n > GM_SOUP_MAX) {
    return gm_fail(GM_ERR_INPUT,
                   "surface '%s' has %d triangles; at most %d are supported: "
                   "simplify the mesh",
                   name, (int)soup->n, (int)GM_SOUP_MAX);
  }
  surface->n = surface->found.n_given = soup->n;
  surface->facing = facing;
  const gm_status status = build(surface, soup, name);
  if (status != GM_OK) gm_surface_clear(surface);
  return status;
}

gm_status gm_assemble_corners(gm_surface *surface, const gm_vec3 *corner,
                              gm_index n, const char *name)
{
  const gm_soup soup = {.n = n, .corner = (gm_vec3 *)corner};
  return gm_assemble_soup(surface, &soup, GM_FACING_AUTO, name);
}
