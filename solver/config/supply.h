/* config/supply.h -- sources of grains and bodies in a scene file, and held grains.
 *
 * Part of config/config.h, whose rules hold here too: SI units, strings that are never
 * null unless the comment says so, lists with their number of items.
 */
#ifndef GM_CONFIG_SUPPLY_H
#define GM_CONFIG_SUPPLY_H

#include "config/structure.h"

/* An item of a list of whole numbers. */
typedef struct gm_config_integer {
  int number;
} gm_config_integer;

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
  int rotation;    /* enum gm_choice_rotation, one that kicks and turns */
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
  int arrangement;    /* enum gm_choice_body_arrangement */
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

#endif
