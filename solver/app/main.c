/* app/main.c -- the commands of granum, and its exit code.
 *
 * Commands of a few lines stand here, others in files of their own.  Each has a table of
 * options, from which its help is printed; man page and completion are made from that.
 */
#include "app/commands.h"
#include "app/installed.h"
#include "text/manual.h"
#include <argp.h>
#include <stdio.h>
#include <string.h>

typedef gm_status command_run(int argc, char **argv);

typedef struct command {
  const char *name, *help;
  command_run *run;
} command;

/* ---- granum keys ---------------------------------------------------------------- */

typedef struct keys_options {
  const char *path;
  bool json;
} keys_options;

static error_t read_program_keys_option(int key, char *text,
                                        struct argp_state *state)
{
  keys_options *o = state->input;
  if (key == 'j')
    o->json = true;
  else if (key == ARGP_KEY_ARG && !o->path)
    o->path = text;
  else if (key == ARGP_KEY_ARG)
    argp_error(state, "one PATH only");
  else
    return ARGP_ERR_UNKNOWN;
  return 0;
}

static gm_status keys_command(int argc, char **argv)
{
  static const struct argp_option rows[] = {
      {"json", 'j', NULL, 0, "print a JSON list for programs", 0}, {0}};
  static const struct argp argp = {
      rows,
      read_program_keys_option,
      "[PATH]",
      "Print the manual of the scene file: all keys, or those below PATH.",
      NULL,
      NULL,
      NULL};
  keys_options o = {0};
  argp_err_exit_status = 2;
  argv[0] = "granum keys";
  argp_parse(&argp, argc, argv, 0, NULL, &o);
  return gm_manual_print(stdout, o.path, o.json);
}

/* ---- granum cases --------------------------------------------------------------- */

static gm_status cases_command(int argc, char **argv)
{
  static const struct argp_option rows[] = {{0}};
  static const struct argp argp = {
      rows, NULL,
      "",   "List the scenes that come with granum; granum run NAME runs one.",
      NULL, NULL,
      NULL};
  argp_err_exit_status = 2;
  argv[0] = "granum cases";
  argp_parse(&argp, argc, argv, 0, NULL, NULL);
  return gm_installed_cases(stdout);
}

/* ---- granum figure ------------------------------------------------------------- */

static gm_status figure_command(int argc, char **argv)
{
  return gm_installed_module("granum.figures", argc, argv);
}

/* ---- granum compare ------------------------------------------------------------ */

static gm_status compare_command(int argc, char **argv)
{
  return gm_installed_module("granum.comparison", argc, argv);
}

/* ---- granum yardstick ----------------------------------------------------------- */

static gm_status yardstick_command(int argc, char **argv)
{
  return gm_installed_module("granum.yardstick", argc, argv);
}

/* ---- commands ------------------------------------------------------------------- */

static const command commands[] = {
    {"run", "simulate a scene", gm_run_command},
    {"check", "check a scene without running it", gm_run_check_command},
    {"info", "summarise a result", gm_info_command},
    {"parameters", "print the parameters of a scene and their values",
     gm_outline_parameters},
    {"keys", "print the manual of the scene file", keys_command},
    {"devices", "list the devices that run can use", gm_devices_command},
    {"cases", "list the scenes that come with granum", cases_command},
    {"figure", "draw figures of a result for a paper", figure_command},
    {"compare", "compare two results", compare_command},
    {"yardstick", "compare with public referees", yardstick_command},
    {"export", "convert a result to other formats", gm_export_command},
    {"repair", "repair a result left behind by a crash", gm_info_repair},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_program_help(FILE *out)
{
  fprintf(out, "Granum: grains among moving machines.\n\n"
               "usage: granum COMMAND ...\n\n");
  for (int k = 0; k < COMMANDS; ++k) {
    fprintf(out, "  %-10s %s\n", commands[k].name, commands[k].help);
  }
  fprintf(out, "\nFor more, type granum COMMAND --help.\n");
}

static int program_exit_code(gm_status status)
{
  switch (status) {
  case GM_OK:
    return 0;
  case GM_ERR_INPUT:
    return 2;
  case GM_ERR_INTERRUPTED:
    return 130;
  default:
    return 1;
  }
}

/* ---- threads that wait ------------------------------------------------------------ */

static char **lent;  /* a place of the environment ... */
static char *lender; /* ... and what stands there */

/* Threads that wait spin 1,000 turns, some 20 us, longer than most waits in a step, and
 * then sleep.  GNU's OpenMP spins for milliseconds; where other programs use the cores,
 * the thread that all others wait for then does not get one.  The library reads the
 * number from the environment when it is loaded, which functions of .preinit_array
 * precede; environ does not exist then, and its array has no room: the number takes the
 * place of another variable until main begins, so that nothing inherits it. */
static void wait_program_shortly(int argc, char **argv, char **environment)
{
  static char turns[] = "GOMP_SPINCOUNT=1000";
  (void)argc, (void)argv;
  for (char **e = environment; *e; ++e) {
    if (!strncmp(*e, "OMP_WAIT_POLICY=", 16) || !strncmp(*e, turns, 15)) return;
    if (!strncmp(*e, "PATH=", 5)) lent = e, lender = *e;
  }
  if (lent) *lent = turns;
}

__attribute__((section(".preinit_array"), used)) static void (
        *const before_libraries)(int, char **, char **) = wait_program_shortly;

int main(int argc, char **argv)
{
  if (lent) *lent = lender;
  gm_launch_hush();
  if (argc < 2) {
    print_program_help(stderr);
    return 2;
  }
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
    print_program_help(stdout);
    return 0;
  }
  if (!strcmp(argv[1], "--version")) {
    printf("granum %s\n", gm_sim_version());
    return 0;
  }
  for (int k = 0; k < COMMANDS; ++k) {
    if (strcmp(argv[1], commands[k].name)) continue;
    const gm_status status = commands[k].run(argc - 1, argv + 1);
    if (status != GM_OK && *gm_status_message()) {
      fprintf(stderr, "granum: %s\n", gm_status_message());
    }
    return program_exit_code(status);
  }
  fprintf(stderr, "granum: unknown command '%s'; granum --help lists all\n",
          argv[1]);
  return 2;
}
