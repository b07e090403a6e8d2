/* scene/mesh_file.c -- the surface of a structure from a file.  Room: scene. */
#include "scene/mesh_file.h"

#include "config/read.h"
#include "structure/stl.h"
#include <stdio.h>

gm_status gm_mesh_file_read(gm_config *config, size_t k, gm_surface *surface)
{
  const char *file = config->structures[k].mesh;
  char name[4096], key[64];
  const int absolute = file[0] == '/';
  snprintf(name, sizeof name, "%s%s%s", absolute ? "" : config->folder,
           absolute ? "" : "/", file);
  const gm_status status = gm_stl_read(name, 1.0, surface);
  if (status == GM_OK || status == GM_ERR_MEMORY) return status;
  snprintf(key, sizeof key, "structures[%zu].mesh", k);
  return gm_read_fault(config, key, "%s", gm_status_message());
}
