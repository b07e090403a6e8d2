/* import/findings.c -- writes what repair found and changed as text.
 *
 * One line for each kind of repair or finding, with its number and first place.  What is
 * only found ends with whether it is fine, and what to do if it is not.
 */
#include "import/findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct line {
  size_t offset;    /* byte offset of the gm_finding in gm_findings */
  const char *text; /* follows the number of findings */
  const char
      *advice; /* whether it is fine, and what to do; null: it is repaired */
} line;

#define LINE(member, text)                                                     \
  {                                                                            \
    offsetof(gm_findings, member), text, NULL                                  \
  }
#define FOUND(member, text, advice)                                            \
  {                                                                            \
    offsetof(gm_findings, member), text, advice                                \
  }

static const line mended[] = {
    LINE(collapsed, "triangle(s) removed: two corners at one point"),
    LINE(repeated, "triangle(s) removed: repeated in the file"),
    LINE(doubled, "triangle(s) removed: back to back with another one"),
    LINE(shared, "triangle(s) removed: faces that two solids share, back to "
                 "back"),
    LINE(filled, "hole(s) of one missing triangle filled"),
    LINE(swapped, "triangle(s) without area merged with a neighbour"),
    LINE(flat, "triangle(s) without area removed"),
    LINE(joined,
         "point(s) of open edges merged: closer than 1e-6 of the diagonal"),
    LINE(turned,
         "triangle(s) reversed to match the orientation of their neighbours"),
    LINE(inverted, "shell(s) reversed: normals pointed inwards (for grains "
                   "inside use side: inside)"),
};
static const line kept[] = {
    FOUND(open, "open edge(s), which belong to one triangle only",
          "fine for a sheet; close them if it should be a solid"),
    FOUND(branching, "edge(s) of three or more triangles",
          "fine, patches end there"),
    FOUND(touching, "point(s) where the surface touches itself", "fine"),
    FOUND(seam,
          "edge(s) cut: the surface is one-sided there, like a Moebius strip",
          "fine with grains on both sides"),
    FOUND(crossing, "pair(s) of triangles of one shell that intersect or touch",
          "fine if parts were put together so"),
    FOUND(meeting, "pair(s) of triangles of two shells that intersect or touch",
          "fine if parts were put together so"),
    FOUND(nested,
          "shell(s) inside another one with outward normals: their inside "
          "counts as solid",
          "reverse the normals if it is a cavity"),
    FOUND(speck, "shell(s) smaller than 1e-3 of the diagonal",
          "fine; delete them if they are debris"),
};
enum {
  MENDED = sizeof mended / sizeof *mended,
  KEPT = sizeof kept / sizeof *kept
};

__attribute__((format(printf, 2, 3))) static void
add_finding(char *text, const char *format, ...)
{
  const size_t used = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + used, GM_FINDINGS_TEXT - used, format, arguments);
  va_end(arguments);
}

static const gm_finding *finding_of_line(const gm_findings *all, const line *l)
{
  return (const gm_finding *)((const char *)all + l->offset);
}

static void add_finding_lines(char *text, const gm_findings *all,
                              const char *what, const line *list, int n)
{
  for (int k = 0; k < n; ++k) {
    const gm_finding *f = finding_of_line(all, &list[k]);
    if (f->n == 0) continue;
    add_finding(text, "  %s: %d %s; first at (%.4g %.4g %.4g) m%s%s\n", what,
                f->n, list[k].text, f->at.x, f->at.y, f->at.z,
                list[k].advice ? ": " : "",
                list[k].advice ? list[k].advice : "");
  }
}

static const char *finding_kind_of_mesh(const gm_surface *s)
{
  if (s->kind == GM_SURFACE_CLOSED) return "closed";
  if (s->kind == GM_SURFACE_SHEET)
    return s->facing == GM_FACING_BOTH ? "a sheet because of side: both"
                                       : "open: a sheet";
  if (s->facing == GM_FACING_OUTSIDE || s->facing == GM_FACING_INSIDE)
    return "solid because of the key side, by winding number";
  return "solid by winding number";
}

static const char *finding_side_of_grains(const gm_surface *s)
{
  if (s->kind == GM_SURFACE_SHEET) return "on both sides";
  return s->facing == GM_FACING_INSIDE ? "inside" : "outside";
}

void gm_findings_text(const gm_surface *s, const char *name,
                      char text[GM_FINDINGS_TEXT])
{
  const gm_findings *f = &s->found;
  const gm_vec3 size = gm_sub(s->max, s->min);
  text[0] = '\0';
  add_finding(
      text,
      "mesh %s: %d triangles, %d shell%s, %.4g x %.4g x %.4g m, %s, grains "
      "%s\n",
      name, s->n, s->n_shells, s->n_shells == 1 ? "" : "s", size.x, size.y,
      size.z, finding_kind_of_mesh(s), finding_side_of_grains(s));
  add_finding_lines(text, f, "repaired", mended, MENDED);
  add_finding_lines(text, f, "found", kept, KEPT);
  if (f->n_dropped > 0) {
    add_finding(text,
                "  repaired: %d point(s) and line(s) of the file ignored\n",
                f->n_dropped);
  }
  if (f->n_twisted > 0) {
    add_finding(
        text,
        "  found: %d polygon(s) of the file whose edges cross one another or "
        "are bent far out of a plane: their triangles may overlap; split them "
        "in the program that made the mesh\n",
        f->n_twisted);
  }
  if (s->kind == GM_SURFACE_SOLID && f->n_holes > 0) {
    add_finding(
        text,
        "  found: %d small hole(s), %.2g m2 of %.3g m2, taken as closed; for a "
        "vessel with an opening use side: both\n",
        f->n_holes, f->hole_area, s->area);
  }
  if (f->n_openings > 0 && s->facing == GM_FACING_AUTO) {
    add_finding(
        text,
        "  found: %d hole(s) that make an open sheet of what may be a solid: "
        "grains can be inside it; close them, or give side: outside if it "
        "should be solid, side: both if not\n",
        f->n_openings);
  }
  if (s->kind == GM_SURFACE_SOLID && s->n_sheets > 0) {
    add_finding(
        text,
        "  found: %d triangle(s) of open parts: sheets, with grains on both "
        "sides: close them if they should be solid\n",
        s->n_sheets);
  }
  if (f->n_crowded > 0) {
    add_finding(
        text,
        "  found: %d triangle(s) with too many others nearby to test every "
        "pair: fine, but intersections among them are not listed\n",
        f->n_crowded);
  }
}

bool gm_findings_any(const gm_surface *s)
{
  const gm_findings *f = &s->found;
  gm_index n = f->n_dropped + f->n_twisted + f->n_crowded;
  if (s->facing == GM_FACING_AUTO) n += f->n_openings;
  n += s->kind == GM_SURFACE_SOLID && s->n_sheets > 0;
  for (int k = 0; k < MENDED; ++k)
    n += finding_of_line(f, &mended[k])->n > 0;
  for (int k = 0; k < KEPT; ++k)
    n += finding_of_line(f, &kept[k])->n > 0;
  return n > 0;
}
