/* Patches of surfaces from files.
 *
 * For every mesh of the folder in which it is started (data/shapes), or of the one that
 * the environment names in GRANUM_MESHES: the passes, and the agreement with the exact
 * contacts for grains of 0.4, 1.2 and 3 % of the diagonal at an overlap of 1 %: at least
 * 99.9 % of all positions, 99.5 % of those with several contacts, and all from which
 * no patch is touched twice.  Every cut separates two pieces.  For meshes that were cut
 * before by another program, with grains of 1.2 %, the pieces before and after joining
 * are known: before to the number, after within 5 %, as the order of equal turns is free.
 */
#include "agreement.h"
#include "check.h"
#include "import/assemble.h"
#include "import/import.h"
#include <dirent.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

static const double parts[] = {0.004, 0.012, 0.03};
enum { POSITIONS = 1000 };

/* Where the grains are, if AUTO would say otherwise: the mixer has open sides where its
 * parts stick in one another. */
static gm_facing facing_of(const char *name)
{
  return strcmp(name, "rotating_drum.stl") == 0    ? GM_FACING_INSIDE
         : strcmp(name, "internal_mixer.obj") == 0 ? GM_FACING_OUTSIDE
                                                   : GM_FACING_AUTO;
}

/* Pieces before and after joining at 1.2 %. */
static const struct known {
  const char *name;
  int before, after;
} known[] = {
    {"funnel.obj", 4, 2},          {"hourglass.obj", 4, 4},
    {"internal_mixer.obj", 23, 5}, {"marble_run.stl", 216, 96},
    {"rotating_drum.stl", 3, 3},
};

static void check_known(const char *name, const gm_patches *p)
{
  for (size_t k = 0; k < sizeof known / sizeof *known; ++k) {
    if (strcmp(known[k].name, name) != 0) continue;
    CHECK(p->n + p->n_merged == known[k].before);
    CHECK_NEAR(p->n, known[k].after, 0.05 * known[k].after);
  }
}

static gm_status read_surface(const char *folder, const char *name,
                              gm_surface *s)
{
  char path[4096];
  gm_soup soup;
  gm_soup_init(&soup);
  gm_surface_init(s);
  snprintf(path, sizeof path, "%s/%s", folder, name);
  const char *dot = strrchr(name, '.');
  gm_status status = strcmp(dot, ".stl") == 0
                         ? gm_stl_triangles(path, 1.0, &soup)
                         : gm_import_triangles(path, 1.0, &soup);
  if (status == GM_OK)
    status = gm_assemble_soup(s, &soup, facing_of(name), name);
  gm_soup_clear(&soup);
  return status;
}

static void check_size(const char *name, const gm_surface *s, double part,
                       agreement *sum)
{
  static const char *kinds[] = {"closed", "solid", "sheet"};
  const double r = part * gm_norm(gm_sub(s->max, s->min));
  gm_patches p;
  gm_patches_init(&p);
  gm_patches_options options = gm_patches_defaults(r, r);
  options.two_sided = s->kind == GM_SURFACE_SHEET;
  options.report = true;
  const double begin = omp_get_wtime();
  if (!CHECK(gm_patches_build(s, &options, &p) == GM_OK)) return;
  const double seconds = omp_get_wtime() - begin;
  agreement a = {0};
  agreement_measure(s, &p, options.two_sided, r, 0.01, POSITIONS, 1, &a);
  printf("%-20s %6d %-6s %4.1f %5d %6d %5d %7d %7d %8d %6d %6d %6d %6.2f %5ld "
         "%6.2f %5ld %6.2f %3ld %4ld\n",
         name, s->n, kinds[s->kind], 100.0 * part, p.n_cut, p.n_pieces,
         p.n_slits, p.n_fillets, p.n + p.n_merged, p.n, p.n_slivers, p.n_tight,
         p.n_twice, seconds, a.all, agreement_percent(a.all, a.all_wrong),
         a.several, agreement_percent(a.several, a.several_wrong),
         a.unflagged_wrong, a.doubtful);
  CHECK(p.n_unparted == 0);
  CHECK(agreement_percent(a.all, a.all_wrong) >= 99.9);
  CHECK(agreement_percent(a.several, a.several_wrong) >= 99.5);
  CHECK(a.unflagged_wrong == 0);
  if (part == 0.012) check_known(name, &p);
  double area = 0.0;
  for (gm_index k = 0; k < p.n; ++k)
    area += p.area[k];
  CHECK_NEAR(area, s->area, 1.0e-12 * s->area);
  sum->all += a.all;
  sum->all_wrong += a.all_wrong;
  sum->several += a.several;
  sum->several_wrong += a.several_wrong;
  sum->unflagged_wrong += a.unflagged_wrong;
  gm_patches_clear(&p);
}

static int is_mesh(const struct dirent *entry)
{
  const char *dot = strrchr(entry->d_name, '.');
  return dot && (strcmp(dot, ".stl") == 0 || strcmp(dot, ".obj") == 0);
}

int main(void)
{
  const char *named = getenv("GRANUM_MESHES");
  const char *folder = named && *named ? named : ".";
  struct dirent **entry = NULL;
  const int n = scandir(folder, &entry, is_mesh, alphasort);
  CHECK(n > 0); /* .stl, .obj */
  agreement sum = {0};
  printf(
      "mesh              triangles kind    r %%   cut pieces slits fillets  "
      "before  patches slivers tight  twice    s  all    agree several agree "
      "unflagged doubtful\n");
  for (int k = 0; k < n; ++k) {
    gm_surface s;
    if (CHECK(read_surface(folder, entry[k]->d_name, &s) == GM_OK)) {
      for (int i = 0; i < 3; ++i)
        check_size(entry[k]->d_name, &s, parts[i], &sum);
      gm_surface_clear(&s);
    } else {
      printf("%s: %s\n", entry[k]->d_name, gm_status_message());
    }
    free(entry[k]);
  }
  free(entry);
  printf(
      "together %ld positions: %.3f %%, %ld with several contacts: %.3f %%\n",
      sum.all, agreement_percent(sum.all, sum.all_wrong), sum.several,
      agreement_percent(sum.several, sum.several_wrong));
  return CHECK_REPORT();
}
