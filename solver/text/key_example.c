/* text/key_example.c -- an example of each key, as a line of a scene.
 *
 * A value is that of the longest row of `known` whose words end the path of the key; else
 * it follows from kind, unit, bounds and choices, so that a new key has an example, too.
 * tests/unit/text_key_example.c reads all of them.
 */
#include "text/key_example.h"

#include "config/units.h"
#include <stdio.h>
#include <string.h>

typedef struct known_value {
  const char *end, *value;
} known_value;

static const known_value known[] = {
    {"title", "A drum with lifters"},
    {"gravity", "[0, 0, -1.62]"},
    {"domain.min", "[0, 0, 0]"},
    {"domain.max", "[0.2, 0.1, 0.3]"},
    {"domain.thickness", "10 mm"},
    {"domain.boundary.all", "wall"},
    {"youngs_modulus", "10 MPa"},
    {"poisson_ratio", "0.25"},
    {"between", "[glass, steel]"},
    {"restitution", "0.8"},
    {"rolling_damping", "0.3"},
    {"friction.rows[].value", "0.4"},
    {"friction.file", "friction.csv"},
    {"friction", "0.3"},
    {"rolling_friction", "0.1"},
    {"torsion_friction", "0.05"},
    {"depth_ratio", "2"},
    {"force_ratio", "2"},
    {"sweeps", "20"},
    {"passes", "8"},
    {"resting_time", "10 us"},
    {"resting_speed", "1 cm/s"},
    {"pairs[].stiffness", "5 kN/m"},
    {"contact_time", "0.5 ms"},
    {"reference.overlap", "0.02"},
    {"hardness", "2 GPa"},
    {"flow_stress", "300 MPa"},
    {"wear.coefficient", "1.0e-4"},
    {"pairs[].power", "0.2"},
    {"pairs[].speed", "1 cm/s"},
    {"material", "glass"},
    {"structures[].name", "blade"},
    {"held[].name", "base"},
    {"sinks[].name", "pit"},
    {"measure[].name", "outlet"},
    {"groups[].name", "floor"},
    {"structure", "tray"},
    {"called", "quartz"},
    {"mesh_unit", "1 mm"},
    {"mesh", "blade.stl"},
    {"motion[].table.file", "motion.csv"},
    {"list.file", "grains.csv"},
    {"result.file", "settled.vtkhdf"},
    {"ondem.file", "ondem_0050.vtkhdf"},
    {".file", "table.csv"},
    {"box.min", "[0, 0, 0]"},
    {"box.max", "[50 mm, 50 mm, 80 mm]"},
    {"cylinder.radius", "50 mm"},
    {"sphere.radius", "30 mm"},
    {"disc.radius", "30 mm"},
    {"disc.hole", "10 mm"},
    {"base_radius", "15 mm"},
    {"top_radius", "40 mm"},
    {"along", "[60 mm, 0, 0]"},
    {"across", "[0, 40 mm, 0]"},
    {"axis", "[0, 0, 1]"},
    {"cylinder.axis", "[0, 0, 100 mm]"},
    {"cone.axis", "[0, 0, 40 mm]"},
    {"normal", "[0, 0, 1]"},
    {"through", "[0, 0, 50 mm]"},
    {"point", "[0, 0, 10 mm]"},
    {"velocity", "[0, 0, -0.5]"},
    {"angular_velocity", "[0, 0, 10]"},
    {"rotation", "[0, 0, 90 deg]"},
    {"rate", "60 rpm"},
    {"radius", "2 mm"},
    {"constant", "2 mm"},
    {"mean", "2 mm"},
    {"median", "2 mm"},
    {"normal.deviation", "0.2 mm"},
    {"lognormal.deviation", "0.2"},
    {"pour.rate", "5000 Hz"},
    {"frequency", "20 Hz"},
    {"solid_fraction", "0.55"},
    {"grow", "1.2"},
    {"seed", "7"},
    {"label", "1"},
    {"copies", "[2, 2, 1]"},
    {"pitch", "[50 mm, 50 mm, 80 mm]"},
    {"virtual_particles.spacing", "1 mm"},
    {"time.end", "0.5"},
    {"time.step", "2 us"},
    {"output.every", "10 ms"},
    {"output.checkpoint", "30 min"},
    {"kinetic_energy_below", "1 uJ"},
};

/* Values by unit, in the order of enum gm_units_dimension. */
static const char *const by_unit[GM_UNIT_COUNT] = {
    "0.5",    "5 mm",   "0.1",    "10 g",   "30 deg",    "60 rpm",
    "20 Hz",  "0.5",    "9.81",   "2500",   "10 kPa",    "1 kN/m",
    "5",      "2 N",    "1 mJ",   "0.05",   "100 kJ/m3", "200 g/s",
    "0.1 Nm", "1.0e-5", "1.0e-3", "1.0e-4",
};

/* Does `path` end in the words of `end`?  A word begins after a dot. */
static bool ends_in(const char *path, const char *end)
{
  const size_t n = strlen(path), m = strlen(end);
  if (m > n || strcmp(path + n - m, end) != 0) return false;
  return m == n || *end == '.' || path[n - m - 1] == '.';
}

static bool within(const gm_key *key, double x)
{
  const bool low = key->ends & GM_KEY_OPEN_MIN ? x > key->min : x >= key->min;
  const bool high = key->ends & GM_KEY_OPEN_MAX ? x < key->max : x <= key->max;
  return low && high;
}

static bool is_usable(const gm_key *key, const char *value)
{
  double x = 0.0;
  char found[64];
  return gm_units_number(value, key->unit, &x, NULL, found, sizeof found) ==
             GM_UNITS_OK &&
         within(key, x);
}

/* Has the value the form of the kind: a list, a single word, or a number with the unit
 * of the key, within its bounds? */
static bool fits(const gm_key *key, const char *value)
{
  const bool list = key->kind == GM_KEY_VECTOR || key->kind == GM_KEY_NAMES ||
                    key->kind == GM_KEY_DIRECTION ||
                    key->kind == GM_KEY_RANGE || key->kind == GM_KEY_SPAN;
  if (key->kind == GM_KEY_NUMBER || key->kind == GM_KEY_AUTO)
    return is_usable(key, value);
  return list == (*value == '[') && key->kind != GM_KEY_CHOICE &&
         key->kind != GM_KEY_BITS && key->kind != GM_KEY_FLAG;
}

/* The value of the longest known end of the path, or null. */
static const char *known_of(const gm_key *key)
{
  const known_value *best = NULL;
  for (size_t k = 0; k < sizeof known / sizeof *known; ++k) {
    if (!ends_in(key->path, known[k].end) || !fits(key, known[k].value))
      continue;
    if (!best || strlen(known[k].end) > strlen(best->end)) best = &known[k];
  }
  return best ? best->value : NULL;
}

/* A number within the bounds: that of the unit, the default, or their middle. */
static void number(const gm_key *key, char *text, size_t size)
{
  const char *value = by_unit[key->unit];
  if (!value || !is_usable(key, value)) value = key->fallback;
  if (value && *value && is_usable(key, value))
    snprintf(text, size, "%s", value);
  else if (within(key, 0.5 * (key->min + key->max)))
    snprintf(text, size, "%g", 0.5 * (key->min + key->max));
  else
    snprintf(text, size, "%g", key->min + 1.0);
}

static void integer(const gm_key *key, char *text, size_t size)
{
  const char *value = within(key, 1000.0) ? "1000" : key->fallback;
  if (value && *value)
    snprintf(text, size, "%s", value);
  else
    snprintf(text, size, "%g", key->min);
}

/* A choice that is not the default. */
static const char *other_choice(const gm_key *key)
{
  for (int i = 0; key->choices[i]; ++i)
    if (!key->fallback || strcmp(key->choices[i], key->fallback))
      return key->choices[i];
  return key->choices[0];
}

static void value_of(const gm_key *key, char *text, size_t size)
{
  char one[64];
  const char *value = known_of(key);
  if (value) {
    snprintf(text, size, "%s", value);
    return;
  }
  switch (key->kind) {
  case GM_KEY_NUMBER:
  case GM_KEY_AUTO:
    number(key, text, size);
    break;
  case GM_KEY_INTEGER:
    integer(key, text, size);
    break;
  case GM_KEY_FLAG:
    value = key->fallback && !strcmp(key->fallback, "true") ? "false" : "true";
    snprintf(text, size, "%s", value);
    break;
  case GM_KEY_CHOICE:
    snprintf(text, size, "%s", other_choice(key));
    break;
  case GM_KEY_BITS:
    snprintf(text, size, "[%s]", key->choices[0]);
    break;
  case GM_KEY_VECTOR:
    number(key, one, sizeof one);
    snprintf(text, size, "[0, 0, %s]", one);
    break;
  case GM_KEY_DIRECTION:
    snprintf(text, size, "[0, 0, 1]");
    break;
  case GM_KEY_RANGE:
  case GM_KEY_SPAN:
    number(key, one, sizeof one);
    snprintf(text, size,
             key->unit == GM_UNIT_LENGTH ? "[1 mm, 2 mm]" : "[%s, %s]", one,
             one);
    break;
  case GM_KEY_NAMES:
    snprintf(text, size, "[glass, steel]");
    break;
  default:
    snprintf(text, size, "glass");
  }
}

/* --- groups and lists ----------------------------------------------------------- */

/* The text of an example, as far as there is room. */
typedef struct line {
  char *text;
  size_t n, size;
} line;

static void add(line *l, const char *text)
{
  const size_t room = l->size - l->n - 1, more = strlen(text);
  const size_t n = more < room ? more : room;
  memcpy(l->text + l->n, text, n);
  l->n += n;
  l->text[l->n] = '\0';
}

/* Must the item have this child?  Of alternatives the first stands for all. */
static bool is_shown(const gm_key *parent, const gm_key *child)
{
  if (child->fallback) return false;
  if (!child->one_of) return true;
  const gm_key *k = gm_keys_first(parent);
  while (!k->one_of || strcmp(k->one_of, child->one_of) != 0)
    k = gm_keys_next(parent, k);
  return k == child;
}

static void add_value(line *l, const gm_key *key);

static void add_entry(line *l, const gm_key *key)
{
  add(l, gm_keys_name(key));
  if (gm_keys_is_list(key) && l->text[l->n - 1] == ']') {
    l->n -= 2;
    l->text[l->n] = '\0';
  }
  add(l, ": ");
  add_value(l, key);
}

/* A map of the children that must be given; of its first child, if there are none. */
static void add_children(line *l, const gm_key *key)
{
  bool any = false;
  add(l, "{");
  for (const gm_key *k = gm_keys_first(key); k; k = gm_keys_next(key, k)) {
    if (!is_shown(key, k)) continue;
    if (any) add(l, ", ");
    add_entry(l, k);
    any = true;
  }
  if (!any && gm_keys_first(key)) add_entry(l, gm_keys_first(key));
  add(l, "}");
}

static void add_value(line *l, const gm_key *key)
{
  char value[128];
  const bool list = key->kind == GM_KEY_LIST;
  if (key->kind != GM_KEY_GROUP && !gm_keys_is_list(key)) {
    value_of(key, value, sizeof value);
    add(l, value);
    return;
  }
  if (list) add(l, "[");
  if (key->kind == GM_KEY_NAMED) add(l, "{glass: ");
  if (key->shorthand)
    add_value(l, gm_keys_child(key, key->shorthand));
  else
    add_children(l, key);
  if (key->kind == GM_KEY_NAMED) add(l, "}");
  if (list) add(l, "]");
}

void gm_key_example(const gm_key *key, char *text, size_t size)
{
  char word[64], closing[64] = "";
  size_t c = sizeof closing - 1;
  line l = {text, 0, size};
  *text = '\0';
  for (const char *at = key->path; *at;) {
    const size_t length = strcspn(at, ".");
    const bool item = length > 2 && at[length - 1] == ']';
    snprintf(word, sizeof word, "%.*s", (int)(item ? length - 2 : length), at);
    add(&l, strcmp(word, "NAME") ? word : "glass");
    add(&l, ": ");
    at += length;
    if (!*at++) break;
    add(&l, item ? "[{" : "{");
    if (item && c > 1) closing[--c] = ']';
    if (c > 0) closing[--c] = '}';
  }
  add_value(&l, key);
  add(&l, closing + c);
}
