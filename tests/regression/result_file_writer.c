/* tests/regression/result_file_writer.c -- writes a made-up result, for the scripts here.
 *
 *   result_file_writer RESULT FRAMES [MILLISECONDS [SCALE [KIND]]]
 *
 * Says `made` when the file can be followed, and waits for a line or the end of its
 * input; says `frame N` for each frame that is written; pauses between them.  KIND:
 * standard (single precision), full (double), bare (no structures, no compression).
 * Returns 1 and the message of the first call that failed.
 */
#include "../unit/output_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static gm_status run(output_scene *s, const char *path, int frames, int pause,
                     gm_index scale)
{
  gm_snapshot *snapshot = NULL;
  GM_TRY(gm_snapshot_create(path, true, &s->config, &s->scene,
                            &output_scene_origin, &snapshot));
  const char *warning = gm_snapshot_warning(snapshot);
  if (*warning) fprintf(stderr, "%s\n", warning);
  puts("made");
  fflush(stdout);
  for (int c = getchar(); c != '\n' && c != EOF;)
    c = getchar();
  gm_status status = GM_OK;
  int row = 0;
  for (int f = 0; f < frames && status == GM_OK; ++f) {
    status = output_scene_at(s, f, scale);
    while (status == GM_OK && row <= 20 * f) {
      const gm_measure m = output_scene_measure(s, row);
      status = gm_snapshot_history(snapshot, &s->scene, &m, 0.001 * row++);
    }
    if (status == GM_OK) {
      status = gm_snapshot_frame(snapshot, &s->scene, &s->grains, &s->contacts);
    }
    if (status == GM_OK) status = gm_snapshot_wait(snapshot);
    if (status == GM_OK) printf("frame %d\n", f);
    fflush(stdout);
    const struct timespec wait = {pause / 1000, pause % 1000 * 1000000L};
    nanosleep(&wait, NULL);
  }
  const gm_status closed = gm_snapshot_close(&snapshot);
  return status == GM_OK ? closed : status;
}

int main(int argc, char **argv)
{
  if (argc < 3) return 2;
  const char *kind = argc > 5 ? argv[5] : "standard";
  const bool full = strcmp(kind, "full") == 0, bare = strcmp(kind, "bare") == 0;
  output_scene s;
  gm_status status =
      output_scene_init(&s, full, !full, bare ? 0 : 4, bare ? 0 : 3);
  if (status == GM_OK) {
    status = run(&s, argv[1], atoi(argv[2]), argc > 3 ? atoi(argv[3]) : 0,
                 argc > 4 ? atoi(argv[4]) : 1);
  }
  if (status != GM_OK) fprintf(stderr, "%s\n", gm_status_message());
  output_scene_clear(&s);
  return status != GM_OK;
}
