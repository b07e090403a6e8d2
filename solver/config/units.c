/* config/units.c -- converts numbers with units to SI.
 *
 * Decimal prefixes are applied to the exponent of the text, and the whole is converted
 * once, so that 0.9 mm gives the double nearest to 0.0009; other units are one product.
 * Units of all dimensions are in one table, which messages list as well.
 */
#include "config/units.h"

#include "base/types.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A unit: the value in SI is number * 10^exponent * factor. */
typedef struct unit {
  const char *symbol;
  int dimension;
  int exponent;
  double factor;
} unit;

/* The first unit of each dimension is the SI unit. */
static const unit units[] = {
    {"m", GM_UNIT_LENGTH, 0, 1.0},
    {"km", GM_UNIT_LENGTH, 3, 1.0},
    {"cm", GM_UNIT_LENGTH, -2, 1.0},
    {"mm", GM_UNIT_LENGTH, -3, 1.0},
    {"um", GM_UNIT_LENGTH, -6, 1.0},
    {"nm", GM_UNIT_LENGTH, -9, 1.0},
    {"s", GM_UNIT_TIME, 0, 1.0},
    {"ms", GM_UNIT_TIME, -3, 1.0},
    {"us", GM_UNIT_TIME, -6, 1.0},
    {"ns", GM_UNIT_TIME, -9, 1.0},
    {"min", GM_UNIT_TIME, 0, 60.0},
    {"h", GM_UNIT_TIME, 0, 3600.0},
    {"kg", GM_UNIT_MASS, 0, 1.0},
    {"t", GM_UNIT_MASS, 3, 1.0},
    {"g", GM_UNIT_MASS, -3, 1.0},
    {"mg", GM_UNIT_MASS, -6, 1.0},
    {"rad", GM_UNIT_ANGLE, 0, 1.0},
    {"deg", GM_UNIT_ANGLE, 0, GM_PI / 180.0},
    {"rev", GM_UNIT_ANGLE, 0, 2.0 * GM_PI},
    {"rad/s", GM_UNIT_RATE, 0, 1.0},
    {"deg/s", GM_UNIT_RATE, 0, GM_PI / 180.0},
    {"rev/s", GM_UNIT_RATE, 0, 2.0 * GM_PI},
    {"rpm", GM_UNIT_RATE, 0, GM_PI / 30.0},
    {"Hz", GM_UNIT_FREQUENCY, 0, 1.0},
    {"kHz", GM_UNIT_FREQUENCY, 3, 1.0},
    {"m/s", GM_UNIT_VELOCITY, 0, 1.0},
    {"cm/s", GM_UNIT_VELOCITY, -2, 1.0},
    {"mm/s", GM_UNIT_VELOCITY, -3, 1.0},
    {"km/h", GM_UNIT_VELOCITY, 0, 1.0 / 3.6},
    {"m/s2", GM_UNIT_ACCELERATION, 0, 1.0},
    {"cm/s2", GM_UNIT_ACCELERATION, -2, 1.0},
    {"mm/s2", GM_UNIT_ACCELERATION, -3, 1.0},
    {"kg/m3", GM_UNIT_DENSITY, 0, 1.0},
    {"g/cm3", GM_UNIT_DENSITY, 3, 1.0},
    {"Pa", GM_UNIT_PRESSURE, 0, 1.0},
    {"kPa", GM_UNIT_PRESSURE, 3, 1.0},
    {"MPa", GM_UNIT_PRESSURE, 6, 1.0},
    {"GPa", GM_UNIT_PRESSURE, 9, 1.0},
    {"N/m", GM_UNIT_STIFFNESS, 0, 1.0},
    {"N/mm", GM_UNIT_STIFFNESS, 3, 1.0},
    {"kN/m", GM_UNIT_STIFFNESS, 3, 1.0},
    {"Ns/m", GM_UNIT_DAMPING, 0, 1.0},
    {"Ns/mm", GM_UNIT_DAMPING, 3, 1.0},
    {"N", GM_UNIT_FORCE, 0, 1.0},
    {"mN", GM_UNIT_FORCE, -3, 1.0},
    {"kN", GM_UNIT_FORCE, 3, 1.0},
    {"J", GM_UNIT_ENERGY, 0, 1.0},
    {"mJ", GM_UNIT_ENERGY, -3, 1.0},
    {"uJ", GM_UNIT_ENERGY, -6, 1.0},
    {"kJ", GM_UNIT_ENERGY, 3, 1.0},
    {"J/m2", GM_UNIT_SURFACE_ENERGY, 0, 1.0},
    {"mJ/m2", GM_UNIT_SURFACE_ENERGY, -3, 1.0},
    {"J/m3", GM_UNIT_ENERGY_DENSITY, 0, 1.0},
    {"kJ/m3", GM_UNIT_ENERGY_DENSITY, 3, 1.0},
    {"kg/s", GM_UNIT_MASS_RATE, 0, 1.0},
    {"g/s", GM_UNIT_MASS_RATE, -3, 1.0},
    {"mg/s", GM_UNIT_MASS_RATE, -6, 1.0},
    {"kg/h", GM_UNIT_MASS_RATE, 0, 1.0 / 3600.0},
    {"t/h", GM_UNIT_MASS_RATE, 0, 1.0 / 3.6},
    {"Nm", GM_UNIT_TORQUE, 0, 1.0},
    {"mNm", GM_UNIT_TORQUE, -3, 1.0},
    {"kNm", GM_UNIT_TORQUE, 3, 1.0},
    {"kgm2", GM_UNIT_INERTIA, 0, 1.0},
    {"gm2", GM_UNIT_INERTIA, -3, 1.0},
    {"gcm2", GM_UNIT_INERTIA, -7, 1.0},
    {"Nms", GM_UNIT_ANGULAR_DAMPING, 0, 1.0},
    {"mNms", GM_UNIT_ANGULAR_DAMPING, -3, 1.0},
    {"m2", GM_UNIT_AREA, 0, 1.0},
    {"cm2", GM_UNIT_AREA, -4, 1.0},
    {"mm2", GM_UNIT_AREA, -6, 1.0},
    {"N/m3", GM_UNIT_FOUNDATION, 0, 1.0},
    {"kN/m3", GM_UNIT_FOUNDATION, 3, 1.0},
    {"MN/m3", GM_UNIT_FOUNDATION, 6, 1.0},
};
enum { n_units = sizeof units / sizeof units[0] };

static const char *const names[GM_UNIT_COUNT] = {"a plain number",
                                                 "a length",
                                                 "a time",
                                                 "a mass",
                                                 "an angle",
                                                 "a rate of rotation",
                                                 "a frequency",
                                                 "a velocity",
                                                 "an acceleration",
                                                 "a density",
                                                 "a pressure",
                                                 "a stiffness",
                                                 "a damping coefficient",
                                                 "a force",
                                                 "an energy",
                                                 "a surface energy",
                                                 "an energy density",
                                                 "a mass rate",
                                                 "a torque",
                                                 "a moment of inertia",
                                                 "an angular damping",
                                                 "an area",
                                                 "a stiffness of a foundation"};

const char *gm_units_name(int dimension)
{
  return names[dimension];
}

const char *gm_units_symbol(int dimension)
{
  for (int i = 0; i < n_units; ++i) {
    if (units[i].dimension == dimension) return units[i].symbol;
  }
  return "1";
}

void gm_units_list(int dimension, char *text, size_t size)
{
  int left = 0;
  size_t used = 0;
  for (int i = 0; i < n_units; ++i)
    left += units[i].dimension == dimension;
  snprintf(text, size, "none");
  for (int i = 0; i < n_units && used < size; ++i) {
    if (units[i].dimension != dimension) continue;
    --left;
    const int n = snprintf(text + used, size - used, "%s%s", units[i].symbol,
                           left > 1    ? ", "
                           : left == 1 ? " or "
                                       : "");
    used += (size_t)n;
  }
}

/* --- one number with its unit ------------------------------------------------- */

/* Length of the decimal number or infinity at `p`; 0 if there is none. */
static size_t unit_span_number(const char *p)
{
  size_t i = p[0] == '+' || p[0] == '-';
  if (strncmp(p + i, ".inf", 4) == 0 || strncmp(p + i, ".Inf", 4) == 0 ||
      strncmp(p + i, ".INF", 4) == 0) {
    return isalnum((unsigned char)p[i + 4]) ? 0 : i + 4;
  }
  const size_t whole = strspn(p + i, "0123456789");
  i += whole;
  if (p[i] == '.') {
    const size_t part = strspn(p + i + 1, "0123456789");
    if (whole + part == 0) return 0;
    i += 1 + part;
  } else if (whole == 0) {
    return 0;
  }
  if (p[i] == 'e' || p[i] == 'E') {
    const size_t sign = p[i + 1] == '+' || p[i + 1] == '-';
    const size_t digits = strspn(p + i + 1 + sign, "0123456789");
    if (digits > 0) i += 1 + sign + digits;
  }
  return i;
}

/* *value receives number * 10^exponent, correctly rounded. */
static bool unit_shifted_number(const char *text, size_t n, int exponent,
                                double *value)
{
  char digits[128];
  if (n + 16 > sizeof digits) return false;
  memcpy(digits, text, n);
  digits[n] = '\0';
  if (strpbrk(digits, "iI")) {
    *value = digits[0] == '-' ? -INFINITY : INFINITY;
    return true;
  }
  char *e = strpbrk(digits, "eE");
  long power = exponent;
  if (e) {
    /* beyond the range of a double in any case */
    power += strtol(e + 1, NULL, 10) % 1000000;
    *e = '\0';
  }
  n = strlen(digits);
  snprintf(digits + n, sizeof digits - n, "e%ld", power);
  *value = strtod(digits, NULL);
  return isfinite(*value);
}

/* The unit in the `n` bytes at `p`, or null.  m/s^2 counts as m/s2, N m as Nm. */
static const unit *find_unit(const char *p, size_t n)
{
  char symbol[16];
  size_t used = 0;
  for (size_t i = 0; i < n; ++i) {
    if (p[i] == '^' || p[i] == ' ') continue;
    if (used + 1 == sizeof symbol) return NULL;
    symbol[used++] = p[i];
  }
  symbol[used] = '\0';
  for (int i = 0; i < n_units; ++i) {
    if (strcmp(units[i].symbol, symbol) == 0) return &units[i];
  }
  return NULL;
}

static const char *skip_unit_space(const char *p)
{
  while (*p == ' ' || *p == '\t' || *p == '\n')
    ++p;
  return p;
}

/* The text of a number, and its unit or null. */
typedef struct piece {
  const char *text;
  size_t n;
  const unit *unit;
} piece;

/* Length of the symbol at `p`: a word, or a product as N m, whose blanks follow a N or a
 * g, so that m s does not become ms. */
static size_t span_unit(const char *p)
{
  size_t n = strcspn(p, " \t\n,]");
  if (n == 0 || !strchr("Ng", p[n - 1])) return n;
  size_t all = n;
  while (p[all] == ' ' && isalpha((unsigned char)p[all + 1]))
    all += 1 + strcspn(p + all + 1, " \t\n,]");
  return find_unit(p, all) ? all : n;
}

/* Read the unit at *at; null if there is none.  It must have the dimension `dimension`.
 */
static gm_units_fault scan_unit(const char **at, int dimension,
                                const unit **one, const char *whole,
                                char *found, size_t size)
{
  const char *p = skip_unit_space(*at);
  *one = NULL;
  if (strchr("+-.,]0123456789", *p)) return GM_UNITS_OK; /* its end, too */
  const size_t n = span_unit(p);
  const unit *u = find_unit(p, n);
  if (!u && isalpha((unsigned char)*p)) {
    snprintf(found, size, "'%.40s': the unit '%.*s' is unknown", whole,
             n > 20 ? 20 : (int)n, p);
    return GM_UNITS_NO_UNIT;
  }
  if (!u) {
    snprintf(found, size, "'%.40s' is not a number", whole);
    return GM_UNITS_NO_NUMBER;
  }
  if (u->dimension != dimension) {
    snprintf(found, size, "'%.40s' is %s", whole, names[u->dimension]);
    return GM_UNITS_NO_UNIT;
  }
  *one = u;
  *at = skip_unit_space(p + n);
  return GM_UNITS_OK;
}

static gm_units_fault scan_unit_quantity(const char **at, int dimension,
                                         piece *one, const char *whole,
                                         char *found, size_t size)
{
  one->text = skip_unit_space(*at);
  one->n = unit_span_number(one->text);
  if (one->n == 0) {
    snprintf(found, size, "'%.40s' is not a number", whole);
    return GM_UNITS_NO_NUMBER;
  }
  *at = skip_unit_space(one->text + one->n);
  return scan_unit(at, dimension, &one->unit, whole, found, size);
}

static gm_units_fault convert_unit(const piece *one, const unit *with,
                                   const char *whole, double *value,
                                   char *found, size_t size)
{
  double number = 0.0;
  if (!unit_shifted_number(one->text, one->n, with ? with->exponent : 0,
                           &number)) {
    snprintf(found, size, "'%.40s' is too large or too long for a number",
             whole);
    return GM_UNITS_NO_NUMBER;
  }
  *value = with ? with->factor * number : number;
  return GM_UNITS_OK;
}

gm_units_fault gm_units_number(const char *text, int dimension, double *value,
                               bool *has_unit, char *found, size_t size)
{
  const char *p = text;
  piece one;
  const gm_units_fault fault =
      scan_unit_quantity(&p, dimension, &one, text, found, size);
  if (fault != GM_UNITS_OK) return fault;
  if (*p) {
    snprintf(found, size, "'%.40s' is not one number", text);
    return GM_UNITS_NO_NUMBER;
  }
  if (has_unit) *has_unit = one.unit != NULL;
  return convert_unit(&one, one.unit, text, value, found, size);
}

/* --- several numbers ---------------------------------------------------------- */

bool gm_units_mixed(size_t n, const double *values, const bool *has_unit)
{
  bool with = false;
  bool without = false;
  for (size_t i = 0; i < n; ++i) {
    with = with || has_unit[i];
    without = without || (!has_unit[i] && values[i] != 0.0);
  }
  return with && without;
}

gm_units_fault gm_units_numbers(const char *text, int dimension, size_t n,
                                double *values, char *found, size_t size)
{
  piece pieces[3] = {{0}};
  bool has_unit[3] = {false};
  double numbers[3] = {0.0};
  bool shaped = true;
  const unit *all = NULL;
  const char *p = skip_unit_space(text);
  const bool bracket = *p == '[';
  if (bracket) ++p;
  for (size_t i = 0; i < n && shaped; ++i) {
    const gm_units_fault fault =
        scan_unit_quantity(&p, dimension, &pieces[i], text, found, size);
    if (fault == GM_UNITS_NO_UNIT) return fault;
    has_unit[i] = pieces[i].unit != NULL;
    shaped = fault == GM_UNITS_OK;
    if (shaped && bracket) shaped = *p++ == (i + 1 < n ? ',' : ']');
  }
  if (shaped && bracket) { /* a single unit may follow the bracket */
    const gm_units_fault fault =
        scan_unit(&p, dimension, &all, text, found, size);
    if (fault != GM_UNITS_OK) return fault;
    for (size_t i = 0; i < n; ++i)
      shaped = shaped && !(all && has_unit[i]);
  } else if (shaped && has_unit[n - 1]) { /* or the last number */
    all = pieces[n - 1].unit;
    for (size_t i = 0; i + 1 < n; ++i)
      all = has_unit[i] ? NULL : all;
  }
  if (!shaped || *p) {
    snprintf(found, size, "'%.40s' is not %zu numbers", text, n);
    return GM_UNITS_NO_NUMBER;
  }
  for (size_t i = 0; i < n; ++i) {
    const gm_units_fault fault = convert_unit(
        &pieces[i], all ? all : pieces[i].unit, text, &numbers[i], found, size);
    if (fault != GM_UNITS_OK) return fault;
  }
  if (!all && gm_units_mixed(n, numbers, has_unit)) {
    snprintf(found, size, "'%.40s' has numbers with a unit and without", text);
    return GM_UNITS_NO_UNIT;
  }
  memcpy(values, numbers, n * sizeof *values);
  return GM_UNITS_OK;
}
