/* A sealed file is whole or refused, and the one before it is kept. */
#include "checkpoint/seal.h"

#include "check.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/granum-seal-XXXXXX";

static void write_file(const char *path, const void *bytes, size_t n)
{
  FILE *f = fopen(path, "wb");
  CHECK(f && fwrite(bytes, 1, n, f) == n && fclose(f) == 0);
}

static size_t read_file(const char *path, unsigned char *bytes, size_t room)
{
  FILE *f = fopen(path, "rb");
  if (!f) return 0;
  const size_t n = fread(bytes, 1, room, f);
  fclose(f);
  return n;
}

static gm_status place(const char *path, const char *text)
{
  char temporary[GM_SEAL_PATH];
  int lock;
  GM_TRY(gm_seal_begin(path, temporary, &lock));
  write_file(temporary, text, strlen(text));
  return gm_seal_place(path, temporary, &lock);
}

static int entries(void)
{
  int n = 0;
  DIR *d = opendir(folder);
  while (readdir(d))
    ++n;
  closedir(d);
  return n - 2;
}

/* The check value of the catalogue of CRC algorithms for CRC-64/XZ; in two parts too. */
static void check_crc(void)
{
  CHECK(gm_seal_crc(0, "123456789", 9) == 0x995dc9bbdf1939fau);
  CHECK(gm_seal_crc(gm_seal_crc(0, "1234", 4), "56789", 5) ==
        0x995dc9bbdf1939fau);
}

static void check_places(const char *path)
{
  int64_t bytes = 0;
  char old[256];
  snprintf(old, sizeof old, "%s.old", path);
  CHECK(gm_seal_replaceable(path));
  CHECK(gm_seal_check(path, NULL) == GM_ERR_INPUT);
  CHECK(place(path, "the first") == GM_OK);
  CHECK(gm_seal_check(path, &bytes) == GM_OK && bytes == 9);
  CHECK(gm_seal_check(old, NULL) == GM_ERR_INPUT);
  CHECK(place(path, "number two") == GM_OK);
  CHECK(gm_seal_check(path, &bytes) == GM_OK && bytes == 10);
  CHECK(gm_seal_check(old, &bytes) == GM_OK && bytes == 9);
  CHECK(gm_seal_replaceable(path) && entries() == 2);
}

/* Each bit turned, each length, and bytes behind the end. */
static void check_damage(const char *path)
{
  unsigned char good[256], bad[256];
  const size_t n = read_file(path, good, sizeof good);
  long passed = 0, tried = 0;
  for (size_t bit = 0; bit < 8 * n; ++bit, ++tried) {
    memcpy(bad, good, n);
    bad[bit / 8] ^= (unsigned char)(1u << (bit % 8));
    write_file(path, bad, n);
    passed += gm_seal_check(path, NULL) == GM_OK;
  }
  for (size_t length = 0; length < n; ++length, ++tried) {
    write_file(path, good, length);
    passed += gm_seal_check(path, NULL) == GM_OK;
  }
  memcpy(bad, good, n);
  bad[n] = 0;
  write_file(path, bad, n + 1);
  passed += gm_seal_check(path, NULL) == GM_OK;
  printf("%ld damaged files, %ld pass\n", tried + 1, passed);
  CHECK(tried > 300 && passed == 0);
  write_file(path, good, n);
  CHECK(gm_seal_check(path, NULL) == GM_OK);
}

/* Temporary files: of processes that died they go, those in use and others stay. */
static void check_abandoned(const char *path)
{
  char temporary[GM_SEAL_PATH], left[256], other[256];
  int lock;
  snprintf(left, sizeof left, "%s.0123456789ab.part", path);
  snprintf(other, sizeof other, "%s.0123456789xy.part", path);
  write_file(left, "x", 1);
  write_file(other, "x", 1);
  CHECK(gm_seal_begin(path, temporary, &lock) == GM_OK);
  CHECK(access(left, F_OK) != 0 && access(other, F_OK) == 0);
  CHECK(place(path, "meanwhile") == GM_OK);
  CHECK(access(temporary, F_OK) == 0);
  gm_seal_drop(temporary, &lock);
  CHECK(access(temporary, F_OK) != 0);
  CHECK(gm_seal_check(path, NULL) == GM_OK);
  unlink(other);
}

/* Neither waited for nor replaced. */
static void check_kinds(const char *path)
{
  char fifo[256], link[256], plain[256];
  snprintf(fifo, sizeof fifo, "%s/fifo", folder);
  snprintf(link, sizeof link, "%s/link", folder);
  snprintf(plain, sizeof plain, "%s/plain", folder);
  CHECK(mkfifo(fifo, 0600) == 0 && symlink(path, link) == 0);
  write_file(plain, "my notes on a checkpoint, which are longer than a seal",
             54);
  const char *wrong[] = {fifo, link, plain, folder};
  for (int k = 0; k < 4; ++k) {
    CHECK(gm_seal_check(wrong[k], NULL) == GM_ERR_INPUT);
    CHECK(!gm_seal_replaceable(wrong[k]));
  }
}

int main(void)
{
  char path[128], clean[128];
  if (!CHECK(mkdtemp(folder) != NULL)) return CHECK_REPORT();
  snprintf(path, sizeof path, "%s/a.checkpoint", folder);
  check_crc();
  check_places(path);
  check_damage(path);
  check_abandoned(path);
  check_kinds(path);
  snprintf(clean, sizeof clean, "rm -rf %s", folder);
  CHECK(system(clean) == 0);
  return CHECK_REPORT();
}
