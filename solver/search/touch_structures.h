/* search/touch_structures.h -- narrow phase of grain on structure.
 *
 * Room: search.  May include: base, structure, scene.
 *
 * A grain is carried into the body frame once per structure; each candidate patch answers
 * distance and gradient; of the patches nearer than the radius those are kept that do not
 * lie in or behind the tangent plane of a nearer one:
 *
 *   drop i if for some kept j  d_j - d_i (n_i . n_j) <= 0.06 r
 *
 * so that a grain over an edge has one contact and a grain in a corner one per wall; a
 * contact that changes its patch keeps its history.
 *
 * A row that does not touch is not asked again before its grain may touch, as far as it went from
 * where it was asked (`clear`, structure/probes.h): first by what any grain of the chunk and any
 * point of the structure have travelled (`due`), then by its own way in the body frame (`around`),
 * which is little where a structure carries the grain along.  For the same reason a row that is
 * asked is asked of few triangles (structure/vicinity.h).  No bit depends on how often rows are
 * asked.
 */
#ifndef GM_SEARCH_TOUCH_STRUCTURES_H
#define GM_SEARCH_TOUCH_STRUCTURES_H

#include "scene/block.h"
#include "scene/contacts.h"
#include "search/wall_rows.h"

/* What should not happen, counted: contacts that sites cannot serve any more, and centres
 * inside a solid.  Of the rows that were asked: such contacts are asked in every step. */
typedef struct gm_touch_events {
  gm_id coverage_lost, centre_inside;
  gm_id sites, exact; /* queries that sites, that triangles answered */
  gm_index *parted;   /* rows whose stay at a place is over; null: not noted */
  gm_index n_parted;
} gm_touch_events;

/* Rows [k0, k1) with k0 the first of a group (one grain, one structure): touching rows of
 * whole groups are appended to the block until it is full or the rows end.  Fills row, d,
 * v, s, h, the normal, its turn, overlap, lever, isum, slope columns; row numbers count from k0.
 * Rows that do not touch forget their history.  grains_moved: m, a bound of the way that any
 * of these grains has gone since the list was built; surfaces_moved [structures] likewise; they
 * never fall, and whoever moves something otherwise builds the list anew.  *count receives the
 * touching rows.
 * Contacts that begin are noted in the block, one for each grain and structure; where contacts are
 * tallied the place of each is found, and rows that part are noted in *events.
 * *events counts.  Returns the row to go on with. */
gm_index gm_touch_structures(gm_block *k, const gm_grain *g, const gm_row4 *w,
                             const gm_structures *structures, gm_contacts *list,
                             gm_wall_rows_late late, double grains_moved,
                             const double *surfaces_moved, gm_index k0,
                             gm_index k1, int *count, gm_touch_events *events);

#endif
