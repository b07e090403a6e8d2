/* device/backend.h -- what a kind of device can do: memory, copies, kernels.
 *
 * A back end is a table of functions; opening it loads the library of the driver, to
 * which Granum is not linked.  Calls are in order: a kernel sees what was put before.
 */
#ifndef GM_DEVICE_BACKEND_H
#define GM_DEVICE_BACKEND_H

#include "base/status.h"
#include "device/kernels.h"
#include <stddef.h>

enum { GM_BACKEND_NAME = 128 };

/* A device that is there. */
typedef struct gm_backend_info {
  char name[GM_BACKEND_NAME], driver[GM_BACKEND_NAME];
  double bytes;   /* of memory; 0: that of the host */
  double largest; /* bytes  one buffer, at most */
  int graphics;   /* 1: a graphics processor */
  int exact;      /* 1: doubles are rounded as IEEE 754 wants */
  int number;     /* of the device, for its back end */
} gm_backend_info;

/* Memory of a device. */
typedef struct gm_backend_buffer {
  void *at;
  size_t bytes; /* reserved */
} gm_backend_buffer;

#define GM_BACKEND_ENUM(NAME, BUFFERS) GM_BACKEND_##NAME,
typedef enum gm_backend_kernel {
  GM_KERNELS_ALL(GM_BACKEND_ENUM) GM_BACKEND_KERNELS
} gm_backend_kernel;

typedef struct gm_backend {
  const char *name;

  /* Fills info[most] with what is there and returns how many; `why` receives the reason
   * where there is nothing. */
  int (*list)(gm_backend_info *info, int most, char *why, size_t size);

  /* Opens device `number` with the kernels for a law, with or without resistance.
   * GM_ERR_USE: a driver refuses; GM_ERR_MEMORY. */
  gm_status (*open)(int number, int law, int couple, void **device);
  void (*close)(void *device);

  /* Memory of at least `bytes`; its content is lost. */
  gm_status (*reserve)(void *device, gm_backend_buffer *buffer, size_t bytes);
  void (*release)(void *device, gm_backend_buffer *buffer);
  gm_status (*put)(void *device, const gm_backend_buffer *buffer,
                   const void *from, size_t bytes);
  gm_status (*fetch)(void *device, const gm_backend_buffer *buffer, void *to,
                     size_t bytes);

  /* Starts n work-items with the buffers of the kernel (GM_KERNELS_ALL). */
  gm_status (*run)(void *device, gm_backend_kernel kernel, size_t n,
                   gm_backend_buffer *const *buffer);
} gm_backend;

extern const gm_backend gm_host_backend, gm_opencl_backend;

/* Ends `buffer` and begins it with `bytes` where it is smaller. */
gm_status gm_device_reserve(const gm_backend *backend, void *device,
                            gm_backend_buffer *buffer, size_t bytes);

#endif
