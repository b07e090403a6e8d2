/* config/config.h -- what the user asked for, as plain structs in SI units.
 *
 * Room: config (numbers and names from the user).  May include: base.
 *
 * Filled from a scene file by config/read.c through the key table of config/keys.c,
 * which alone knows paths, units, defaults and bounds; a field's comment here gives
 * shape and unit.  Strings are owned by the config and never null unless marked
 * `or null`.  Lists are {items, count}, owned too.
 */
#ifndef GM_CONFIG_CONFIG_H
#define GM_CONFIG_CONFIG_H

#include "base/status.h"
#include "base/vec3.h"
#include <stdbool.h>
#include <stddef.h>

/* What a side of the domain does. */
enum gm_config_boundary {
  GM_BOUNDARY_OPEN,     /* what passes it leaves the run */
  GM_BOUNDARY_PERIODIC, /* what passes it comes in at the other side */
  GM_BOUNDARY_MIRROR,   /* grains meet their twins behind it */
  GM_BOUNDARY_WALL,     /* a plane */
  GM_BOUNDARY_AUTO      /* as the axis, as the domain */
};
enum { GM_CONFIG_SIDES = 6 }; /* x_min, x_max, y_min, ... */

enum gm_config_law { GM_LAW_HERTZ, GM_LAW_HOOKE };

enum gm_config_tangential { GM_TANGENTIAL_INCREMENTAL, GM_TANGENTIAL_TOTAL };

enum gm_config_cohesion {
  GM_COHESION_NONE,
  GM_COHESION_JKR,
  GM_COHESION_DMT,
  GM_COHESION_SJKR
};

/* Each has what the one before has. */
enum gm_config_arrays { GM_ARRAYS_STANDARD, GM_ARRAYS_FULL, GM_ARRAYS_RESUME };

enum gm_config_precision { GM_PRECISION_SINGLE, GM_PRECISION_DOUBLE };

enum gm_config_rolling { GM_RESIST_NONE, GM_RESIST_CONSTANT, GM_RESIST_SPRING };

enum gm_config_torsion { GM_TWIST_NONE, GM_TWIST_SPRING };

/* Two numbers, or a word that stands for them. */
typedef struct gm_config_span {
  int word; /* row of the choices; behind the last: the numbers */
  double ends[2];
} gm_config_span;

typedef struct gm_config_material {
  char *name;
  double density;        /* kg/m3 */
  double youngs_modulus; /* Pa */
  double poisson_ratio;  /* 1 */
} gm_config_material;

/* Coefficients of one pair of materials. */
typedef struct gm_config_pair {
  char *between[2];    /* names of materials */
  double restitution;  /* 1    normal speed after over before */
  double friction;     /* 1    Coulomb coefficient */
  double stiffness;    /* N/m  hooke: normal spring; NaN when not given */
  double contact_time; /* s  hooke, instead of stiffness; NaN likewise */
  struct {
    double speed;   /* m/s  hooke, instead of stiffness; NaN likewise */
    double overlap; /* 1  over the smaller radius */
  } reference;
  double adhesion; /* J/m2  jkr, dmt: work of adhesion; NaN likewise */
  double cohesion; /* J/m3  sjkr: energy density; NaN likewise */
  double
      rolling_friction; /* 1  rolling torque over load and radius; NaN likewise */
  double rolling_damping;  /* 1  ratio of critical */
  double torsion_friction; /* 1  the same about the normal; NaN likewise */
  struct {                 /* of the surface of a structure; NaN likewise */
    double coefficient, hardness;                 /* 1, Pa  Archard */
    double flow_stress, depth_ratio, force_ratio; /* Pa, 1, 1  Finnie */
  } wear;
} gm_config_pair;

/* An item of a list of names. */
typedef struct gm_config_name {
  char *name;
} gm_config_name;

enum gm_config_region_kind {
  GM_REGION_BOX,
  GM_REGION_CYLINDER,
  GM_REGION_SPHERE,
  GM_REGION_RECTANGLE, /* these three are for pours alone */
  GM_REGION_DISC,
  GM_REGION_FACE
};

/* Where grains are brought in, or looked at, or a surface is there for them. */
typedef struct gm_config_region {
  int kind; /* enum gm_config_region_kind; -1 where it may be left out, and is */
  struct {
    gm_vec3 min, max;
  } box; /* m */
  struct {
    gm_vec3 base, axis;
    double radius;
  } cylinder; /* m */
  struct {
    gm_vec3 centre;
    double radius;
  } sphere; /* m */
  struct {
    gm_vec3 corner, along, across; /* the sides, from the corner */
  } rectangle;                     /* m  a parallelogram, too */
  struct {
    gm_vec3 centre, normal;
    double radius;
  } disc;  /* m, 1 */
  struct { /* the surface of a mesh */
    char *structure;
    gm_config_name *groups;
    size_t n_groups; /* 0: all of it */
    double speed;    /* m/s  away from it */
  } face;            /* of a sink: a structure of any shape */
} gm_config_region;

/* Primitive shapes, in the body frame.  A surface is two-sided: grains may be on either
 * side of it, inside a container and outside a body alike; but behind a plane is solid. */
enum gm_config_shape {
  GM_SHAPE_PLANE,
  GM_SHAPE_BOX,
  GM_SHAPE_CYLINDER,
  GM_SHAPE_CONE,
  GM_SHAPE_SPHERE,
  GM_SHAPE_DISC,
  GM_SHAPE_MESH,
};

/* Ends of a cylinder or cone: base is where `base` is, top is at base + axis. */
enum gm_config_open { GM_OPEN_NONE, GM_OPEN_BASE, GM_OPEN_TOP, GM_OPEN_BOTH };

/* Open sides of a box, bits: a side that is open has no surface. */
enum gm_config_side {
  GM_SIDE_XMIN = 1,
  GM_SIDE_XMAX = 2,
  GM_SIDE_YMIN = 4,
  GM_SIDE_YMAX = 8,
  GM_SIDE_ZMIN = 16,
  GM_SIDE_ZMAX = 32,
};

/* How a mesh is cut into pieces that make contacts of their own. */
enum gm_config_patches { GM_PATCHES_AUTO, GM_PATCHES_NONE };
enum gm_config_sampled { GM_SAMPLED_SMOOTH, GM_SAMPLED_FACETS };

/* Which way sites push. */
enum gm_config_normal { GM_NORMAL_GRADIENT, GM_NORMAL_STORED };

/* The distances at which sites stand. */
enum gm_config_band { GM_BAND_AUTO, GM_BAND_DESCRIBED, GM_BAND_GIVEN };

/* Where the sites of a mesh stand, and how they are asked. */
enum gm_config_lattice { GM_LATTICE_CUBIC, GM_LATTICE_FACE_CENTRED };
enum gm_config_interpolation {
  GM_INTERPOLATION_HALF_TAYLOR,
  GM_INTERPOLATION_TRILINEAR,
  GM_INTERPOLATION_MLS,
  GM_INTERPOLATION_SHEPARD,
};

enum gm_config_motion_kind {
  GM_MOTION_TRANSLATE,
  GM_MOTION_ROTATE,
  GM_MOTION_OSCILLATE,
  GM_MOTION_TABLE,
};

/* Where a body is at a time, as seen from where it was placed. */
typedef struct gm_config_motion_row {
  double time;      /* s  since the segment's from */
  gm_vec3 position; /* m  added to the place, world axes */
  gm_vec3 rotation; /* rad  axis times angle, about the body origin */
} gm_config_motion_row;

typedef struct gm_config_motion {
  int kind;    /* enum gm_config_motion_kind */
  double from; /* s  the segment acts in [from, to]; default 0 */
  double to;   /* s  default infinity */
  struct {
    gm_vec3 velocity; /* m/s */
  } translate;
  struct {
    gm_vec3 axis;    /* 1  made unit by the reader; must not be zero */
    gm_vec3 through; /* m  a point of the axis, world frame */
    double rate;     /* rad/s, right-handed about axis */
  } rotate;
  struct
  { /* x(t) = amplitude sin(2 pi frequency (t - from) + phase), less its start */
    gm_vec3 amplitude; /* m */
    double frequency;  /* Hz */
    double phase;      /* rad */
  } oscillate;
  struct {
    char *file; /* CSV beside the scene, or null: columns time x y z and
                   optionally qw qx qy qz or rx ry rz; SI */
    gm_config_motion_row *rows; /* times rise */
    size_t n_rows;
  } table;
} gm_config_motion;

/* On which side of a mesh grains are. */
enum gm_config_grain_side {
  GM_GRAINS_AUTO, /* outside of solids, both sides of open surfaces */
  GM_GRAINS_OUTSIDE,
  GM_GRAINS_INSIDE,
  GM_GRAINS_BOTH,
};

/* An item of a list of whole numbers. */
typedef struct gm_config_integer {
  int number;
} gm_config_integer;

/* A property that varies over a mesh, as a factor of the coefficient of its pairs. */
typedef struct gm_config_property_row {
  gm_vec3 position; /* m  body frame */
  double value;     /* 1 */
} gm_config_property_row;

typedef struct gm_config_property {
  char *file; /* CSV beside the scene, or null: columns x y z value; SI */
  gm_config_property_row *rows;
  size_t n_rows;
} gm_config_property;

/* A surface that moves within itself, in the frame of the body. */
typedef struct gm_config_conveyor {
  int kind; /* GM_MOTION_TRANSLATE or GM_MOTION_ROTATE */
  struct {
    gm_vec3 velocity; /* m/s */
  } translate;
  struct {
    gm_vec3 axis;    /* 1  unit */
    gm_vec3 through; /* m  a point of the axis */
    double rate;     /* rad/s, right-handed about axis */
  } rotate;
  gm_config_name *groups; /* parts of a mesh */
  size_t n_groups;        /* 0: all of the surface */
  double from, to;        /* s */
} gm_config_conveyor;

enum { GM_CONFIG_CONVEYORS = 8 }; /* of a structure, at most */

/* A part of a mesh that is made of something else. */
typedef struct gm_config_group {
  char *name, *material;
} gm_config_group;

typedef struct gm_config_structure {
  char *name;
  char *material;
  int shape; /* enum gm_config_shape */
  struct {
    gm_vec3 point;  /* m */
    gm_vec3 normal; /* 1  made unit; grains are on this side */
  } plane;
  struct {
    gm_vec3 min, max; /* m  max > min in every component */
    int open; /* bits of enum gm_config_side; written as a list: [zmax] */
  } box;
  struct {
    gm_vec3 base, axis; /* m  axis: from base to top */
    double radius;      /* m */
    int open;           /* enum gm_config_open */
  } cylinder;
  struct {
    gm_vec3 base, axis;             /* m */
    double base_radius, top_radius; /* m  0 allowed for one of them */
    int open;                       /* enum gm_config_open; default none */
  } cone;
  struct {
    gm_vec3 centre; /* m */
    double radius;  /* m */
  } sphere;
  struct {
    gm_vec3 centre, normal; /* m, 1 */
    double radius, hole;    /* m  hole < radius; 0: none */
  } disc;
  char *mesh;       /* path of a file of triangles, for GM_SHAPE_MESH */
  double mesh_unit; /* m  what 1 in that file is; 0: auto, 1 m */
  int side;         /* enum gm_config_grain_side, of a mesh */
  gm_config_group *groups;
  size_t n_groups;
  struct {
    struct {                   /* the part that is there for grains */
      gm_config_region region; /* m  body frame; kind -1: all of space */
      gm_config_name *groups;
      size_t n_groups; /* 0: all */
    } where;
    struct {
      gm_config_property friction;
    } property;
    int normal; /* enum gm_config_normal */
    /* m  word: enum gm_config_band */
    gm_config_span band;
    double spacing;     /* m    of the lattice of sites; 0: auto */
    int patches;        /* enum gm_config_patches */
    double turn;        /* rad  edges that turn by more part patches */
    int surface;        /* enum gm_config_sampled */
    double tolerance;   /* 1    of the force at 1 % overlap; infinite: any */
    int lattice;        /* enum gm_config_lattice */
    int interpolation;  /* enum gm_config_interpolation */
    double reach;       /* m  of mls and shepard; 0: auto */
    gm_vec3 debug_hole; /* m  body frame; infinite: none */
    bool debug_any_spacing; /* one that is too coarse is taken */
  } virtual_particles;
  struct { /* initial place: rotate about the world origin, then translate */
    gm_vec3 translate; /* m */
    struct {
      gm_vec3 axis; /* 1    default z */
      double angle; /* rad  default 0 */
    } rotate;
  } place;
  gm_config_motion *motion; /* segments; those that overlap in time add up */
  size_t n_motion;
  gm_config_conveyor *conveyor; /* those that overlap in time add up */
  size_t n_conveyor;
  struct {
    double from, to; /* s  default always: -infinity, infinity */
  } present;
} gm_config_structure;

enum gm_config_radius {
  GM_RADIUS_CONSTANT,
  GM_RADIUS_UNIFORM,
  GM_RADIUS_NORMAL,
  GM_RADIUS_LOGNORMAL,
  GM_RADIUS_TABLE,
};

/* What a fraction is one of: of the number of grains, or of their mass. */
enum gm_config_by { GM_BY_NUMBER, GM_BY_MASS };

typedef struct gm_config_class {
  double radius; /* m */
  double weight; /* 1 */
} gm_config_class;

/* A distribution of radii by number of grains.  Bounds that are NaN are three deviations
 * off. */
typedef struct gm_config_radii {
  int kind;          /* enum gm_config_radius */
  double constant;   /* m  also written radius: 1 mm */
  double uniform[2]; /* m  smallest, largest */
  struct {
    double mean, deviation, min, max; /* m  min, max may be NaN */
  } normal;
  struct {
    double median;    /* m */
    double deviation; /* 1  of ln r */
    double min, max;  /* m  may be NaN */
  } lognormal;
  struct {
    int by; /* enum gm_config_by: what weights are */
    gm_config_class *rows;
    size_t n_rows;
  } table;
} gm_config_radii;

enum { GM_CONFIG_MIX = 15 }; /* ingredients beside the first */

/* An ingredient of a mixture. */
typedef struct gm_config_part {
  double fraction; /* 1 */
  char *material;
  gm_config_radii radius;
  int label;
} gm_config_part;

/* What is brought in, and where. */
typedef struct gm_config_supply {
  gm_config_region region;
  char *material; /* of what no ingredient of the mixture is */
  gm_config_radii radius;
  int label;
  int fractions; /* enum gm_config_by: what those of mix are of */
  gm_config_part *mix;
  size_t n_mix;
  int seed;
  gm_vec3 velocity; /* m/s */
} gm_config_supply;

enum gm_config_amount { GM_AMOUNT_COUNT, GM_AMOUNT_SOLID_FRACTION };

enum gm_config_arrangement {
  GM_ARRANGE_AUTO,
  GM_ARRANGE_RANDOM,
  GM_ARRANGE_RELAXED,
  GM_ARRANGE_CUBIC,
  GM_ARRANGE_FACE_CENTRED,
};

enum gm_config_source {
  GM_SOURCE_FILL,
  GM_SOURCE_LIST,
  GM_SOURCE_RESULT,
  GM_SOURCE_POUR,
  GM_SOURCE_ONDEM
};

/* The grains of a file, brought in once or tiled. */
typedef struct gm_config_bed {
  char *file;  /* beside the scene */
  int frame;   /* of a result: from 0; below 0 from the end: -1 is the last */
  bool resume; /* the run goes on at the instant of the file */
  gm_vec3 copies;    /* along each axis, whole, >= 1 */
  gm_vec3 pitch;     /* m  from copy to copy; 0: auto */
  gm_vec3 translate; /* m  of the first copy */
} gm_config_bed;

/* A material of another program's file is one of ours. */
typedef struct gm_config_called {
  char *called; /* its label there, or its id */
  char *material;
} gm_config_called;

typedef struct gm_config_grain {
  gm_vec3 position;         /* m */
  double radius;            /* m */
  gm_vec3 velocity;         /* m/s, default 0 */
  gm_vec3 angular_velocity; /* rad/s, default 0 */
} gm_config_grain;

typedef struct gm_config_grains {
  int source; /* enum gm_config_source */
  struct {
    gm_config_supply of;
    int amount; /* enum gm_config_amount */
    int count;
    double solid_fraction; /* 1  of the volume of the region */
    int arrangement;       /* enum gm_config_arrangement */
    struct {
      double over; /* s  radii grow in this time; 0: they do not */
      double from; /* 1  part of the radius at the start; 0: auto */
    } grow;
  } fill;
  struct {
    gm_config_supply of;
    int inflow;        /* enum gm_config_by: what it is of */
    double rate;       /* 1/s  grains */
    double mass_rate;  /* kg/s */
    int count;         /* grains in all; 0: any number */
    double total_mass; /* kg  in all; infinite: any mass */
    double from, to;   /* s */
  } pour;
  struct {
    char *material;
    int label;
    char *file; /* CSV beside the scene, or null: columns x y z radius
                   and optionally vx vy vz wx wy wz; SI */
    gm_config_grain *grains;
    size_t n_grains;
  } list;
  gm_config_bed result; /* an earlier result */
  struct {
    gm_config_bed of; /* a file of ON-DEM's format; frame is not used */
    gm_config_called *materials;
    size_t n_materials;
  } ondem;
} gm_config_grains;

/* Grains that do not move by forces: those of the start that fulfil all that is given. */
typedef struct gm_config_held {
  char *name;
  gm_config_integer *sources, *labels, *ids; /* rows of `grains`, labels, and
                         identities, or where sources are given rows of these */
  size_t n_sources, n_labels, n_ids;         /* 0: any */
  int was;                 /* group of the earlier result, 0: any */
  gm_config_region region; /* m  of their centres; kind -1: anywhere */
  gm_vec3 origin;          /* m  of the group; infinite: centre of its mass */
  gm_config_motion *motion;
  size_t n_motion;
  double until;    /* s  time of release */
  bool meets_held; /* contacts with other groups that say so, and structures */
} gm_config_held;

/* What takes grains out of the run: a region, or a structure (GM_REGION_FACE) or parts of it. */
typedef struct gm_config_sink {
  char *name;
  gm_config_region region;
  double from, to; /* s */
} gm_config_sink;

enum {
  GM_CONFIG_SINKS = 64,     /* of a scene, at most */
  GM_CONFIG_SINK_GROUPS = 8 /* of a structure that name groups of it */
};

enum gm_config_measured {
  GM_MEASURE_FLUX,
  GM_MEASURE_STRESS,
  GM_MEASURE_RECTANGLE, /* these two are fluxes, too */
  GM_MEASURE_SURFACE
};

typedef struct gm_config_measure {
  char *name;
  int kind; /* enum gm_config_measured */
  struct {
    gm_vec3 through, normal; /* m, 1 */
    double radius;           /* m  of a disc around `through`, or infinite */
  } flux;
  struct {
    gm_vec3 corner, along, across; /* m  forward is along x across */
  } rectangle;
  struct {
    char *mesh;        /* path of a file of triangles */
    double mesh_unit;  /* m  what 1 in that file is; 0: 1 m */
    gm_vec3 translate; /* m */
  } surface;
  gm_config_region stress; /* where it is measured */
} gm_config_measure;

/* integrate/scheme.h says what each does. */
enum gm_config_scheme {
  GM_TIME_LEAPFROG,
  GM_TIME_SYMPLECTIC_EULER,
  GM_TIME_VELOCITY_VERLET,
  GM_TIME_ADAMS_BASHFORTH_2,
  GM_TIME_EXPLICIT_EULER,
};

typedef struct gm_config {
  char *title;
  gm_vec3 gravity; /* m/s2 */

  struct {            /* grains whose centre leaves it leave the run */
    gm_vec3 min, max; /* m  default -infinity, infinity: no bounds */
    struct {          /* enum gm_config_boundary, the later decides */
      int all;
      int axis[3];
      int side[GM_CONFIG_SIDES];
    } boundary;
    char *wall_material; /* or null */
  } domain;

  gm_config_material *materials;
  size_t n_materials;

  struct {
    int law;         /* enum gm_config_law */
    int tangential;  /* enum gm_config_tangential */
    int cohesion;    /* enum gm_config_cohesion */
    int rolling;     /* enum gm_config_rolling */
    int torsion;     /* enum gm_config_torsion */
    bool no_tension; /* repulsive only; restitution is honoured anyway */
    bool tangential_damping; /* the tangential spring has a dashpot too */
    double tangential_ratio; /* 1  hooke: tangential over normal stiffness */
    gm_config_pair *pairs;
    size_t n_pairs;
  } contacts;

  gm_config_structure *structures;
  size_t n_structures;

  gm_config_grains *grains;
  size_t n_grains;

  gm_config_held *held;
  size_t n_held;

  gm_config_sink *sinks;
  size_t n_sinks;

  gm_config_measure *measure;
  size_t n_measure;

  struct {
    double end;  /* s */
    double step; /* s  0: auto */
    int scheme;  /* enum gm_config_scheme */
    struct {     /* the run ends before, when one of these holds */
      double kinetic_energy_below; /* J  of all grains; NaN when not given */
      int grains_out;              /* that have left; 0: any number may */
      double after;                /* s  not before */
      double every;                /* s  between looks; 0: output.history */
    } until;
  } time;

  struct {
    double every;           /* s  between frames */
    double history;         /* s  between history rows; 0: every / 20 */
    int arrays;             /* enum gm_config_arrays */
    int precision;          /* enum gm_config_precision */
    int compression;        /* deflate level 0 to 9 */
    bool virtual_particles; /* sites are written, once */
    bool surface_sums; /* what contacts do to surfaces is summed and written */
    bool audit; /* surfaces are audited at the start, and it is written */
  } output;

  struct {
    double skin; /* m  of the candidate list; 0: auto */
  } search;

  bool report; /* not a key: what only a report tells of is found, too */

  /* Not keys: where the config came from. */
  char *path;   /* file it was read from, as given */
  char *folder; /* its directory; paths in the scene are relative to it */
  char *errors; /* all messages, a line each; "" when there are none;
                   null before a scene was read                         */
  void *places; /* where each path was written; config/read.c only */
} gm_config;

/* Make *config empty: all zero.  Allocates nothing and cannot fail. */
void gm_config_init(gm_config *config);

/* What source number `source` says of the file that its grains come from, and by which
 * word; null if they come from none. */
const gm_config_bed *gm_config_bed_of(const gm_config *config, size_t source,
                                      const char **word);

/* The path of the file `name`, which is relative to the scene's folder. */
void gm_config_path(const gm_config *config, const char *name, char *path,
                    size_t bytes);

/* Release everything, also of a config that was read with faults, and leave *config
 * empty. */
void gm_config_clear(gm_config *config);
#endif
