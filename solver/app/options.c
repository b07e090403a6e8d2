/* app/options.c -- command line of `granum run` and `granum check`.
 *
 * The name of the result follows from the scene unless it is given; with --resume a
 * RESULT in place of the scene is the one to go on with, not one to repeat.
 */
#include "app/options.h"

#include "app/installed.h"
#include "config/units.h"
#include "file/schema.h"
#include "sim/source.h"
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gm_progress_form read_option_progress_form(struct argp_state *state,
                                                  const char *text)
{
  static const char *const names[] = {"auto", "bar", "lines", "json", "none"};
  for (int k = 0; k < 5; ++k) {
    if (!strcmp(text, names[k])) return (gm_progress_form)k;
  }
  argp_error(state, "--progress is auto, bar, lines, json or none, not '%s'",
             text);
  return GM_PROGRESS_AUTO;
}

/* A duration: 90 min, 3600, or 23:30:00. */
static double read_option_duration(struct argp_state *state, const char *text)
{
  char found[200] = "";
  double seconds = 0.0;
  unsigned h, m, s;
  int end = -1;
  if (sscanf(text, "%u:%2u:%2u%n", &h, &m, &s, &end) == 3 && !text[end])
    seconds = 3600.0 * h + 60.0 * m + s;
  else
    gm_units_number(text, GM_UNIT_TIME, &seconds, NULL, found, sizeof found);
  if (!(seconds > 0.0))
    argp_error(state,
               "--wall-time is a duration such as 3600, '90 min' or "
               "23:30:00, not '%s'",
               text);
  return seconds;
}

static error_t read_run_option(int key, char *text, struct argp_state *state)
{
  gm_options *o = state->input;
  switch (key) {
  case 'o':
    snprintf(o->result, sizeof o->result, "%s", text);
    break;
  case 'f':
    o->force = 1;
    break;
  case 'T':
    o->timing = 1;
    break;
  case 'r':
    o->resume = 1;
    break;
  case 'w':
    o->wall_time = read_option_duration(state, text);
    break;
  case 'S': {
    char *end = NULL;
    o->steps = strtoll(text, &end, 10);
    if (*end || o->steps < 1)
      argp_error(state, "--steps is a number from 1 on, not '%s'", text);
    break;
  }
  case 'D':
    o->device = text;
    break;
  case 'n':
    o->no_audit = 1;
    break;
  case 'p':
    o->progress = read_option_progress_form(state, text);
    break;
  case 's':
    if (o->n_set == GM_OPTIONS_SETS)
      argp_error(state, "at most %d --set", GM_OPTIONS_SETS);
    o->set[o->n_set++] = text;
    break;
  case 't': {
    char *end = NULL;
    const long n = strtol(text, &end, 10);
    if (*end || n < 1 || n > 1024) {
      argp_error(state, "--threads is a number from 1 to 1024, not '%s'", text);
    }
    o->threads = (int)n;
    break;
  }
  case 'R': {
    char *end = NULL;
    const long n = strtol(text, &end, 10);
    if (*end || n < 1 || n > 100000)
      argp_error(state, "--ranks is a number from 1 on, not '%s'", text);
    o->ranks = (int)n;
    break;
  }
  case ARGP_KEY_ARG:
    if (o->scene) argp_error(state, "one SCENE only, not also '%s'", text);
    o->scene = gm_installed_case(text, o->found, sizeof o->found);
    break;
  case ARGP_KEY_END:
    if (!o->scene) argp_error(state, "which SCENE?");
    if (o->resume && o->force)
      argp_error(state, "--resume goes on with a RESULT, --force replaces it; "
                        "give one of them");
    break;
  default:
    return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

static const struct argp_option run_options[] = {
    {"output", 'o', "RESULT", 0, "write RESULT (SCENE's name.vtkhdf here)", 0},
    {"force", 'f', NULL, 0, "replace a RESULT that exists", 0},
    {"resume", 'r', NULL, 0,
     "go on with RESULT from its last checkpoint, with the scene it holds", 0},
    {"wall-time", 'w', "DURATION", 0,
     "stop after so long, with a checkpoint: 3600, '90 min', 23:30:00", 0},
    {"steps", 'S', "N", 0, "stop after N steps, with a checkpoint", 0},
    {"set", 's', "PATH=VALUE", 0, "override a key of the scene", 0},
    {"threads", 't', "N", 0,
     "use N threads (one for each core that the run may use)", 0},
    {"device", 'D', "DEVICE", 0,
     "compute the steps on a device: none (the processor), auto, gpu, host, a "
     "number or a part of a name of those that granum devices lists",
     0},
    {"ranks", 'R', "N", 0, "share the grains among N processes, by MPI", 0},
    {"progress", 'p', "auto|bar|lines|json|none", 0,
     "how progress is shown (a bar on a terminal, otherwise lines)", 0},
    {"timing", 'T', NULL, 0, "print what every stage cost", 0},
    {0}};

static const struct argp_option check_options[] = {
    {"set", 's', "PATH=VALUE", 0, "override a key of the scene", 0},
    {"no-audit", 'n', NULL, 0, "do not audit the virtual particles", 0},
    {"threads", 't', "N", 0,
     "use N threads (one for each core that the run may use)", 0},
    {"ranks", 'R', "N", 0, "also check that N processes can share the grains",
     0},
    {"device", 'D', "DEVICE", 0,
     "also check that a device can compute the steps: gpu, host, a number or a "
     "part of a name of those that granum devices lists",
     0},
    {0}};

static const struct argp run_argp = {
    run_options,
    read_run_option,
    "SCENE|RESULT",
    "Simulate SCENE, a file, a folder that holds scene.yaml or the name of "
    "a case (granum cases), or once more the "
    "scene that RESULT holds.",
    NULL,
    NULL,
    NULL};

static const struct argp check_argp = {
    check_options, read_run_option,
    "SCENE",       "Check SCENE without running it.",
    NULL,          NULL,
    NULL};

/* Join the arguments to a command line; arguments with special characters are quoted. */
static void join_option_words(int argc, char **argv, char *out, size_t size)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"
                              "WXYZ0123456789_./=:,+-%@";
  size_t n = (size_t)snprintf(out, size, "granum");
  for (int k = 0; k < argc && n < size; ++k) {
    const int bare = *argv[k] && argv[k][strspn(argv[k], plain)] == '\0';
    n += (size_t)snprintf(out + n, size - n, bare ? " %s" : " '%s'", argv[k]);
  }
}

void gm_options_run(int argc, char **argv, gm_options *o)
{
  argp_err_exit_status = 2;
  join_option_words(argc, argv, o->command_line, sizeof o->command_line);
  argv[0] = "granum run";
  argp_parse(&run_argp, argc, argv, 0, NULL, o);
  if (*o->result) return;
  const size_t n = strlen(o->scene), m = strlen(GM_SUFFIX_RESULT);
  const int names_result = n > m && !strcmp(o->scene + n - m, GM_SUFFIX_RESULT);
  if (o->resume && names_result)
    snprintf(o->result, sizeof o->result, "%s", o->scene);
  else
    gm_source_name(o->scene, o->result, sizeof o->result);
}

void gm_options_check(int argc, char **argv, gm_options *o)
{
  argp_err_exit_status = 2;
  argv[0] = "granum check";
  argp_parse(&check_argp, argc, argv, 0, NULL, o);
}
