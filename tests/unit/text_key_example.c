/* Each key of the table has an example on the page of the manual, with all its parents,
 * and the reader of scenes accepts it: the key is known there, and its value is of its
 * kind, has its unit and is within its bounds.  What else a scene needs is missing in a
 * line of example, so messages at other paths do not count. */
#include "check.h"

#include "config/config.h"
#include "config/faults.h"
#include "config/keys.h"
#include "config/yaml.h"
#include "text/bind.h"
#include <stdlib.h>
#include <string.h>

/* structures[].plane.point as it stands in messages: structures[0].plane.point;
 * materials.NAME: materials.glass. */
static void instance(const char *path, char *out, size_t size)
{
  size_t n = 0;
  for (const char *c = path; *c && n + 8 < size; ++c) {
    if (!strncmp(c, "NAME", 4)) {
      n += (size_t)snprintf(out + n, size - n, "glass");
      c += 3;
      continue;
    }
    out[n++] = *c;
    if (*c == '[') out[n++] = '0';
  }
  out[n] = '\0';
}

/* A message of the faults at `path` that does not speak of something missing: of what is
 * required, or the region that an example names. */
static const char *message_at(const gm_faults *faults, const char *path)
{
  static char found[1024];
  const char *line = faults->text;
  char sought[512];
  snprintf(sought, sizeof sought, ": %s: ", path);
  while (line && *line) {
    const char *end = strchr(line, '\n');
    const size_t n = end ? (size_t)(end - line) : strlen(line);
    snprintf(found, sizeof found, "%.*s", (int)n, line);
    if (strstr(found, sought) && !strstr(found, "it is required") &&
        !strstr(found, "there is no region"))
      return found;
    line = end ? end + 1 : NULL;
  }
  return NULL;
}

static void read_example(const char *key, const char *text)
{
  char path[256];
  instance(key, path, sizeof path);

  gm_yaml tree = {0};
  gm_faults faults = {0};
  gm_yaml_node *root = NULL;
  gm_config config;
  gm_config_init(&config);
  CHECK(gm_yaml_parse(&tree, text, strlen(text), "example", true, &faults,
                      &root) == GM_OK);
  CHECK(faults.count == 0);
  CHECK(gm_bind_config(root, &faults, &config) == GM_OK);

  const char *message = message_at(&faults, path);
  if (message) printf("%s\n    %s\n", text, message);
  CHECK(!message);
  const char *unknown = faults.text ? strstr(faults.text, "unknown") : NULL;
  if (unknown) printf("%s\n    %s\n", text, faults.text);
  CHECK(!unknown);

  gm_config_clear(&config);
  gm_faults_clear(&faults);
  gm_yaml_clear(&tree);
}

/* The file holds lines "path<tab>example". */
int main(void)
{
  static char line[2048];
  size_t n = 0;
  FILE *in = fopen(GM_EXAMPLES, "r");
  CHECK(in);
  while (in && fgets(line, sizeof line, in)) {
    line[strcspn(line, "\n")] = '\0';
    char *example = strchr(line, '\t');
    CHECK(example);
    if (!example) continue;
    *example++ = '\0';
    CHECK(strcmp(line, gm_keys[++n].path) == 0);
    read_example(line, example);
  }
  if (in) fclose(in);
  CHECK(n == gm_keys_count - 1);
  printf("%zu examples\n", n);
  return CHECK_REPORT();
}
