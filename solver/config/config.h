/* config/config.h -- the content of a scene file as plain structs in SI units.
 *
 * rules/read.c fills these structs from a scene file through the key table of
 * config/keys.c, which alone defines paths, units, defaults and bounds; the comment of a
 * field here gives shape and unit.  The config owns all strings and lists.  A string is
 * never null unless its comment says `or null`.  A list is an array and its number of
 * items.  Paths of files are relative to the folder of the scene.
 */
#ifndef GM_CONFIG_CONFIG_H
#define GM_CONFIG_CONFIG_H

#include "base/status.h"
#include "base/vec3.h"
#include "choices/choices.h"
#include "config/pair_keys.h"
#include <stdbool.h>
#include <stddef.h>

enum { GM_CONFIG_SIDES = 6 }; /* x_min, x_max, y_min, ... */

/* Two numbers, or a word that stands for them. */
typedef struct gm_config_span {
  int word; /* index of a choice; past the last: `ends` are given */
  double ends[2];
} gm_config_span;

typedef struct gm_config_material {
  char *name;
  double density;        /* kg/m3 */
  double youngs_modulus; /* Pa */
  double poisson_ratio;  /* 1 */
} gm_config_material;

/* A pair of materials. */
typedef struct gm_config_pair {
  char *between[2]; /* names of materials */
  gm_pair given;
} gm_config_pair;

/* An item of a list of names. */
typedef struct gm_config_name {
  char *name;
} gm_config_name;

/* A region of space, for insertion, removal, measurement or parts of a surface. */
typedef struct gm_config_region {
  int kind; /* enum gm_choice_region_kind; -1: not given */
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
    gm_vec3 corner, along, across; /* edge vectors from the corner */
  } rectangle;                     /* m; may be a parallelogram */
  struct {
    gm_vec3 centre, normal;
    double radius;
  } disc;  /* m, 1 */
  struct { /* the surface of a mesh */
    char *structure;
    gm_config_name *groups;
    size_t n_groups; /* 0: the whole mesh */
    double speed;    /* m/s  normal to the surface, towards the grains */
  } face;            /* the structure of a sink may have any shape */
} gm_config_region;

/* Displacement of a body from its initial place at one time. */
typedef struct gm_config_motion_row {
  double time;      /* s  since `from` of the segment */
  gm_vec3 position; /* m  displacement in world axes */
  gm_vec3 rotation; /* rad  axis times angle, about the body origin */
} gm_config_motion_row;

typedef struct gm_config_motion {
  int kind;    /* gm_motion_kind */
  double from; /* s  the segment acts in [from, to]; default 0 */
  double to;   /* s  default infinity */
  struct {
    gm_vec3 velocity; /* m/s */
  } translate;
  struct {
    gm_vec3 axis;    /* 1  unit vector: the reader normalises it */
    gm_vec3 through; /* m  a point of the axis, world frame */
    double rate;     /* rad/s, right-handed about axis */
  } rotate;
  struct { /* x(t) = a sin(2 pi f (t - from) + phase), minus x(from) */
    gm_vec3 amplitude; /* m */
    double frequency;  /* Hz */
    double phase;      /* rad */
  } oscillate;
  struct {
    /* CSV, or null: time x y z and optionally qw qx qy qz or rx ry rz, in SI */
    char *file;
    gm_config_motion_row *rows; /* [n_rows] with increasing times */
    size_t n_rows;
  } table;
} gm_config_motion;

/* An item of a list of whole numbers. */
typedef struct gm_config_integer {
  int number;
} gm_config_integer;

/* Sample of a property that varies over a mesh: a factor of the coefficient of the pair
 * of materials. */
typedef struct gm_config_property_row {
  gm_vec3 position; /* m  body frame */
  double value;     /* 1 */
} gm_config_property_row;

typedef struct gm_config_property {
  char *file; /* CSV, or null: columns x y z value, in SI */
  gm_config_property_row *rows;
  size_t n_rows;
} gm_config_property;

/* A surface that moves within itself (belt, roller): its velocity in the body frame. */
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
  gm_config_name *groups; /* names of the parts of a mesh that move */
  size_t n_groups;        /* 0: the whole surface moves */
  double from, to;        /* s */
} gm_config_conveyor;

enum { GM_CONFIG_CONVEYORS = 8 }; /* most conveyors of one structure */

/* A part of a mesh with a material of its own. */
typedef struct gm_config_group {
  char *name, *material;
} gm_config_group;

typedef struct gm_config_structure {
  char *name;
  char *material;
  int shape; /* enum gm_choice_shape */
  struct {
    gm_vec3 point;  /* m */
    gm_vec3 normal; /* 1  unit vector, towards the side of the grains */
  } plane;
  struct {
    gm_vec3 min, max; /* m  max > min in every component */
    int open;         /* bits of enum gm_choice_side; in a file: [zmax] */
  } box;
  struct {
    gm_vec3 base, axis; /* m  axis: from base to top */
    double radius;      /* m */
    int open;           /* enum gm_choice_open */
  } cylinder;
  struct {
    gm_vec3 base, axis;             /* m */
    double base_radius, top_radius; /* m  0 allowed for one of them */
    int open;                       /* enum gm_choice_open */
  } cone;
  struct {
    gm_vec3 centre; /* m */
    double radius;  /* m */
  } sphere;
  struct {
    gm_vec3 centre, normal; /* m, 1 */
    double radius, hole;    /* m  hole: inner radius, < radius; 0: no hole */
  } disc;
  char *mesh;       /* path of a file of triangles, for GM_SHAPE_MESH */
  double mesh_unit; /* m  unit of length of that file; 0: auto, 1 m */
  int side;         /* gm_facing; for a mesh */
  gm_config_group *groups;
  size_t n_groups;
  struct {
    struct {                   /* the part of the surface that grains see */
      gm_config_region region; /* body frame; kind -1: everywhere */
      gm_config_name *groups;
      size_t n_groups; /* 0: all parts */
    } where;
    struct {
      gm_config_property friction;
    } property;
    int normal;          /* enum gm_choice_normal */
    gm_config_span band; /* m  distances that are sampled; or gm_band */
    double spacing;      /* m  grid spacing of the virtual particles; 0: auto */
    int patches;         /* enum gm_choice_patches */
    double turn; /* rad  edges whose normals differ by more separate patches */
    int surface; /* enum gm_choice_sampled */
    double tolerance;   /* 1  relative error of forces at 1 % overlap, limit */
    int lattice;        /* enum gm_choice_lattice */
    int interpolation;  /* gm_interpolation */
    double reach;       /* m  cut-off radius of mls and shepard; 0: auto */
    gm_vec3 debug_hole; /* m  for tests: a block left out; infinite: none */
    bool debug_any_spacing; /* for tests: any spacing is accepted */
  } virtual_particles;
  struct { /* initial place: rotate about the world origin, then translate */
    gm_vec3 translate; /* m */
    struct {
      gm_vec3 axis; /* 1    default z */
      double angle; /* rad  default 0 */
    } rotate;
  } place;
  gm_config_motion *motion; /* [n_motion] segments; those that overlap add up */
  size_t n_motion;
  gm_config_conveyor *conveyor; /* [n_conveyor] those that overlap add up */
  size_t n_conveyor;
  struct {
    double from, to; /* s  it exists in [from, to); infinite: always */
  } present;
} gm_config_structure;

typedef struct gm_config_class {
  double radius; /* m */
  double weight; /* 1 */
} gm_config_class;

/* A distribution of radii by number of grains. A bound that is NaN is taken as three
 * standard deviations from the mean (or median). */
typedef struct gm_config_radii {
  int kind;          /* enum gm_choice_radius */
  double constant;   /* m  the scene file may also write radius: 1 mm */
  double uniform[2]; /* m  smallest, largest */
  struct {
    double mean, deviation, min, max; /* m  min, max may be NaN */
  } normal;
  struct {
    double median;    /* m */
    double deviation; /* 1  standard deviation of ln r */
    double min, max;  /* m  may be NaN */
  } lognormal;
  struct {
    int by; /* enum gm_choice_by: whether weights count grains or mass */
    gm_config_class *rows;
    size_t n_rows;
  } table;
} gm_config_radii;

/* most ingredients of a mixture, besides the rest */
enum { GM_CONFIG_MIX = 15 };

/* An ingredient of a mixture. */
typedef struct gm_config_part {
  double fraction; /* 1 */
  char *material;
  gm_config_radii radius;
  int label;
} gm_config_part;

/* The grains that a fill or pour inserts, and their region. */
typedef struct gm_config_supply {
  gm_config_region region;
  char *material; /* material of the grains that no ingredient of `mix` takes */
  gm_config_radii radius;
  int label;
  int fractions; /* enum gm_choice_by: fractions of number or mass */
  gm_config_part *mix;
  size_t n_mix;
  int seed;
  gm_vec3 velocity; /* m/s */
} gm_config_supply;

/* The grains of a file, inserted once or in a regular array of copies. */
typedef struct gm_config_bed {
  char *file;        /* path relative to the scene file */
  int frame;         /* index of a frame; below 0 from the end, -1: last */
  bool resume;       /* the run resumes at the time of the file */
  gm_vec3 copies;    /* numbers of copies along x, y, z: whole, >= 1 */
  gm_vec3 pitch;     /* m  spacing of the copies along x, y, z; 0: auto */
  gm_vec3 translate; /* m  displacement of the first copy */
} gm_config_bed;

/* A material in the file of another program, and ours that it stands for. */
typedef struct gm_config_called {
  char *called; /* label or id of the material in the file */
  char *material;
} gm_config_called;

typedef struct gm_config_grain {
  gm_vec3 position;         /* m */
  double radius;            /* m */
  gm_vec3 velocity;         /* m/s, default 0 */
  gm_vec3 angular_velocity; /* rad/s, default 0 */
} gm_config_grain;

typedef struct gm_config_grains {
  int source; /* enum gm_choice_source */
  struct {
    gm_config_supply of;
    int amount; /* enum gm_choice_amount */
    int count;
    double solid_fraction; /* 1  of the volume of the region */
    int arrangement;       /* enum gm_choice_arrangement */
    struct {
      double over; /* s  duration of the growth; 0: radii do not grow */
      double from; /* 1  initial fraction of the radius; 0: auto */
    } grow;
  } fill;
  struct {
    gm_config_supply of;
    int inflow;        /* enum gm_choice_by: which of the two rates is given */
    double rate;       /* 1/s  grains per time */
    double mass_rate;  /* kg/s */
    int count;         /* most grains of the pour; 0: no limit */
    double total_mass; /* kg  largest mass of the pour; infinite: no limit */
    double from, to;   /* s */
  } pour;
  struct {
    char *material;
    int label;
    /* CSV, or null: x y z radius and optionally vx vy vz wx wy wz, in SI */
    char *file;
    gm_config_grain *grains;
    size_t n_grains;
  } list;
  gm_config_bed result; /* an earlier result */
  struct {
    gm_config_bed of; /* a file in the ON-DEM format; `frame` is not used */
    gm_config_called *materials;
    size_t n_materials;
  } ondem;
} gm_config_grains;

/* A group of held grains, which no force moves: the grains present at the start that
 * fulfil every given condition. */
typedef struct gm_config_held {
  char *name;
  /* indices in `grains`; labels; ids, or with sources numbers in them */
  gm_config_integer *sources, *labels, *ids;
  size_t n_sources, n_labels, n_ids; /* 0: the condition is not given */
  int was;                 /* earlier group of the grains, from 1; 0: any */
  gm_config_region region; /* region of the centres; kind -1: everywhere */
  gm_vec3 origin; /* m  origin of the group; infinite: its centre of mass */
  gm_config_motion *motion;
  size_t n_motion;
  double until;    /* s  time of release */
  bool meets_held; /* they touch structures and groups with this flag */
} gm_config_held;

/* A sink removes grains in a region, or at a structure (GM_REGION_FACE) or its parts. */
typedef struct gm_config_sink {
  char *name;
  gm_config_region region;
  double from, to; /* s */
} gm_config_sink;

enum {
  GM_CONFIG_SINKS = 64,     /* most sinks of a scene */
  GM_CONFIG_SINK_GROUPS = 8 /* most sinks that name groups of one structure */
};

typedef struct gm_config_measure {
  char *name;
  int kind; /* enum gm_choice_measured */
  struct {
    gm_vec3 through, normal; /* m, 1 */
    double radius;           /* m  of a disc; infinite: the whole plane */
  } flux;
  struct {
    gm_vec3 corner, along, across; /* m  normal: the product along x across */
  } rectangle;
  struct {
    char *mesh;        /* path of a file of triangles */
    double mesh_unit;  /* m  unit of length of that file; 0: 1 m */
    gm_vec3 translate; /* m */
  } surface;
  gm_config_region stress; /* region of a stress sensor */
} gm_config_measure;

typedef struct gm_config {
  char *title;
  gm_vec3 gravity; /* m/s2 */

  struct {            /* grains whose centre leaves the domain are removed */
    gm_vec3 min, max; /* m  default -infinity, infinity: no bounds */
    /* enum gm_choice_boundary; side over axis over all */
    struct {
      int all;
      int axis[3];
      int side[GM_CONFIG_SIDES];
    } boundary;
    char *wall_material; /* or null */
  } domain;

  gm_config_material *materials;
  size_t n_materials;

  struct {
    int law;                 /* enum gm_choice_law */
    int tangential;          /* enum gm_choice_tangential */
    int cohesion;            /* enum gm_choice_cohesion */
    int rolling;             /* enum gm_choice_rolling */
    int torsion;             /* enum gm_choice_torsion */
    bool no_tension;         /* normal forces never pull; restitution is met */
    bool tangential_damping; /* the tangential spring has a dashpot as well */
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
    int scheme;  /* enum gm_choice_scheme */
    struct {     /* the run ends early when one of these conditions holds */
      double kinetic_energy_below; /* J  of all grains; NaN: none */
      int grains_out; /* grains that have left; 0: no such condition */
      double after;   /* s  no condition is tested before this time */
      double every;   /* s  between two tests; 0: output.history */
    } until;
  } time;

  struct {
    double every, history;  /* s  between frames, history rows; 0: every / 20 */
    int arrays;             /* enum gm_choice_arrays */
    int precision;          /* enum gm_choice_precision */
    int compression;        /* deflate level 0 to 9 */
    bool virtual_particles; /* virtual particles are written, once */
    bool surface_sums;      /* impulse, work, wear on surfaces are written */
    bool audit;             /* the audit of the meshes is written */
    double checkpoint;      /* s  wall clock between checkpoints; 0: none */
  } output;

  struct {
    double skin; /* m  Verlet skin of the neighbour list; 0: auto */
  } search;

  bool report; /* not a key: also gather data that only a report prints */

  /* Not keys: origin of the config. */
  char *path;   /* path of the scene file, as the user gave it */
  char *folder; /* its directory; paths in the scene are relative to it */
  char *errors; /* error messages in lines; null before reading */
  void *places; /* gm_report_places: positions of the keys */
} gm_config;

/* Make *config empty: all zero.  Allocates nothing and cannot fail. */
void gm_config_init(gm_config *config);

/* The file of source number `source`, or null if it has none; *word receives its key. */
const gm_config_bed *gm_config_bed_of(const gm_config *config, size_t source,
                                      const char **word);

/* path[0..bytes) receives the path of file `name` in the folder of the scene. */
void gm_config_path(const gm_config *config, const char *name, char *path,
                    size_t bytes);

/* Release everything and leave *config empty. Valid also for a config with errors. */
void gm_config_clear(gm_config *config);
#endif
