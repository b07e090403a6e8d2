/* app/repair.c -- `granum repair`: repairs a result left behind by a crash. */
#include "app/repair.h"

#include "app/argument.h"
#include "result/recover.h"

/* Repair the result `path` and print to `out` what was done (result/recover.h). */
static gm_status repair_file(FILE *out, const char *path)
{
  gm_recover_report report;
  const gm_status status = gm_recover_result(path, &report);
  if (status != GM_OK && !report.damaged) return status;
  if (report.unmarked) {
    fprintf(out, "%s: was still marked as being written; now closed\n", path);
  }
  if (report.cut > 0) {
    fprintf(
        out,
        "%s: %d arrays extended beyond the last published frame; truncated\n",
        path, report.cut);
  }
  if (report.frames_dropped > 0) {
    fprintf(out,
            "%s: the last %lld frames were incomplete or damaged; removed\n",
            path, (long long)report.frames_dropped);
  }
  if (report.copied) {
    fprintf(out, "%s: a new file, because the index of an array is damaged\n",
            path);
  }
  if (report.kept) {
    fprintf(out,
            "%s: the file as it was is kept as %s" GM_KEEP_SUFFIX
            "; `mv %s" GM_KEEP_SUFFIX " %s` undoes the repair\n",
            path, path, path, path);
  }
  if (!report.unmarked && !report.cut && !report.recounted && !report.damaged) {
    fprintf(out, "%s: nothing to repair\n", path);
  }
  fprintf(out, "%s: %lld frames, %lld rows of history\n", path,
          (long long)report.frames, (long long)report.rows);
  return status;
}

gm_status gm_repair_command(int argc, char **argv)
{
  return repair_file(
      stdout, gm_argument_result(
                  argc, argv, "granum repair",
                  "Close a result that a killed run left behind, and remove "
                  "incomplete data beyond its last published frame."));
}
