/* tests/fuzz/edits.h -- bytes as a list of edits of an HDF5 file.
 *
 * A fuzzer that changes bytes of an HDF5 file meets the checksums of the HDF5 library and
 * little of ours.  Here an input says what to do to a right file: replace a data set or
 * an attribute by one of another type, shape, size or layout, write one value, resize,
 * remove, link elsewhere.  HDF5 itself makes the change, so that the file stays a valid
 * one, with content that no run of ours writes.
 */
#ifndef GM_TESTS_FUZZ_EDITS_H
#define GM_TESTS_FUZZ_EDITS_H

#include <stddef.h>
#include <stdint.h>

/* The right file: its bytes, and its objects by name. */
typedef struct edits_base {
  uint8_t *bytes;
  size_t size;
  int n;
  char (*name)[128]; /* [n] groups and data sets; "/" first */
} edits_base;

/* Read the file `path` as the base.  It stays allocated to the end of the process. */
void edits_open(edits_base *base, const char *path);

/* Write the base to `path` and change it by the edits in the data.  An edit that HDF5
 * refuses is left out. */
void edits_apply(const edits_base *base, const char *path, const uint8_t *data,
                 size_t size);

#endif
