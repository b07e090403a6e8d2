/* tests/fuzz/stl.c -- STL files, text and binary: read, then repaired to a surface.
 *
 * Repair is part of the target, since it meets every coordinate that the reader accepts.
 */
#include "fuzz.h"

#include "import/assemble.h"
#include "import/findings.h"
#include "import/import.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc, (void)argv;
  fuzz_folder();
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char text[GM_FINDINGS_TEXT];
  gm_soup soup;
  gm_surface surface;
  fuzz_begin();
  gm_soup_init(&soup);
  gm_surface_init(&surface);
  gm_status status =
      gm_stl_triangles(fuzz_put("x.stl", data, size), 0.001, &soup);
  fuzz_judge(status);
  fuzz_promise(status == GM_OK || soup.n == 0, "a refused file leaves nothing");
  if (status == GM_OK) {
    status = gm_assemble_soup(&surface, &soup, GM_FACING_AUTO, "x.stl");
    fuzz_judge(status);
  }
  if (status == GM_OK) gm_findings_text(&surface, "x.stl", text);
  gm_surface_clear(&surface);
  gm_soup_clear(&soup);
  fuzz_end();
  return 0;
}
