/* The manual prints each key of the table: below a path, with its unit, bounds, default
 * and sentence; as JSON that a strict reader takes. */
#include "check.h"

#include "config/keys.h"
#include "text/manual.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static gm_status print(const char *path, bool json, char **text)
{
  size_t n = 0;
  FILE *out = open_memstream(text, &n);
  const gm_status status = gm_manual_print(out, path, json);
  fclose(out);
  return status;
}

static int count(const char *text, const char *word)
{
  int n = 0;
  for (const char *p = text; (p = strstr(p, word)); ++p)
    ++n;
  return n;
}

/* How many keys are printed for a path. */
static int keys_of(const char *path)
{
  char *text = NULL;
  const gm_status status = print(path, true, &text);
  const int n = status == GM_OK ? count(text, "\"path\":") : -1;
  free(text);
  return n;
}

/* A JSON value at *p, which moves behind it; false where it is none. */
static bool value(const char **p);

static void space(const char **p)
{
  while (isspace((unsigned char)**p))
    ++*p;
}

static bool string(const char **p)
{
  if (*(*p)++ != '"') return false;
  for (; **p != '"'; ++*p) {
    if ((unsigned char)**p < 0x20) return false;
    if (**p == '\\' && !strchr("\"\\/bfnrt", *++*p)) return false;
  }
  ++*p;
  return true;
}

static bool members(const char **p, char end)
{
  ++*p;
  space(p);
  if (**p == end) return ++*p, true;
  for (;;) {
    space(p);
    if (end == '}') {
      if (!string(p)) return false;
      if (*(*p)++ != ':') return false;
    }
    if (!value(p)) return false;
    if (**p == end) return ++*p, true;
    if (*(*p)++ != ',') return false;
  }
}

static bool value(const char **p)
{
  static const char *const words[] = {"null", "true", "false"};
  bool good = false;
  space(p);
  if (**p == '{' || **p == '[') {
    good = members(p, **p == '{' ? '}' : ']');
  } else if (**p == '"') {
    good = string(p);
  } else if (**p == '-' || isdigit((unsigned char)**p)) {
    char *end = NULL;
    good = isfinite(strtod(*p, &end));
    *p = end;
  } else {
    for (int i = 0; i < 3 && !good; ++i) {
      const size_t n = strlen(words[i]);
      good = strncmp(*p, words[i], n) == 0;
      if (good) *p += n;
    }
  }
  space(p);
  return good;
}

static void json_is_json(void)
{
  char *text = NULL;
  CHECK(print(NULL, true, &text) == GM_OK);
  const char *p = text;
  CHECK(value(&p) && *p == '\0');
  CHECK(count(text, "\"path\":") == (int)gm_keys_count - 1);
  CHECK(count(text, "\"one_of\": \"shape\"") == 14);
  CHECK(strstr(
      text, "{\"path\": \"contacts.pairs[].restitution\", \"kind\": "
            "\"number\", \"unit\": \"1\", \"required\": false, \"default\": "
            "null, \"min\": 0, \"max\": 1, \"min_open\": false, "
            "\"max_open\": false, \"choices\": null, \"one_of\": null, "
            "\"shorthand\": null, \"sentence\": \"a speed ratio: normal speed "
            "after a head-on collision over before; required unless "
            "normal_damping is given\", \"optional\": true, \"bounds\": "
            "\"between 0 and 1\", \"units\": \"\", \"needed_by\": "
            "\"contacts.law hertz hooke lecture\""));
  free(text);
}

static void paths_select(void)
{
  CHECK(keys_of(NULL) == (int)gm_keys_count - 1);
  CHECK(keys_of("time.end") == 1);
  CHECK(keys_of("time") == 10);
  CHECK(keys_of("contacts.pairs[].friction") == 1);
  CHECK(keys_of("contacts.pairs[glass,steel].friction") == 1);
  CHECK(keys_of("contacts.pairs.friction") == 1);
  CHECK(keys_of("materials.glass.density") == 1);
  CHECK(keys_of("materials.glass") == 3);
  CHECK(keys_of("structures.blade.motion[0].rotate.rate") == 1);
  CHECK(keys_of("structures[].cylinder") == 5);
  CHECK(keys_of("structures.drum.cylinder") == 5);
  CHECK(keys_of("tim") == -1);
  CHECK(strcmp(gm_status_message(), "no key 'tim'; did you mean time?") == 0);
  CHECK(keys_of("time.end.more") == -1);
  CHECK(keys_of("nothing like a key") == -1);
  CHECK(strstr(gm_status_message(), "without a path lists all"));
}

int main(void)
{
  json_is_json();
  paths_select();

  char *text = NULL;
  CHECK(print("structures[].cylinder.radius", false, &text) == GM_OK);
  CHECK(strcmp(text, "structures[].cylinder.radius\n    a radius\n    number "
                     "above 0 m; required\n\n") == 0);
  free(text);
  CHECK(print("contacts.law", false, &text) == GM_OK);
  CHECK(strstr(text,
               "choice: hertz, hooke, lecture, collisions; default hertz\n"));
  free(text);
  return CHECK_REPORT();
}
