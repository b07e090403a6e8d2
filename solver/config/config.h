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
#include "config/supply.h"

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

/* A region that others refer to by its name. */
typedef struct gm_config_named_region {
  char *name;
  gm_config_region region;
} gm_config_named_region;

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

/* A file that was read for the scene. */
typedef struct gm_config_input {
  unsigned long long device, node; /* what the file system calls it */
  char name[400];                  /* "the scene", or the path of its key */
} gm_config_input;

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
    double largest_overlap; /* 1  over the smaller radius; beyond, a run ends */
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
    double stride; /* steps of grains in one of points; 0: auto */
    struct {
      double threshold;   /* 1  solid fraction at the surface */
      double depth, half; /* cells */
    } zone;
    int oracle; /* enum gm_choice_oracle */
    gm_config_name *discrete_around;
    size_t n_around;
    int every;     /* steps */
    int settle;    /* sweeps */
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

  gm_config_named_region *regions;
  size_t n_regions;

  gm_config_sink *sinks;
  size_t n_sinks;

  gm_config_measure *measure;
  size_t n_measure;

  struct {
    double end;    /* s */
    double step;   /* s  0: auto */
    int scheme;    /* enum gm_choice_scheme */
    bool unstable; /* a step above the limit is taken */
    struct {       /* the run ends early when one of these conditions holds */
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
    bool dissipation;       /* grains and contacts note what they dissipate */
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
  gm_config_input
      *inputs; /* [n_inputs] files that were read (gm_config_note) */
  size_t n_inputs;
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

/* Note that the file `path` belongs to the scene: `name` is "the scene" or the path of
 * the key that names it.  GM_ERR_MEMORY. */
gm_status gm_config_note(gm_config *config, const char *path, const char *name);

/* GM_ERR_INPUT, with a message that names both: `path` is a file that the scene was read
 * from, by whatever name or link, and a result must not replace it. */
gm_status gm_config_spare(const gm_config *config, const char *path);

/* Release everything and leave *config empty. Valid also for a config with errors. */
void gm_config_clear(gm_config *config);
#endif
