/* meet/meet.c -- forces between structures.
 *
 * Pairs are independent of each other, so that any thread may compute any pair.  What
 * dashpots dissipate is known once all forces are: then velocities of the instant are,
 * and the power of the dashpots with them closes the balance of energy.
 */
#include "meet/meet.h"

#include "base/memory.h"
#include "body/meetings.h"
#include <omp.h>
#include <stdlib.h>

/* Finds the pairs of structures that are near each other.
 *
 * Boxes around structures, enlarged by half the skin, are sorted into a uniform grid by
 * their centres; the cells are as wide as the largest box that is not much larger than
 * most.  Larger boxes and planes are compared with all.  Periodic images are boxes of
 * their own.
 *
 * The table is valid until a point of a structure may have moved by half the skin. */

enum { CELLS = 1 << 20 }; /* most cells along an axis */

/* ---- when -------------------------------------------------------------------------- */

static gm_vec3 meet_structure_centre(const gm_structure *s)
{
  if (!gm_form_bounded(s->form)) return s->pose.position;
  return gm_pose_to_world(&s->pose, gm_scale(s->scale, s->form->centre));
}

/* Largest displacement (m) of a point of the structure since it was at `was`. */
static double meet_way_moved(const gm_structure *s, const gm_meet_place *was)
{
  const gm_quat q = s->pose.orientation, p = was->orientation;
  const double cosine = q.w * p.w + q.x * p.x + q.y * p.y + q.z * p.z;
  /* chord of the angle t with cos(t / 2) = cosine: 2 sin(t / 2) */
  const double chord = 2.0 * sqrt(fmax(0.0, 1.0 - cosine * cosine));
  const double way = gm_norm(gm_sub(meet_structure_centre(s), was->centre));
  if (gm_form_bounded(s->form)) return way + s->scale * s->form->radius * chord;
  return way > 0.0 || chord > 1.0e-15 ? INFINITY : 0.0;
}

static int is_meet_list_due(const gm_meet_list *l, const gm_scene *s)
{
  if (l->must || l->n_places != s->structures.n) return 1;
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_structure *b = &s->structures.row[k];
    if (!b->form) continue;
    if (b->present != l->place[k].present) return 1;
    if (b->present && gm_structures_moves(b) &&
        !(meet_way_moved(b, &l->place[k]) <= 0.5 * l->skin))
      return 1;
  }
  return 0;
}

/* A sixth of the mean size of what moves. */
static double choose_meet_skin(const gm_scene *s)
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

static gm_status note_meet_places(gm_meet_list *l, const gm_scene *s)
{
  const gm_index n = s->structures.n;
  if (l->n_places != n) {
    GM_TRY(GM_RESIZE(l->place, 0, n + 1));
    l->n_places = n;
  }
  for (gm_index k = 0; k < n; ++k) {
    const gm_structure *b = &s->structures.row[k];
    if (!b->form) continue;
    l->place[k] = (gm_meet_place){meet_structure_centre(b), b->pose.orientation,
                                  b->present};
  }
  return GM_OK;
}

/* ---- boxes ------------------------------------------------------------------------- */

/* Bounds in the world of a bounded structure. */
static gm_meet_box meet_box(const gm_structure *s, gm_index row, double grow)
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
  const gm_vec3 centre = meet_structure_centre(s);
  return (gm_meet_box){.low = gm_sub(centre, reach),
                       .high = gm_add(centre, reach),
                       .row = row,
                       .cell = -1};
}

static int are_meet_boxes_apart(const gm_meet_box *a, const gm_meet_box *b)
{
  return a->low.x > b->high.x || b->low.x > a->high.x || a->low.y > b->high.y ||
         b->low.y > a->high.y || a->low.z > b->high.z || b->low.z > a->high.z;
}

static gm_status put_meet_box(gm_meet_list *l, size_t *n, gm_meet_box box)
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
static gm_status put_meet_images(gm_meet_list *l, const gm_scene *s, size_t *n)
{
  gm_meet_box all = {.low = {INFINITY, INFINITY, INFINITY},
                     .high = {-INFINITY, -INFINITY, -INFINITY}};
  const size_t real = *n;
  for (size_t k = 0; k < real; ++k) {
    const gm_meet_box *b = &l->box[k];
    all.low = gm_least(all.low, b->low);
    all.high = gm_most(all.high, b->high);
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
      if (!are_meet_boxes_apart(&copy, &all)) GM_TRY(put_meet_box(l, n, copy));
    }
  }
  return GM_OK;
}

/* ---- pairs ------------------------------------------------------------------------- */

static gm_status put_meet_couple(gm_meet_list *l, const gm_meet_table *t,
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
static gm_status try_meet_boxes(gm_meet_list *l, const gm_meet_table *t,
                                const gm_scene *s, const gm_meet_box *a,
                                const gm_meet_box *b)
{
  if ((a->image && b->image) || a->row == b->row || are_meet_boxes_apart(a, b))
    return GM_OK;
  if (a->image)
    return a->row < b->row ? GM_OK
                           : put_meet_couple(l, t, s, b->row, a->row, a->image);
  if (b->image && b->row < a->row) return GM_OK;
  return put_meet_couple(l, t, s, a->row, b->row, b->image);
}

static gm_status try_meet_planes(gm_meet_list *l, const gm_meet_table *t,
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
      GM_TRY(put_meet_couple(l, t, s, k, b->row, 0));
    }
  }
  return GM_OK;
}

static double meet_box_width(const gm_meet_box *b)
{
  const gm_vec3 w = gm_sub(b->high, b->low);
  return fmax(w.x, fmax(w.y, w.z));
}

static int by_meet_size(const void *a, const void *b)
{
  const double p = *(const double *)a, q = *(const double *)b;
  return (p > q) - (p < q);
}

/* Width of the cells: of the largest box that is at most four times as large as the one
 * in the middle. */
static gm_status meet_cell_width(const gm_meet_list *l, size_t n, double *width)
{
  double *size = NULL;
  GM_TRY(GM_RESIZE(size, 0, n + 1));
  for (size_t k = 0; k < n; ++k)
    size[k] = meet_box_width(&l->box[k]);
  qsort(size, n, sizeof *size, by_meet_size);
  const double most = 4.0 * size[n / 2];
  size_t k = n;
  while (k > 1 && size[k - 1] > most)
    --k;
  *width = size[k - 1];
  GM_FREE(size);
  return GM_OK;
}

static int by_meet_cell(const void *a, const void *b)
{
  const gm_meet_box *p = a, *q = b;
  if (p->cell != q->cell) return p->cell < q->cell ? -1 : 1;
  if (p->row != q->row) return p->row < q->row ? -1 : 1;
  return (p->image > q->image) - (p->image < q->image);
}

static int64_t meet_cell_number(int64_t x, int64_t y, int64_t z)
{
  return (x * CELLS + y) * CELLS + z;
}

/* First box whose cell is not below `cell`. */
static size_t find_meet_cell(const gm_meet_list *l, size_t n, int64_t cell)
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

static void sort_meet_boxes(gm_meet_list *l, size_t n, double width)
{
  gm_vec3 low = {INFINITY, INFINITY, INFINITY};
  for (size_t k = 0; k < n; ++k) {
    const gm_vec3 c = gm_scale(0.5, gm_add(l->box[k].low, l->box[k].high));
    low = gm_least(low, c);
  }
  for (size_t k = 0; k < n; ++k) {
    gm_meet_box *b = &l->box[k];
    if (meet_box_width(b) > width) continue;
    const gm_vec3 c = gm_scale(0.5, gm_add(b->low, b->high));
    const double most = CELLS - 2.0;
    b->cell = meet_cell_number(1 + (int64_t)fmin((c.x - low.x) / width, most),
                               1 + (int64_t)fmin((c.y - low.y) / width, most),
                               1 + (int64_t)fmin((c.z - low.z) / width, most));
  }
  qsort(l->box, n, sizeof *l->box, by_meet_cell);
}

/* Half of the 26 cells around one: each pair of cells is visited once. */
static gm_status try_meet_cells(gm_meet_list *l, const gm_meet_table *t,
                                const gm_scene *s, size_t first, size_t n)
{
  for (size_t k = first; k < n; ++k) {
    const gm_meet_box *b = &l->box[k];
    for (size_t q = k + 1; q < n && l->box[q].cell == b->cell; ++q)
      GM_TRY(try_meet_boxes(l, t, s, b, &l->box[q]));
    for (int c = 14; c < 27; ++c) {
      const int64_t cell =
          b->cell + meet_cell_number(c / 9 - 1, c / 3 % 3 - 1, c % 3 - 1);
      for (size_t q = find_meet_cell(l, n, cell);
           q < n && l->box[q].cell == cell; ++q)
        GM_TRY(try_meet_boxes(l, t, s, b, &l->box[q]));
    }
  }
  return GM_OK;
}

static int by_meet_rows(const void *a, const void *b)
{
  const gm_meet_couple *p = a, *q = b;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  if (p->b != q->b) return p->b < q->b ? -1 : 1;
  return (p->image > q->image) - (p->image < q->image);
}

static gm_status find_meet_couples(gm_meet_list *l, const gm_meet_table *t,
                                   const gm_scene *s)
{
  size_t n = 0, large = 0;
  double width = 0.0;
  l->n_couples = 0;
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_structure *b = &s->structures.row[k];
    if (!b->form || !b->present || !gm_form_bounded(b->form)) continue;
    GM_TRY(put_meet_box(l, &n, meet_box(b, k, 0.5 * l->skin)));
  }
  if (n == 0) return GM_OK;
  GM_TRY(try_meet_planes(l, t, s, n));
  if (s->domain.periodic) GM_TRY(put_meet_images(l, s, &n));
  GM_TRY(meet_cell_width(l, n, &width));
  sort_meet_boxes(l, n, width);
  while (large < n && l->box[large].cell < 0)
    ++large;
  for (size_t k = 0; k < large; ++k)
    for (size_t q = k + 1; q < n; ++q)
      GM_TRY(try_meet_boxes(l, t, s, &l->box[k], &l->box[q]));
  GM_TRY(try_meet_cells(l, t, s, large, n));
  if (l->n_couples)
    qsort(l->couple, l->n_couples, sizeof *l->couple, by_meet_rows);
  return GM_OK;
}

/* ---- the table --------------------------------------------------------------------- */

static int order_of_meet(const gm_meeting *m, const gm_meet_couple *c)
{
  const gm_meet_couple own = {m->a, m->b, m->image};
  return by_meet_rows(&own, c);
}

/* The new rows take over what the old ones own. */
static gm_status fill_meet_table(const gm_meet_list *l, gm_meetings *m)
{
  gm_meeting *old = m->row, *fresh = NULL;
  const gm_index n = (gm_index)l->n_couples;
  gm_index k = 0;
  GM_TRY(GM_RESIZE(fresh, 0, n + 1));
  for (gm_index q = 0; q < n; ++q) {
    const gm_meet_couple *c = &l->couple[q];
    while (k < m->n && order_of_meet(&old[k], c) < 0)
      gm_meetings_drop(&old[k++]);
    if (k < m->n && order_of_meet(&old[k], c) == 0) {
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

/* Build scene->meetings if structures may have come nearer than the skin allows, and keep
 * the springs of pairs that touch.  GM_ERR_MEMORY. */
static gm_status update_meet_list(gm_meet_list *l, const gm_meet_table *t,
                                  gm_scene *s)
{
  if (!is_meet_list_due(l, s)) return GM_OK;
  l->skin = choose_meet_skin(s);
  GM_TRY(find_meet_couples(l, t, s));
  GM_TRY(fill_meet_table(l, &s->meetings));
  GM_TRY(note_meet_places(l, s));
  l->must = 0;
  ++l->builds;
  return GM_OK;
}

static void clear_meet_list(gm_meet_list *l)
{
  GM_FREE(l->place);
  GM_FREE(l->box);
  GM_FREE(l->couple);
  *l = (gm_meet_list){0};
}

/* ---- set-up ------------------------------------------------------------------------ */

static gm_status make_meet_scratch(gm_meet *m, int threads)
{
  GM_TRY(GM_RESIZE(m->scratch, 0, threads));
  m->n_scratch = threads;
  for (int k = 0; k < threads; ++k) {
    GM_TRY(GM_RESIZE(m->scratch[k].hit, 0, m->samples + 1));
    GM_TRY(GM_RESIZE(m->scratch[k].spring, 0, m->samples + 1));
    GM_TRY(GM_RESIZE(m->scratch[k].near, 0, m->samples + 1));
  }
  return GM_OK;
}

/* The first two copies of a kind stand for all of them. */
static int is_meet_further_copy(const gm_structures *s, gm_index k)
{
  return k >= 2 && s->row[k].kind >= 0 && s->row[k].kind == s->row[k - 2].kind;
}

/* Returns 1 if some pair meets. */
static int any_meets(const gm_meet *m, const gm_structures *s)
{
  for (gm_index a = 0; a < s->n; ++a) {
    if (is_meet_further_copy(s, a)) continue;
    for (gm_index b = a + 1; b < s->n; ++b)
      if (!is_meet_further_copy(s, b) &&
          gm_meet_rules_meet(&m->table, &s->row[a], &s->row[b], a, b) ==
              GM_MEET_YES)
        return 1;
  }
  return 0;
}

gm_status gm_meet_init(gm_meet *m, const gm_scene *s, const gm_config *config,
                       int threads)
{
  gm_index most = 0, second = 0;
  gm_meet_rules_table(&s->materials, config->contacts.tangential_ratio,
                      &m->table);
  m->list.must = 1;
  if (s->hard) return GM_OK;
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_form *f = s->structures.row[k].form;
    if (!f) continue;
    if (f->n > most) {
      second = most;
      most = f->n;
    } else if (f->n > second) {
      second = f->n;
    }
  }
  m->on = any_meets(m, &s->structures);
  m->samples = most + second;
  return m->on ? make_meet_scratch(m, threads) : GM_OK;
}

/* ---- a step ------------------------------------------------------------------------ */

gm_status gm_meet_run(gm_meet *m, const gm_model *model, int captures,
                      gm_scene *s)
{
  if (!m->on) return GM_OK;
  GM_TRY(update_meet_list(&m->list, &m->table, s));
  const gm_meet_step step = {.scene = s,
                             .table = &m->table,
                             .time = gm_model_time(model, s->dt),
                             .captures = captures};
  gm_meetings *table = &s->meetings;
  gm_status status = GM_OK;
#pragma omp parallel for schedule(dynamic, 4)                                  \
    num_threads(m->n_scratch) if (table->n > 8)
  for (gm_index k = 0; k < table->n; ++k) {
    const gm_status one = gm_meet_pair_run(&step, &table->row[k],
                                           &m->scratch[omp_get_thread_num()]);
    if (one != GM_OK) {
#pragma omp atomic write
      status = one;
    }
  }
  return status;
}

gm_status gm_meet_start(gm_meet *m, const gm_model *model, gm_scene *s)
{
  if (!m->on) return GM_OK;
  gm_status status = gm_meet_run(m, model, 0, s);
  const gm_meeting *worst = NULL;
  for (gm_index k = 0; k < s->meetings.n; ++k) {
    const gm_meeting *r = &s->meetings.row[k];
    if (r->deep && (!worst || r->depth > worst->depth)) worst = r;
  }
  if (status == GM_OK && worst)
    status = gm_fail(
        GM_ERR_INPUT,
        "'%s' and '%s' overlap by %.3g m at the start, deeper than two "
        "structures that meet may (meet.depth, a tenth of the smallest extent "
        "unless given); move them apart, or write meets: none, or the names of "
        "those that they meet",
        s->structures.row[worst->a].name, s->structures.row[worst->b].name,
        worst->depth);
  gm_meetings_clear(&s->meetings);
  m->list.must = 1;
  return status;
}

static void add_meeting_load(gm_structure *b, gm_vec3 force, gm_vec3 torque)
{
  b->load.force = gm_add(b->load.force, force);
  b->load.torque = gm_add(b->load.torque, torque);
  b->met.force = gm_add(b->met.force, force);
  b->met.torque = gm_add(b->met.torque, torque);
}

/* The torque on b about its origin, whose image the pair meets. */
static gm_vec3 meet_torque_on_b(const gm_scene *s, const gm_meeting *r,
                                const gm_meeting_wrench *w)
{
  const gm_vec3 b =
      gm_meet_pair_shifted(s, r, &s->structures.row[r->b].pose).position;
  const gm_vec3 arm = gm_sub(s->structures.row[r->a].pose.position, b);
  return gm_scale(-1.0, gm_add(w->torque, gm_cross(arm, w->force)));
}

double gm_meet_add_loads(gm_scene *s)
{
  double power = 0.0;
  const gm_meetings *m = &s->meetings;
  if (!m->n) return 0.0;
  for (gm_index k = 0; k < s->structures.n; ++k)
    s->structures.row[k].met = (gm_structure_load){0};
  for (gm_index k = 0; k < m->n; ++k) {
    const gm_meeting *r = &m->row[k];
    if (!gm_meetings_touch(r)) continue;
    gm_structure *a = &s->structures.row[r->a], *b = &s->structures.row[r->b];
    add_meeting_load(a, r->all.force, r->all.torque);
    add_meeting_load(b, gm_scale(-1.0, r->all.force),
                     meet_torque_on_b(s, r, &r->all));
    a->met.power += r->belt[0];
    b->met.power += r->belt[1];
    if (a->servo || b->servo) {
      gm_structure_load *l = a->servo ? &a->load : &b->load;
      l->stiffness += r->stiffness;
      l->damping += r->damping;
    }
  }
  for (gm_index k = 0; k < s->structures.n; ++k) {
    gm_structure *b = &s->structures.row[k];
    b->met.power -= (gm_dot(b->met.force, b->pose.velocity) +
                     gm_dot(b->met.torque, b->pose.spin));
    b->load.power += b->met.power;
    if (b->kind < 0)
      power += b->met.power; /* copies are moved by forces alone */
  }
  return power;
}

double gm_meet_dissipated(const gm_scene *s, double dt, double *friction)
{
  const gm_meetings *m = &s->meetings;
  double sum = 0.0;
  *friction = 0.0;
  for (gm_index k = 0; k < m->n; ++k) {
    const gm_meeting *r = &m->row[k];
    if (!gm_meetings_touch(r)) continue;
    const gm_pose *a = &s->structures.row[r->a].pose;
    const gm_pose *b = &s->structures.row[r->b].pose;
    const gm_vec3 on_b = meet_torque_on_b(s, r, &r->dash);
    const double power =
        gm_dot(r->dash.force, gm_sub(a->velocity, b->velocity)) +
        gm_dot(r->dash.torque, a->spin) + gm_dot(on_b, b->spin) + r->belt_dash;
    /* Where the velocity turns within the step a late dashpot pushes: no loss. */
    sum += r->lost + fmax(0.0, -power * dt);
    *friction += r->friction;
  }
  return sum;
}

void gm_meet_count(gm_scene *s)
{
  gm_meetings *m = &s->meetings;
  for (gm_index k = 0; k < m->n; ++k) {
    const gm_meeting *r = &m->row[k];
    m->deep += r->deep;
    m->depth = fmax(m->depth, r->depth);
  }
}

void gm_meet_clear(gm_meet *m)
{
  for (int k = 0; k < m->n_scratch; ++k) {
    GM_FREE(m->scratch[k].hit);
    GM_FREE(m->scratch[k].spring);
    GM_FREE(m->scratch[k].near);
  }
  GM_FREE(m->scratch);
  clear_meet_list(&m->list);
  *m = (gm_meet){0};
}

/* How fast structures swing on each other: for the time step. */

/* Largest projected area (m2); of what has no samples, any. */
static double shade_of_meet(const gm_structure *s)
{
  const double *shade = s->form->shade;
  const double most = fmax(shade[0], fmax(shade[1], shade[2]));
  return s->form->n ? s->scale * s->scale * most : INFINITY;
}

static double meet_centre_mobility(const gm_structure *s)
{
  return s->rigid ? 1.0 / s->rigid->mass : 0.0;
}

/* Half a period on the whole projected area of the smaller one, of which a body may have
 * a second contact.  Rocking on the whole area is no faster: the moment of area over the
 * moment of inertia is below the area over the mass for a body that fills its bounds. */
static void try_meet_pair(const gm_meet *m, const gm_scene *s, gm_index a,
                          gm_index b, gm_meeting_limit *limit)
{
  const gm_structure *p = &s->structures.row[a], *q = &s->structures.row[b];
  if (gm_meet_rules_meet(&m->table, p, q, a, b) != GM_MEET_YES) return;
  const double k = gm_meet_rules_foundation(&m->table, p, q);
  const double square = 2.0 * k * fmin(shade_of_meet(p), shade_of_meet(q)) *
                        (meet_centre_mobility(p) + meet_centre_mobility(q));
  if (!(square > 0.0)) return;
  const double half = GM_PI / sqrt(square);
  if (limit->half > 0.0 && limit->half <= half) return;
  const gm_index ma = gm_meet_rules_material(q, p);
  const gm_index mb = gm_meet_rules_material(p, q);
  *limit =
      (gm_meeting_limit){half, m->table.pair[ma][mb].zeta, p->name, q->name};
}

/* Appends the smallest and the largest structure of a form.  Returns the new number. */
static gm_index put_meet_extremes(const gm_structures *all, const gm_form *form,
                                  gm_index *row, gm_index n)
{
  gm_index small = -1, large = -1;
  for (gm_index k = 0; k < all->n; ++k) {
    if (all->row[k].form != form) continue;
    if (small < 0 || all->row[k].scale < all->row[small].scale) small = k;
    if (large < 0 || all->row[k].scale >= all->row[large].scale) large = k;
  }
  if (small >= 0) row[n++] = small;
  if (large != small) row[n++] = large;
  return n;
}

gm_status gm_meet_limit_find(const gm_meet *m, const gm_scene *s,
                             gm_meeting_limit *limit)
{
  const gm_structures *all = &s->structures;
  gm_index *row = NULL, n = 0;
  *limit = (gm_meeting_limit){0};
  if (!m->on) return GM_OK;
  GM_TRY(GM_RESIZE(row, 0, 2 * all->n_forms));
  for (gm_index f = 0; f < all->n_forms; ++f)
    n = put_meet_extremes(all, all->form[f], row, n);
  for (gm_index a = 0; a < n; ++a)
    for (gm_index b = a + 1; b < n; ++b)
      try_meet_pair(m, s, row[a], row[b], limit);
  GM_FREE(row);
  return GM_OK;
}
