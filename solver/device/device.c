/* device/device.c -- finds, opens and closes devices; their memory.
 *
 * Devices of OpenCL are listed before the kernels of this program, so that numbers of
 * devices do not change with those.  Buffers grow by an eighth more than is needed.
 */
#include "device/device.h"

#include "base/memory.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int gm_device_list(gm_device_found *found, int most, char *why, size_t size)
{
  const gm_backend *const all[] = {&gm_opencl_backend, &gm_host_backend};
  int n = 0;
  if (size) *why = 0;
  for (int b = 0; b < 2; ++b) {
    gm_backend_info info[GM_DEVICES];
    const int room = most - n < GM_DEVICES ? most - n : GM_DEVICES;
    const int more = all[b]->list(info, room, why, size);
    for (int k = 0; k < more; ++k)
      found[n++] = (gm_device_found){all[b], info[k]};
  }
  return n;
}

/* Does `text` contain `part`, capital or not? */
static int name_contains(const char *text, const char *part)
{
  const size_t n = strlen(part);
  for (; *text; ++text) {
    size_t k = 0;
    while (k < n &&
           tolower((unsigned char)text[k]) == tolower((unsigned char)part[k]))
      ++k;
    if (k == n) return 1;
  }
  return 0;
}

static int means_device(const gm_device_found *f, int number, const char *name)
{
  char *end = NULL;
  const long wanted = strtol(name, &end, 10);
  if (*name && !*end) return wanted == number;
  if (!strcmp(name, "gpu") || !strcmp(name, "auto"))
    return f->info.graphics && f->info.exact;
  if (!strcmp(name, "host")) return f->backend == &gm_host_backend;
  return f->backend != &gm_host_backend && name_contains(f->info.name, name);
}

gm_status gm_device_find(const char *name, gm_device_found *found)
{
  gm_device_found all[GM_DEVICES];
  char why[300];
  const int n = gm_device_list(all, GM_DEVICES, why, sizeof why);
  for (int k = 0; k < n; ++k) {
    if (!means_device(&all[k], k + 1, name)) continue;
    *found = all[k];
    if (found->info.exact) return GM_OK;
    return gm_fail(GM_ERR_USE,
                   "device '%s' does not round doubles as IEEE 754 wants, so "
                   "that results would be others; take another or --device "
                   "none",
                   found->info.name);
  }
  if (!strcmp(name, "gpu") || !strcmp(name, "auto"))
    return gm_fail(GM_ERR_USE,
                   "no graphics processor is found%s%s; granum devices lists "
                   "what there is",
                   *why ? ": " : "", why);
  return gm_fail(GM_ERR_USE,
                 "no device is called '%.100s'%s%s; granum devices lists what "
                 "there is",
                 name, *why ? ": " : "", why);
}

gm_status gm_device_open(const gm_device_found *found, int law, int couple,
                         gm_device **device)
{
  gm_device *d = calloc(1, sizeof *d);
  *device = NULL;
  if (!d) return gm_fail(GM_ERR_MEMORY, "no memory for a device");
  *d = (gm_device){.backend = found->backend,
                   .info = found->info,
                   .law = law,
                   .couple = couple,
                   .listed = -1,
                   .most = 100};
  const gm_status status =
      d->backend->open(found->info.number, law, couple, &d->at);
  if (status != GM_OK) {
    free(d);
    return status;
  }
  *device = d;
  return GM_OK;
}

const char *gm_device_words(const gm_device *d, char *text, size_t size)
{
  snprintf(text, size, "%s (%s, driver %s), double precision", d->info.name,
           d->backend->name, d->info.driver);
  return text;
}

double gm_device_bytes(const gm_device *d)
{
  const gm_backend_buffer *b = (const gm_backend_buffer *)&d->table;
  double sum = 0.0;
  for (size_t k = 0; k < sizeof d->table / sizeof *b; ++k)
    sum += (double)b[k].bytes;
  return sum;
}

static void clear_mirror(gm_device_mirror *m)
{
  GM_FREE(m->packed);
  GM_FREE(m->which);
  GM_FREE(m->first_near);
  GM_FREE(m->given);
  GM_FREE(m->sum);
  GM_FREE(m->impact);
  GM_FREE(m->patch);
  GM_FREE(m->pose);
  GM_FREE(m->wall_sum);
  GM_FREE(m->event);
}

void gm_device_free(gm_device *d)
{
  if (!d) return;
  gm_backend_buffer *b = (gm_backend_buffer *)&d->table;
  for (size_t k = 0; k < sizeof d->table / sizeof *b; ++k)
    d->backend->release(d->at, &b[k]);
  d->backend->close(d->at);
  clear_mirror(&d->mirror);
  free(d);
}

gm_status gm_device_reserve(const gm_backend *backend, void *device,
                            gm_backend_buffer *buffer, size_t bytes)
{
  if (buffer->at && bytes <= buffer->bytes) return GM_OK;
  backend->release(device, buffer);
  return backend->reserve(device, buffer, bytes + bytes / 8 + 64);
}

gm_status gm_device_put(gm_device *d, gm_backend_buffer *b, const void *from,
                        size_t bytes)
{
  GM_TRY(gm_device_reserve(d->backend, d->at, b, bytes));
  d->cost.bytes += (double)bytes;
  return d->backend->put(d->at, b, from, bytes);
}

gm_status gm_device_fetch(gm_device *d, const gm_backend_buffer *b, void *to,
                          size_t bytes)
{
  d->cost.bytes += (double)bytes;
  return d->backend->fetch(d->at, b, to, bytes);
}
