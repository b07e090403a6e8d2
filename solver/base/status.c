/* base/status.c -- the error message of each thread. */
#include "base/status.h"

#include <stdarg.h>
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
