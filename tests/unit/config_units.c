/* A number with a unit becomes the SI double that the decimal number is nearest to; what
 * is not a number, or one of another dimension, is told by what it is. */
#include "check.h"

#include "config/units.h"
#include <float.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static double number(const char *text, int dimension)
{
  char found[128];
  double x = NAN;
  const gm_units_fault fault =
      gm_units_number(text, dimension, &x, NULL, found, sizeof found);
  return fault == GM_UNITS_OK ? x : NAN;
}

static bool refuses(const char *text, int dimension, gm_units_fault fault,
                    const char *says)
{
  char found[128] = "";
  double x = 42.0;
  const bool same =
      gm_units_number(text, dimension, &x, NULL, found, sizeof found) == fault;
  if (!same || strcmp(found, says) != 0) fprintf(stderr, "%s\n", found);
  return same && strcmp(found, says) == 0 && x == 42.0;
}

static void numbers_are_exact(void)
{
  /* Not 0.9 * 1e-3, which is another double. */
  CHECK(number("0.9 mm", GM_UNIT_LENGTH) == 0.9e-3);
  CHECK(0.9 * 1e-3 != 0.9e-3);
  CHECK(number("1.1mm", GM_UNIT_LENGTH) == 1.1e-3);
  CHECK(number("7.8 g/cm3", GM_UNIT_DENSITY) == 7800.0);
  CHECK(number("1e-3 m", GM_UNIT_LENGTH) == 1e-3);
  CHECK(number("50 kPa", GM_UNIT_PRESSURE) == 5e4);
  CHECK(number("0.2 GPa", GM_UNIT_PRESSURE) == 2e8);
  CHECK(number("20 ms", GM_UNIT_TIME) == 0.02);
  CHECK(number("2 min", GM_UNIT_TIME) == 120.0);
  CHECK(number("5 g", GM_UNIT_MASS) == 0.005);
  CHECK(number("10 Hz", GM_UNIT_FREQUENCY) == 10.0);
  CHECK(number("-9.81 m/s^2", GM_UNIT_ACCELERATION) == -9.81);
  CHECK(number("3 N/mm", GM_UNIT_STIFFNESS) == 3000.0);
  CHECK(number("3 Ns/mm", GM_UNIT_DAMPING) == 3000.0);
  CHECK(number("3 N m", GM_UNIT_TORQUE) == 3.0);
  CHECK(number("2 kN m", GM_UNIT_TORQUE) == 2000.0);
  CHECK(number("3 N s/m", GM_UNIT_DAMPING) == 3.0);
  CHECK(number("3 N m s", GM_UNIT_ANGULAR_DAMPING) == 3.0);
  CHECK(number("3 kg m^2", GM_UNIT_INERTIA) == 3.0);
  CHECK(number("5.0e+6", GM_UNIT_PRESSURE) == 5e6);
  CHECK(number(" .5 ", GM_UNIT_ONE) == 0.5);
  CHECK(number("5.", GM_UNIT_ONE) == 5.0);
  CHECK(number("+1", GM_UNIT_ONE) == 1.0);
  CHECK(number(".inf", GM_UNIT_TIME) == INFINITY);
  CHECK(number("-.Inf s", GM_UNIT_TIME) == -INFINITY);
  CHECK(signbit(number("-0.0", GM_UNIT_ONE)));
  /* One multiplication by a rounded factor: two roundings. */
  CHECK_NEAR(number("120 rpm", GM_UNIT_RATE), 4.0 * pi, 8.0 * DBL_EPSILON);
  CHECK_NEAR(number("-80 rpm", GM_UNIT_RATE), -8.0 * pi / 3.0,
             8.0 * DBL_EPSILON);
  CHECK_NEAR(number("30 deg", GM_UNIT_ANGLE), pi / 6.0, DBL_EPSILON);
  CHECK_NEAR(number("36 km/h", GM_UNIT_VELOCITY), 10.0, 8.0 * DBL_EPSILON);
}

static void wrong_numbers_say_what_they_are(void)
{
  CHECK(refuses("3 s", GM_UNIT_LENGTH, GM_UNITS_NO_UNIT, "'3 s' is a time"));
  CHECK(
      refuses("2 Hz", GM_UNIT_RATE, GM_UNITS_NO_UNIT, "'2 Hz' is a frequency"));
  CHECK(refuses("1 m", GM_UNIT_ONE, GM_UNITS_NO_UNIT, "'1 m' is a length"));
  CHECK(refuses("1 furlong", GM_UNIT_LENGTH, GM_UNITS_NO_UNIT,
                "'1 furlong': the unit 'furlong' is unknown"));
  CHECK(refuses("1e mm", GM_UNIT_LENGTH, GM_UNITS_NO_UNIT,
                "'1e mm': the unit 'e' is unknown"));
  const char *const no_numbers[] = {
      "abc", "",    "1,5",   "0x10", "1_000", "1 2",    "nan",   ".nan", ".",
      "-",   "inf", "1.2.3", "--1",  "1e999", ".infty", "1 m m", "1 %"};
  for (size_t i = 0; i < sizeof no_numbers / sizeof *no_numbers; ++i) {
    const bool is_nan = isnan(number(no_numbers[i], GM_UNIT_LENGTH));
    if (!CHECK(is_nan)) fprintf(stderr, "  '%s'\n", no_numbers[i]);
  }
}

static bool vector(const char *text, double x, double y, double z)
{
  char found[128];
  double v[3] = {NAN, NAN, NAN};
  const gm_units_fault fault =
      gm_units_numbers(text, GM_UNIT_LENGTH, 3, v, found, sizeof found);
  return fault == GM_UNITS_OK && v[0] == x && v[1] == y && v[2] == z;
}

static gm_units_fault vector_fault(const char *text)
{
  char found[128];
  double v[3] = {0.0};
  return gm_units_numbers(text, GM_UNIT_LENGTH, 3, v, found, sizeof found);
}

static void vectors_take_units_singly_or_once(void)
{
  CHECK(vector("[1 mm, 0, 2 mm]", 1e-3, 0.0, 2e-3));
  CHECK(vector("1 0 2 mm", 1e-3, 0.0, 2e-3));
  CHECK(vector("[1, 0, 2] mm", 1e-3, 0.0, 2e-3));
  CHECK(vector("1 mm 2 cm 3 m", 1e-3, 2e-2, 3.0));
  CHECK(vector("1, 2, 3", 1.0, 2.0, 3.0) == false); /* commas: in brackets */
  CHECK(vector("[-.inf, 0, .inf]", -INFINITY, 0.0, INFINITY));
  /* 1 could be 1 m or 1 mm */
  CHECK(vector_fault("[1, 0, 2 mm]") == GM_UNITS_NO_UNIT);
  CHECK(vector_fault("[1 mm, 0, 2] mm") == GM_UNITS_NO_NUMBER);
  CHECK(vector_fault("1 2 3 s") == GM_UNITS_NO_UNIT);
  CHECK(vector_fault("[1, 2, 3] s") == GM_UNITS_NO_UNIT);
  CHECK(vector_fault("1 2") == GM_UNITS_NO_NUMBER);
  CHECK(vector_fault("1 2 3 4") == GM_UNITS_NO_NUMBER);
  CHECK(vector_fault("[1, 2, 3") == GM_UNITS_NO_NUMBER);
  CHECK(vector_fault("[1, 2, 3, 4]") == GM_UNITS_NO_NUMBER);
  CHECK(vector_fault("[1 2 3]") == GM_UNITS_NO_NUMBER);
}

int main(void)
{
  numbers_are_exact();
  wrong_numbers_say_what_they_are();
  vectors_take_units_singly_or_once();

  char list[128];
  gm_units_list(GM_UNIT_FREQUENCY, list, sizeof list);
  CHECK(strcmp(list, "Hz or kHz") == 0);
  gm_units_list(GM_UNIT_ONE, list, sizeof list);
  CHECK(strcmp(list, "none") == 0);
  CHECK(strcmp(gm_units_symbol(GM_UNIT_ONE), "1") == 0);
  CHECK(strcmp(gm_units_symbol(GM_UNIT_STIFFNESS), "N/m") == 0);
  return CHECK_REPORT();
}
