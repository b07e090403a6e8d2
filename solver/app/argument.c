/* app/argument.c -- parses the command line of a command that takes one result. */
#include "app/argument.h"

#include <argp.h>

static error_t read_option(int key, char *text, struct argp_state *state)
{
  const char **path = state->input;
  if (key == ARGP_KEY_ARG && !*path) {
    *path = text;
  } else if (key == ARGP_KEY_ARG) {
    argp_error(state, "one RESULT only");
  } else if (key == ARGP_KEY_NO_ARGS) {
    argp_error(state, "which RESULT?");
  } else {
    return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

const char *gm_argument_result(int argc, char **argv, char *name,
                               const char *doc)
{
  const struct argp argp = {
      .parser = read_option, .args_doc = "RESULT", .doc = doc};
  const char *path = NULL;
  argp_err_exit_status = 2;
  argv[0] = name;
  argp_parse(&argp, argc, argv, 0, NULL, &path);
  return path;
}
