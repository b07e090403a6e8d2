/* device/opencl.c -- devices of OpenCL, whose loader is opened when it is wanted.
 *
 * The text of the kernels is in the program and is compiled by the driver for the law of
 * the run.  What is declared here is the part of OpenCL 1.2 that is used.
 */
#include "device/backend.h"
#include "device/opencl_text.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- OpenCL 1.2 ----------------------------------------------------------- */

typedef struct cl_object cl_object; /* platform, device, context, ... */

enum {
  CL_PLATFORM_NAME = 0x0902,
  CL_DEVICE_TYPE = 0x1000,
  CL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010,
  CL_DEVICE_GLOBAL_MEM_SIZE = 0x101F,
  CL_DEVICE_AVAILABLE = 0x1027,
  CL_DEVICE_NAME = 0x102B,
  CL_DRIVER_VERSION = 0x102D,
  CL_DEVICE_DOUBLE_FP_CONFIG = 0x1032,
  CL_PROGRAM_BUILD_LOG = 0x1183
};
static const uint64_t any_type = 0xFFFFFFFFu, graphics_type = 1u << 2;
static const uint64_t read_write = 1;                  /* memory */
static const uint64_t rounds = 1u | 1u << 1 | 1u << 2; /* denormals, infinity
                                    and NaN, to nearest */

/* clang-format off */
#define CALLS(call) \
  call(int32_t, clGetPlatformIDs, (uint32_t, cl_object **, uint32_t *))        \
  call(int32_t, clGetPlatformInfo, (cl_object *, uint32_t, size_t, void       \
       *, size_t *))                                                           \
  call(int32_t, clGetDeviceIDs, (cl_object *, uint64_t, uint32_t,              \
       cl_object **, uint32_t *))                                              \
  call(int32_t, clGetDeviceInfo, (cl_object *, uint32_t, size_t, void *,       \
       size_t *))                                                              \
  call(cl_object *, clCreateContext, (const intptr_t *, uint32_t,              \
       cl_object *const *, void *, void *, int32_t *))                         \
  call(cl_object *, clCreateCommandQueue, (cl_object *, cl_object *,           \
       uint64_t, int32_t *))                                                   \
  call(cl_object *, clCreateProgramWithSource, (cl_object *, uint32_t,         \
       const char **, const size_t *, int32_t *))                              \
  call(int32_t, clBuildProgram, (cl_object *, uint32_t, cl_object *const       \
       *, const char *, void *, void *))                                       \
  call(int32_t, clGetProgramBuildInfo, (cl_object *, cl_object *,              \
       uint32_t, size_t, void *, size_t *))                                    \
  call(cl_object *, clCreateKernel, (cl_object *, const char *, int32_t        \
       *))                                                                     \
  call(cl_object *, clCreateBuffer, (cl_object *, uint64_t, size_t, void       \
       *, int32_t *))                                                          \
  call(int32_t, clEnqueueWriteBuffer, (cl_object *, cl_object *, uint32_t,     \
       size_t, size_t, const void *, uint32_t, void *, void *))                \
  call(int32_t, clEnqueueReadBuffer, (cl_object *, cl_object *, uint32_t,      \
       size_t, size_t, void *, uint32_t, void *, void *))                      \
  call(int32_t, clSetKernelArg, (cl_object *, uint32_t, size_t, const void     \
       *))                                                                     \
  call(int32_t, clEnqueueNDRangeKernel, (cl_object *, cl_object *,             \
       uint32_t, const size_t *, const size_t *, const size_t *, uint32_t,     \
       void *, void *))                                                        \
  call(int32_t, clFinish, (cl_object *))                                       \
  call(int32_t, clReleaseMemObject, (cl_object *))                            \
  call(int32_t, clReleaseKernel, (cl_object *))                                \
  call(int32_t, clReleaseProgram, (cl_object *))                               \
  call(int32_t, clReleaseCommandQueue, (cl_object *))                          \
  call(int32_t, clReleaseContext, (cl_object *))
/* clang-format on */

typedef struct opencl_calls {
  void *library;
#define POINTER(RESULT, NAME, ARGUMENTS) RESULT(*NAME) ARGUMENTS;
  CALLS(POINTER)
} opencl_calls;

/* Opens the loader; the text of a failure goes to *why. */
static int load_opencl(opencl_calls *cl, char *why, size_t size)
{
  cl->library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!cl->library) {
    snprintf(why, size,
             "libOpenCL.so.1 is not installed (Debian: ocl-icd-libopencl1 and "
             "the driver of the card)");
    return 0;
  }
#define FIND(RESULT, NAME, ARGUMENTS)                                          \
  {                                                                            \
    void *at = dlsym(cl->library, #NAME);                                      \
    memcpy(&cl->NAME, &at, sizeof at);                                         \
    if (!at) snprintf(why, size, "libOpenCL.so.1 has no " #NAME);              \
    if (!at) return 0;                                                         \
  }
  CALLS(FIND)
  return 1;
}

/* ---- devices -------------------------------------------------------------- */

enum { PLATFORMS = 16, DEVICES = 32 };

/* All devices of all drivers, in their order. */
static int find_devices(const opencl_calls *cl, cl_object **device, int most,
                        const char **why)
{
  cl_object *platform[PLATFORMS];
  uint32_t platforms = 0;
  int n = 0;
  *why = "no driver of OpenCL is installed";
  if (cl->clGetPlatformIDs(PLATFORMS, platform, &platforms)) return 0;
  if (platforms > PLATFORMS) platforms = PLATFORMS;
  for (uint32_t p = 0; p < platforms; ++p) {
    uint32_t more = 0;
    *why = "no driver of OpenCL has a device";
    if (n == most ||
        cl->clGetDeviceIDs(platform[p], any_type, (uint32_t)(most - n),
                           device + n, &more))
      continue;
    n += (int)more < most - n ? (int)more : most - n;
  }
  return n;
}

static void describe_device(const opencl_calls *cl, cl_object *d,
                            gm_backend_info *info)
{
  uint64_t type = 0, doubles = 0, bytes = 0, largest = 0;
  cl->clGetDeviceInfo(d, CL_DEVICE_NAME, sizeof info->name - 1, info->name,
                      NULL);
  cl->clGetDeviceInfo(d, CL_DRIVER_VERSION, sizeof info->driver - 1,
                      info->driver, NULL);
  cl->clGetDeviceInfo(d, CL_DEVICE_TYPE, sizeof type, &type, NULL);
  cl->clGetDeviceInfo(d, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof doubles, &doubles,
                      NULL);
  cl->clGetDeviceInfo(d, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof bytes, &bytes, NULL);
  cl->clGetDeviceInfo(d, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest,
                      NULL);
  info->graphics = (type & graphics_type) != 0;
  info->exact = (doubles & rounds) == rounds;
  info->bytes = (double)bytes;
  info->largest = (double)largest;
}

static int list_opencl(gm_backend_info *info, int most, char *why, size_t size)
{
  opencl_calls cl = {0};
  cl_object *device[DEVICES];
  const char *none = "";
  if (!load_opencl(&cl, why, size)) return 0;
  const int n =
      find_devices(&cl, device, most < DEVICES ? most : DEVICES, &none);
  if (n == 0) snprintf(why, size, "%s", none);
  for (int k = 0; k < n; ++k) {
    info[k] = (gm_backend_info){.number = k};
    describe_device(&cl, device[k], &info[k]);
  }
  return n; /* a driver may not be unloaded */
}

typedef struct opencl {
  opencl_calls cl;
  cl_object *device, *context, *queue, *program;
  cl_object *kernel[GM_BACKEND_KERNELS];
} opencl;

static void close_opencl(void *device)
{
  opencl *o = device;
  if (!o) return;
  if (o->queue) o->cl.clFinish(o->queue);
  for (int k = 0; k < GM_BACKEND_KERNELS; ++k)
    if (o->kernel[k]) o->cl.clReleaseKernel(o->kernel[k]);
  if (o->program) o->cl.clReleaseProgram(o->program);
  if (o->queue) o->cl.clReleaseCommandQueue(o->queue);
  if (o->context) o->cl.clReleaseContext(o->context);
  free(o);
}

static gm_status refused_call(const char *what, int32_t code)
{
  return gm_fail(GM_ERR_USE,
                 "the OpenCL driver refuses %s (error %d); run with --device "
                 "none",
                 what, (int)code);
}

/* Compiles the kernels; the driver's own words are a part of the message. */
static gm_status compile_kernels(opencl *o, int law, int couple)
{
#define NAME(KERNEL, BUFFERS) "gm_kernels_" #KERNEL,
  static const char *const names[] = {GM_KERNELS_ALL(NAME)};
  char options[200], log[2000] = "";
  int32_t code = 0;
  const char *text = (const char *)gm_opencl_text;
  const size_t length = gm_opencl_text_bytes;
  const char *more = getenv("GM_OPENCL_OPTIONS"); /* of tests */
  snprintf(options, sizeof options,
           "-cl-std=CL1.2 -DGM_KERNELS_LAW=%d -DGM_KERNELS_COUPLE=%d %s", law,
           couple, more ? more : "");
  o->program =
      o->cl.clCreateProgramWithSource(o->context, 1, &text, &length, &code);
  if (code) return refused_call("the text of the kernels", code);
  code = o->cl.clBuildProgram(o->program, 1, &o->device, options, NULL, NULL);
  if (code) {
    o->cl.clGetProgramBuildInfo(o->program, o->device, CL_PROGRAM_BUILD_LOG,
                                sizeof log - 1, log, NULL);
    return gm_fail(GM_ERR_USE,
                   "the OpenCL driver cannot compile the kernels (error %d); "
                   "run with --device none: %s",
                   (int)code, log);
  }
  for (int k = 0; k < GM_BACKEND_KERNELS; ++k) {
    o->kernel[k] = o->cl.clCreateKernel(o->program, names[k], &code);
    if (code) return refused_call(names[k], code);
  }
  return GM_OK;
}

static gm_status begin_opencl(opencl *o, int number, int law, int couple)
{
  cl_object *device[DEVICES];
  char why[200] = "";
  const char *none = "";
  int32_t code = 0;
  if (!load_opencl(&o->cl, why, sizeof why))
    return gm_fail(GM_ERR_USE, "%s", why);
  if (number >= find_devices(&o->cl, device, DEVICES, &none))
    return gm_fail(GM_ERR_USE, "there is no device %d of OpenCL", number);
  o->device = device[number];
  o->context = o->cl.clCreateContext(NULL, 1, &o->device, NULL, NULL, &code);
  if (code) return refused_call("a context", code);
  o->queue = o->cl.clCreateCommandQueue(o->context, o->device, 0, &code);
  if (code) return refused_call("a queue", code);
  return compile_kernels(o, law, couple);
}

static gm_status open_opencl(int number, int law, int couple, void **device)
{
  opencl *o = calloc(1, sizeof *o);
  *device = NULL;
  if (!o) return gm_fail(GM_ERR_MEMORY, "no memory for a device");
  const gm_status status = begin_opencl(o, number, law, couple);
  if (status != GM_OK) {
    close_opencl(o);
    return status;
  }
  *device = o;
  return GM_OK;
}

/* ---- memory and kernels --------------------------------------------------- */

static void release_opencl(void *device, gm_backend_buffer *b)
{
  opencl *o = device;
  if (b->at) o->cl.clReleaseMemObject(b->at);
  *b = (gm_backend_buffer){0};
}

static gm_status reserve_opencl(void *device, gm_backend_buffer *b,
                                size_t bytes)
{
  opencl *o = device;
  int32_t code = 0;
  release_opencl(o, b);
  b->at = o->cl.clCreateBuffer(o->context, read_write, bytes, NULL, &code);
  if (code) {
    b->at = NULL;
    return gm_fail(GM_ERR_MEMORY,
                   "the device has no %.1f MB left in one piece (error %d); "
                   "run with --device none",
                   1.0e-6 * (double)bytes, (int)code);
  }
  b->bytes = bytes;
  return GM_OK;
}

static gm_status put_opencl(void *device, const gm_backend_buffer *b,
                            const void *from, size_t bytes)
{
  opencl *o = device;
  const int32_t code =
      bytes ? o->cl.clEnqueueWriteBuffer(o->queue, b->at, 1, 0, bytes, from, 0,
                                         NULL, NULL)
            : 0;
  return code ? refused_call("a copy to the device", code) : GM_OK;
}

static gm_status fetch_opencl(void *device, const gm_backend_buffer *b,
                              void *to, size_t bytes)
{
  opencl *o = device;
  const int32_t code = bytes
                           ? o->cl.clEnqueueReadBuffer(o->queue, b->at, 1, 0,
                                                       bytes, to, 0, NULL, NULL)
                           : 0;
  return code ? refused_call("a copy from the device", code) : GM_OK;
}

static gm_status run_opencl(void *device, gm_backend_kernel kernel, size_t n,
                            gm_backend_buffer *const *buffer)
{
#define BUFFERS(KERNEL, N) N,
  static const int buffers[] = {GM_KERNELS_ALL(BUFFERS)};
  opencl *o = device;
  const size_t local = n < 64 ? 1 : 64, all = (n + local - 1) / local * local;
  int32_t code = 0;
  if (n == 0) return GM_OK;
  for (int k = 0; k < buffers[kernel] && !code; ++k)
    code = o->cl.clSetKernelArg(o->kernel[kernel], (uint32_t)k, sizeof(void *),
                                &buffer[k]->at);
  if (!code)
    code = o->cl.clEnqueueNDRangeKernel(o->queue, o->kernel[kernel], 1, NULL,
                                        &all, &local, 0, NULL, NULL);
  return code ? refused_call("a kernel", code) : GM_OK;
}

const gm_backend gm_opencl_backend = {.name = "opencl",
                                      .list = list_opencl,
                                      .open = open_opencl,
                                      .close = close_opencl,
                                      .reserve = reserve_opencl,
                                      .release = release_opencl,
                                      .put = put_opencl,
                                      .fetch = fetch_opencl,
                                      .run = run_opencl};
