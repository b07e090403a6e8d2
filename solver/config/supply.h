/* config/supply.h -- structures and regions in a scene file, sources of grains and
 * bodies, and held grains.
 *
 * Part of config/config.h, whose rules hold here too: SI units, strings that are never
 * null unless the comment says so, lists with their number of items.
 */
#ifndef GM_CONFIG_SUPPLY_H
#define GM_CONFIG_SUPPLY_H

#include "base/vec3.h"
#include "config/choices.h"
#include <stdbool.h>
#include <stddef.h>

/* Two numbers, or a word that stands for them. */
typedef struct gm_config_span {
  int word; /* index of a choice; past the last: `ends` are given */
  double ends[2];
} gm_config_span;

/* An item of a list of names. */
typedef struct gm_config_name {
  char *name;
} gm_config_name;

/* A region of space, for insertion, removal, measurement or parts of a surface.  In a
 * scene of two dimensions the plane z = 0 cuts it: boxes become rectangles, spheres and
 * cylinders along z circles, and flat faces that cross the plane lines. */
typedef struct gm_config_region {
  int kind;         /* enum gm_choice_region_kind; -1: not given */
  double thickness; /* m  of a region that the plane cuts; 0: in space */
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
  } disc;            /* m, 1 */
  struct {           /* the surface of a mesh */
    char *structure; /* of a box, cylinder or sphere: its name in regions */
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
    bool carried;    /* the body takes the axis along */
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

/* Sample of a property that varies over a mesh: a factor of the coefficient of the pair
 * of materials, or of the modulus of the material. */
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

/* Factor of a load at one time. */
typedef struct gm_config_factor {
  double time;   /* s  since `from` of the load */
  double factor; /* 1 */
} gm_config_factor;

/* A force and a torque that act on a body from outside. */
typedef struct gm_config_load {
  gm_vec3 force;  /* N */
  gm_vec3 torque; /* N m */
  int axes;       /* enum gm_choice_axes: axes of both */
  gm_vec3
      at; /* m  where the force acts, body frame; infinite: the centre of mass */
  double from, to; /* s */
  struct {
    char *file; /* CSV, or null: columns time factor, in SI */
    gm_config_factor *rows;
    size_t n_rows; /* 0, and no file: the factor is 1 */
  } table;
} gm_config_load;

enum { GM_CONFIG_LOADS = 16 }; /* most loads of one structure */

/* A direction in a body that a uniform field turns towards its own: a magnet, an electric
 * dipole. */
typedef struct gm_config_dipole {
  gm_vec3 moment; /* 1  body frame */
  gm_vec3 field;  /* 1  world frame */
  double torque;  /* N m  where they are perpendicular */
} gm_config_dipole;

/* A rigid body that forces move. */
typedef struct gm_config_free {
  int translate; /* bits of the world axes along which it moves freely */
  int rotate;    /* bits of the world axes about which it turns freely */
  gm_vec3
      axis; /* 1  it turns about this axis alone; infinite: as `rotate` says */
  gm_vec3 pivot;  /* m  the point that stays, body frame; infinite: none */
  double mass;    /* kg  0: from the volume and the density of the material */
  gm_vec3 centre; /* m  centre of mass, body frame; infinite: from the volume */
  gm_vec3
      inertia; /* kg m2  xx yy zz about the centre, body frame; 0: from the volume */
  gm_vec3 products;         /* kg m2  elements xy xz yz of that tensor */
  gm_vec3 velocity;         /* m/s  at the start, of the centre of mass */
  gm_vec3 angular_velocity; /* rad/s  at the start, world frame */
  double drag;              /* N s/m  resistance to the motion of the centre */
  double angular_drag;      /* N m s  resistance to the rotation */
  bool gravity;
  double from;  /* s  until then it moves as prescribed */
  int rotation; /* enum gm_choice_rotation */
  struct {
    int values;   /* 4, 5 or 6 */
    bool project; /* R is made orthogonal, or q of length 1, after every step */
    int corrections; /* 1 or 2 */
    int restart;     /* enum gm_choice_restart */
  } gear;
  gm_config_load *loads;
  size_t n_loads;
  gm_config_dipole *dipoles;
  size_t n_dipoles;
} gm_config_free;

/* A structure that moves such that grains push back with a given load. */
typedef struct gm_config_servo {
  int kind;        /* enum gm_choice_servo */
  double force;    /* N */
  double pressure; /* Pa */
  double torque;   /* N m */
  double area;  /* m2  with a pressure; 0: of the projection along the axis */
  gm_vec3 axis; /* 1  world frame: towards the grains, or of the rotation */
  gm_vec3 through; /* m  a point of the axis of the rotation */
  double speed;    /* m/s  limit with a force or pressure, else NaN */
  double rate;     /* rad/s  limit with a torque, else NaN */
  double gain;     /* 1  part of the missing load that one step makes up */
  double from;     /* s  until then it moves as prescribed */
} gm_config_servo;

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
  struct {            /* in the plane z = 0 */
    int form;         /* enum gm_choice_line */
    gm_vec3 point;    /* m  endless */
    double angle;     /* rad  endless: from the x axis */
    gm_vec3 from, to; /* m  segment; to is infinite if not given */
    double thickness; /* m  from the line to its surface on either side */
  } line;
  struct {        /* superquadric; an ellipsoid has exponents 2 */
    gm_vec3 axes; /* m  half axes */
    double exponent, exponent_xy; /* 1  exponent_xy 0: that of exponent */
    int refinement;               /* of the triangles */
  } round;
  char *mesh;       /* path of a file of triangles, for GM_SHAPE_MESH; null: of
                       a body, the mesh of `round` */
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
      gm_config_property friction, youngs_modulus, restitution;
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
  gm_config_name
      *meets;     /* [n_meets] names of structures, or one of the words all,
                            none, auto */
  size_t n_meets; /* 0: auto */
  struct {
    double spacing; /* m  0: auto */
    double depth;   /* m  0: auto */
    int side;       /* enum gm_choice_meet_side; of a primitive */
  } meet;
  int drive; /* enum gm_choice_drive: which of the two moves it; < 1: neither */
  gm_config_free free;
  gm_config_servo servo;
} gm_config_structure;

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
