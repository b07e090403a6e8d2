/* mesh/soup.c -- memory of a triangle soup. */
#include "mesh/soup.h"

#include "base/memory.h"

void gm_soup_init(gm_soup *soup)
{
  *soup = (gm_soup){0};
}

void gm_soup_clear(gm_soup *soup)
{
  GM_FREE(soup->corner);
  GM_FREE(soup->group);
  GM_FREE(soup->group_name);
  gm_soup_init(soup);
}

gm_status gm_soup_reserve(gm_soup *s, size_t more)
{
  const size_t wanted = (size_t)s->n + more;
  if (wanted <= (size_t)s->capacity) return GM_OK;
  if (more > GM_SOUP_MAX || wanted > GM_SOUP_MAX) {
    return gm_fail(GM_ERR_INPUT,
                   "more triangles than the %d that are supported; give a "
                   "coarser mesh",
                   (int)GM_SOUP_MAX);
  }
  size_t capacity = 2 * (size_t)s->capacity;
  if (capacity < wanted) capacity = wanted;
  if (capacity > GM_SOUP_MAX) capacity = GM_SOUP_MAX;
  GM_TRY(GM_RESIZE(s->corner, 3 * (size_t)s->n, 3 * capacity));
  GM_TRY(GM_RESIZE(s->group, (size_t)s->n, capacity));
  s->capacity = (gm_index)capacity;
  return GM_OK;
}

gm_status gm_soup_begin_group(gm_soup *s, const gm_group_name *names,
                              gm_index *row)
{
  if (s->n_groups == GM_SOUP_MAX_GROUPS) {
    return gm_fail(GM_ERR_INPUT,
                   "more groups than the %d that are supported; merge groups "
                   "of the mesh, or take several files",
                   (int)GM_SOUP_MAX_GROUPS);
  }
  if (s->n_groups == s->groups_capacity) {
    const gm_index capacity = s->groups_capacity ? 2 * s->groups_capacity : 8;
    GM_TRY(GM_RESIZE(s->group_name, s->n_groups, capacity));
    s->groups_capacity = capacity;
  }
  s->group_name[s->n_groups] = *names;
  *row = s->n_groups++;
  return GM_OK;
}
