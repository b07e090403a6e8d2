/* result/saved_springs.c -- reads the contacts of one frame of an earlier result. */
#include "result/saved_springs.h"

#include "base/memory.h"
#include "file/schema.h"

enum { ID_A, ID_B, STRUCTURE, PATCH, IMAGE, SPRING, COUPLE, LAST, READ };

static const struct {
  const char *name;
  bool real;
  int width;
} array[READ] = {
    {GM_NAME_ID_A, false, 1},
    {GM_NAME_ID_B, false, 1},
    {GM_NAME_STRUCTURE_ID, false, 1},
    {GM_NAME_PATCH, false, 1},
    {GM_NAME_STRUCTURE_IMAGE, false, 1},
    {GM_NAME_SPRING, true, 4},
    {GM_NAME_COUPLE, true, 4},
    {GM_NAME_LAST_NORMAL, true, 3},
};

static gm_status read_arrays(const gm_result *r, int64_t frame,
                             gm_result_array *in)
{
  for (int k = 0; k < READ; ++k) {
    GM_TRY(gm_result_frame_array(r, GM_RESULT_CONTACTS, frame, array[k].name,
                                 &in[k]));
    if (in[k].real == array[k].real && in[k].width == array[k].width) continue;
    return gm_fail(
        GM_ERR_INPUT,
        "its array '%s' of contacts does not have %d %s for each contact",
        array[k].name, array[k].width, array[k].real ? "numbers" : "integers");
  }
  return GM_OK;
}

/* Contacts of two structures, and of grains with bodies, which are structures behind the
 * named ones, have no grain or no structure in the run that begins. */
static bool is_kept(const gm_result *r, const gm_result_array *in, int64_t k)
{
  const bool body =
      r->has[GM_RESULT_BODIES] && in[STRUCTURE].integer[k] >= r->n_structures;
  return in[ID_A].integer[k] >= 0 && !body;
}

static gm_saved_contact contact_of(const gm_result_array *in, int64_t k)
{
  const double *last = &in[LAST].number[3 * k];
  return (gm_saved_contact){.a = in[ID_A].integer[k],
                            .b = in[ID_B].integer[k],
                            .structure = (gm_index)in[STRUCTURE].integer[k],
                            .patch = (gm_index)in[PATCH].integer[k],
                            .image = (int)in[IMAGE].integer[k],
                            .history = gm_row_load(&in[SPRING].number[4 * k]),
                            .couple = gm_row_load(&in[COUPLE].number[4 * k]),
                            .last = gm_vec(last[0], last[1], last[2])};
}

static gm_status read_names(const gm_result *r, gm_saved_grains *b)
{
  GM_TRY(GM_RESIZE(b->structure_name, 0, r->n_structures + 1));
  b->n_structures = (gm_index)r->n_structures;
  for (gm_index k = 0; k < b->n_structures; ++k)
    GM_TRY(
        gm_result_structure_name(r, k, b->structure_name[k], GM_NAME_LENGTH));
  return GM_OK;
}

gm_status gm_saved_springs_read(const gm_result *r, int64_t frame,
                                gm_saved_grains *b)
{
  const int64_t n = r->n_rows[GM_RESULT_CONTACTS][frame];
  gm_result_array in[READ];
  for (int k = 0; k < READ; ++k)
    in[k] = (gm_result_array){0};
  if (n < 0 || n >= INT32_MAX)
    return gm_fail(GM_ERR_INPUT,
                   "frame %lld has an impossible number of contacts, %lld; the "
                   "file is damaged",
                   (long long)frame, (long long)n);
  GM_TRY(read_names(r, b));
  gm_status status = read_arrays(r, frame, in);
  if (status == GM_OK) status = GM_RESIZE(b->contact, 0, n + 1);
  for (int64_t k = 0; status == GM_OK && k < n; ++k)
    if (is_kept(r, in, k)) b->contact[b->n_contacts++] = contact_of(in, k);
  for (int k = 0; k < READ; ++k)
    gm_result_array_clear(&in[k]);
  return status;
}
