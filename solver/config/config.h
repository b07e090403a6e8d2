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
#include "config/pair_keys.h"
#include "config/structure.h"

enum { GM_CONFIG_SIDES = 6 }; /* x_min, x_max, y_min, ... */

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

/* An item of a list of whole numbers. */
typedef struct gm_config_integer {
  int number;
} gm_config_integer;

/* An item of a list of names. */
typedef struct gm_config_word {
  char *name;
} gm_config_word;

typedef struct gm_config_class {
  double radius; /* m */
  double weight; /* 1 */
} gm_config_class;

/* A distribution of radii by number of grains; of clumps the radius is that of the
 * sphere (disc) of equal volume. A bound that is NaN is taken as three
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

typedef struct gm_config_ball {
  gm_vec3 at;    /* m */
  double radius; /* m */
} gm_config_ball;

/* A shape of clumps. */
typedef struct gm_config_clump {
  char *name;
  char *file; /* CSV, or null: columns x y z radius, in SI */
  gm_config_ball *spheres;
  size_t n_spheres;
  double mass;     /* kg  of a clump of the given size; 0: from the density */
  gm_vec3 inertia; /* kg m2  xx yy zz about the centre; 0: from the volume */
} gm_config_clump;

/* An ingredient of a mixture. */
typedef struct gm_config_part {
  double fraction; /* 1 */
  char *clump;     /* name of a shape, or null */
  char *material;
  gm_config_radii radius;
  int label;
} gm_config_part;

/* A body at a given place. */
typedef struct gm_config_body_place {
  gm_vec3 position;                   /* m  of the centre of mass */
  double scale;                       /* 1  0: that of the source */
  gm_vec3 velocity, angular_velocity; /* m/s, rad/s  added to those of all */
  gm_vec3 axis;                       /* 1  the shape is turned about it */
  double angle;                       /* rad */
} gm_config_body_place;

/* A source of bodies: copies of one shape. */
typedef struct gm_config_bodies {
  gm_config_structure of; /* shape, material and drag */
  gm_vec3 size;           /* m  edges of a box */
  gm_config_radii scale;  /* 1  sizes instead of radii; kind -1: all are 1 */
  int orientation;        /* enum gm_choice_orientation */
  int seed;
  gm_vec3 velocity, angular_velocity; /* m/s, rad/s */
  double agitation; /* m/s  standard deviation of random velocities */
  int from;         /* enum gm_choice_bodies_from */
  gm_config_region region;
  int count;
  int arrangement;    /* auto, random; 2: cubic */
  double rate, begin; /* 1/s, s  of a pour */
  gm_config_body_place *list;
  size_t n_list;
} gm_config_bodies;

/* The grains that a fill or pour inserts, and their region. */
typedef struct gm_config_supply {
  gm_config_region region;
  char *clump;    /* name of the shape of these grains, or null: spheres */
  char *material; /* material of the grains that no ingredient of `mix` takes */
  gm_config_radii radius; /* kind -1: clumps have the size of their shape */
  struct {                /* of clumps */
    int way;              /* enum gm_choice_turned */
    gm_vec3 axis;         /* 1 */
    double angle;         /* rad */
  } orientation;
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
  double radius;            /* m  of a clump NaN: as its shape */
  gm_vec3 velocity;         /* m/s, default 0 */
  gm_vec3 angular_velocity; /* rad/s, default 0 */
  struct {
    gm_vec3 axis; /* 1    unit, default z */
    double angle; /* rad  default 0 */
  } orientation;
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
    struct {          /* added to the velocity of each grain */
      int kind;       /* enum gm_choice_agitation; -1: nothing */
      double uniform; /* m/s  each component between -uniform and uniform */
      double normal;  /* m/s  standard deviation of each component */
      bool
          balanced; /* the grains of the fill have the momentum of `velocity` */
    } random_velocity;
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
    char *clump; /* name of a shape, or null */
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
    int dimensions;      /* 3; or 2: all is in the plane z = 0 */
    double thickness;    /* m  of discs, along z */
    int grains;          /* enum gm_choice_body */
    double shear;        /* 1/s  of a sheared periodic box */
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
    double
        tangential_ratio; /* 1  hooke: tangential over normal stiffness; 0: auto */
    gm_config_pair *pairs;
    size_t n_pairs;
    struct {
      int variant, normal, tension; /* enums of the law lecture */
    } lecture;
  } contacts;

  struct {      /* hard grains, in place of a contact law */
    int engine; /* enum gm_choice_engine */
    int order;  /* enum gm_choice_order */
    int sweeps; /* most sweeps over the contacts in a step */
    struct {
      int by;          /* enum gm_choice_correction */
      double fraction; /* 1  of the overlap, in a pass */
      int passes;
    } correction;
    bool approaching_only; /* bodies that separate get no impulse */
    bool as_printed;       /* the document's algorithm with its faults */
    double resting_time;   /* s  contact time of the TC model; 0: none */
    double
        resting_speed; /* m/s  slower approaches have no restitution; 0: auto */
    gm_config_pair *pairs;
    size_t n_pairs;
  } collisions;

  struct {                 /* dense grains as a continuum */
    int mode;              /* enum gm_choice_mode */
    double cell;           /* 1  width of a cell over the mean diameter */
    int points_per_cell;   /* along each axis */
    double friction_angle; /* rad */
    double bulk_modulus, shear_modulus; /* Pa  0: auto */
    double density;                     /* kg/m3  of the bed; 0: auto */
    int walls;                          /* enum gm_choice_walls */
    double flip;                        /* 1 */
    struct {
      double threshold;   /* 1  solid fraction at the surface */
      double depth, half; /* cells */
    } zone;
    int oracle; /* enum gm_choice_oracle */
    gm_config_word *discrete_around;
    size_t n_around;
    int every;     /* steps */
    double start;  /* s */
    double weight; /* 1 */
  } hybrid;

  /* Behind those of the scene are the shapes of `bodies`, one each, whose texts belong to
   * them; n_structures does not count these. */
  gm_config_structure *structures;
  size_t n_structures;

  gm_config_bodies *bodies;
  size_t n_bodies;

  gm_config_clump *clumps;
  size_t n_clumps;

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

/* The pairs of materials that have coefficients: those of `contacts`, or of `collisions`
 * where grains are hard.  *list receives the path of the list, *n its length. */
const gm_config_pair *gm_config_pairs(const gm_config *config,
                                      const char **list, size_t *n);

/* The file of source number `source`, or null if it has none; *word receives its key. */
const gm_config_bed *gm_config_bed_of(const gm_config *config, size_t source,
                                      const char **word);

/* path[0..bytes) receives the path of file `name` in the folder of the scene. */
void gm_config_path(const gm_config *config, const char *name, char *path,
                    size_t bytes);

/* Release everything and leave *config empty. Valid also for a config with errors. */
void gm_config_clear(gm_config *config);
#endif
