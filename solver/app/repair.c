/* app/repair.c -- `granum repair`: a result left behind by a crash.  Room: app. */
#include "app/repair.h"

#include "output/mend.h"

#include <argp.h>

gm_status gm_repair_file(FILE *out, const char *path)
{
  gm_mend_report report;
  GM_TRY(gm_mend_result(path, &report));
  if (report.unmarked) {
    fprintf(out, "%s: it was still marked as being written; it is closed now\n",
            path);
  }
  if (report.cut > 0) {
    fprintf(out, "%s: %d arrays went on beyond the last published frame; cut\n",
            path, report.cut);
  }
  if (report.frames_dropped > 0) {
    fprintf(out, "%s: %lld frames at the end were incomplete; dropped\n", path,
            (long long)report.frames_dropped);
  }
  if (!report.unmarked && !report.cut && !report.recounted) {
    fprintf(out, "%s: nothing to repair\n", path);
  }
  fprintf(out, "%s: %lld frames, %lld rows of history\n", path,
          (long long)report.frames, (long long)report.rows);
  return GM_OK;
}

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

gm_status gm_repair_command(int argc, char **argv)
{
  static const struct argp argp = {
      .parser = read_option,
      .args_doc = "RESULT",
      .doc =
          "Close a result that a run left behind when it was killed, and cut "
          "what goes beyond its last published frame."};
  const char *path = NULL;
  argp_err_exit_status = 2;
  argv[0] = "granum repair";
  argp_parse(&argp, argc, argv, 0, NULL, &path);
  return gm_repair_file(stdout, path);
}
