/* config/keys.c -- the key table.  Room: config. */
#include "config/keys.h"

#include "config/config.h"
#include "config/units.h"
#include <math.h>
#include <string.h>

/* Bounds. */
#define ANY                                                                    \
  .min = -INFINITY, .max = INFINITY, .ends = GM_KEY_OPEN_MIN | GM_KEY_OPEN_MAX
#define ANY_OR_INFINITE .min = -INFINITY, .max = INFINITY, .ends = 0
#define ABOVE(a) .min = (a), .max = INFINITY, .ends = 3
#define AT_LEAST(a) .min = (a), .max = INFINITY, .ends = GM_KEY_OPEN_MAX
#define BETWEEN(a, b) .min = (a), .max = (b), .ends = 0
#define ABOVE_TO(a, b) .min = (a), .max = (b), .ends = GM_KEY_OPEN_MIN

/* Rows: S is the struct that holds the field F, U the unit, D the default, B the bounds,
 * T the sentence.  Bounds hold commas, so no macro hands them to another. */
/* clang-format off */
#define ROW(P, K, S, F, D, T) \
  .path = P, .kind = GM_KEY_##K, .offset = offsetof(S, F), .fallback = D, .sentence = T
#define QUANTITY(P, K, S, F, U, D, B, T) {ROW(P, K, S, F, D, T), .unit = GM_UNIT_##U, B}
#define NUMBER(P, S, F, U, D, B, T) {ROW(P, NUMBER, S, F, D, T), .unit = GM_UNIT_##U, B}
#define AUTO(P, S, F, U, B, T) {ROW(P, AUTO, S, F, "auto", T), .unit = GM_UNIT_##U, B}
#define VECTOR(P, S, F, U, D, T) {ROW(P, VECTOR, S, F, D, T), .unit = GM_UNIT_##U, ANY}
#define DIRECTION(P, S, F, D, T) {ROW(P, DIRECTION, S, F, D, T), ANY}
#define INTEGER(P, S, F, D, B, T) {ROW(P, INTEGER, S, F, D, T), B}
#define PLAIN(P, K, S, F, D, T) {ROW(P, K, S, F, D, T)}
#define CHOICE(P, K, S, F, C, D, T) {ROW(P, K, S, F, D, T), .choices = C}
#define GROUP(P, T) {.path = P, .kind = GM_KEY_GROUP, .fallback = "", .sentence = T}
#define LIST(P, K, S, F, N, D, T) \
  {ROW(P, K, S, F, D, T), .count = offsetof(S, N), .size = sizeof *((S *)0)->F}
#define INTEGERS(P, S, F, N, T) \
  {ROW(P, LIST, S, F, "", T), .count = offsetof(S, N), .size = sizeof(integer), \
   .shorthand = "number"}
#define ONE_OF(N, S, F, B) .one_of = N, .chosen = offsetof(S, F), .branch = B
#define BRANCH_IF(P, N, S, F, B, D, T) \
  {.path = P, .kind = GM_KEY_GROUP, ONE_OF(N, S, F, B), .fallback = D, .sentence = T}
#define BRANCH(P, N, S, F, B, T) BRANCH_IF(P, N, S, F, B, NULL, T)
#define SIDE(N, K) \
  CHOICE("domain.boundary." N, CHOICE, config, domain.boundary.side[K], side_boundaries, \
         "auto", "a kind for this side alone: auto is that of its axis")

/* Rows that regions, distributions of radii, sources share.  P is the path of the group, S the
 * struct, F the field. */
#define REGION(P, S, F) REGION_IF(P, S, F, NULL)
#define REGION_IF(P, S, F, D) \
  BRANCH_IF(P ".box", "region", S, F.kind, GM_REGION_BOX, D, "a box"), \
  VECTOR(P ".box.min", S, F.box.min, LENGTH, NULL, "the lower corner"), \
  VECTOR(P ".box.max", S, F.box.max, LENGTH, NULL, "the upper corner"), \
  BRANCH_IF(P ".cylinder", "region", S, F.kind, GM_REGION_CYLINDER, D, "a cylinder"), \
  VECTOR(P ".cylinder.base", S, F.cylinder.base, LENGTH, NULL, "the centre of the base"), \
  VECTOR(P ".cylinder.axis", S, F.cylinder.axis, LENGTH, NULL, \
         "the way from the base to the top: its length is the height"), \
  NUMBER(P ".cylinder.radius", S, F.cylinder.radius, LENGTH, NULL, ABOVE(0.0), "a radius"), \
  BRANCH_IF(P ".sphere", "region", S, F.kind, GM_REGION_SPHERE, D, "a sphere"), \
  VECTOR(P ".sphere.centre", S, F.sphere.centre, LENGTH, NULL, "the centre"), \
  NUMBER(P ".sphere.radius", S, F.sphere.radius, LENGTH, NULL, ABOVE(0.0), "a radius")
#define RADII(P, S, F) \
  {.path = P, .kind = GM_KEY_GROUP, .shorthand = "constant", \
   .sentence = "the radii of the grains: a number stands for {constant: number}"}, \
  {ROW(P ".constant", NUMBER, S, F.constant, NULL, "a radius: that of all"), \
   .unit = GM_UNIT_LENGTH, ABOVE(0.0), ONE_OF("radius", S, F.kind, GM_RADIUS_CONSTANT)}, \
  {ROW(P ".uniform", RANGE, S, F.uniform, NULL, \
       "the smallest and the largest radius: uniformly distributed between"), \
   .unit = GM_UNIT_LENGTH, ABOVE(0.0), ONE_OF("radius", S, F.kind, GM_RADIUS_UNIFORM)}, \
  BRANCH(P ".normal", "radius", S, F.kind, GM_RADIUS_NORMAL, \
         "radii distributed normally by number, cut at both ends"), \
  NUMBER(P ".normal.mean", S, F.normal.mean, LENGTH, NULL, ABOVE(0.0), "a mean before the cut"), \
  NUMBER(P ".normal.deviation", S, F.normal.deviation, LENGTH, NULL, ABOVE(0.0), \
         "a standard deviation before the cut"), \
  NUMBER(P ".normal.min", S, F.normal.min, LENGTH, "", ABOVE(0.0), \
         "the smallest radius: three deviations below the mean unless given"), \
  NUMBER(P ".normal.max", S, F.normal.max, LENGTH, "", ABOVE(0.0), \
         "the largest radius: three deviations above the mean unless given"), \
  BRANCH(P ".lognormal", "radius", S, F.kind, GM_RADIUS_LOGNORMAL, \
         "radii whose logarithm is distributed normally by number, cut at both ends"), \
  NUMBER(P ".lognormal.median", S, F.lognormal.median, LENGTH, NULL, ABOVE(0.0), "a median before the cut"), \
  NUMBER(P ".lognormal.deviation", S, F.lognormal.deviation, ONE, NULL, ABOVE(0.0), \
         "a standard deviation of the natural logarithm of the radius before the cut"), \
  NUMBER(P ".lognormal.min", S, F.lognormal.min, LENGTH, "", ABOVE(0.0), \
         "the smallest radius: three deviations below the median unless given"), \
  NUMBER(P ".lognormal.max", S, F.lognormal.max, LENGTH, "", ABOVE(0.0), \
         "the largest radius: three deviations above the median unless given"), \
  BRANCH(P ".table", "radius", S, F.kind, GM_RADIUS_TABLE, "a table of radii and their weights"), \
  CHOICE(P ".table.by", CHOICE, S, F.table.by, shares, NULL, \
         "what the weights are: numbers of grains, or their mass"), \
  LIST(P ".table.rows", LIST, S, F.table.rows, F.table.n_rows, NULL, "the rows"), \
  NUMBER(P ".table.rows[].radius", class, radius, LENGTH, NULL, ABOVE(0.0), "a radius"), \
  NUMBER(P ".table.rows[].weight", class, weight, ONE, NULL, ABOVE(0.0), "a weight: only ratios count")
#define BED(P, F) \
  {ROW(P ".resume", FLAG, grains, F.resume, "false", \
       "whether the run goes on at the instant of the file, in the same bits: the file must hold " \
       "what output.arrays: resume writes, and be the only source")}, \
  VECTOR(P ".copies", grains, F.copies, ONE, "[1, 1, 1]", "the numbers of copies along x, y and z"), \
  VECTOR(P ".pitch", grains, F.pitch, LENGTH, "[0, 0, 0]", \
         "the way from copy to copy along x, y and z: 0 is the box of the earlier run where it was " \
         "periodic, else the room its grains take"), \
  VECTOR(P ".translate", grains, F.translate, LENGTH, "[0, 0, 0]", \
         "a displacement of the first copy")
#define LABEL(P, S, F) \
  INTEGER(P ".label", S, F, "0", BETWEEN(-2147483647.0, 2147483647.0), \
          "a label that the grains carry into the result")
#define SUPPLY(P, F, V) \
  INTEGER(P ".seed", grains, F.seed, "1", BETWEEN(0.0, 2147483647.0), \
          "a seed of the random numbers: the same seed gives the same grains"), \
  LABEL(P, grains, F.label), \
  VECTOR(P ".velocity", grains, F.velocity, VELOCITY, "[0, 0, 0]", V), \
  CHOICE(P ".fractions", CHOICE, grains, F.fractions, shares, "number", \
         "what the fractions of mix are of: the number of grains, or their mass"), \
  LIST(P ".mix", LIST, grains, F.mix, F.n_mix, "", \
       "the ingredients of a mixture beside material, radius and label above, which are the rest"), \
  NUMBER(P ".mix[].fraction", part, fraction, ONE, NULL, ABOVE_TO(0.0, 1.0), \
         "a fraction of all that is brought in"), \
  PLAIN(P ".mix[].material", TEXT, part, material, NULL, "the name of a material"), \
  RADII(P ".mix[].radius", part, radius), \
  LABEL(P ".mix[]", part, label)
/* The segments of a motion; P is the path of an item of the list. */
#define MOTION(P) \
  BRANCH(P ".translate", "motion", motion, kind, GM_MOTION_TRANSLATE, \
         "a motion in a straight line"), \
  VECTOR(P ".translate.velocity", motion, translate.velocity, VELOCITY, NULL, "a velocity"), \
  BRANCH(P ".rotate", "motion", motion, kind, GM_MOTION_ROTATE, \
         "a rotation about a fixed axis"), \
  DIRECTION(P ".rotate.axis", motion, rotate.axis, NULL, "an axis"), \
  VECTOR(P ".rotate.through", motion, rotate.through, LENGTH, NULL, "a point of the axis"), \
  NUMBER(P ".rotate.rate", motion, rotate.rate, RATE, NULL, ANY, \
         "a rate of rotation: right-handed about the axis"), \
  BRANCH(P ".oscillate", "motion", motion, kind, GM_MOTION_OSCILLATE, \
         "a harmonic motion: amplitude sin(2 pi frequency (t - from) + phase), less its start"), \
  VECTOR(P ".oscillate.amplitude", motion, oscillate.amplitude, LENGTH, NULL, \
         "an amplitude with its direction"), \
  NUMBER(P ".oscillate.frequency", motion, oscillate.frequency, FREQUENCY, NULL, ABOVE(0.0), \
         "a frequency"), \
  NUMBER(P ".oscillate.phase", motion, oscillate.phase, ANGLE, "0", ANY, "a phase angle"), \
  BRANCH(P ".table", "motion", motion, kind, GM_MOTION_TABLE, \
         "a motion by table: smooth from row to row; before the first and after the last the " \
         "body rests there"), \
  {ROW(P ".table.file", TEXT, motion, table.file, "", \
         "the name of a CSV file beside the scene: columns time x y z, then a quaternion qw " \
         "qx qy qz or a rotation vector rx ry rz if wanted, in SI"), \
         .stands_for = "rows"}, \
  LIST(P ".table.rows", LIST, motion, table.rows, table.n_rows, "", "the rows one by one"), \
  NUMBER(P ".table.rows[].time", row, time, TIME, NULL, ANY, \
         "a time since the segment began: later than in the row before"), \
  VECTOR(P ".table.rows[].position", row, position, LENGTH, "[0, 0, 0]", \
         "a displacement from where the body was placed"), \
  VECTOR(P ".table.rows[].rotation", row, rotation, ANGLE, "[0, 0, 0]", \
         "a rotation from how the body was placed: axis times angle, about the origin of the " \
         "body"), \
  NUMBER(P ".from", motion, from, TIME, "0", ANY, "a time: the segment begins"), \
  QUANTITY(P ".to", NUMBER, motion, to, TIME, ".inf", ANY_OR_INFINITE, \
         "a time: the segment ends")
/* clang-format on */

static const char *const laws[] = {"hertz", "hooke", NULL};
static const char *const schemes[] = {"leapfrog",        "symplectic_euler",
                                      "velocity_verlet", "adams_bashforth_2",
                                      "explicit_euler",  NULL};
static const char *const tangentials[] = {"incremental", "total", NULL};
static const char *const rollings[] = {"none", "constant", "spring", NULL};
static const char *const torsions[] = {"none", "spring", NULL};
static const char *const cohesions[] = {"none", "jkr", "dmt", "sjkr", NULL};
static const char *const boundaries[] = {"open", "periodic", "mirror", "wall",
                                         NULL};
static const char *const side_boundaries[] = {"open", "periodic", "mirror",
                                              "wall", "auto",     NULL};
static const char *const ends[] = {"none", "base", "top", "both", NULL};
static const char *const sides[] = {"xmin", "xmax", "ymin", "ymax",
                                    "zmin", "zmax", NULL};
static const char *const grain_sides[] = {"auto", "outside", "inside", "both",
                                          NULL};
static const char *const lattices[] = {"cubic", "face_centred", NULL};
static const char *const interpolations[] = {"half_taylor", "trilinear", "mls",
                                             "shepard", NULL};
static const char *const arrays[] = {"standard", "full", "resume", NULL};
static const char *const cuts[] = {"auto", "none", NULL};
static const char *const surfaces[] = {"smooth", "facets", NULL};
static const char *const normals[] = {"gradient", "stored", NULL};
static const char *const bands[] = {"auto", "described", NULL};
static const char *const shares[] = {"number", "mass", NULL};
static const char *const arrangements[] = {"auto",  "random",       "relaxed",
                                           "cubic", "face_centred", NULL};
static const char *const precisions[] = {"single", "double", NULL};

typedef gm_config config;
typedef gm_config_material material;
typedef gm_config_pair pair;
typedef gm_config_called alias;
typedef gm_config_structure structure;
typedef gm_config_group group;
typedef gm_config_name called;
typedef gm_config_integer integer;
typedef gm_config_held held;
typedef gm_config_property_row spot;
typedef gm_config_motion motion;
typedef gm_config_conveyor conveyor;
typedef gm_config_motion_row row;
typedef gm_config_grains grains;
typedef gm_config_grain grain;
typedef gm_config_sink sink;
typedef gm_config_measure measure;
typedef gm_config_part part;
typedef gm_config_class class;

const gm_key gm_keys[] = {
    GROUP("", "the scene"),
    PLAIN("title", TEXT, config, title, "untitled", "a title of the scene"),
    VECTOR("gravity", config, gravity, ACCELERATION, "[0, 0, -9.81]",
           "the acceleration of gravity"),

    GROUP("domain", "the box that grains stay in or leave for good"),
    QUANTITY("domain.min", VECTOR, config, domain.min, LENGTH,
             "[-.inf, -.inf, -.inf]", ANY_OR_INFINITE,
             "the lower corner: a grain whose centre passes it leaves the run"),
    QUANTITY("domain.max", VECTOR, config, domain.max, LENGTH,
             "[.inf, .inf, .inf]", ANY_OR_INFINITE, "the upper corner"),
    {.path = "domain.boundary",
     .kind = GM_KEY_GROUP,
     .shorthand = "all",
     .sentence = "what the sides of the box do: one word, or words for axes "
                 "and sides, as {x: periodic, z_min: wall}"},
    CHOICE("domain.boundary.all", CHOICE, config, domain.boundary.all,
           boundaries, "open",
           "a kind of boundary: open lets grains leave and counts them, "
           "periodic brings them back at the other side, mirror is a plane of "
           "symmetry, wall a plane of wall_material"),
    CHOICE("domain.boundary.x", CHOICE, config, domain.boundary.axis[0],
           side_boundaries, "auto", "a kind for both sides along x"),
    CHOICE("domain.boundary.y", CHOICE, config, domain.boundary.axis[1],
           side_boundaries, "auto", "a kind for both sides along y"),
    CHOICE("domain.boundary.z", CHOICE, config, domain.boundary.axis[2],
           side_boundaries, "auto", "a kind for both sides along z"),
    SIDE("x_min", 0),
    SIDE("x_max", 1),
    SIDE("y_min", 2),
    SIDE("y_max", 3),
    SIDE("z_min", 4),
    SIDE("z_max", 5),
    PLAIN("domain.wall_material", TEXT, config, domain.wall_material, "",
          "a material: of the sides that are walls"),

    LIST("materials", NAMED, config, materials, n_materials, NULL,
         "the materials by name: at least one"),
    NUMBER("materials.NAME.density", material, density, DENSITY, NULL,
           ABOVE(0.0),
           "a density: mass over volume of one grain, not of the packing"),
    NUMBER("materials.NAME.youngs_modulus", material, youngs_modulus, PRESSURE,
           NULL, ABOVE(0.0),
           "a Young's modulus: often softened to allow a longer time step"),
    NUMBER("materials.NAME.poisson_ratio", material, poisson_ratio, ONE, NULL,
           ABOVE_TO(-1.0, 0.5), "a Poisson ratio"),

    GROUP("contacts", "what happens where two bodies touch"),
    CHOICE("contacts.law", CHOICE, config, contacts.law, laws, "hertz",
           "a contact law: hertz is Hertz-Mindlin with damping, hooke a linear "
           "spring and dashpot"),
    PLAIN("contacts.no_tension", FLAG, config, contacts.no_tension, "true",
          "a flag: contacts only repel, also while damping; restitution is "
          "honoured either way"),
    PLAIN("contacts.tangential_damping", FLAG, config,
          contacts.tangential_damping, "true",
          "a flag: the tangential spring has a dashpot of the same ratio"),
    NUMBER(
        "contacts.tangential_ratio", config, contacts.tangential_ratio, ONE,
        "0.2857142857142857", ABOVE_TO(0.0, 1.0),
        "a stiffness ratio: hooke, tangential over normal; the default is 2/7"),
    CHOICE("contacts.tangential", CHOICE, config, contacts.tangential,
           tangentials, "incremental",
           "a form of the tangential spring of hertz: incremental keeps its "
           "force and softens with the contact, total keeps its stretch"),
    CHOICE("contacts.cohesion", CHOICE, config, contacts.cohesion, cohesions,
           "none",
           "an attraction: jkr and dmt take the adhesion of a pair, jkr for "
           "soft and large, dmt for stiff and small grains; sjkr its cohesion"),
    CHOICE("contacts.rolling", CHOICE, config, contacts.rolling, rollings,
           "none",
           "a resistance to rolling: constant is a torque against the spin, "
           "spring yields elastically first, so that a heap comes to rest"),
    CHOICE("contacts.torsion", CHOICE, config, contacts.torsion, torsions,
           "none",
           "a resistance to spinning about the normal: a spring that yields"),
    LIST("contacts.pairs", LIST, config, contacts.pairs, contacts.n_pairs, "",
         "the coefficients for each pair of materials that can meet"),
    PLAIN("contacts.pairs[].between", NAMES, pair, between, NULL,
          "the names of two materials, in any order, or twice the same"),
    NUMBER("contacts.pairs[].restitution", pair, restitution, ONE, NULL,
           BETWEEN(0.0, 1.0),
           "a speed ratio: normal speed after a head-on collision over before"),
    NUMBER("contacts.pairs[].friction", pair, friction, ONE, NULL,
           AT_LEAST(0.0),
           "a Coulomb coefficient: largest tangential over normal force"),
    NUMBER("contacts.pairs[].stiffness", pair, stiffness, STIFFNESS, "",
           ABOVE(0.0),
           "a normal spring stiffness: hooke needs it or one of the next two, "
           "hertz takes it from the materials"),
    NUMBER("contacts.pairs[].contact_time", pair, contact_time, TIME, "",
           ABOVE(0.0),
           "a duration of contact: hooke, of the lightest pair of these "
           "materials; heavier ones take longer"),
    GROUP("contacts.pairs[].reference",
          "the hardest collision: hooke, of the heaviest pair"),
    NUMBER("contacts.pairs[].reference.speed", pair, reference.speed, VELOCITY,
           "", ABOVE(0.0), "a relative speed: of that collision"),
    NUMBER("contacts.pairs[].reference.overlap", pair, reference.overlap, ONE,
           "0.01", ABOVE_TO(0.0, 0.5),
           "an overlap ratio: of that collision, over the smaller radius"),
    NUMBER("contacts.pairs[].adhesion", pair, adhesion, SURFACE_ENERGY, "",
           AT_LEAST(0.0),
           "a work of adhesion: jkr and dmt need it; twice the surface energy "
           "of two equal bodies"),
    NUMBER("contacts.pairs[].cohesion", pair, cohesion, ENERGY_DENSITY, "",
           AT_LEAST(0.0), "an energy density of cohesion: sjkr needs it"),
    NUMBER("contacts.pairs[].rolling_friction", pair, rolling_friction, ONE, "",
           BETWEEN(0.0, 1.0),
           "a torque ratio: largest rolling torque over load times effective "
           "radius; contacts.rolling needs it"),
    NUMBER(
        "contacts.pairs[].rolling_damping", pair, rolling_damping, ONE, "0.3",
        BETWEEN(0.0, 2.0),
        "a damping ratio: of the springs of rolling and torsion; below their "
        "limit the dashpot adds to them and is not limited itself"),
    NUMBER("contacts.pairs[].torsion_friction", pair, torsion_friction, ONE, "",
           BETWEEN(0.0, 1.0),
           "a torque ratio: the same about the normal; contacts.torsion needs "
           "it"),
    GROUP("contacts.pairs[].wear",
          "how the surface of a structure wears: its shape stays as it is"),
    NUMBER("contacts.pairs[].wear.coefficient", pair, wear.coefficient, ONE, "",
           AT_LEAST(0.0),
           "a wear coefficient k: by Archard, who sees k N s / H worn from the "
           "load N and the way of sliding s"),
    NUMBER("contacts.pairs[].wear.hardness", pair, wear.hardness, PRESSURE, "",
           ABOVE(0.0), "a hardness H of the structure: Archard's"),
    NUMBER("contacts.pairs[].wear.flow_stress", pair, wear.flow_stress,
           PRESSURE, "", ABOVE(0.0),
           "a plastic flow stress p of the structure: by Finnie, who sees "
           "m v^2 / (p psi K) times a part of the angle cut by each impact"),
    NUMBER("contacts.pairs[].wear.depth_ratio", pair, wear.depth_ratio, ONE,
           "2", ABOVE(0.0),
           "a length ratio psi: Finnie's, of a cut over its depth"),
    NUMBER("contacts.pairs[].wear.force_ratio", pair, wear.force_ratio, ONE,
           "2", ABOVE(0.0),
           "a force ratio K: Finnie's, of the normal over the tangential "
           "force on a grain that cuts"),

    LIST("structures", LIST, config, structures, n_structures, "",
         "the bodies that grains touch: walls, drums, blades"),
    PLAIN("structures[].name", NAME, structure, name, "structure#",
          "a name: unique, as it is used in paths and in the result"),
    PLAIN("structures[].material", TEXT, structure, material, NULL,
          "the name of a material"),
    BRANCH("structures[].plane", "shape", structure, shape, GM_SHAPE_PLANE,
           "an infinite plane: behind it is solid"),
    VECTOR("structures[].plane.point", structure, plane.point, LENGTH, NULL,
           "a point of the plane"),
    DIRECTION("structures[].plane.normal", structure, plane.normal, NULL,
              "a normal: grains are on the side it points to"),
    BRANCH("structures[].box", "shape", structure, shape, GM_SHAPE_BOX,
           "a box: grains may be inside or outside"),
    VECTOR("structures[].box.min", structure, box.min, LENGTH, NULL,
           "the lower corner"),
    VECTOR("structures[].box.max", structure, box.max, LENGTH, NULL,
           "the upper corner"),
    CHOICE("structures[].box.open", BITS, structure, box.open, sides, "[]",
           "the open sides: those without a surface"),
    BRANCH("structures[].cylinder", "shape", structure, shape,
           GM_SHAPE_CYLINDER, "a cylinder: grains may be inside or outside"),
    VECTOR("structures[].cylinder.base", structure, cylinder.base, LENGTH, NULL,
           "the centre of the base"),
    VECTOR("structures[].cylinder.axis", structure, cylinder.axis, LENGTH, NULL,
           "the way from the base to the top: its length is the height"),
    NUMBER("structures[].cylinder.radius", structure, cylinder.radius, LENGTH,
           NULL, ABOVE(0.0), "a radius"),
    CHOICE("structures[].cylinder.open", CHOICE, structure, cylinder.open, ends,
           "none", "the open ends: those without a surface"),
    BRANCH("structures[].cone", "shape", structure, shape, GM_SHAPE_CONE,
           "a truncated cone: grains may be inside or outside"),
    VECTOR("structures[].cone.base", structure, cone.base, LENGTH, NULL,
           "the centre of the base"),
    VECTOR("structures[].cone.axis", structure, cone.axis, LENGTH, NULL,
           "the way from the base to the top: its length is the height"),
    NUMBER("structures[].cone.base_radius", structure, cone.base_radius, LENGTH,
           NULL, AT_LEAST(0.0), "a radius: of the base"),
    NUMBER("structures[].cone.top_radius", structure, cone.top_radius, LENGTH,
           NULL, AT_LEAST(0.0), "a radius: of the top"),
    CHOICE("structures[].cone.open", CHOICE, structure, cone.open, ends, "none",
           "the open ends: those without a surface"),
    BRANCH("structures[].sphere", "shape", structure, shape, GM_SHAPE_SPHERE,
           "a sphere: grains may be inside or outside"),
    VECTOR("structures[].sphere.centre", structure, sphere.centre, LENGTH, NULL,
           "the centre"),
    NUMBER("structures[].sphere.radius", structure, sphere.radius, LENGTH, NULL,
           ABOVE(0.0), "a radius"),
    BRANCH("structures[].disc", "shape", structure, shape, GM_SHAPE_DISC,
           "a flat disc without thickness: grains may be on both sides"),
    VECTOR("structures[].disc.centre", structure, disc.centre, LENGTH, NULL,
           "the centre"),
    DIRECTION("structures[].disc.normal", structure, disc.normal, NULL,
              "a normal"),
    NUMBER("structures[].disc.radius", structure, disc.radius, LENGTH, NULL,
           ABOVE(0.0), "a radius"),
    NUMBER(
        "structures[].disc.hole", structure, disc.hole, LENGTH, "0",
        AT_LEAST(0.0),
        "a radius: of a round hole in the middle, through which grains pass"),
    {ROW("structures[].mesh", TEXT, structure, mesh, "",
         "a surface of triangles: an STL, OBJ, PLY, glTF or OFF file, its "
         "path relative to the scene"),
     ONE_OF("shape", structure, shape, GM_SHAPE_MESH)},
    AUTO(
        "structures[].mesh_unit", structure, mesh_unit, LENGTH, ABOVE(0.0),
        "a length: what 1 in the file of a mesh stands for, such as 1 mm; auto "
        "is 1 m, and refused where that fits no grain"),
    CHOICE("structures[].side", CHOICE, structure, side, grain_sides, "auto",
           "a side of a mesh, where grains are: auto is outside of what is "
           "closed and both sides of what is open; inside is for a vessel"),
    LIST("structures[].groups", LIST, structure, groups, n_groups, "",
         "the parts of a mesh that have a material of their own"),
    PLAIN("structures[].groups[].name", TEXT, group, name, NULL,
          "the name of a part: a solid of an STL file, an object, group or "
          "material of others"),
    PLAIN("structures[].groups[].material", TEXT, group, material, NULL,
          "the name of a material of the scene"),
    GROUP("structures[].virtual_particles",
          "the sites that carry the distance from a mesh"),
    CHOICE("structures[].virtual_particles.lattice", CHOICE, structure,
           virtual_particles.lattice, lattices, "cubic",
           "a lattice of sites: face_centred is for mls and shepard"),
    CHOICE("structures[].virtual_particles.interpolation", CHOICE, structure,
           virtual_particles.interpolation, interpolations, "half_taylor",
           "a way to ask the sites: half_taylor is the most exact; mls and "
           "shepard ask all within reach"),
    CHOICE("structures[].virtual_particles.normal", CHOICE, structure,
           virtual_particles.normal, normals, "gradient",
           "a direction of the force: gradient is that of the interpolated "
           "distance and keeps energy; stored is interpolated from the normals "
           "of the sites and does not, which is for comparison only"),
    AUTO("structures[].virtual_particles.reach", structure,
         virtual_particles.reach, LENGTH, ABOVE(0.0),
         "a reach of mls and shepard: auto is 1.75 spacings, face_centred 1.5"),
    AUTO("structures[].virtual_particles.spacing", structure,
         virtual_particles.spacing, LENGTH, ABOVE(0.0),
         "a distance between neighbouring sites: auto is right for the "
         "smallest grain"),
    GROUP(
        "structures[].virtual_particles.where",
        "the part of a mesh that is there for grains, all of it unless given: "
        "elsewhere there are no sites, and no contacts"),
    REGION_IF("structures[].virtual_particles.where", structure,
              virtual_particles.where.region, ""),
    {ROW("structures[].virtual_particles.where.groups", LIST, structure,
         virtual_particles.where.groups, "",
         "the names of the parts of the mesh that are there: all unless given"),
     .count = offsetof(structure, virtual_particles.where.n_groups),
     .size = sizeof(called), .shorthand = "name"},
    PLAIN("structures[].virtual_particles.where.groups[].name", TEXT, called,
          name, NULL, "the name of a part, as in groups"),
    GROUP("structures[].virtual_particles.property",
          "coefficients that vary over a mesh: carried by its sites, "
          "interpolated between them"),
    GROUP(
        "structures[].virtual_particles.property.friction",
        "a factor of the friction of a pair, by a table of points: each point "
        "of the surface has that of the row nearest to it"),
    {ROW("structures[].virtual_particles.property.friction.file", TEXT,
         structure, virtual_particles.property.friction.file, "",
         "the name of a CSV file beside the scene: columns x y z value, in the "
         "frame of the body, in SI"),
     .stands_for = "rows"},
    LIST("structures[].virtual_particles.property.friction.rows", LIST,
         structure, virtual_particles.property.friction.rows,
         virtual_particles.property.friction.n_rows, "", "the rows one by one"),
    VECTOR("structures[].virtual_particles.property.friction.rows[].position",
           spot, position, LENGTH, NULL, "a point of the body"),
    NUMBER("structures[].virtual_particles.property.friction.rows[].value",
           spot, value, ONE, NULL, AT_LEAST(0.0),
           "a factor of the friction: 1 changes nothing"),
    {ROW("structures[].virtual_particles.band", SPAN, structure,
         virtual_particles.band, "auto",
         "a band of distances in which sites stand, as [low, high]: triangles "
         "answer outside it; auto is what grains need; described is that of "
         "the method as published, and no triangles: a grain pressed too deep "
         "vanishes, which is for comparison only"),
     .unit = GM_UNIT_LENGTH, .choices = bands, AT_LEAST(0.0)},
    CHOICE("structures[].virtual_particles.patches", CHOICE, structure,
           virtual_particles.patches, cuts, "auto",
           "the pieces that make contacts of their own: none for one, wrong "
           "in corners"),
    NUMBER("structures[].virtual_particles.turn", structure,
           virtual_particles.turn, ANGLE, "30 deg", BETWEEN(0.0, GM_PI),
           "an angle: edges that turn by more part patches"),
    CHOICE("structures[].virtual_particles.surface", CHOICE, structure,
           virtual_particles.surface, surfaces, "smooth",
           "the shape that is sampled: facets, or the smooth one that they "
           "approximate where edges turn by less"),
    NUMBER("structures[].virtual_particles.tolerance", structure,
           virtual_particles.tolerance, ONE, "0.02", ABOVE(0.0),
           "an error of the force at an overlap of 1 %: where sites err by "
           "more, triangles answer"),
    QUANTITY("structures[].virtual_particles.debug_hole", VECTOR, structure,
             virtual_particles.debug_hole, LENGTH, "[.inf, .inf, .inf]",
             ANY_OR_INFINITE,
             "a point of the body, to try the audit: the brick of sites around "
             "it is left out"),
    PLAIN("structures[].virtual_particles.debug_any_spacing", FLAG, structure,
          virtual_particles.debug_any_spacing, "false",
          "a flag, to try the audit: a spacing that is too coarse is taken all "
          "the same"),
    GROUP("structures[].place",
          "where the body is at the start: rotated, then translated"),
    VECTOR("structures[].place.translate", structure, place.translate, LENGTH,
           "[0, 0, 0]", "a displacement"),
    GROUP("structures[].place.rotate",
          "a rotation about an axis through the origin"),
    DIRECTION("structures[].place.rotate.axis", structure, place.rotate.axis,
              "[0, 0, 1]", "an axis"),
    NUMBER("structures[].place.rotate.angle", structure, place.rotate.angle,
           ANGLE, "0", ANY, "an angle: right-handed about the axis"),
    LIST("structures[].motion", LIST, structure, motion, n_motion, "",
         "the segments of its motion: those that overlap in time add up"),
    MOTION("structures[].motion[]"),
    LIST("structures[].conveyor", LIST, structure, conveyor, n_conveyor, "",
         "the ways its surface moves within itself while its shape stays: "
         "belts, rollers, turntables; those that overlap in time add up"),
    BRANCH("structures[].conveyor[].translate", "conveyor", conveyor, kind,
           GM_MOTION_TRANSLATE, "a motion of the surface in one direction"),
    VECTOR("structures[].conveyor[].translate.velocity", conveyor,
           translate.velocity, VELOCITY, NULL,
           "a velocity in the frame of the body, with which it turns: of it "
           "the part along the surface is taken at each contact"),
    BRANCH("structures[].conveyor[].rotate", "conveyor", conveyor, kind,
           GM_MOTION_ROTATE, "a motion of the surface about an axis"),
    DIRECTION("structures[].conveyor[].rotate.axis", conveyor, rotate.axis,
              NULL, "an axis in the frame of the body"),
    VECTOR("structures[].conveyor[].rotate.through", conveyor, rotate.through,
           LENGTH, NULL, "a point of the axis in the frame of the body"),
    NUMBER("structures[].conveyor[].rotate.rate", conveyor, rotate.rate, RATE,
           NULL, ANY, "a rate of rotation: right-handed about the axis"),
    {ROW("structures[].conveyor[].groups", LIST, conveyor, groups, "",
         "the names of the parts of a mesh that move: all of it unless given"),
     .count = offsetof(conveyor, n_groups), .size = sizeof(called),
     .shorthand = "name"},
    PLAIN("structures[].conveyor[].groups[].name", TEXT, called, name, NULL,
          "the name of a part, as in groups"),
    NUMBER("structures[].conveyor[].from", conveyor, from, TIME, "0", ANY,
           "a time: it begins"),
    QUANTITY("structures[].conveyor[].to", NUMBER, conveyor, to, TIME, ".inf",
             ANY_OR_INFINITE, "a time: it ends"),
    GROUP("structures[].present",
          "when the structure is there: a gate may open"),
    QUANTITY("structures[].present.from", NUMBER, structure, present.from, TIME,
             "-.inf", ANY_OR_INFINITE, "a time: it appears"),
    QUANTITY("structures[].present.to", NUMBER, structure, present.to, TIME,
             ".inf", ANY_OR_INFINITE, "a time: it vanishes"),

    LIST("grains", LIST, config, grains, n_grains, NULL,
         "the sources of grains: at least one"),
    BRANCH("grains[].fill", "source", grains, source, GM_SOURCE_FILL,
           "a fill of a region with grains: clear of structures and of other "
           "grains"),
    REGION("grains[].fill", grains, fill.of.region),
    PLAIN("grains[].fill.material", TEXT, grains, fill.of.material, NULL,
          "the name of a material"),
    RADII("grains[].fill.radius", grains, fill.of.radius),
    {ROW("grains[].fill.count", INTEGER, grains, fill.count, NULL,
         "a number of grains"),
     BETWEEN(1.0, 2147483647.0),
     ONE_OF("amount", grains, fill.amount, GM_AMOUNT_COUNT)},
    {ROW("grains[].fill.solid_fraction", NUMBER, grains, fill.solid_fraction,
         NULL,
         "a fraction of the volume of the region that grains take: about 0.6 "
         "can be reached, more with grow"),
     .unit = GM_UNIT_ONE, .min = 0.0, .max = 0.74, .ends = GM_KEY_OPEN_MIN,
     ONE_OF("amount", grains, fill.amount, GM_AMOUNT_SOLID_FRACTION)},
    CHOICE("grains[].fill.arrangement", CHOICE, grains, fill.arrangement,
           arrangements, "auto",
           "an arrangement: random puts grains one by one where there is room, "
           "up to a solid fraction of 0.3; relaxed pushes apart what overlaps; "
           "cubic and face_centred are lattices; auto is random for a count "
           "and relaxed for a solid fraction"),
    GROUP("grains[].fill.grow",
          "grains that grow to their radius, so that a dense packing comes to "
          "its solid fraction where none fits at once"),
    NUMBER("grains[].fill.grow.over", grains, fill.grow.over, TIME, "0",
           AT_LEAST(0.0),
           "a time from the start in which radii grow, evenly: 0 is not at "
           "all"),
    AUTO("grains[].fill.grow.from", grains, fill.grow.from, ONE,
         ABOVE_TO(0.0, 1.0),
         "a part of the radius that grains start with: auto fills a fifth of "
         "the region"),
    SUPPLY("grains[].fill", fill.of, "a velocity at the start"),
    BRANCH("grains[].pour", "source", grains, source, GM_SOURCE_POUR,
           "grains that come at a rate while the run goes on, each where the "
           "region has room; those that find none wait"),
    REGION("grains[].pour", grains, pour.of.region),
    BRANCH("grains[].pour.rectangle", "region", grains, pour.of.region.kind,
           GM_REGION_RECTANGLE,
           "a flat face: centres are on it, grains whole inside its outline"),
    VECTOR("grains[].pour.rectangle.corner", grains,
           pour.of.region.rectangle.corner, LENGTH, NULL, "a corner"),
    VECTOR("grains[].pour.rectangle.along", grains,
           pour.of.region.rectangle.along, LENGTH, NULL,
           "the way from the corner to the next"),
    VECTOR("grains[].pour.rectangle.across", grains,
           pour.of.region.rectangle.across, LENGTH, NULL,
           "the way from the corner to the one before"),
    BRANCH("grains[].pour.disc", "region", grains, pour.of.region.kind,
           GM_REGION_DISC,
           "a round face: centres are on it, grains whole inside its outline"),
    VECTOR("grains[].pour.disc.centre", grains, pour.of.region.disc.centre,
           LENGTH, NULL, "the centre"),
    DIRECTION("grains[].pour.disc.normal", grains, pour.of.region.disc.normal,
              NULL, "a normal"),
    NUMBER("grains[].pour.disc.radius", grains, pour.of.region.disc.radius,
           LENGTH, NULL, ABOVE(0.0), "a radius"),
    BRANCH("grains[].pour.face", "region", grains, pour.of.region.kind,
           GM_REGION_FACE,
           "the surface of a mesh, where it is then: grains lie on it, on the "
           "side its normals point to"),
    PLAIN("grains[].pour.face.structure", TEXT, grains,
          pour.of.region.face.structure, NULL,
          "the name of a structure that is a mesh"),
    {ROW("grains[].pour.face.groups", LIST, grains, pour.of.region.face.groups,
         "", "the names of the parts of the mesh: all of it unless given"),
     .count = offsetof(grains, pour.of.region.face.n_groups),
     .size = sizeof(called), .shorthand = "name"},
    PLAIN("grains[].pour.face.groups[].name", TEXT, called, name, NULL,
          "the name of a part"),
    NUMBER("grains[].pour.face.speed", grains, pour.of.region.face.speed,
           VELOCITY, "0", ANY,
           "a speed away from the surface, besides velocity"),
    PLAIN("grains[].pour.material", TEXT, grains, pour.of.material, NULL,
          "the name of a material"),
    RADII("grains[].pour.radius", grains, pour.of.radius),
    {ROW("grains[].pour.rate", NUMBER, grains, pour.rate, NULL,
         "a rate: grains a second"),
     .unit = GM_UNIT_FREQUENCY, ABOVE(0.0),
     ONE_OF("inflow", grains, pour.inflow, GM_BY_NUMBER)},
    {ROW("grains[].pour.mass_rate", NUMBER, grains, pour.mass_rate, NULL,
         "a mass a second: what has come is within half a grain of it"),
     .unit = GM_UNIT_MASS_RATE, ABOVE(0.0),
     ONE_OF("inflow", grains, pour.inflow, GM_BY_MASS)},
    INTEGER("grains[].pour.count", grains, pour.count, "0",
            BETWEEN(0.0, 2147483647.0),
            "a number of grains that come in all: 0 is any"),
    QUANTITY("grains[].pour.total_mass", NUMBER, grains, pour.total_mass, MASS,
             ".inf", ABOVE_TO(0.0, INFINITY),
             "a mass that comes in all, within half a grain"),
    NUMBER("grains[].pour.from", grains, pour.from, TIME, "0", AT_LEAST(0.0),
           "a time: it begins"),
    QUANTITY("grains[].pour.to", NUMBER, grains, pour.to, TIME, ".inf",
             ANY_OR_INFINITE, "a time: it ends"),
    SUPPLY("grains[].pour", pour.of, "a velocity that the grains come with"),
    BRANCH("grains[].list", "source", grains, source, GM_SOURCE_LIST,
           "a list of grains: here or in a file"),
    PLAIN("grains[].list.material", TEXT, grains, list.material, NULL,
          "the name of a material"),
    INTEGER("grains[].list.label", grains, list.label, "0",
            BETWEEN(-2147483647.0, 2147483647.0),
            "a label that the grains carry into the result"),
    {ROW("grains[].list.file", TEXT, grains, list.file, "",
         "the name of a CSV file beside the scene: columns x y z radius, then "
         "vx vy vz "
         "wx wy wz if wanted, in SI"),
     .stands_for = "grains"},
    LIST("grains[].list.grains", LIST, grains, list.grains, list.n_grains, "",
         "the grains one by one"),
    VECTOR("grains[].list.grains[].position", grain, position, LENGTH, NULL,
           "the place of the centre"),
    NUMBER("grains[].list.grains[].radius", grain, radius, LENGTH, NULL,
           ABOVE(0.0), "a radius"),
    VECTOR("grains[].list.grains[].velocity", grain, velocity, VELOCITY,
           "[0, 0, 0]", "a velocity at the start"),
    VECTOR("grains[].list.grains[].angular_velocity", grain, angular_velocity,
           RATE, "[0, 0, 0]", "an angular velocity at the start"),

    BRANCH("grains[].result", "source", grains, source, GM_SOURCE_RESULT,
           "the grains of an earlier run as they were in a frame: radius, "
           "velocities, orientation, material by name, label; springs of "
           "contacts if that run had output.arrays: resume, else contacts "
           "begin anew"),
    PLAIN("grains[].result.file", TEXT, grains, result.file, NULL,
          "the name of a result beside the scene"),
    INTEGER("grains[].result.frame", grains, result.frame, "-1",
            BETWEEN(-2147483647.0, 2147483647.0),
            "a frame: 0 is the first, -1 the last, -2 the last but one"),
    BED("grains[].result", result),

    BRANCH("grains[].ondem", "source", grains, source, GM_SOURCE_ONDEM,
           "the spheres of a file in the exchange format of ON-DEM, as YADE "
           "and granum export write it; springs of contacts between them come "
           "along"),
    PLAIN("grains[].ondem.file", TEXT, grains, ondem.of.file, NULL,
          "the name of the file beside the scene"),
    BED("grains[].ondem", ondem.of),
    LIST("grains[].ondem.materials", LIST, grains, ondem.materials,
         ondem.n_materials, "",
         "what materials of the file are here: those not named have the name "
         "that is their label there, or their id"),
    PLAIN("grains[].ondem.materials[].called", TEXT, alias, called, NULL,
          "the label of a material in the file, or its id"),
    PLAIN("grains[].ondem.materials[].material", TEXT, alias, material, NULL,
          "the name of a material of this scene"),

    LIST("held", LIST, config, held, n_held, "",
         "groups of grains that do not move by forces, but stand still or move "
         "as one rigid body: glued beds, rough walls, drivers of tests; each "
         "holds the grains of the start that fulfil all that it names"),
    PLAIN("held[].name", NAME, held, name, "held#",
          "a name: unique, as it is used in paths and in the result"),
    INTEGERS("held[].sources", held, sources, n_sources,
             "the numbers of sources of grains, from 0: all unless given"),
    INTEGER("held[].sources[].number", integer, number, NULL,
            BETWEEN(0.0, 2147483647.0), "a number of a source"),
    INTEGERS("held[].labels", held, labels, n_labels,
             "the labels of the grains: any unless given"),
    INTEGER("held[].labels[].number", integer, number, NULL,
            BETWEEN(-2147483647.0, 2147483647.0), "a label"),
    INTEGERS("held[].ids", held, ids, n_ids,
             "the numbers of the grains, from 0: as the ids of the result "
             "through all sources, or within each source where sources are "
             "given; all unless given"),
    INTEGER("held[].ids[].number", integer, number, NULL,
            BETWEEN(0.0, 2147483647.0), "a number of a grain"),
    INTEGER("held[].was", held, was, "0", BETWEEN(0.0, 2147483647.0),
            "a number of a group, from 1: of grains that come from a result "
            "those that it held in that run; 0 asks for none"),
    REGION_IF("held[]", held, region, ""),
    QUANTITY("held[].origin", VECTOR, held, origin, LENGTH,
             "[.inf, .inf, .inf]", ANY_OR_INFINITE,
             "a point about which torques are counted and tables of motion "
             "turn the group: its centre of mass unless given"),
    LIST("held[].motion", LIST, held, motion, n_motion, "",
         "the segments of the motion of the group, as those of a structure: "
         "none is rest"),
    MOTION("held[].motion[]"),
    QUANTITY("held[].until", NUMBER, held, until, TIME, ".inf",
             ABOVE_TO(0.0, INFINITY),
             "a time: the grains are released with the velocity they have"),
    PLAIN("held[].meets_held", FLAG, held, meets_held, "false",
          "a flag: its grains touch structures, and grains of other groups "
          "that say so too, as in a test of a contact law; else held grains "
          "touch free grains alone"),

    LIST("sinks", LIST, config, sinks, n_sinks, "",
         "what takes grains out of the run: regions that centres come into, "
         "structures that grains touch; looked at every 10 steps"),
    PLAIN("sinks[].name", NAME, sink, name, "sink#",
          "a name: unique, the columns of the history begin with it"),
    REGION("sinks[]", sink, region),
    {ROW("sinks[].structure", TEXT, sink, region.face.structure, "",
         "the name of a structure that swallows what touches it, and pushes "
         "nothing meanwhile"),
     ONE_OF("region", sink, region.kind, GM_REGION_FACE)},
    {ROW("sinks[].groups", LIST, sink, region.face.groups, "",
         "the names of the parts of that mesh that do: all of it unless given"),
     .count = offsetof(sink, region.face.n_groups), .size = sizeof(called),
     .shorthand = "name"},
    PLAIN("sinks[].groups[].name", TEXT, called, name, NULL,
          "the name of a part"),
    NUMBER("sinks[].from", sink, from, TIME, "0", ANY, "a time: it begins"),
    QUANTITY("sinks[].to", NUMBER, sink, to, TIME, ".inf", ANY_OR_INFINITE,
             "a time: it ends"),

    LIST("measure", LIST, config, measure, n_measure, "",
         "what the history shows besides: grains that pass a plane, stress in "
         "a region"),
    PLAIN("measure[].name", NAME, measure, name, "measure#",
          "a name: unique, the columns of the history begin with it"),
    BRANCH("measure[].flux", "quantity", measure, kind, GM_MEASURE_FLUX,
           "a plane: number and mass of the grains whose centres passed it "
           "since the start, in either sense"),
    VECTOR("measure[].flux.through", measure, flux.through, LENGTH, NULL,
           "a point of the plane"),
    DIRECTION("measure[].flux.normal", measure, flux.normal, NULL,
              "a normal: forward is where it points to"),
    QUANTITY("measure[].flux.radius", NUMBER, measure, flux.radius, LENGTH,
             ".inf", ABOVE_TO(0.0, INFINITY),
             "a radius: of the disc around that point that counts"),
    BRANCH("measure[].rectangle", "quantity", measure, kind,
           GM_MEASURE_RECTANGLE,
           "a rectangle or parallelogram: the same of the grains whose centres "
           "passed it; forward is along x across"),
    VECTOR("measure[].rectangle.corner", measure, rectangle.corner, LENGTH,
           NULL, "a corner"),
    VECTOR("measure[].rectangle.along", measure, rectangle.along, LENGTH, NULL,
           "the way from the corner to the next"),
    VECTOR("measure[].rectangle.across", measure, rectangle.across, LENGTH,
           NULL, "the way from the corner to the one before"),
    BRANCH("measure[].surface", "quantity", measure, kind, GM_MEASURE_SURFACE,
           "a surface, open or closed, that grains do not feel: the same of "
           "the grains whose centres passed it; forward is out of what is "
           "closed"),
    PLAIN("measure[].surface.mesh", TEXT, measure, surface.mesh, NULL,
          "a surface of triangles: a file as those of structures"),
    AUTO("measure[].surface.mesh_unit", measure, surface.mesh_unit, LENGTH,
         ABOVE(0.0), "a length: what 1 in the file stands for; auto is 1 m"),
    VECTOR("measure[].surface.translate", measure, surface.translate, LENGTH,
           "[0, 0, 0]", "a displacement of the surface"),
    BRANCH("measure[].stress", "quantity", measure, kind, GM_MEASURE_STRESS,
           "a region: stress by contacts and by motion, positive in "
           "compression, and solid fraction"),
    REGION("measure[].stress", measure, stress),

    GROUP("time", "how long, and in which steps"),
    NUMBER("time.end", config, time.end, TIME, NULL, ABOVE(0.0),
           "a time: the run ends"),
    AUTO("time.step", config, time.step, TIME, ABOVE(0.0),
         "a time step: auto takes a fraction of the shortest contact "
         "or wave time"),
    CHOICE("time.scheme", CHOICE, config, time.scheme, schemes, "leapfrog",
           "a scheme: leapfrog for all work; the others to compare: "
           "explicit_euler and adams_bashforth_2 gain energy that dashpots "
           "must take"),

    GROUP("time.until",
          "what ends the run before time.end, whichever holds first: a frame "
          "is written then"),
    NUMBER("time.until.kinetic_energy_below", config,
           time.until.kinetic_energy_below, ENERGY, "", ABOVE(0.0),
           "an energy, of the motion of all grains: the run ends when it falls "
           "below, having been above, and pours with an end have ended"),
    INTEGER(
        "time.until.grains_out", config, time.until.grains_out, "0",
        BETWEEN(0.0, 2147483647.0),
        "a number of grains that have left the domain or went into sinks: 0 "
        "is no such end"),
    NUMBER("time.until.after", config, time.until.after, TIME, "0",
           AT_LEAST(0.0), "a time: nothing ends the run before"),
    AUTO("time.until.every", config, time.until.every, TIME, ABOVE(0.0),
         "a time between looks: auto is that between rows of the history"),

    GROUP("output", "what is written, and how often"),
    NUMBER("output.every", config, output.every, TIME, NULL, ABOVE(0.0),
           "a time between frames"),
    AUTO("output.history", config, output.history, TIME, ABOVE(0.0),
         "a time between rows of the history: auto is a twentieth of every"),
    CHOICE("output.arrays", CHOICE, config, output.arrays, arrays, "standard",
           "a set of arrays: full adds mass, orientation, torque and label; "
           "resume adds to that what another run needs to go on in the same "
           "bits, and is in double precision"),
    CHOICE("output.precision", CHOICE, config, output.precision, precisions,
           "single",
           "a precision of the numbers in the result: the run itself is in "
           "double"),
    INTEGER("output.compression", config, output.compression, "1",
            BETWEEN(0.0, 9.0),
            "a level of compression: 0 is none and fast, 9 small and slow"),
    PLAIN("output.audit", FLAG, config, output.audit, "true",
          "a flag: how well the sites carry each triangle of a mesh is found "
          "at the start and written"),
    PLAIN("output.surface_sums", FLAG, config, output.surface_sums, "true",
          "a flag: what contacts do to each triangle of a mesh and each patch "
          "of a primitive in every step is summed and written, and impacts are "
          "counted by pair of materials"),
    PLAIN("output.virtual_particles", FLAG, config, output.virtual_particles,
          "true",
          "a flag: the virtual particles of meshes are written too, once"),

    GROUP("search",
          "how neighbours are found: speed only, no result depends on it"),
    AUTO("search.skin", config, search.skin, LENGTH, ABOVE(0.0),
         "a distance: grains nearer than this to touching are candidates"),
};

const size_t gm_keys_count = sizeof gm_keys / sizeof gm_keys[0];

/* --- the family --------------------------------------------------------------- */

/* What follows the parent's path in the path of a descendant, or null for others. */
static const char *below(const gm_key *parent, const gm_key *key)
{
  const size_t n = strlen(parent->path);
  if (key >= gm_keys + gm_keys_count || key == gm_keys) return NULL;
  if (strncmp(parent->path, key->path, n) != 0) return NULL;
  if (n == 0) return key->path;
  const char *between = parent->kind == GM_KEY_LIST    ? "[]."
                        : parent->kind == GM_KEY_NAMED ? ".NAME."
                                                       : ".";
  const size_t m = strlen(between);
  return strncmp(key->path + n, between, m) == 0 ? key->path + n + m : NULL;
}

const gm_key *gm_keys_next(const gm_key *parent, const gm_key *child)
{
  for (const gm_key *key = child + 1;; ++key) {
    const char *name = below(parent, key);
    if (!name) return NULL;
    if (!strchr(name, '.')) return key;
  }
}

const gm_key *gm_keys_first(const gm_key *parent)
{
  return gm_keys_next(parent, parent);
}

const gm_key *gm_keys_child(const gm_key *parent, const char *name)
{
  const gm_key *key = gm_keys_first(parent);
  while (key && strcmp(gm_keys_name(key), name) != 0) {
    key = gm_keys_next(parent, key);
  }
  return key;
}

const char *gm_keys_name(const gm_key *key)
{
  const char *dot = strrchr(key->path, '.');
  return dot ? dot + 1 : key->path;
}

bool gm_keys_is_list(const gm_key *key)
{
  return key->kind == GM_KEY_LIST || key->kind == GM_KEY_NAMED;
}

bool gm_keys_has_unit(const gm_key *key)
{
  return key->kind == GM_KEY_NUMBER || key->kind == GM_KEY_AUTO ||
         key->kind == GM_KEY_VECTOR || key->kind == GM_KEY_RANGE ||
         key->kind == GM_KEY_SPAN;
}
