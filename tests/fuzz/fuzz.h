/* tests/fuzz/fuzz.h -- what the fuzz targets share.
 *
 * A target is one source file with the function LLVMFuzzerTestOneInput, which reads any
 * bytes as one kind of input.  libFuzzer calls it with inputs that it invents (GM_FUZZ,
 * clang); replay.c calls it with the files of tests/fuzz/corpus (every compiler).
 *
 * Each input must end in a result or in an error with a message, and leave nothing
 * behind: fuzz_end stops the program if columns, files or messages are not as they were.
 */
#ifndef GM_TESTS_FUZZ_H
#define GM_TESTS_FUZZ_H

#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The two functions that libFuzzer calls: once, and for each input. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An empty folder of this process, removed at its end: in TMPDIR, or in memory where
 * /dev/shm is. */
const char *fuzz_folder(void);

/* Path of the file `name` in that folder.  Valid until the eighth call from now. */
const char *fuzz_path(const char *name);

/* Write the file `name` in that folder, and return its path. */
const char *fuzz_put(const char *name, const void *data, size_t size);

/* Read a whole file; the caller releases it with free.  Stops the program on errors. */
uint8_t *fuzz_take(const char *path, size_t *size);

/* Stop the program, as a crash does, if the promise is broken. */
void fuzz_promise(bool kept, const char *promise);

/* Around one input: fuzz_end promises that all memory of columns is released and all
 * files are closed.  fuzz_judge promises that an error has a message. */
void fuzz_begin(void);
void fuzz_judge(gm_status status);
void fuzz_end(void);

#endif
