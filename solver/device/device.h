/* device/device.h -- a device that computes the steps of a run.
 *
 * Grains, their neighbour list and histories are on the device; the scene has them only
 * after gm_slots_give.  Contacts with structures are there, too, where all are walls
 * (device/walls.h).  Else they are the host's: each step it receives the grains near
 * structures and sends what structures give them; for the list of these it receives all
 * grains.  Bits are those of the host, so that any step may be done by either.
 *
 *   device/backend.h      kinds of devices: this program's threads, OpenCL
 *   device/kernels.h      what a device computes
 *   device/wall.h         the same at structures
 *   device/slots.h        between the tables of the scene and those of the device
 *   device/walls.h        the same for structures
 *   device/device_step.h  runs steps
 *   device/refusal.h      what devices do not compute
 */
#ifndef GM_DEVICE_DEVICE_H
#define GM_DEVICE_DEVICE_H

#include "device/backend.h"
#include "device/kernels.h"
#include "device/wall.h"
#include "search/cells.h"
#include "search/history_transfer.h"
#include "soft/work.h"

enum { GM_DEVICES = 64 }; /* in a list, at most */

/* Tables of the device. */
typedef struct gm_device_tables {
  gm_backend_buffer constants, word;
  gm_backend_buffer g[2], w[2];          /* [grains] before and after a step */
  gm_backend_buffer first;               /* [waves] slot */
  gm_backend_buffer count;               /* [grains] slots */
  gm_backend_buffer other;               /* [slots] partner, image */
  gm_backend_buffer touched;             /* bits */
  gm_backend_buffer history, couple;     /* [slots] */
  gm_backend_buffer material;            /* [grains] */
  gm_backend_buffer table, couple_table; /* of pairs of materials */
  gm_backend_buffer head, next;          /* [cells], [grains] linked lists */
  gm_backend_buffer a, b, kept, kept_couple; /* [contacts] as rows */
  gm_backend_buffer near;                    /* [grains] row of given, or -1 */
  gm_backend_buffer which, n_near, packed, given; /* [near grains] */
  gm_backend_buffer result;                       /* [grains] */
  gm_backend_buffer part, chunk;                  /* sums */
  gm_backend_buffer impacts;
  gm_backend_buffer patch, pose, wear;   /* of walls: device/wall.h */
  gm_backend_buffer list[2], row[2];     /* [near grains], rows: old, new */
  gm_backend_buffer wall_part, wall_sum; /* loads */
  gm_backend_buffer events;
} gm_device_tables;

/* Their counterparts on the host, scratch memory of transfers. */
typedef struct gm_device_mirror {
  gm_row4 *packed;
  gm_index *which, *first_near; /* [near grains], [chunks + 1] */
  gm_load *given;
  gm_kernels_sum *sum; /* [steps][chunks] */
  gm_kernels_impact *impact;
  size_t near_capacity, chunks, sums, room; /* capacities */
  gm_wall_patch *patch;                     /* of walls */
  gm_wall_pose *pose;                       /* [steps][walls] */
  gm_wall_sum *wall_sum;                    /* [steps][blocks][walls] */
  gm_wall_event *event;                     /* [n_events] by step */
  size_t poses, wall_sums, events;          /* capacities */
  size_t n_events, next_event;
  int64_t blocks;
} gm_device_mirror;

typedef struct gm_device_cost {
  double put, fetched, structures, waited; /* s */
  double bytes;                            /* copied */
  int64_t steps, host_steps, batches, n_lists;
} gm_device_cost;

typedef struct gm_device {
  const gm_backend *backend;
  void *at;
  gm_backend_info info;
  int law, couple;

  gm_device_tables table;
  gm_device_mirror mirror;
  int current;       /* which of g and w are now */
  int fresh;         /* 1: the tables are those of the scene, or newer */
  int64_t listed;    /* number of the list that the slots are of; -1: none */
  gm_row4 low, high; /* m  of all grains, when the scene was taken */
  double strayed;    /* m  that they have gone since, at most */
  gm_index n, n_near;
  size_t n_slots;
  int has_walls; /* 1: contacts with structures are here */
  int walled;    /* which of list and row are now */
  int sheet;     /* 1: a wall may come between two grains of the list */
  gm_index n_patches, n_list, n_rows;
  int words;
  int64_t most; /* steps that are run together, at most */
  gm_device_cost cost;
} gm_device;

/* A run of steps. */
typedef struct gm_device_run {
  gm_work *work;
  int threads;
  gm_history_transfer *history; /* scratch */
  int64_t listed;               /* number of the present list */
  double skin, moved,
      surfaces;    /* m  of the list, used up by grains, surfaces */
  gm_cells *cells; /* receives the box of the grains of a new list */
  int64_t most;    /* steps, at most */
} gm_device_run;

/* A device of the list that `granum devices` prints. */
typedef struct gm_device_found {
  const gm_backend *backend;
  gm_backend_info info;
} gm_device_found;

/* Lists the devices, that of the host last; why: why there is none of OpenCL. */
int gm_device_list(gm_device_found *found, int most, char *why, size_t size);

/* The device that `name` means: gpu, auto (the first graphics processor with exact
 * doubles), host, a number of the list, or a part of a name.  GM_ERR_USE: none. */
gm_status gm_device_find(const char *name, gm_device_found *found);

/* Opens it for a law.  GM_ERR_USE, GM_ERR_MEMORY: *device is null. */
gm_status gm_device_open(const gm_device_found *found, int law, int couple,
                         gm_device **device);

enum { GM_DEVICE_WORDS = 2 * GM_BACKEND_NAME + 60 };

/* Copies bytes to a buffer of the device, which grows, and back; both are counted. */
gm_status gm_device_put(gm_device *device, gm_backend_buffer *buffer,
                        const void *from, size_t bytes);
gm_status gm_device_fetch(gm_device *device, const gm_backend_buffer *buffer,
                          void *to, size_t bytes);

/* Starts n work-items of a kernel with its buffers. */
#define GM_DEVICE_RUN(D, KERNEL, N, ...)                                       \
  (D)->backend->run((D)->at, GM_BACKEND_##KERNEL, N,                           \
                    (gm_backend_buffer *const[]){__VA_ARGS__})

/* Its name, driver and precision, for people; returns text. */
const char *gm_device_words(const gm_device *device, char *text, size_t size);

/* Bytes that its tables take. */
double gm_device_bytes(const gm_device *device);

/* Null is legal. */
void gm_device_free(gm_device *device);

#endif
