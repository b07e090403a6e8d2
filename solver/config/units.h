/* config/units.h -- converts numbers with units, as a user writes them, to SI.
 *
 *   1.5   -80 rpm   30 deg   0.9 mm   .inf   [0, 0, -9.81]   [1 mm, 0, 2 mm]
 *   0 0 -9.81 m/s2          a vector whose unit is written once, at the end
 *
 * A decimal prefix only shifts the exponent, so 0.9 mm and 0.9e-3 give the same double.
 */
#ifndef GM_CONFIG_UNITS_H
#define GM_CONFIG_UNITS_H

#include <stdbool.h>
#include <stddef.h>

enum gm_units_dimension {
  GM_UNIT_ONE, /* a plain number */
  GM_UNIT_LENGTH,
  GM_UNIT_TIME,
  GM_UNIT_MASS,
  GM_UNIT_ANGLE,
  GM_UNIT_RATE, /* angle over time */
  GM_UNIT_FREQUENCY,
  GM_UNIT_VELOCITY,
  GM_UNIT_ACCELERATION,
  GM_UNIT_DENSITY,
  GM_UNIT_PRESSURE,
  GM_UNIT_STIFFNESS, /* force over length */
  GM_UNIT_DAMPING,   /* force over velocity */
  GM_UNIT_FORCE,
  GM_UNIT_ENERGY,
  GM_UNIT_SURFACE_ENERGY, /* energy over area */
  GM_UNIT_ENERGY_DENSITY, /* energy over volume */
  GM_UNIT_MASS_RATE,      /* mass over time */
  GM_UNIT_TORQUE,
  GM_UNIT_INERTIA,         /* mass times area */
  GM_UNIT_ANGULAR_DAMPING, /* torque over rate of rotation */
  GM_UNIT_AREA,
  GM_UNIT_FOUNDATION, /* pressure over length */
  GM_UNIT_COUNT,
};

/* Result of parsing a text that should be a number. */
typedef enum gm_units_fault {
  GM_UNITS_OK,
  GM_UNITS_NO_NUMBER, /* not a number; `found` describes the text */
  GM_UNITS_NO_UNIT,   /* the unit is unknown or of another dimension */
} gm_units_fault;

/* Read the single number in `text`; *value receives it in SI. *has_unit, which may be
 * null, receives whether a unit was written. Infinity is accepted, NaN is not. On an
 * error *value is unchanged and found[0..size) receives a description: "'3 s' is a
 * time". */
gm_units_fault gm_units_number(const char *text, int dimension, double *value,
                               bool *has_unit, char *found, size_t size);

/* Read exactly `n` numbers (at most 3), in brackets with commas, or without brackets
 * and with spaces. Each has its own unit, or one unit after the last applies to all. */
gm_units_fault gm_units_numbers(const char *text, int dimension, size_t n,
                                double *values, char *found, size_t size);

/* Returns true if some numbers have a unit and others, which are not 0, have none: [1,
 * 0, 2 mm] could mean 1 m or 1 mm. */
bool gm_units_mixed(size_t n, const double *values, const bool *has_unit);

/* Texts for messages: the dimension, "a length"; its SI unit, "m" ("1" for a plain
 * number); all its units, "m, km, cm, mm, um or nm". */
const char *gm_units_name(int dimension);
const char *gm_units_symbol(int dimension);
void gm_units_list(int dimension, char *text, size_t size);

#endif
