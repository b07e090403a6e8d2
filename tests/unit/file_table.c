/* unit/file_table.c -- tables of texts keep their texts; a table without texts reads
 * nothing from memory.
 */
#include "file/table.h"

#include "check.h"
#include "file/hdf5.h"

#include <string.h>

enum { BYTES = 8 };

static const char path[] = "file_texts.h5";

static void write_all(void)
{
  static const char two[2 * BYTES] = "plain\0\0\0caf\xc3\xa9";
  gm_hdf5_file *file = NULL;
  CHECK(gm_hdf5_create(path, true, &file) == GM_OK);
  CHECK(gm_table_put_texts(file, "/two", 2, BYTES, two) == GM_OK);
  CHECK(gm_table_put_texts(file, "/none", 0, BYTES, NULL) == GM_OK);
  CHECK(gm_hdf5_close(&file) == GM_OK);
}

static void read_all(void)
{
  static const char *const expected[] = {"plain", "caf\xc3\xa9"};
  gm_hdf5_file *file = NULL;
  int64_t n = -1;
  CHECK(gm_hdf5_open(path, GM_HDF5_READ, &file) == GM_OK);
  CHECK(gm_table_count_texts(file, "/none", &n) == GM_OK && n == 0);
  CHECK(gm_table_count_texts(file, "/two", &n) == GM_OK && n == 2);
  for (int64_t k = 0; k < 2; ++k) {
    char text[2 * BYTES] = "";
    CHECK(gm_table_read_texts(file, "/two", k, text, sizeof text) == GM_OK);
    CHECK(strcmp(text, expected[k]) == 0);
  }
  CHECK(gm_hdf5_close(&file) == GM_OK);
}

int main(void)
{
  write_all();
  read_all();
  remove(path);
  return CHECK_REPORT();
}
