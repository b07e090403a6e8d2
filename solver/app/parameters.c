/* app/parameters.c -- `granum parameters`: prints the parameters of a scene.
 */
#include "app/parameters.h"

#include "app/options.h"
#include "app/outline.h"
#include "installed/installed.h"
#include "rules/read.h"
#include "sim/source.h"
#include "text/parameter_list.h"
#include <argp.h>

typedef struct chosen {
  const char *scene;
  char found[4096]; /* folder of the case that was named */
  bool json;
  const char *set[GM_OPTIONS_SETS];
  size_t n_set;
} chosen;

static error_t read_option(int key, char *text, struct argp_state *state)
{
  chosen *c = state->input;
  if (key == 'j') {
    c->json = true;
  } else if (key == 's') {
    if (c->n_set == GM_OPTIONS_SETS)
      argp_error(state, "at most %d --set", GM_OPTIONS_SETS);
    c->set[c->n_set++] = text;
  } else if (key == ARGP_KEY_ARG && !c->scene) {
    c->scene = gm_installed_case(text, c->found, sizeof c->found);
  } else if (key == ARGP_KEY_ARG) {
    argp_error(state, "one SCENE only, not also '%s'", text);
  } else if (key == ARGP_KEY_NO_ARGS) {
    argp_error(state, "which SCENE or RESULT?");
  } else {
    return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

static const struct argp_option options[] = {
    {"set", 's', "PATH=VALUE", 0, "override a key of the scene", 0},
    {"json", 'j', NULL, 0,
     "print a JSON object for programs; errors too, each with its key", 0},
    {0}};

static const struct argp argp = {
    options,
    read_option,
    "SCENE|RESULT",
    "Print the keys of a scene that can be set, with their values; granum keys "
    "PATH explains one.",
    NULL,
    NULL,
    NULL};

static gm_status read(const chosen *c, gm_config *config)
{
  GM_TRY(gm_source_read(c->scene, config));
  for (size_t k = 0; k < c->n_set; ++k)
    GM_TRY(gm_read_override(config, c->set[k]));
  GM_TRY(gm_read_bind(config));
  return gm_read_check(config);
}

gm_status gm_parameters_command(int argc, char **argv)
{
  static chosen c;
  gm_config config;
  argp_err_exit_status = 2;
  argv[0] = "granum parameters";
  argp_parse(&argp, argc, argv, 0, NULL, &c);
  const gm_parameter_list_form form = {.source = c.scene,
                                       .json = c.json,
                                       .written = gm_source_is_result(c.scene)};
  gm_status status = read(&c, &config);
  if (status == GM_OK) {
    status = gm_parameter_list_print(stdout, &config, &form);
  } else if (c.json) {
    gm_parameter_list_print_errors(stdout, &config, gm_status_message());
    status = gm_fail(status, "%s", "");
  } else if (status == GM_ERR_INPUT && config.errors) {
    status = gm_outline_faults(&config, c.scene);
  }
  gm_config_clear(&config);
  return status;
}
