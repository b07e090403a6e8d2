/* tests/fuzz/small_run.h -- a small run, whose result fuzz targets change.
 */
#ifndef GM_TESTS_FUZZ_SMALL_RUN_H
#define GM_TESTS_FUZZ_SMALL_RUN_H

/* The scene: grains given one by one, a plane, a mesh with virtual particles, a held
 * group; output.arrays: resume.  Files are relative to fuzz_folder. */
extern const char small_run_scene[];

/* Run it to its end; returns the path of the result. */
const char *small_run_result(void);

/* Do its first steps; returns the path of a checkpoint. */
const char *small_run_checkpoint(void);

#endif
