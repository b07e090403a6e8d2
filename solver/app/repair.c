/* app/repair.c -- `granum repair`: a result left behind by a crash.  Room: app. */
#include "app/repair.h"

#include "app/argument.h"
#include "output/mend.h"

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

gm_status gm_repair_command(int argc, char **argv)
{
  return gm_repair_file(
      stdout,
      gm_argument_result(
          argc, argv, "granum repair",
          "Close a result that a run left behind when it was killed, and cut "
          "what goes beyond its last published frame."));
}
