/* device/host.c -- the kernels as functions of this program, by all threads.
 *
 * It needs no driver: what a device computes is tested by every build, and a fault of a
 * kernel can be found with the tools of the host.
 */
#include "device/backend.h"
#include "device/kernels.h"
#include "device/kernels.inc"

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
#define AT(N) b[N]->at
  switch (kernel) {
  case GM_BACKEND_STEP:
    gm_kernels_step(k, AT(0), AT(1), AT(2), AT(3), AT(4), AT(5), AT(6), AT(7),
                    AT(8), AT(9), AT(10), AT(11), AT(12), AT(13), AT(14),
                    AT(15), AT(16), AT(17), AT(18));
    break;
  case GM_BACKEND_SUMS:
    gm_kernels_sums(k, AT(0), AT(1), AT(2), AT(3));
    break;
  case GM_BACKEND_CLOSE:
    gm_kernels_close(k, AT(0), AT(1), AT(2), AT(3));
    break;
  case GM_BACKEND_SETTLE:
    gm_kernels_settle(k, AT(0), AT(1), AT(2));
    break;
  case GM_BACKEND_PACK:
    gm_kernels_pack(k, AT(0), AT(1), AT(2), AT(3), AT(4));
    break;
  default:
    break;
  }
#undef AT
}

static gm_status run_host(void *device, gm_backend_kernel kernel, size_t n,
                          gm_backend_buffer *const *argument, int arguments)
{
  (void)device;
  (void)arguments;
#pragma omp parallel for schedule(static) if (n > 1024)
  for (int32_t k = 0; k < (int32_t)n; ++k)
    run_host_item(kernel, k, argument);
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
