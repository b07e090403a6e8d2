/* base/status.c -- the error message of each thread, and what a preparation is at. */
#include "base/status.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

static _Thread_local char message[8192];

gm_status gm_status_fail(gm_status status, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  return status;
}

const char *gm_status_message(void)
{
  return message;
}

static _Atomic(const char *) work;
static _Atomic int64_t part, parts;

void gm_status_work(const char *what, int64_t done, int64_t of)
{
  atomic_store(&part, done);
  atomic_store(&parts, of);
  atomic_store(&work, what);
}

const char *gm_status_working(int64_t *done, int64_t *of)
{
  *done = atomic_load(&part);
  *of = atomic_load(&parts);
  return atomic_load(&work);
}
