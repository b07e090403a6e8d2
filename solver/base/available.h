/* base/available.h -- how much memory this process may still take.
 *
 * Linux grants more memory than the machine has and ends a process when it touches what
 * is not there.  Large requests are therefore compared with what is left before.
 */
#ifndef GM_BASE_AVAILABLE_H
#define GM_BASE_AVAILABLE_H

typedef struct gm_available {
  double bytes;   /* infinite: unknown */
  const char *by; /* what limits it, for messages */
} gm_available;

/* The least of what the machine has left (MemAvailable and free swap), what the control
 * groups of the process leave, and what its limit of the address space leaves. */
gm_available gm_available_memory(void);

#endif
