/* device/host.c -- the kernels as functions of this program, by all threads.
 *
 * It needs no driver: what a device computes is tested by every build, and a fault of a
 * kernel can be found with the tools of the host.
 */
#include "device/backend.h"
#include "device/wall.h"

#include "device/kernels.inc"
#include "device/wall.inc"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int list_host(gm_backend_info *info, int most, char *why, size_t size)
{
  (void)why;
  (void)size;
  if (most < 1) return 0;
  *info = (gm_backend_info){.name = "host", .exact = 1};
  snprintf(info->driver, sizeof info->driver, "the kernels of this program");
  return 1;
}

static gm_status open_host(int number, int law, int couple, void **device)
{
  (void)number;
  (void)law;
  (void)couple;
  *device = NULL;
  return GM_OK;
}

static void close_host(void *device)
{
  (void)device;
}

static void release_host(void *device, gm_backend_buffer *b)
{
  (void)device;
  free(b->at);
  *b = (gm_backend_buffer){0};
}

static gm_status reserve_host(void *device, gm_backend_buffer *b, size_t bytes)
{
  const size_t whole = (bytes + 63) / 64 * 64;
  release_host(device, b);
  b->at = aligned_alloc(64, whole);
  if (!b->at) return gm_fail(GM_ERR_MEMORY, "no memory for %zu bytes", whole);
  memset(b->at, 0, whole);
  b->bytes = whole;
  return GM_OK;
}

static gm_status put_host(void *device, const gm_backend_buffer *b,
                          const void *from, size_t bytes)
{
  (void)device;
  memcpy(b->at, from, bytes);
  return GM_OK;
}

static gm_status fetch_host(void *device, const gm_backend_buffer *b, void *to,
                            size_t bytes)
{
  (void)device;
  memcpy(to, b->at, bytes);
  return GM_OK;
}

static void run_host_item(gm_backend_kernel kernel, int32_t k,
                          gm_backend_buffer *const *b)
{
#define UP_TO_2 b[0]->at, b[1]->at
#define UP_TO_3 UP_TO_2, b[2]->at
#define UP_TO_4 UP_TO_3, b[3]->at
#define UP_TO_5 UP_TO_4, b[4]->at
#define UP_TO_6 UP_TO_5, b[5]->at
#define UP_TO_9 UP_TO_6, b[6]->at, b[7]->at, b[8]->at
#define UP_TO_10 UP_TO_9, b[9]->at
#define UP_TO_12 UP_TO_10, b[10]->at, b[11]->at
#define UP_TO_16 UP_TO_12, b[12]->at, b[13]->at, b[14]->at, b[15]->at
#define UP_TO_19 UP_TO_16, b[16]->at, b[17]->at, b[18]->at
#define CASE(NAME, BUFFERS)                                                    \
  case GM_BACKEND_##NAME:                                                      \
    gm_kernels_##NAME(k, UP_TO_##BUFFERS);                                     \
    break;
  switch (kernel) {
    GM_KERNELS_ALL(CASE)
  default:
    break;
  }
#undef CASE
}

static gm_status run_host(void *device, gm_backend_kernel kernel, size_t n,
                          gm_backend_buffer *const *buffer)
{
  (void)device;
#pragma omp parallel for schedule(static) if (n > 1024)
  for (int32_t k = 0; k < (int32_t)n; ++k)
    run_host_item(kernel, k, buffer);
  return GM_OK;
}

const gm_backend gm_host_backend = {.name = "host",
                                    .list = list_host,
                                    .open = open_host,
                                    .close = close_host,
                                    .reserve = reserve_host,
                                    .release = release_host,
                                    .put = put_host,
                                    .fetch = fetch_host,
                                    .run = run_host};
