/* search/inner_list.c -- splits the pairs of a chunk into inner and outer list, in
 * place. */
#include "search/inner_list.h"

#include "contact/narrow_grains.h"

GM_INLINE int is_inner_near(const gm_contacts *l, const gm_grain *g,
                            gm_index row, double gap)
{
  gm_row4 d = g[l->a[row]].x + GM_DIFFERENCE * g[l->b[row]].x;
  if (l->image) d -= l->shift[l->image[row]];
  const double reach = d[3] + gap;
  return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < reach * reach;
}

GM_INLINE gm_inner_list_pair pair_at(const gm_contacts *l, gm_index row)
{
  return (gm_inner_list_pair){l->a[row], l->b[row],
                              l->image ? l->image[row] : 0};
}

GM_INLINE void put_inner_pair(gm_contacts *l, gm_index row,
                              gm_inner_list_pair p)
{
  l->a[row] = p.a;
  l->b[row] = p.b;
  if (l->image) l->image[row] = (uint8_t)p.image;
}

GM_INLINE void move_row(gm_contacts *l, gm_index to, gm_index from)
{
  put_inner_pair(l, to, pair_at(l, from));
  l->touched[to] = l->touched[from];
  l->history[to] = l->history[from];
  if (l->couple) l->couple[to] = l->couple[from];
  if (l->spent) l->spent[to] = l->spent[from];
}

GM_INLINE int comes_after(const gm_contacts *l, gm_index row,
                          gm_inner_list_pair p)
{
  return l->a[row] > p.a || (l->a[row] == p.a && l->b[row] > p.b);
}

/* Copies the outer pairs [from, end) that are near now to `spare`, the last first, and
 * moves the others to the end of the range, in their order.  *n receives the number of
 * near pairs; returns the first of the others. */
GM_INLINE gm_index take_near(gm_contacts *l, const gm_grain *g, gm_index from,
                             gm_index end, double gap,
                             gm_inner_list_pair *spare, gm_index *n)
{
  gm_index to = end, count = 0;
  for (gm_index row = end - 1; row >= from; --row) {
    const int comes = is_inner_near(l, g, row, gap);
    const gm_inner_list_pair p = pair_at(l, row);
    spare[count] = p;
    put_inner_pair(l, to - 1, p); /* overwrites only pairs already read */
    count += comes;
    to -= !comes;
  }
  *n = count;
  return to;
}

/* Copies the inner pairs [first, end) that are far now to `spare`, in their order; the
 * others close the gaps.  *n receives the number of far pairs; returns the end of the
 * others. */
GM_INLINE gm_index take_far(gm_contacts *l, const gm_grain *g, gm_index first,
                            gm_index end, double gap, gm_inner_list_pair *spare,
                            gm_index *n)
{
  gm_index to = first, count = 0;
  for (gm_index row = first; row < end; ++row) {
    const int stays = is_inner_near(l, g, row, gap) | l->touched[row];
    spare[count] = pair_at(l, row);
    if (to < row) move_row(l, to, row);
    count += !stays;
    to += stays;
  }
  *n = count;
  return to;
}

GM_CLONED void gm_inner_list_chunk(gm_contacts *l, const gm_grain *g,
                                   gm_index c, double way, double gap,
                                   gm_inner_list_pair *spare)
{
  const gm_index first = l->first_own[c], end = l->first_own[c + 1];
  const gm_index was = l->near_end[c];
  gm_index come, go;
  gm_index far = take_near(l, g, was, end, gap, spare, &come);
  gm_inner_list_pair *leave = spare + come;
  const gm_index kept = take_far(l, g, first, was, gap, leave, &go);
  const gm_index now = kept + come;
  GM_ASSERT(now + go == far);

  gm_index to = now, row = kept - 1;
  for (gm_index k = 0;
       k < come;) { /* merge from the end, the largest pair first */
    if (row >= first && comes_after(l, row, spare[k])) {
      move_row(l, --to, row--);
    } else {
      put_inner_pair(l, --to, spare[k++]);
      gm_contacts_part(l, to);
    }
  }
  to = now;
  for (gm_index k = 0; k < go;) {
    if (far == end || comes_after(l, far, leave[k]))
      put_inner_pair(l, to++, leave[k++]);
    else
      put_inner_pair(l, to++, pair_at(l, far++));
  }
  for (row = now; row < was; ++row)
    gm_contacts_part(l, row);
  l->near_end[c] = now;
  l->narrowed[c] = way;
}
