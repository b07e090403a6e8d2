/* setup/grain_memory.c -- how much memory the grains of a run need.
 *
 * Measured in a dense bed of 60,000 grains: 630 bytes each in columns and 1040 in all,
 * with what HDF5 and sorting of frames take; with output.arrays resume 980 and 1590.
 */
#include "setup/grain_memory.h"

#include "base/memory.h"
#include "config/report.h"
#include <stdio.h>

double gm_grain_memory_each(const gm_config *config)
{
  return config->output.arrays == GM_ARRAYS_RESUME ? 1590.0 : 1040.0;
}

/* The source whose count is largest; that of a file is not in the scene. */
static size_t largest_source(const gm_config *config)
{
  size_t k = 0;
  double most = 0.0;
  for (size_t i = 0; i < config->n_grains; ++i) {
    const gm_config_grains *g = &config->grains[i];
    const double count = g->source == GM_SOURCE_FILL ? (double)g->fill.count
                                                     : (double)g->list.n_grains;
    if (count <= most) continue;
    most = count;
    k = i;
  }
  return k;
}

gm_status gm_grain_memory_check(gm_config *config, size_t n)
{
  const gm_available a = gm_memory_available();
  const double bytes = (double)n * gm_grain_memory_each(config);
  if (bytes <= a.bytes) return GM_OK;
  char path[64];
  const size_t k = largest_source(config);
  snprintf(path, sizeof path, "grains[%zu]%s", k,
           config->grains[k].source == GM_SOURCE_FILL ? ".fill" : "");
  return gm_report_fault(config, path,
                         "%zu grains with their contacts and frames need about "
                         "%.3g GB, and %s leaves %.3g GB; at most %.3g grains "
                         "fit",
                         n, 1e-9 * bytes, a.by, 1e-9 * a.bytes,
                         a.bytes / gm_grain_memory_each(config));
}
