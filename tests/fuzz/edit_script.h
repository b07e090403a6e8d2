/* tests/fuzz/edit_script.h -- what the bytes of an edit say: numbers, types, shapes.
 */
#ifndef GM_TESTS_FUZZ_EDIT_SCRIPT_H
#define GM_TESTS_FUZZ_EDIT_SCRIPT_H

#include "edits.h"
#include <hdf5.h>
#include <stdbool.h>

/* The bytes that are left, and what they edit. */
typedef struct edit_script {
  const uint8_t *at, *end;
  const edits_base *base;
  hid_t file;
  const char *name; /* object of this edit */
} edit_script;

/* The next byte; the next n bytes as a number; an integer or real number, often an
 * extreme; a size that HDF5 accepts without much work. */
unsigned edit_byte(edit_script *s);
uint64_t edit_bytes(edit_script *s, int n);
int64_t edit_integer(edit_script *s);
double edit_real(edit_script *s);
hsize_t edit_length(edit_script *s);

/* A type of any class; a space of rank 0 to 4 or without elements, whose sizes
 * size[0..*rank) receives; how a data set is stored: 0 in chunks, 2 in its header, 3 in
 * another file.  The caller closes them. */
hid_t edit_type(edit_script *s);
hid_t edit_space(edit_script *s, bool growing, int *rank, hsize_t size[4]);
hid_t edit_storage(edit_script *s, unsigned kind, int rank,
                   const hsize_t *size);

/* Values of that type for that space, valid until the next call; null where the type has
 * pointers, or where there are too many. */
const void *edit_values(edit_script *s, hid_t type, hid_t space);

#endif
