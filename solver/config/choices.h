/* config/choices.h -- the choices that a scene file offers.
 *
 * A scene file names a choice by a word; the key table (room `config`) converts the word
 * into the enumerator here, on which the physics rooms branch.  No room keeps a second
 * copy of an enumeration: a new choice is one line here, one word in choices.c and the
 * code that implements it.
 */
#ifndef GM_CONFIG_CHOICES_H
#define GM_CONFIG_CHOICES_H

/* --- contact model: `contacts` ----------------------------------------------- */

enum gm_choice_law {
  GM_LAW_HERTZ,
  GM_LAW_HOOKE,
  GM_LAW_LECTURE,
  GM_LAW_COLLISIONS /* hard grains: no forces, impulses by `collisions` */
};

/* The law `lecture`: its condition of slip, its normal spring, and whether the normal
 * force may pull. */
enum gm_choice_variant { GM_VARIANT_CODE, GM_VARIANT_SLIDE };
enum gm_choice_compression { GM_NORMAL_INCREMENTS, GM_NORMAL_OVERLAP };
enum gm_choice_tension { GM_TENSION_ALLOWED, GM_TENSION_CLAMPED };

/* What a tangential spring stores as history, which matters where its stiffness changes
 * with the load: its force (incremental) or its elongation (total). */
enum gm_choice_tangential { GM_TANGENTIAL_INCREMENTAL, GM_TANGENTIAL_TOTAL };

enum gm_choice_cohesion {
  GM_COHESION_NONE,
  GM_COHESION_JKR,
  GM_COHESION_DMT,
  GM_COHESION_SJKR
};

enum gm_choice_rolling {
  GM_ROLLING_NONE,
  GM_ROLLING_CONSTANT,
  GM_ROLLING_SPRING
};

enum gm_choice_torsion { GM_TORSION_NONE, GM_TORSION_SPRING };

/* --- hard grains: `collisions` ------------------------------------------------ */

/* How collisions are found: all of a step at its begin, or one after the other at their
 * exact times. */
enum gm_choice_engine { GM_ENGINE_NONE, GM_ENGINE_IMPULSES, GM_ENGINE_EVENTS };

/* Order of the impulses of a step: one after the other in random order, or all from the
 * same velocities, as they are or divided by the number of contacts. */
enum gm_choice_order {
  GM_ORDER_GAUSS_SEIDEL,
  GM_ORDER_JACOBI,
  GM_ORDER_RELAXED
};

/* Shares of two grains in the correction of their overlap. */
enum gm_choice_correction {
  GM_CORRECTION_MASS,
  GM_CORRECTION_HALF,
  GM_CORRECTION_NONE
};

/* --- dense grains as a continuum: `hybrid` ------------------------------------ */

enum gm_choice_mode { GM_MODE_DISCRETE, GM_MODE_CONTINUUM, GM_MODE_HYBRID };

/* What is a surface of a hybrid material. */
enum gm_choice_oracle { GM_ORACLE_SURFACE, GM_ORACLE_LAYER };

/* Material points at structures. */
enum gm_choice_walls { GM_WALLS_FRICTION, GM_WALLS_SLIP, GM_WALLS_STICK };

/* --- time integration: `time.scheme` ----------------------------------------- */

enum gm_choice_scheme {
  GM_SCHEME_LEAPFROG,
  GM_SCHEME_SYMPLECTIC_EULER,
  GM_SCHEME_VELOCITY_VERLET,
  GM_SCHEME_ADAMS_BASHFORTH_2,
  GM_SCHEME_EXPLICIT_EULER,
  GM_SCHEME_ADAMS_BASHFORTH_2_PRINTED,
  GM_SCHEMES
};

/* --- rotation of rigid bodies: rigid/rotation.h ------------------------------ */

enum gm_choice_rotation {
  GM_ROTATION_NO_SQUISH,
  GM_ROTATION_QUATERNION,
  GM_ROTATION_MATRIX,
  GM_ROTATION_EULER,
  GM_ROTATION_QUATERNION_GEAR
};

/* Whether Gear's integrators begin anew when the torque jumps. */
enum gm_choice_restart { GM_RESTART_AUTO, GM_RESTART_NEVER };

/* --- domain ------------------------------------------------------------------ */

/* Body that the mass and the moment of inertia of a grain are of: rigid/grain_rule.h. */
enum gm_choice_body {
  GM_BODY_SPHERE,
  GM_BODY_DISC,
  GM_BODY_LECTURE, /* mass of a sphere, moment of inertia of a disc */
  GM_BODY_AUTO     /* a sphere; in two dimensions a disc */
};

/* Boundary condition at a face of the domain. */
enum gm_choice_boundary {
  GM_BOUNDARY_OPEN,     /* grains that pass it are removed */
  GM_BOUNDARY_PERIODIC, /* grains re-enter at the opposite face */
  GM_BOUNDARY_MIRROR,   /* plane of symmetry: grains meet their mirror images */
  GM_BOUNDARY_WALL,     /* a plane that grains touch */
  GM_BOUNDARY_REFLECT,  /* grains are reflected as light is */
  GM_BOUNDARY_AUTO /* a face follows its axis, an axis follows the domain */
};

/* --- regions and structures -------------------------------------------------- */

enum gm_choice_region_kind {
  GM_REGION_BOX,
  GM_REGION_CYLINDER,
  GM_REGION_SPHERE,
  GM_REGION_RECTANGLE, /* this and the next two: for pours only */
  GM_REGION_DISC,
  GM_REGION_FACE, /* of a sink: a structure of any shape */
  GM_REGION_NAMED /* written by its name; what that stands for has been bound */
};

/* Shapes, in the body frame.  A surface is two-sided: grains may be on either side of it,
 * inside a container and outside a body alike; only behind a plane is solid. */
enum gm_choice_shape {
  GM_SHAPE_PLANE,
  GM_SHAPE_BOX,
  GM_SHAPE_CYLINDER,
  GM_SHAPE_CONE,
  GM_SHAPE_SPHERE,
  GM_SHAPE_DISC,
  GM_SHAPE_LINE, /* of two dimensions */
  GM_SHAPE_MESH,
  GM_SHAPE_ELLIPSOID, /* this and the next become meshes: machines/mesh_file.h */
  GM_SHAPE_SUPERQUADRIC,
};

/* A line without ends, or a part of one. */
enum gm_choice_line { GM_LINE_ENDLESS, GM_LINE_SEGMENT };

/* Distribution of the random velocities of a fill. */
enum gm_choice_agitation { GM_AGITATION_UNIFORM, GM_AGITATION_NORMAL };

/* What moves a structure beside its prescribed motion. */
enum gm_choice_drive {
  GM_DRIVE_FREE = 1, /* forces, by its mass: rigid/rigid.h */
  GM_DRIVE_SERVO     /* a controller that keeps a load: rigid/servo.h */
};

enum gm_choice_servo { GM_SERVO_FORCE, GM_SERVO_PRESSURE, GM_SERVO_TORQUE };

/* Axes of a load on a body. */
enum gm_choice_axes { GM_AXES_WORLD, GM_AXES_BODY };

/* Open ends of a cylinder or cone: the base is at `base`, the top at base + axis. */
enum gm_choice_open { GM_OPEN_NONE, GM_OPEN_BASE, GM_OPEN_TOP, GM_OPEN_BOTH };

/* Open faces of a box, as bits: an open face has no surface. */
enum gm_choice_side {
  GM_SIDE_XMIN = 1,
  GM_SIDE_XMAX = 2,
  GM_SIDE_YMIN = 4,
  GM_SIDE_YMAX = 8,
  GM_SIDE_ZMIN = 16,
  GM_SIDE_ZMAX = 32,
};

/* The side of a mesh on which grains are. */
/* Side of a primitive that other structures meet. */
enum gm_choice_meet_side {
  GM_MEET_SIDE_AUTO, /* outside, or inside of what has an open side */
  GM_MEET_SIDE_OUTSIDE,
  GM_MEET_SIDE_INSIDE,
};

typedef enum gm_facing {
  GM_FACING_AUTO,    /* outside of solids, both sides of open surfaces */
  GM_FACING_OUTSIDE, /* an open surface counts as a solid with holes */
  GM_FACING_INSIDE,  /* as outside, with normals reversed towards the grains */
  GM_FACING_BOTH,    /* a solid counts as an open surface */
} gm_facing;

/* Segments of a prescribed motion. */
typedef enum gm_motion_kind {
  GM_MOTION_TRANSLATE, /* constant velocity */
  GM_MOTION_ROTATE,    /* constant rate about an axis */
  GM_MOTION_OSCILLATE, /* a sin(2 pi f (t - from) + phase) */
  GM_MOTION_TABLE,     /* interpolation of a table */
  GM_MOTION_FLIGHT,    /* set by calls only: velocity of the origin, spin */
} gm_motion_kind;

/* --- virtual particles: the sampled distance field of a mesh ----------------- */

/* Patches: parts of a mesh that make contacts of their own. */
enum gm_choice_patches { GM_PATCHES_AUTO, GM_PATCHES_NONE };

/* The surface that is sampled: smooth patches, or the flat triangles. */
enum gm_choice_sampled { GM_SAMPLED_SMOOTH, GM_SAMPLED_FACETS };

/* Direction of the contact force: gradient of the distance, or stored normals. */
enum gm_choice_normal { GM_NORMAL_GRADIENT, GM_NORMAL_STORED };

/* The distances from the surface at which virtual particles are placed. */
typedef enum gm_band {
  GM_BAND_AUTO, /* as wide as the grains need */
  /* as the published method: without triangles, so that a grain loses its contact where
   * virtual particles are missing */
  GM_BAND_DESCRIBED,
  GM_BAND_GIVEN
} gm_band;

/* Grid of the virtual particles, and interpolation between them. */
enum gm_choice_lattice { GM_LATTICE_CUBIC, GM_LATTICE_FACE_CENTRED };

typedef enum gm_interpolation {
  GM_INTERPOLATION_HALF_TAYLOR,
  GM_INTERPOLATION_TRILINEAR,
  GM_INTERPOLATION_MLS,     /* linear least-squares fit: sdf/meshfree.h */
  GM_INTERPOLATION_SHEPARD, /* weighted mean */
} gm_interpolation;

/* --- grains ------------------------------------------------------------------ */

enum gm_choice_source {
  GM_SOURCE_FILL,
  GM_SOURCE_LIST,
  GM_SOURCE_RESULT,
  GM_SOURCE_POUR,
  GM_SOURCE_ONDEM
};

/* Distribution of radii. */
enum gm_choice_radius {
  GM_RADIUS_CONSTANT,
  GM_RADIUS_UNIFORM,
  GM_RADIUS_NORMAL,
  GM_RADIUS_LOGNORMAL,
  GM_RADIUS_TABLE,
};

/* Whether fractions, weights and rates count grains or their mass. */
enum gm_choice_by { GM_BY_NUMBER, GM_BY_MASS };

/* How clumps are turned when they are inserted. */
enum gm_choice_turned { GM_TURNED_RANDOM, GM_TURNED_FIXED };

enum gm_choice_amount { GM_AMOUNT_COUNT, GM_AMOUNT_SOLID_FRACTION };

enum gm_choice_arrangement {
  GM_ARRANGE_AUTO,
  GM_ARRANGE_RANDOM,
  GM_ARRANGE_RELAXED,
  GM_ARRANGE_CUBIC,
  GM_ARRANGE_FACE_CENTRED,
};

/* Arrangement of the balls around the bodies of a fill. */
enum gm_choice_body_arrangement {
  GM_BODIES_AUTO,
  GM_BODIES_RANDOM,
  GM_BODIES_CUBIC,
};

/* Where the bodies of a source come from. */
enum gm_choice_bodies_from { GM_BODIES_FILL, GM_BODIES_POUR, GM_BODIES_LIST };

/* Orientation of the bodies of a source at their start. */
enum gm_choice_orientation { GM_ORIENTATION_RANDOM, GM_ORIENTATION_ALIGNED };

/* --- output ------------------------------------------------------------------ */

enum gm_choice_measured {
  GM_MEASURE_FLUX,
  GM_MEASURE_STRESS,
  GM_MEASURE_RECTANGLE, /* this and the next are fluxes as well */
  GM_MEASURE_SURFACE
};

/* Sets of arrays; each contains the arrays of the set before. */
enum gm_choice_arrays { GM_ARRAYS_STANDARD, GM_ARRAYS_FULL, GM_ARRAYS_RESUME };

enum gm_choice_precision { GM_PRECISION_SINGLE, GM_PRECISION_DOUBLE };

/* --- words ------------------------------------------------------------------- */

/* Words of the enumerators, indexed by enumerator and terminated by null. */
extern const char *const gm_choices_laws[];
extern const char *const gm_choices_engines[];
extern const char *const gm_choices_orders[];
extern const char *const gm_choices_corrections[];
extern const char *const gm_choices_modes[];
extern const char *const gm_choices_oracles[];
extern const char *const gm_choices_walls[];
extern const char *const gm_choices_variants[];
extern const char *const gm_choices_compressions[];
extern const char *const gm_choices_tensions[];
extern const char *const gm_choices_tangentials[];
extern const char *const gm_choices_cohesions[];
extern const char *const gm_choices_rollings[];
extern const char *const gm_choices_torsions[];
extern const char *const gm_choices_schemes[];
extern const char *const gm_choices_rotations[];
extern const char
    *const gm_choices_turns[]; /* those without stored derivatives */
extern const char *const gm_choices_restarts[];
extern const char *const gm_choices_bodies[];
extern const char *const gm_choices_boundaries[];
extern const char *const gm_choices_directions[]; /* x, y, z */
extern const char *const gm_choices_axes[];
extern const char *const gm_choices_opens[];
/* indexed by the number of the bit */
extern const char *const gm_choices_sides[];
extern const char *const gm_choices_facings[];
extern const char *const gm_choices_meet_sides[];
extern const char *const gm_choices_patches[];
extern const char *const gm_choices_sampled[];
extern const char *const gm_choices_normals[];
extern const char *const gm_choices_bands[]; /* without GM_BAND_GIVEN */
extern const char *const gm_choices_lattices[];
extern const char *const gm_choices_interpolations[];
extern const char *const gm_choices_by[];
extern const char *const gm_choices_turned[];
extern const char *const gm_choices_arrangements[];
extern const char *const gm_choices_body_arrangements[];
extern const char *const gm_choices_orientations[];
extern const char *const gm_choices_arrays[];
extern const char *const gm_choices_precisions[];

#endif
