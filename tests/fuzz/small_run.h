/* tests/fuzz/small_run.h -- small runs, whose results fuzz targets change. */
#ifndef GM_TESTS_FUZZ_SMALL_RUN_H
#define GM_TESTS_FUZZ_SMALL_RUN_H

typedef enum small_run {
  SMALL_GRAINS, /* given one by one, a plane, a mesh with virtual particles, a
                   held group; output.arrays: resume */
  SMALL_BODIES, /* copies of a mesh, two that meet, and clumps */
  SMALL_POINTS, /* a continuum of material points */
  SMALL_ZONES,  /* grains that became material points, and zones */
  SMALL_RUNS
} small_run;

/* Files are relative to fuzz_folder. */
extern const char *const small_run_scene[SMALL_RUNS];

/* The run that the first byte of an input selects: 240 to 242 those after the first. */
small_run small_run_of(unsigned first);

/* Do it to its end; returns the path of the result, valid until the next call. */
const char *small_run_result(small_run which);

/* Do its first steps; returns the path of a checkpoint, likewise. */
const char *small_run_checkpoint(small_run which);

#endif
