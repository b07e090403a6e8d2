/* text/key_page.c -- the manual of the scene file as a page of HTML in one file.
 *
 * Keys of the first level begin a section.  Each key has its path as anchor, its
 * sentence, what is accepted, its conditions and an example.  A line of script hides what
 * does not contain the words that are searched; without scripts all keys are seen.
 */
#include "text/key_page.h"

#include "config/units.h"
#include "config/words.h"
#include "text/key_example.h"
#include <string.h>

static const char style[] =
    "body{font:16px/1.5 sans-serif;margin:0 auto;max-width:60em;padding:1em}"
    "code,pre{font-family:monospace}"
    "pre{background:#f4f4f0;padding:.4em .7em;margin:.3em 0;overflow-x:auto}"
    "h2{border-bottom:1px solid #bbb;margin-top:2em}"
    "h3{font-size:1em;margin:1.4em 0 0}p{margin:.2em 0}"
    ".facts{color:#444}nav a{margin-right:1em;white-space:nowrap}"
    "input{font:inherit;width:20em;margin:.6em 0}"
    "@media(prefers-color-scheme:dark){body{background:#1c1c1c;color:#ddd}"
    "pre{background:#2a2a2a}.facts{color:#aaa}a{color:#8bf}}";

static const char search[] =
    "document.getElementById('find').oninput=function(){"
    "var w=this.value.toLowerCase().split(/\\s+/);"
    "document.querySelectorAll('section').forEach(function(s){"
    "var t=s.textContent.toLowerCase();"
    "s.hidden=!w.every(function(x){return t.includes(x)})})}";

static void put(FILE *out, const char *text)
{
  for (const char *c = text; *c; ++c) {
    if (*c == '<')
      fputs("&lt;", out);
    else if (*c == '>')
      fputs("&gt;", out);
    else if (*c == '&')
      fputs("&amp;", out);
    else
      fputc(*c, out);
  }
}

static bool is_top(const gm_key *key)
{
  return !strpbrk(key->path, ".[");
}

void gm_key_page_begin(FILE *out, const char *path)
{
  fprintf(
      out,
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<title>Keys of a scene</title>\n<style>%s</style></head>\n<body>\n"
      "<p><a href=\"index.html\">Granum</a></p>\n<h1>Keys of a scene</h1>\n"
      "<p>A number is in SI units or carries a unit. Each example is a line of "
      "a scene and shows one key with its parents; other keys that the same "
      "group needs are left out. <code>[]</code> is an item of a list, "
      "<code>NAME</code> a name of yours.</p>\n"
      "<input id=\"find\" type=\"search\" placeholder=\"search\">\n",
      style);
  if (path) return;
  fputs("<nav>", out);
  for (size_t i = 1; i < gm_keys_count; ++i) {
    const gm_key *key = &gm_keys[i];
    if (is_top(key))
      fprintf(out, "<a href=\"#%s\">%s</a>\n", key->path, key->path);
  }
  fputs("</nav>\n", out);
}

/* "needed with contacts.cohesion jkr or dmt", from "contacts.cohesion jkr dmt". */
static void put_condition(FILE *out, const char *what, const char *condition)
{
  if (!condition) return;
  fprintf(out, "; %s ", what);
  bool choice = false;
  for (const char *c = condition; *c; ++c) {
    if (*c != ' ') {
      fputc(*c, out);
      continue;
    }
    fputs(choice ? " or " : " ", out);
    choice = true;
  }
}

static void put_default(FILE *out, const gm_key *key)
{
  if (key->kind == GM_KEY_GROUP)
    return;
  else if (!key->fallback)
    fputs(key->one_of ? "" : "; required", out);
  else if (!*key->fallback)
    fputs("; may be left out", out);
  else {
    fputs("; default <code>", out);
    put(out, key->fallback);
    fputs("</code>", out);
  }
}

static void put_facts(FILE *out, const gm_key *key, const char *kind)
{
  char bounds[128], units[128];
  gm_words_bounds(key, bounds, sizeof bounds);
  fprintf(out, "<p class=\"facts\">%s", kind);
  for (int i = 0; key->choices && key->choices[i]; ++i)
    fprintf(out, "%s<code>%s</code>", i ? ", " : ": ", key->choices[i]);
  if (*bounds) {
    fputc(' ', out);
    put(out, bounds + (strncmp(bounds, "of ", 3) ? 0 : 3));
  }
  if (gm_keys_has_unit(key) && key->unit != GM_UNIT_ONE) {
    gm_units_list(key->unit, units, sizeof units);
    fprintf(out, "; units %s", units);
  }
  put_default(out, key);
  if (key->one_of) fprintf(out, "; one of: %s", key->one_of);
  if (key->shorthand)
    fprintf(out, "; a plain value is its <code>%s</code>", key->shorthand);
  put_condition(out, "needed with", key->needed_by);
  put_condition(out, "only with", key->only_with);
  if (key->together) fprintf(out, "; together with %s", key->together);
  fputs("</p>\n", out);
}

void gm_key_page_row(FILE *out, const gm_key *key, const char *kind)
{
  char example[GM_KEY_EXAMPLE_LENGTH];
  gm_key_example(key, example, sizeof example);
  if (is_top(key)) fprintf(out, "<h2>%s</h2>\n", key->path);
  fprintf(out, "<section id=\"%s\"><h3><code>%s</code></h3>\n<p>", key->path,
          key->path);
  put(out, key->sentence);
  fputs("</p>\n", out);
  put_facts(out, key, kind);
  fputs("<pre>", out);
  put(out, example);
  fputs("</pre></section>\n", out);
}

void gm_key_page_end(FILE *out)
{
  fprintf(out, "<script>%s</script>\n</body>\n</html>\n", search);
}
