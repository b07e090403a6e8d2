/* rules/held_rules.c -- groups of held grains. */
#include "rules/held_rules.h"

#include "rules/structure_rules.h"
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
  const gm_config_integer *x = a, *y = b;
  return (x->number > y->number) - (x->number < y->number);
}

/* Returns a number that a sorted list contains twice, or -1. */
static int find_twice(const gm_config_integer *list, size_t n)
{
  for (size_t k = 1; k < n; ++k) {
    if (list[k].number == list[k - 1].number) return list[k].number;
  }
  return -1;
}

static void check_sources(gm_checker *c, const gm_config_held *h)
{
  const gm_config *config = c->config;
  for (size_t k = 0; k < h->n_sources; ++k) {
    const size_t source = (size_t)h->sources[k].number;
    char key[64];
    snprintf(key, sizeof key, "sources[%zu]", k);
    if (source >= config->n_grains) {
      GM_CHECKER_FAULT(c, key,
                       "there is no source %zu: grains has %zu, the first is 0",
                       source, config->n_grains);
    } else if (config->grains[source].source == GM_SOURCE_POUR) {
      GM_CHECKER_FAULT(c, key,
                       "grains[%zu] is a pour, and held grains are there from "
                       "the start; name a fill, a list or a result",
                       source);
    }
  }
}

static int any_result(const gm_config *config)
{
  for (size_t k = 0; k < config->n_grains; ++k) {
    if (config->grains[k].source == GM_SOURCE_RESULT) return 1;
  }
  return 0;
}

static void check_group(gm_checker *c, gm_config_held *h)
{
  const int sound = gm_checker_sound(c, "sources") &&
                    gm_checker_sound(c, "labels") && gm_checker_sound(c, "ids");
  if (!sound) return;
  if (!h->n_sources && !h->n_labels && !h->n_ids && !h->was &&
      h->region.kind < 0) {
    GM_CHECKER_FAULT(c, "",
                     "'%s' names no grains; give sources, labels, ids, was, or "
                     "a region as box, cylinder or sphere",
                     h->name ? h->name : "");
  }
  if (!gm_faults_touch(c->faults, "grains")) check_sources(c, h);
  if (h->was && !any_result(c->config)) {
    GM_CHECKER_FAULT(c, "was",
                     "no source of grains is a result, so none was held "
                     "before; leave it out");
  }
  if (h->n_ids) qsort(h->ids, h->n_ids, sizeof *h->ids, by_number);
  const int twice = find_twice(h->ids, h->n_ids);
  if (twice >= 0) {
    GM_CHECKER_FAULT(c, "ids", "%d is there twice; each grain is named once",
                     twice);
  }
  gm_checker_region(c, "", &h->region);
  gm_structure_rules_motion(c, h->motion, h->n_motion);
}

void gm_held_rules_check(gm_checker *c)
{
  gm_config *config = c->config;
  for (size_t i = 0; i < config->n_held; ++i) {
    gm_checker_item(c, "held", i);
    check_group(c, &config->held[i]);
  }
  c->path[0] = '\0';
}

static bool names(const gm_config_integer *list, size_t n, int number)
{
  for (size_t k = 0; k < n; ++k) {
    if (list[k].number == number) return true;
  }
  return n == 0;
}

bool gm_held_rules_all(const gm_config *config, size_t source, int label)
{
  for (size_t i = 0; i < config->n_held; ++i) {
    const gm_config_held *h = &config->held[i];
    if (h->n_ids || h->was || h->region.kind >= 0 || h->meets_held ||
        isfinite(h->until)) {
      continue;
    }
    if (!h->n_sources && !h->n_labels) continue;
    if (names(h->sources, h->n_sources, (int)source) &&
        names(h->labels, h->n_labels, label)) {
      return true;
    }
  }
  return false;
}
