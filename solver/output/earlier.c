/* output/earlier.c -- the scene of a result.  Room: output. */
#include "output/earlier.h"

#include "base/memory.h"
#include "config/read.h"
#include "output/schema.h"
#include <stdio.h>

gm_status gm_earlier_scene(const gm_result *r, gm_config *config)
{
  gm_result_array text = {0};
  char *scene = NULL;
  gm_config_init(config);
  gm_status status =
      gm_result_read(r, GM_GROUP_SCENE "/" GM_NAME_EFFECTIVE, 0, -1, &text);
  if (status == GM_OK && (text.real || text.width != 1)) {
    status =
        gm_fail(GM_ERR_FILE, "'%s' in '%s' is no text",
                GM_GROUP_SCENE "/" GM_NAME_EFFECTIVE, gm_hdf5_path(r->file));
  }
  if (status == GM_OK) status = GM_RESIZE(scene, 0, text.n + 1);
  if (status == GM_OK) {
    for (int64_t k = 0; k < text.n; ++k)
      scene[k] = (char)text.integer[k];
    status = gm_read_text(scene, (size_t)text.n, "the earlier scene", ".", 0,
                          NULL, config);
    if (status == GM_ERR_INPUT) status = GM_OK;
  }
  GM_FREE(scene);
  gm_result_array_clear(&text);
  return status;
}

void gm_earlier_law(const gm_config *c, char law[GM_EARLIER_LAW])
{
  static const char *const laws[] = {"hertz", "hooke"};
  static const char *const springs[] = {"incremental", "total"};
  static const char *const attractions[] = {"none", "jkr", "dmt", "sjkr"};
  static const char *const rollings[] = {"none", "constant", "spring"};
  static const char *const torsions[] = {"none", "spring"};
  const bool hooke = c->contacts.law == GM_LAW_HOOKE;
  snprintf(law, GM_EARLIER_LAW, "%s %s, cohesion %s, rolling %s, torsion %s",
           laws[c->contacts.law],
           hooke ? "total" : springs[c->contacts.tangential],
           attractions[c->contacts.cohesion], rollings[c->contacts.rolling],
           torsions[c->contacts.torsion]);
}
