/* result/result_scene.c -- reads the scene from which a result was made. */
#include "result/result_scene.h"

#include "base/memory.h"
#include "file/schema.h"
#include "rules/read.h"
#include <stdio.h>

gm_status gm_result_scene_read(const gm_result *r, gm_config *config)
{
  gm_result_array text = {0};
  char *scene = NULL;
  gm_config_init(config);
  gm_status status = gm_result_expect(r, GM_GROUP_SCENE "/" GM_NAME_EFFECTIVE,
                                      false, 1, 0, -1, &text);
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

void gm_result_scene_law(const gm_config *c, char law[GM_RESULT_SCENE_LAW])
{
  const bool lecture = c->contacts.law == GM_LAW_LECTURE;
  const bool hertz = c->contacts.law == GM_LAW_HERTZ;
  const char *form = hertz ? gm_choices_tangentials[c->contacts.tangential]
                     : lecture
                         ? gm_choices_variants[c->contacts.lecture.variant]
                         : "total";
  snprintf(law, GM_RESULT_SCENE_LAW,
           "%s %s, cohesion %s, rolling %s, torsion %s",
           gm_choices_laws[c->contacts.law], form,
           gm_choices_cohesions[c->contacts.cohesion],
           gm_choices_rollings[c->contacts.rolling],
           gm_choices_torsions[c->contacts.torsion]);
}
