/* config/structure.h -- structures of a scene file: shape, place, what moves them.
 *
 * Part of config/config.h, whose rules hold here too: SI units, strings that are never
 * null unless the comment says so, lists with their number of items.
 */
#ifndef GM_CONFIG_STRUCTURE_H
#define GM_CONFIG_STRUCTURE_H

#include "base/vec3.h"
#include "choices/choices.h"
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

#endif
