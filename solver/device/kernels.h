/* device/kernels.h -- a step of grains as a graphics processor computes it.
 *
 * The text is C17 and OpenCL C 1.2 (device/portable.h) and includes the physics of the
 * solver (contact/contact.h).  It returns the bits of soft/team.c and soft/move.h,
 * by the kernels of device/kernels.inc:
 *
 *   gm_kernels_step   one work-item a grain: its contacts with grains from its own side,
 *                     added by rising partners to what structures gave it, kick and drift
 *   gm_kernels_sums   one work-item a part of a chunk: largest speed, losses
 *   gm_kernels_close  one work-item a chunk: the same from its parts
 *   gm_kernels_settle one work-item: whether the next step may follow at once
 *   gm_kernels_pack   one work-item a grain near a structure: its row, for the host
 *   gm_kernels_look   one work-item a grain: whether it may leave or cross a side
 *
 * and the list of search/neighbours.c, whose pairs with a gap below the skin it has, with
 * the history of contacts (search/history_transfer.c), one work-item a cell, a grain, a
 * grain, 32 grains, a grain, a grain, a side of a contact:
 *
 *   gm_kernels_clear  empties the cells
 *   gm_kernels_enter  grains to cells, as linked lists in any order
 *   gm_kernels_count  how many partners a grain has
 *   gm_kernels_place  room for their slots
 *   gm_kernels_fill   partners to slots, rising
 *   gm_kernels_keep   contacts out of the slots of the old list, in any order
 *   gm_kernels_restore  contacts into the slots of the new list
 *
 * Contacts with structures are in device/wall.h.
 *
 * A grain keeps a copy of the history of each of its contacts.  Both grains of a pair
 * evaluate it with the same operands, in the order of the host's row (a, b), so that
 * their copies are the same and nothing is shared.  Slots, the entries of the list, are
 * stored for 32 grains together: entry e of grain i is at first[i / 32] + 32 e + i % 32.
 */
#ifndef GM_DEVICE_KERNELS_H
#define GM_DEVICE_KERNELS_H

#include "device/portable.h"

#include "contact/contact.h"
#include "contact/friction.h"
#include "contact/rolling.h"

/* Kernels and the number of their buffers. */
#define GM_KERNELS_ALL(kernel)                                                 \
  kernel(step, 19) kernel(sums, 4) kernel(close, 4) kernel(settle, 4)          \
      kernel(pack, 6) kernel(look, 4) kernel(clear, 2) kernel(enter, 5)        \
          kernel(count, 5) kernel(place, 4) kernel(fill, 9) kernel(keep, 12)   \
              kernel(restore, 12) kernel(wall_count, 5) kernel(wall_fill, 10)  \
                  kernel(wall_screen, 10) kernel(wall_press, 16)               \
                      kernel(wall_sums, 5) kernel(wall_close, 4)

/* Laws in the order of gm_kernels_constants.law. */
#define GM_KERNELS_LAWS(law)                                                   \
  law(hertz) law(hertz_total) law(dmt) law(dmt_total) law(sjkr)                \
      law(sjkr_total) law(hooke) law(sjkr_hooke) law(jkr) law(jkr_total)

enum {
  GM_KERNELS_WAVE = 32,  /* grains whose slots are stored together */
  GM_KERNELS_PART = 64,  /* grains in a part of a chunk */
  GM_KERNELS_IMAGE = 27, /* bit of a slot from which on it holds the image */
  GM_KERNELS_LEVELS = 6, /* of cells */
  GM_KERNELS_SINKS = 8   /* regions of sinks */
};

/* Why the next step waits for the host. */
enum {
  GM_KERNELS_GO,
  GM_KERNELS_LIST,    /* the list is due */
  GM_KERNELS_DEEP,    /* an overlap is beyond the limit */
  GM_KERNELS_IMPACTS, /* there may be no room for more impacts */
  GM_KERNELS_EVENTS   /* likewise for events of walls */
};

typedef struct gm_kernels_row {
  double x, y, z, w;
} __attribute__((aligned(32))) gm_kernels_row;

/* As gm_grain of the scene. */
typedef struct gm_kernels_grain {
  gm_kernels_row x, v;
} gm_kernels_grain;

/* As gm_load of the scene. */
typedef struct gm_kernels_load {
  gm_kernels_row f, t;
} gm_kernels_load;

/* As gm_cells_level of search/cells.h. */
typedef struct gm_kernels_level {
  double largest, per; /* m, 1/m */
  int32_t nx, ny, nz, start;
} gm_kernels_level;

/* What is alike in all grains of a step. */
typedef struct gm_kernels_constants {
  gm_law_time time;
  double kick;         /* s */
  double s0, s1;       /* 1, 1/m  m r^2 / I */
  double known;        /* 1  overlap over radius that is known */
  double limit, skin;  /* 1, m  where the next step must wait */
  double far;          /* m  a coordinate beyond it is no position */
  gm_kernels_row fall; /* m/s  by gravity */
  gm_kernels_row grid; /* m  of periodic positions */
  gm_kernels_row shift[27];
  gm_kernels_row side;      /* m  periodic; 0 along other axes */
  gm_kernels_row min, max;  /* m  of the domain */
  gm_kernels_row low, high; /* m  of all grains, when the list is built */
  gm_kernels_row sink[GM_KERNELS_SINKS][2]; /* m  bounds of regions */
  gm_kernels_level level[GM_KERNELS_LEVELS];
  int32_t levels, cells; /* of all levels */
  int32_t sinks, flat;   /* flat: grains are in the plane z = 0 */
  int32_t n, chunk, chunks,
      parts;         /* grains, in a chunk; chunks; parts of one */
  int32_t pair;      /* of all contacts; -1: they differ */
  int32_t materials; /* in a row of the tables */
  int32_t words; /* of a grain: one bit for each of its slots that touches */
  int32_t law, periodic;
  int32_t couple, steady, spring, twists; /* rolling, twisting */
  int32_t counts;                         /* impacts are counted */
  int32_t room;                           /* for impacts */
  int32_t walls, patches; /* device/wall.h; 0: structures are the host's */
  int32_t still;          /* 1: no wall moves */
  int32_t near, rows,
      blocks;    /* grains near walls, their rows, blocks of parts */
  int32_t sums;  /* on surfaces are made */
  int32_t spare; /* events of a step for which there is room */
} gm_kernels_constants;

/* Result of a grain. */
typedef struct gm_kernels_result {
  double fastest;        /* m2/s2 */
  double lost, friction; /* J */
  double rolled, spun;   /* J */
  double overlap;        /* 1  over the smaller radius, if above `known` */
  int32_t deepest;       /* that partner; -1: none, -2 - k: wall k */
  int32_t pad;
} gm_kernels_result;

/* Of a part, or of a chunk: sums in the bins of base/sum.h. */
typedef struct gm_kernels_sum {
  double fastest, overlap;
  double bin[4][3];      /* J  lost, friction, rolled, spun */
  int32_t deepest, with; /* grain and partner of that overlap */
  int32_t over;          /* 1: a loss is too large for the bins */
  int32_t pad;
} gm_kernels_sum;

/* A contact of two grains that began. */
typedef struct gm_kernels_impact {
  double energy, speed; /* J, m/s */
  int32_t pair, pad;    /* -1 - pair: with a wall */
} gm_kernels_impact;

/* State of a run of steps. */
typedef struct gm_kernels_word {
  double moved;        /* m  of any grain since the list was built */
  int32_t wait;        /* GM_KERNELS_GO, ... */
  int32_t done;        /* steps */
  int32_t n;           /* impacts */
  int32_t slots;       /* in use, in waves */
  int32_t pairs, room; /* contacts that are kept, room for them */
  int32_t wide;        /* bit k: some grain needs k words for its slots */
  int32_t wrong;       /* 1: a grain has no position; a contact has no slots */
  int32_t out;         /* 1: a grain may leave or cross a side */
  int32_t near, rows;  /* grains near walls, and their rows */
  int32_t sheet;       /* 1: a wall may come between two grains */
  int32_t events;      /* of walls */
} gm_kernels_word;

#ifdef GM_KERNELS_LAW /* a driver compiles one law, the host them all */
#define GM_KERNELS_LAW_OF(C) GM_KERNELS_LAW
#define GM_KERNELS_COUPLE_OF(C) GM_KERNELS_COUPLE
#else
#define GM_KERNELS_LAW_OF(C) (C)->law
#define GM_KERNELS_COUPLE_OF(C) (C)->couple
#endif

#define GM_KERNELS_ENUM(NAME) GM_KERNELS_##NAME,
enum { GM_KERNELS_LAWS(GM_KERNELS_ENUM) GM_KERNELS_LAW_COUNT };

GM_INLINE gm_law_force gm_kernels_force(int law, gm_coefficients c,
                                        gm_law_time t, gm_law_contact k)
{
  switch (law) {
  case GM_KERNELS_hertz_total:
    return gm_hertz_force(c, t, k, gm_hertz_repulsion(c, t, k), 1, 0);
  case GM_KERNELS_dmt:
    return gm_hertz_force(c, t, k, gm_hertz_dmt(c, t, k), 0, 0);
  case GM_KERNELS_dmt_total:
    return gm_hertz_force(c, t, k, gm_hertz_dmt(c, t, k), 1, 0);
  case GM_KERNELS_sjkr:
    return gm_hertz_force(c, t, k, gm_hertz_sjkr(c, t, k), 0, 0);
  case GM_KERNELS_sjkr_total:
    return gm_hertz_force(c, t, k, gm_hertz_sjkr(c, t, k), 1, 0);
  case GM_KERNELS_jkr:
    return gm_hertz_force(c, t, k, gm_hertz_jkr_parts(c, t, k), 0, 1);
  case GM_KERNELS_jkr_total:
    return gm_hertz_force(c, t, k, gm_hertz_jkr_parts(c, t, k), 1, 1);
  case GM_KERNELS_hooke:
    return gm_hooke_force(c, t, k, 0.0);
  case GM_KERNELS_sjkr_hooke:
    return gm_hooke_force(c, t, k, gm_hertz_attraction(c, k));
  default:
    return gm_hertz_force(c, t, k, gm_hertz_repulsion(c, t, k), 0, 0);
  }
}

/* Does the stiffness of the law grow with its memory? */
GM_INLINE int gm_kernels_grows(int law)
{
  return law != GM_KERNELS_hooke && law != GM_KERNELS_sjkr_hooke;
}

/* Does a contact last until the law detaches it, by a memory of 0? */
GM_INLINE int gm_kernels_adheres(int law)
{
  return law == GM_KERNELS_jkr || law == GM_KERNELS_jkr_total;
}

/* ---- one grain ------------------------------------------------------------ */

/* What a grain has received so far. */
typedef struct gm_kernels_total {
  gm_kernels_load load, moment;
} gm_kernels_total;

/* The two grains of a slot in the order of the host's row. */
typedef struct gm_kernels_pair {
  gm_kernels_row xa, xb, va, vb, wa, wb;
  gm_vec3 d;   /* m  x_a - x_b */
  double sum;  /* m  r_a + r_b */
  double side; /* 1: the own grain is a; -1: it is b */
} gm_kernels_pair;

GM_INLINE gm_kernels_row gm_kernels_chosen(int first, gm_kernels_row a,
                                           gm_kernels_row b)
{
  return first ? a : b;
}

/* x_a - x_b, of the image of b that the slot names. */
GM_INLINE gm_vec3 gm_kernels_way(GM_AT const gm_kernels_constants *c, int first,
                                 gm_kernels_row own, gm_kernels_row other,
                                 uint32_t slot)
{
  const gm_kernels_row a = gm_kernels_chosen(first, own, other);
  const gm_kernels_row b = gm_kernels_chosen(first, other, own);
  gm_vec3 d = {a.x - b.x, a.y - b.y, a.z - b.z};
  if (c->periodic) {
    const gm_kernels_row s = c->shift[slot >> GM_KERNELS_IMAGE];
    d.x -= s.x;
    d.y -= s.y;
    d.z -= s.z;
  }
  return d;
}

GM_INLINE int32_t gm_kernels_partner(uint32_t slot)
{
  return (int32_t)(slot & ((1u << GM_KERNELS_IMAGE) - 1u));
}

/* Which of the slots at, at + 32, ... (n of them, 32 at most) touch. */
GM_INLINE uint32_t gm_kernels_near(GM_AT const gm_kernels_constants *c,
                                   GM_AT const gm_kernels_grain *g,
                                   GM_AT const uint32_t *other, int64_t at,
                                   int n, int32_t i, gm_kernels_row x)
{
  uint32_t on = 0;
  for (int e = 0; e < n; ++e) {
    const uint32_t slot = other[at + GM_KERNELS_WAVE * e];
    const int32_t j = gm_kernels_partner(slot);
    const gm_kernels_row y = g[j].x;
    const gm_vec3 d = gm_kernels_way(c, i < j, x, y, slot);
    const double sum = x.w + y.w;
    if (d.x * d.x + d.y * d.y + d.z * d.z < sum * sum) on |= 1u << e;
  }
  return on;
}

GM_INLINE gm_vec3 gm_kernels_vec(gm_kernels_row a)
{
  return gm_vec(a.x, a.y, a.z);
}

/* Adds a contact to one of its grains: contact/scatter.h.  f: force on the first. */
GM_INLINE void gm_kernels_add(gm_kernels_load *o, gm_vec3 f, double friction,
                              gm_vec3 q, double lost, double side)
{
  o->f.x += side * f.x;
  o->f.y += side * f.y;
  o->f.z += side * f.z;
  o->f.w += friction;
  o->t.x += q.x;
  o->t.y += q.y;
  o->t.z += q.z;
  o->t.w += lost;
}

/* Adds the torque of rolling and twisting resistance, and a share of its losses:
 * soft/team.c.  Returns it.  spin: rad/s  of a relative to b; slow: 1/(kg m2)  over beta,
 * of both. */
GM_INLINE gm_vec3 gm_kernels_resist(GM_AT const gm_kernels_constants *c,
                                    gm_couple_coefficients k, gm_law_force f,
                                    double memory,
                                    const gm_contact_frame *frame, gm_vec3 spin,
                                    double slow, double side, double share,
                                    GM_AT gm_kernels_row *history, int was,
                                    gm_kernels_load *o)
{
  const double beta = 1.0 / (c->time.turn - 1.0);
  const int grows = gm_kernels_grows(GM_KERNELS_LAW_OF(c));
  gm_kernels_row h = {0.0, 0.0, 0.0, 0.0};
  if (was) h = *history;
  const gm_couple_contact contact = {
      .load = f.load,
      .stiffness = f.stiffness * (grows ? f.memory : 1.0),
      .stiffness_was = f.stiffness * (grows ? memory : 1.0),
      .radius = frame->radius,
      .inertia = beta / slow,
      .normal = frame->normal,
      .spin = gm_geometry_turned(spin, frame->normal, frame->turn),
      .bent = {h.x, h.y, h.z},
      .twisted = h.w,
  };
  const gm_couple_torque t =
      gm_rolling_torque(k, c->time, contact, c->steady, c->spring, c->twists);
  const gm_vec3 none = {0.0, 0.0, 0.0};
  *history = (gm_kernels_row){t.bent.x, t.bent.y, t.bent.z, t.twisted};
  gm_kernels_add(o, t.torque, share * t.rolling, none, share * t.torsion, side);
  return t.torque;
}

/* Overlap over the smaller radius if it may be above what is known: soft/overlap.h. */
GM_INLINE double gm_kernels_depth(const gm_contact_frame *f, double sum,
                                  double known)
{
  const double R = f->radius, alike = 10.0 * R - 2.025 * sum;
  if (!(f->overlap > known * (alike > R ? alike : R))) return 0.0;
  const double square = sum * (sum - 4.0 * R);
  const double root = sqrt(square > 0.0 ? square : 0.0);
  return f->overlap / (0.5 * (sum - root));
}

GM_INLINE void gm_kernels_note(GM_AT const gm_kernels_constants *c,
                               const gm_contact_frame *f, double mobility,
                               int32_t pair, GM_AT gm_kernels_impact *impacts,
                               GM_AT int32_t *count)
{
  const double vn = gm_dot(f->velocity, f->normal);
  const double mass = mobility > 0.0 ? 1.0 / mobility : 0.0;
  const int32_t at = GM_TAKE(count, 1);
  if (at >= c->room) return;
  impacts[at] = (gm_kernels_impact){.energy = 0.5 * mass * vn * vn,
                                    .speed = gm_norm(f->velocity),
                                    .pair = pair};
}

/* ---- neighbour list ------------------------------------------------------- */

/* search/cells.h: gm_cells_at */
GM_INLINE int32_t gm_kernels_at(double off, double per, int32_t n)
{
  const double k = off * per;
  return k > 0.0 ? (k < n ? (int32_t)k : n - 1) : 0;
}

/* The cell of a grain in the grid of its size. */
GM_INLINE int32_t gm_kernels_cell(GM_AT const gm_kernels_constants *c,
                                  gm_kernels_row x)
{
  int k = c->levels - 1;
  while (k > 0 && x.w > c->level[k].largest)
    --k;
  GM_AT const gm_kernels_level *l = &c->level[k];
  const int32_t ix = gm_kernels_at(x.x - c->low.x, l->per, l->nx);
  const int32_t iy = gm_kernels_at(x.y - c->low.y, l->per, l->ny);
  const int32_t iz = gm_kernels_at(x.z - c->low.z, l->per, l->nz);
  return l->start + (ix * l->ny + iy) * l->nz + iz;
}

/* Periods along an axis that bring b nearest to a, 0, 1 or 2 for -1: scene/domain.h. */
GM_INLINE int32_t gm_kernels_period(double apart, double side)
{
  if (!(side > 0.0)) return 0;
  return 2.0 * apart > side ? 1 : 2.0 * apart < -side ? 2 : 0;
}

/* Slot of grain i for partner j: gm_domain_nearest, from the grain of lower number. */
GM_INLINE uint32_t gm_kernels_slot(GM_AT const gm_kernels_constants *c,
                                   int32_t i, gm_kernels_row x, int32_t j,
                                   gm_kernels_row y)
{
  const double to = i < j ? 1.0 : -1.0;
  const int32_t image = gm_kernels_period(to * (x.x - y.x), c->side.x) +
                        3 * gm_kernels_period(to * (x.y - y.y), c->side.y) +
                        9 * gm_kernels_period(to * (x.z - y.z), c->side.z);
  return (uint32_t)j | (uint32_t)image << GM_KERNELS_IMAGE;
}

/* Enters a slot among the n of a grain, by rising partners. */
GM_INLINE void gm_kernels_insert(GM_AT uint32_t *slot, int n, uint32_t one)
{
  while (n > 0 && gm_kernels_partner(slot[GM_KERNELS_WAVE * (n - 1)]) >
                      gm_kernels_partner(one)) {
    slot[GM_KERNELS_WAVE * n] = slot[GM_KERNELS_WAVE * (n - 1)];
    --n;
  }
  slot[GM_KERNELS_WAVE * n] = one;
}

/* Adds the partners of grain i, seen at x - shift, to the n in its slots, which are
 * counted only where there are none: search/partners.c. */
GM_INLINE int gm_kernels_scan(GM_AT const gm_kernels_constants *c,
                              GM_AT const gm_kernels_grain *g,
                              GM_AT const int32_t *head,
                              GM_AT const int32_t *next, int32_t i,
                              gm_kernels_row x, gm_kernels_row shift,
                              GM_AT uint32_t *slot, int n)
{
  const gm_vec3 at = {x.x - shift.x, x.y - shift.y, x.z - shift.z};
  const gm_vec3 off = {at.x - c->low.x, at.y - c->low.y, at.z - c->low.z};
  for (int32_t k = 0; k < c->levels; ++k) {
    GM_AT const gm_kernels_level *l = &c->level[k];
    const double reach = x.w + l->largest + c->skin;
    const int32_t x0 = gm_kernels_at(off.x - reach, l->per, l->nx);
    const int32_t x1 = gm_kernels_at(off.x + reach, l->per, l->nx);
    const int32_t y0 = gm_kernels_at(off.y - reach, l->per, l->ny);
    const int32_t y1 = gm_kernels_at(off.y + reach, l->per, l->ny);
    const int32_t z0 = gm_kernels_at(off.z - reach, l->per, l->nz);
    const int32_t z1 = gm_kernels_at(off.z + reach, l->per, l->nz);
    for (int32_t ix = x0; ix <= x1; ++ix)
      for (int32_t iy = y0; iy <= y1; ++iy)
        for (int32_t iz = z0; iz <= z1; ++iz) {
          int32_t j = head[l->start + (ix * l->ny + iy) * l->nz + iz];
          for (; j >= 0; j = next[j]) {
            const gm_kernels_row y = g[j].x;
            const gm_vec3 d = {at.x - y.x, at.y - y.y, at.z - y.z};
            const double most = x.w + y.w + c->skin;
            if (j == i || !(d.x * d.x + d.y * d.y + d.z * d.z < most * most))
              continue;
            if (slot)
              gm_kernels_insert(slot, n, gm_kernels_slot(c, i, x, j, y));
            ++n;
          }
        }
  }
  return n;
}

/* May an image of a grain, `turn` periods along an axis (0, 1, 2 for -1), be near
 * others?  gm_domain_within */
GM_INLINE int gm_kernels_within(int32_t turn, double x, double side, double low,
                                double high, double reach)
{
  if (turn == 0) return 1;
  if (!(side > 0.0)) return 0;
  return turn == 1 ? x - side >= low - reach : x + side <= high + reach;
}

/* Partners of grain i to its slots; returns how many. */
GM_INLINE int gm_kernels_partners(GM_AT const gm_kernels_constants *c,
                                  GM_AT const gm_kernels_grain *g,
                                  GM_AT const int32_t *head,
                                  GM_AT const int32_t *next, int32_t i,
                                  GM_AT uint32_t *slot)
{
  const gm_kernels_row x = g[i].x;
  const double reach = x.w + c->level[0].largest + c->skin;
  const gm_kernels_row none = {0.0, 0.0, 0.0, 0.0};
  int n = gm_kernels_scan(c, g, head, next, i, x, none, slot, 0);
  for (int32_t k = 1; c->periodic && k < 27; ++k)
    if (gm_kernels_within(k % 3, x.x, c->side.x, c->low.x, c->high.x, reach) &&
        gm_kernels_within(k / 3 % 3, x.y, c->side.y, c->low.y, c->high.y,
                          reach) &&
        gm_kernels_within(k / 9, x.z, c->side.z, c->low.z, c->high.z, reach))
      n = gm_kernels_scan(c, g, head, next, i, x, c->shift[k], slot, n);
  return n;
}

/* The entry of partner j among the n slots of a grain; n: none. */
GM_INLINE int32_t gm_kernels_entry(GM_AT const uint32_t *slot, int32_t n,
                                   int32_t j)
{
  int32_t low = 0, high = n;
  while (low < high) {
    const int32_t middle = (low + high) / 2;
    if (gm_kernels_partner(slot[GM_KERNELS_WAVE * middle]) < j)
      low = middle + 1;
    else
      high = middle;
  }
  return low < n && gm_kernels_partner(slot[GM_KERNELS_WAVE * low]) == j ? low
                                                                         : n;
}

/* The word of the bits of entry e of grain i. */
GM_INLINE int64_t gm_kernels_word_at(GM_AT const gm_kernels_constants *c,
                                     int32_t i, int32_t e)
{
  return ((int64_t)(i / GM_KERNELS_WAVE) * c->words + e / 32) *
             GM_KERNELS_WAVE +
         i % GM_KERNELS_WAVE;
}

/* ---- sums ----------------------------------------------------------------- */

/* Adds x to the bins of one column as gm_sum_rows_add does: each is exact. */
GM_INLINE int gm_kernels_bin(double bin[3], double x)
{
  const double unit[3] = {0x1.8p24, 0x1.8p-16, 0x1.8p-56};
  if (!(x * x < 0x1p24)) return 1;
  for (int k = 0; k < 3; ++k) {
    const double part = (x + unit[k]) - unit[k];
    bin[k] += part;
    x -= part;
  }
  return 0;
}

#endif
