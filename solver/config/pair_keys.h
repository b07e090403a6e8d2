/* config/pair_keys.h -- the coefficients of a pair of materials, one entry each.
 *
 * An entry of GM_PAIR_KEYS makes the field of gm_pair, the row of the key table (path
 * below contacts.pairs[], unit, default, sentence, bounds) and, by its conditions
 * (config/keys.h: needed_by, only_with, either, together), the checks of the scene.  A
 * contact law reads the field in its function `coefficients` and fills the columns of
 * contact/coefficients.h with what its loop needs.
 *
 *   number(field, path, unit, default, sentence, bounds and conditions ...)
 *   group(path, sentence)
 */
#ifndef GM_CONFIG_PAIR_KEYS_H
#define GM_CONFIG_PAIR_KEYS_H

/* clang-format off */
#define GM_PAIR_KEYS(number, group) \
  number(restitution, "restitution", ONE, "", \
    "a speed ratio: normal speed after a head-on collision over before; required unless " \
    "normal_damping is given", \
    BETWEEN(0.0, 1.0), .needed_by = "contacts.law hertz hooke lecture", \
    .either = "damping of the normal spring") \
  number(normal_damping, "normal_damping", DAMPING, "", \
    "a dashpot coefficient of the normal spring: hooke, in place of restitution, which " \
    "then depends on the masses; hertz takes restitution only", \
    AT_LEAST(0.0), .needed_by = "contacts.law hertz hooke lecture", \
    .either = "damping of the normal spring", .only_with = "contacts.law hooke lecture", \
    .together = "stiffness", .remedy = "give restitution in its place") \
  number(tangential_damping, "tangential_damping", DAMPING, "", \
    "a dashpot coefficient of the tangential spring, beside normal_damping: unless " \
    "given, both springs have the same ratio of critical damping", \
    AT_LEAST(0.0), .only_with = "contacts.tangential_damping true", \
    .together = "normal_damping") \
  number(friction, "friction", ONE, NULL, \
    "a Coulomb coefficient: largest tangential over normal force", \
    AT_LEAST(0.0)) \
  number(stiffness, "stiffness", STIFFNESS, "", \
    "a normal spring stiffness: hooke needs it, contact_time or reference.speed; hertz " \
    "takes it from the materials", \
    ABOVE(0.0), \
    .needed_by = "contacts.law hooke lecture", .either = "stiffness of the normal spring") \
  number(contact_time, "contact_time", TIME, "", \
    "a duration of contact: hooke, of the lightest pair of these materials; heavier " \
    "ones take longer", \
    ABOVE(0.0), \
    .needed_by = "contacts.law hooke lecture", .either = "stiffness of the normal spring") \
  number(tangential_stiffness, "tangential_stiffness", STIFFNESS, "", \
    "a tangential spring stiffness: hooke; contacts.tangential_ratio gives it " \
    "otherwise", \
    ABOVE(0.0), .only_with = "contacts.law hooke lecture", \
    .either = "stiffness of the tangential spring", \
    .remedy = "hertz takes it from the materials") \
  number(tangential_ratio, "tangential_ratio", ONE, "", \
    "a stiffness ratio of this pair, tangential over normal: hooke, in place of " \
    "contacts.tangential_ratio", \
    ABOVE_TO(0.0, 1.0), .only_with = "contacts.law hooke lecture", \
    .either = "stiffness of the tangential spring", \
    .remedy = "hertz takes it from the materials") \
  group("reference", "the hardest collision: hooke, of the heaviest pair") \
  number(reference_speed, "reference.speed", VELOCITY, "", \
    "a relative speed: of that collision", \
    ABOVE(0.0), \
    .needed_by = "contacts.law hooke lecture", .either = "stiffness of the normal spring") \
  number(reference_overlap, "reference.overlap", ONE, "0.01", \
    "an overlap ratio: of that collision, over the smaller radius", \
    ABOVE_TO(0.0, 0.5)) \
  number(foundation, "foundation", FOUNDATION, "", \
    "a pressure over depth: stiffness of the elastic foundation by which structures meet; " \
    "unless given, the effective modulus of both over a tenth of the smallest extent of " \
    "the smaller one", \
    ABOVE(0.0)) \
  number(adhesion, "adhesion", SURFACE_ENERGY, "", \
    "a work of adhesion: jkr and dmt need it; twice the surface energy of two equal " \
    "bodies", \
    AT_LEAST(0.0), .needed_by = "contacts.cohesion jkr dmt", \
    .remedy = "0 for a pair that does not stick") \
  number(cohesion, "cohesion", ENERGY_DENSITY, "", \
    "an energy density of cohesion: sjkr needs it", \
    AT_LEAST(0.0), .needed_by = "contacts.cohesion sjkr", \
    .remedy = "0 for a pair that does not stick") \
  number(rolling_friction, "rolling_friction", ONE, "", \
    "a torque ratio: largest rolling torque over load times effective radius; " \
    "contacts.rolling needs it", \
    BETWEEN(0.0, 1.0), .needed_by = "contacts.rolling constant spring", \
    .remedy = "0 for a pair that rolls freely") \
  number(rolling_damping, "rolling_damping", ONE, "0.3", \
    "a damping ratio: of the dashpots beside the rolling and the twisting spring; a " \
    "dashpot acts while its spring is below its limit, and adds to its torque", \
    BETWEEN(0.0, 2.0)) \
  number(torsion_friction, "torsion_friction", ONE, "", \
    "a torque ratio: torsion friction, for spin about the normal; contacts.torsion needs it", \
    BETWEEN(0.0, 1.0), .needed_by = "contacts.torsion spring", \
    .remedy = "0 for a pair that spins freely") \
  group("wear", "wear of the surface of a structure: its shape stays as it is") \
  number(wear_coefficient, "wear.coefficient", ONE, "", \
    "a wear coefficient k: by Archard, the worn volume is k N s / H for the load N and " \
    "the sliding distance s", \
    AT_LEAST(0.0), .together = "wear.hardness") \
  number(wear_hardness, "wear.hardness", PRESSURE, "", \
    "a hardness H of the structure: Archard's", \
    ABOVE(0.0), .together = "wear.coefficient") \
  number(wear_flow_stress, "wear.flow_stress", PRESSURE, "", \
    "a plastic flow stress p of the structure: by Finnie, each impact cuts the volume " \
    "m v^2 / (p psi K) times a function of the angle", \
    ABOVE(0.0)) \
  number(wear_depth_ratio, "wear.depth_ratio", ONE, "2", \
    "a length ratio psi: Finnie's, of a cut over its depth", \
    ABOVE(0.0)) \
  number(wear_force_ratio, "wear.force_ratio", ONE, "2", \
    "a force ratio K: Finnie's, of the normal over the tangential force on a grain that " \
    "cuts", \
    ABOVE(0.0))
/* clang-format on */

/* Least restitution that a law of springs and dashpots meets: at twice the critical
 * damping, and where the force may pull. */
#define GM_PAIR_KEYS_LEAST_CLAMPED 0.048
#define GM_PAIR_KEYS_LEAST 1.0e-3

/* Coefficients of a pair of materials in SI. Coefficients that the scene does not give
 * are NaN; a pair that the scene does not list has the friction NaN. */
typedef struct gm_pair {
#define GM_PAIR_FIELD(FIELD, ...) double FIELD;
#define GM_PAIR_NO_FIELD(...)
  GM_PAIR_KEYS(GM_PAIR_FIELD, GM_PAIR_NO_FIELD)
  double tangential;   /* 1    of hard grains: hard/collide.h */
  double speed, power; /* m/s, 1  likewise */
#undef GM_PAIR_FIELD
#undef GM_PAIR_NO_FIELD
} gm_pair;

/* Tangential stiffness (N/m) of a pair of linear springs with this normal stiffness
 * (N/m). `ratio`: tangential over normal stiffness, where the pair gives none of its
 * own. */
static inline double gm_pair_keys_tangential(const gm_pair *pair, double ratio,
                                             double normal)
{
  if (pair->tangential_stiffness > 0.0) return pair->tangential_stiffness;
  return (pair->tangential_ratio > 0.0 ? pair->tangential_ratio : ratio) *
         normal;
}

#endif
