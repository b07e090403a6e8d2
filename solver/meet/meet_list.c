/* meet/meet_list.c -- finds the pairs of structures that are near each other.
 *
 * Boxes around structures, enlarged by half the skin, are sorted into a uniform grid by
 * their centres; the cells are as wide as the largest box that is not much larger than
 * most.  Larger boxes and planes are compared with all.  Periodic images are boxes of
 * their own.
 *
 * The table is valid until a point of a structure may have moved by half the skin.
 */
#include "meet/meet_list.h"

#include "base/memory.h"
#include "form/meetings.h"
#include <stdlib.h>

enum { CELLS = 1 << 20 }; /* most cells along an axis */

/* ---- when -------------------------------------------------------------------------- */

static gm_vec3 centre_of(const gm_structure *s)
{
  if (!gm_form_bounded(s->form)) return s->pose.position;
  return gm_pose_to_world(&s->pose, gm_scale(s->scale, s->form->centre));
}

/* Largest displacement (m) of a point of the structure since it was at `was`. */
static double moved(const gm_structure *s, const gm_meet_place *was)
{
  const gm_quat q = s->pose.orientation, p = was->orientation;
  const double cosine = q.w * p.w + q.x * p.x + q.y * p.y + q.z * p.z;
  /* chord of the angle t with cos(t / 2) = cosine: 2 sin(t / 2) */
  const double chord = 2.0 * sqrt(fmax(0.0, 1.0 - cosine * cosine));
  const double way = gm_norm(gm_sub(centre_of(s), was->centre));
  if (gm_form_bounded(s->form)) return way + s->scale * s->form->radius * chord;
  return way > 0.0 || chord > 1.0e-15 ? INFINITY : 0.0;
}

static int is_due(const gm_meet_list *l, const gm_scene *s)
{
  if (l->must || l->n_places != s->structures.n) return 1;
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_structure *b = &s->structures.row[k];
    if (!b->form) continue;
    if (b->present != l->place[k].present) return 1;
    if (b->present && gm_structures_moves(b) &&
        !(moved(b, &l->place[k]) <= 0.5 * l->skin))
      return 1;
  }
  return 0;
}

/* A sixth of the mean size of what moves. */
static double choose_skin(const gm_scene *s)
{
  double sum = 0.0;
  gm_index n = 0;
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_structure *b = &s->structures.row[k];
    if (!b->form || !b->present || !gm_form_bounded(b->form)) continue;
    if (!gm_structures_moves(b)) continue;
    sum += b->scale * b->form->size;
    ++n;
  }
  return n ? sum / (6.0 * n) : 0.0;
}

static gm_status note_places(gm_meet_list *l, const gm_scene *s)
{
  const gm_index n = s->structures.n;
  if (l->n_places != n) {
    GM_TRY(GM_RESIZE(l->place, 0, n + 1));
    l->n_places = n;
  }
  for (gm_index k = 0; k < n; ++k) {
    const gm_structure *b = &s->structures.row[k];
    if (!b->form) continue;
    l->place[k] =
        (gm_meet_place){centre_of(b), b->pose.orientation, b->present};
  }
  return GM_OK;
}

/* ---- boxes ------------------------------------------------------------------------- */

/* Bounds in the world of a bounded structure. */
static gm_meet_box box_of(const gm_structure *s, gm_index row, double grow)
{
  const gm_form *f = s->form;
  const gm_vec3 half =
      gm_scale(0.5 * s->scale, gm_sub(f->solid.max, f->solid.min));
  const gm_quat q = s->pose.orientation;
  const gm_vec3 x = gm_quat_rotate(q, gm_vec(half.x, 0.0, 0.0));
  const gm_vec3 y = gm_quat_rotate(q, gm_vec(0.0, half.y, 0.0));
  const gm_vec3 z = gm_quat_rotate(q, gm_vec(0.0, 0.0, half.z));
  const gm_vec3 reach = {fabs(x.x) + fabs(y.x) + fabs(z.x) + grow,
                         fabs(x.y) + fabs(y.y) + fabs(z.y) + grow,
                         fabs(x.z) + fabs(y.z) + fabs(z.z) + grow};
  const gm_vec3 centre = centre_of(s);
  return (gm_meet_box){.low = gm_sub(centre, reach),
                       .high = gm_add(centre, reach),
                       .row = row,
                       .cell = -1};
}

static int apart(const gm_meet_box *a, const gm_meet_box *b)
{
  return a->low.x > b->high.x || b->low.x > a->high.x || a->low.y > b->high.y ||
         b->low.y > a->high.y || a->low.z > b->high.z || b->low.z > a->high.z;
}

static gm_status put_box(gm_meet_list *l, size_t *n, gm_meet_box box)
{
  if (*n == l->box_capacity) {
    const size_t more = 2 * l->box_capacity + 64;
    GM_TRY(GM_RESIZE(l->box, *n, more));
    l->box_capacity = more;
  }
  l->box[(*n)++] = box;
  return GM_OK;
}

/* Images that come near the bounds of all. */
static gm_status put_images(gm_meet_list *l, const gm_scene *s, size_t *n)
{
  gm_meet_box all = {.low = {INFINITY, INFINITY, INFINITY},
                     .high = {-INFINITY, -INFINITY, -INFINITY}};
  const size_t real = *n;
  for (size_t k = 0; k < real; ++k) {
    const gm_meet_box *b = &l->box[k];
    all.low = gm_vec(fmin(all.low.x, b->low.x), fmin(all.low.y, b->low.y),
                     fmin(all.low.z, b->low.z));
    all.high = gm_vec(fmax(all.high.x, b->high.x), fmax(all.high.y, b->high.y),
                      fmax(all.high.z, b->high.z));
  }
  for (size_t k = 0; k < real; ++k) {
    for (int image = 1; image < GM_DOMAIN_IMAGES; ++image) {
      int axes = 0;
      for (int a = 0; a < 3; ++a)
        axes |= (gm_domain_sides(image, a) != 0) << a;
      if (axes & ~s->structures.row[l->box[k].row].images) continue;
      const gm_vec3 by = gm_row_vec(s->domain.shift[image]);
      gm_meet_box copy = l->box[k];
      copy.low = gm_add(copy.low, by);
      copy.high = gm_add(copy.high, by);
      copy.image = (uint8_t)image;
      if (!apart(&copy, &all)) GM_TRY(put_box(l, n, copy));
    }
  }
  return GM_OK;
}

/* ---- pairs ------------------------------------------------------------------------- */

static gm_status put_couple(gm_meet_list *l, const gm_meet_table *t,
                            const gm_scene *s, gm_index a, gm_index b,
                            int image)
{
  if (a > b) {
    const gm_index was = a;
    a = b;
    b = was;
    image =
        gm_domain_number(-gm_domain_sides(image, 0), -gm_domain_sides(image, 1),
                         -gm_domain_sides(image, 2));
  }
  if (gm_meet_rules_meet(t, &s->structures.row[a], &s->structures.row[b], a,
                         b) != GM_MEET_YES)
    return GM_OK;
  if (l->n_couples == l->couple_capacity) {
    const size_t more = 2 * l->couple_capacity + 64;
    GM_TRY(GM_RESIZE(l->couple, l->n_couples, more));
    l->couple_capacity = more;
  }
  l->couple[l->n_couples++] = (gm_meet_couple){a, b, (uint8_t)image};
  return GM_OK;
}

/* One of the two is no image, and a pair of two images is found at home. */
static gm_status try_boxes(gm_meet_list *l, const gm_meet_table *t,
                           const gm_scene *s, const gm_meet_box *a,
                           const gm_meet_box *b)
{
  if ((a->image && b->image) || a->row == b->row || apart(a, b)) return GM_OK;
  if (a->image)
    return a->row < b->row ? GM_OK
                           : put_couple(l, t, s, b->row, a->row, a->image);
  if (b->image && b->row < a->row) return GM_OK;
  return put_couple(l, t, s, a->row, b->row, b->image);
}

static gm_status try_planes(gm_meet_list *l, const gm_meet_table *t,
                            const gm_scene *s, size_t n)
{
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_structure *p = &s->structures.row[k];
    if (!p->form || gm_form_bounded(p->form) || !p->present) continue;
    const gm_vec3 normal =
        gm_quat_rotate(p->pose.orientation, p->form->solid.axis);
    const gm_vec3 point = gm_pose_to_world(&p->pose, p->form->solid.point);
    for (size_t q = 0; q < n; ++q) {
      const gm_meet_box *b = &l->box[q];
      const gm_vec3 nearest = {normal.x > 0.0 ? b->low.x : b->high.x,
                               normal.y > 0.0 ? b->low.y : b->high.y,
                               normal.z > 0.0 ? b->low.z : b->high.z};
      if (b->image || gm_dot(gm_sub(nearest, point), normal) > 0.0) continue;
      GM_TRY(put_couple(l, t, s, k, b->row, 0));
    }
  }
  return GM_OK;
}

static double widest(const gm_meet_box *b)
{
  const gm_vec3 w = gm_sub(b->high, b->low);
  return fmax(w.x, fmax(w.y, w.z));
}

static int by_size(const void *a, const void *b)
{
  const double p = *(const double *)a, q = *(const double *)b;
  return (p > q) - (p < q);
}

/* Width of the cells: of the largest box that is at most four times as large as the one
 * in the middle. */
static gm_status cell_width(const gm_meet_list *l, size_t n, double *width)
{
  double *size = NULL;
  GM_TRY(GM_RESIZE(size, 0, n + 1));
  for (size_t k = 0; k < n; ++k)
    size[k] = widest(&l->box[k]);
  qsort(size, n, sizeof *size, by_size);
  const double most = 4.0 * size[n / 2];
  size_t k = n;
  while (k > 1 && size[k - 1] > most)
    --k;
  *width = size[k - 1];
  GM_FREE(size);
  return GM_OK;
}

static int by_cell(const void *a, const void *b)
{
  const gm_meet_box *p = a, *q = b;
  if (p->cell != q->cell) return p->cell < q->cell ? -1 : 1;
  if (p->row != q->row) return p->row < q->row ? -1 : 1;
  return (p->image > q->image) - (p->image < q->image);
}

static int64_t cell_number(int64_t x, int64_t y, int64_t z)
{
  return (x * CELLS + y) * CELLS + z;
}

/* First box whose cell is not below `cell`. */
static size_t find_cell(const gm_meet_list *l, size_t n, int64_t cell)
{
  size_t low = 0, high = n;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (l->box[middle].cell < cell)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void sort_boxes(gm_meet_list *l, size_t n, double width)
{
  gm_vec3 low = {INFINITY, INFINITY, INFINITY};
  for (size_t k = 0; k < n; ++k) {
    const gm_vec3 c = gm_scale(0.5, gm_add(l->box[k].low, l->box[k].high));
    low = gm_vec(fmin(low.x, c.x), fmin(low.y, c.y), fmin(low.z, c.z));
  }
  for (size_t k = 0; k < n; ++k) {
    gm_meet_box *b = &l->box[k];
    if (widest(b) > width) continue;
    const gm_vec3 c = gm_scale(0.5, gm_add(b->low, b->high));
    const double most = CELLS - 2.0;
    b->cell = cell_number(1 + (int64_t)fmin((c.x - low.x) / width, most),
                          1 + (int64_t)fmin((c.y - low.y) / width, most),
                          1 + (int64_t)fmin((c.z - low.z) / width, most));
  }
  qsort(l->box, n, sizeof *l->box, by_cell);
}

/* Half of the 26 cells around one: each pair of cells is visited once. */
static gm_status try_cells(gm_meet_list *l, const gm_meet_table *t,
                           const gm_scene *s, size_t first, size_t n)
{
  for (size_t k = first; k < n; ++k) {
    const gm_meet_box *b = &l->box[k];
    for (size_t q = k + 1; q < n && l->box[q].cell == b->cell; ++q)
      GM_TRY(try_boxes(l, t, s, b, &l->box[q]));
    for (int c = 14; c < 27; ++c) {
      const int64_t cell =
          b->cell + cell_number(c / 9 - 1, c / 3 % 3 - 1, c % 3 - 1);
      for (size_t q = find_cell(l, n, cell); q < n && l->box[q].cell == cell;
           ++q)
        GM_TRY(try_boxes(l, t, s, b, &l->box[q]));
    }
  }
  return GM_OK;
}

static int by_rows(const void *a, const void *b)
{
  const gm_meet_couple *p = a, *q = b;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  if (p->b != q->b) return p->b < q->b ? -1 : 1;
  return (p->image > q->image) - (p->image < q->image);
}

static gm_status find_couples(gm_meet_list *l, const gm_meet_table *t,
                              const gm_scene *s)
{
  size_t n = 0, large = 0;
  double width = 0.0;
  l->n_couples = 0;
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_structure *b = &s->structures.row[k];
    if (!b->form || !b->present || !gm_form_bounded(b->form)) continue;
    GM_TRY(put_box(l, &n, box_of(b, k, 0.5 * l->skin)));
  }
  if (n == 0) return GM_OK;
  GM_TRY(try_planes(l, t, s, n));
  if (s->domain.periodic) GM_TRY(put_images(l, s, &n));
  GM_TRY(cell_width(l, n, &width));
  sort_boxes(l, n, width);
  while (large < n && l->box[large].cell < 0)
    ++large;
  for (size_t k = 0; k < large; ++k)
    for (size_t q = k + 1; q < n; ++q)
      GM_TRY(try_boxes(l, t, s, &l->box[k], &l->box[q]));
  GM_TRY(try_cells(l, t, s, large, n));
  if (l->n_couples) qsort(l->couple, l->n_couples, sizeof *l->couple, by_rows);
  return GM_OK;
}

/* ---- the table --------------------------------------------------------------------- */

static int order_of(const gm_meeting *m, const gm_meet_couple *c)
{
  const gm_meet_couple own = {m->a, m->b, m->image};
  return by_rows(&own, c);
}

/* The new rows take over what the old ones own. */
static gm_status fill_table(const gm_meet_list *l, gm_meetings *m)
{
  gm_meeting *old = m->row, *fresh = NULL;
  const gm_index n = (gm_index)l->n_couples;
  gm_index k = 0;
  GM_TRY(GM_RESIZE(fresh, 0, n + 1));
  for (gm_index q = 0; q < n; ++q) {
    const gm_meet_couple *c = &l->couple[q];
    while (k < m->n && order_of(&old[k], c) < 0)
      gm_meetings_drop(&old[k++]);
    if (k < m->n && order_of(&old[k], c) == 0) {
      fresh[q] = old[k];
      old[k++] = (gm_meeting){0};
    }
    fresh[q].a = c->a;
    fresh[q].b = c->b;
    fresh[q].image = c->image;
  }
  while (k < m->n)
    gm_meetings_drop(&old[k++]);
  GM_FREE(m->row);
  m->row = fresh;
  m->n = n;
  return GM_OK;
}

gm_status gm_meet_list_update(gm_meet_list *l, const gm_meet_table *t,
                              gm_scene *s)
{
  if (!is_due(l, s)) return GM_OK;
  l->skin = choose_skin(s);
  GM_TRY(find_couples(l, t, s));
  GM_TRY(fill_table(l, &s->meetings));
  GM_TRY(note_places(l, s));
  l->must = 0;
  ++l->builds;
  return GM_OK;
}

void gm_meet_list_clear(gm_meet_list *l)
{
  GM_FREE(l->place);
  GM_FREE(l->box);
  GM_FREE(l->couple);
  *l = (gm_meet_list){0};
}
