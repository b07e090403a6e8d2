/* granum.h -- Granum as a library: make, step, view and edit a simulation.
 *
 *   gm_sim *sim = gm_sim_create();
 *   gm_sim_material(sim, "glass", 2500.0, 1.0e7, 0.25);
 *   gm_sim_pair(sim, "glass", "glass", 0.8, 0.3);
 *   gm_sim_plane(sim, "floor", "glass", (double[]){0, 0, 0}, (double[]){0, 0, 1});
 *   gm_sim_add_grains(sim, 1, (double[]){0, 0, 0.1}, (double[]){0.01}, NULL, "glass");
 *   if (gm_sim_run_to(sim, 1.0) != GM_OK) puts(gm_sim_message(sim));
 *   gm_sim_free(sim);
 *
 * A simulation is described first: by a scene file (gm_sim_open), by the text of one
 * (gm_sim_parse), or by calls (gm_sim_create and those below "Describe").
 * gm_sim_start checks the description and builds the simulation; the first step does
 * so by itself. From then on the simulation is stepped, viewed, edited and written.
 *
 * Units are SI.  A vector is three doubles in the world frame, a quaternion is w, x,
 * y, z and turns body coordinates into world coordinates; n vectors are 3 n doubles
 * in a row.
 *
 * Errors are values.  A function that can fail returns a gm_status; the simulation
 * keeps the message.  A refused call leaves the simulation as it was, unless the
 * function says otherwise.  The library prints nothing, ends no process and handles
 * no signals.
 *
 * Several simulations may live in one process.  Each belongs to one thread at a
 * time; different threads may use different simulations at the same time, and the
 * results are the same bits as those of each alone, with any number of threads.
 */
#ifndef GRANUM_H
#define GRANUM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
/* the shared library exports only these functions */
#pragma GCC visibility push(default)
#endif

typedef enum gm_status {
  GM_OK = 0,
  GM_ERR_INPUT,  /* the user's scene, argument or data file is wrong     */
  GM_ERR_FILE,   /* a file cannot be opened, read or written             */
  GM_ERR_MEMORY, /* an allocation failed                                 */
  GM_ERR_NUMBER, /* the motion is not finite: NaN, or an excessive overlap */
  GM_ERR_INTERRUPTED, /* the user stopped the run */
  /* the call is not possible in this state: an error of the program */
  GM_ERR_USE
} gm_status;

typedef struct gm_sim gm_sim;

/* ---- Create --------------------------------------------------------------------- */

/* Create an empty simulation, to be described by calls.  Returns null only without
 * memory; the functions below accept null and return GM_ERR_MEMORY. */
gm_sim *gm_sim_create(void);

/* Create the simulation of a scene file (or of a folder with scene.yaml, or of a
 * result), with `n_set` overrides "PATH=VALUE" (null if n_set is 0).  After a failure
 * gm_sim_status is not GM_OK, gm_sim_message describes the error, and the simulation
 * can only be freed. */
gm_sim *gm_sim_open(const char *path, size_t n_set, const char *const *set);

/* Create the simulation of a scene given as text; file names in it are relative to
 * `folder`. */
gm_sim *gm_sim_parse(const char *text, const char *folder, size_t n_set,
                     const char *const *set);

/* Create the simulation that goes on from a checkpoint, with overrides of time.end,
 * time.until and output.checkpoint only.  `path` is a checkpoint file; or a result
 * NAME.vtkhdf, whose newer valid checkpoint is taken (NAME.checkpoint, else
 * NAME.checkpoint.old) and which gm_sim_run or gm_sim_result of this path then goes on
 * writing, without what it got after the checkpoint.  The steps are those of the run
 * that was stopped, bit for bit, on any number of threads. */
gm_sim *gm_sim_resume(const char *path, size_t n_set, const char *const *set);

/* Release the simulation and close its result.  Null is legal. */
void gm_sim_free(gm_sim *sim);

/* Status and message of the last call that failed; GM_OK and "" if none has.  The
 * message for a scene lists every error, one in each line.  It is valid until the next
 * call. */
gm_status gm_sim_status(const gm_sim *sim);
const char *gm_sim_message(const gm_sim *sim);

/* Version of the library, as "0.1.0". */
const char *gm_sim_version(void);

/* Size in bytes of gm_sim_view (k = 0), gm_sim_totals (1), gm_sim_event (2) and
 * gm_sim_options (3), else 0.  A binding that declares these structs itself checks
 * them when it loads the library. */
size_t gm_sim_layout(int k);

/* ---- Describe: before the start ------------------------------------------- */

/* Set a key of the scene file; `granum keys` lists them all.  `value` is text as in
 * the file: "2500 kg/m3", "[0, 0, 1]", "{min: [0, 0, 0], max: [1, 1, 1]}".  What the
 * path names and does not exist yet is made:
 *
 *   gm_sim_set(sim, "materials.glass.density", "2500 kg/m3");
 *   gm_sim_set(sim, "contacts.pairs[glass,steel].friction", "0.3");
 *   gm_sim_set(sim, "structures.drum.motion[+].rotate.rate", "20 rpm");   [+]: a new item
 *
 * GM_ERR_INPUT: path or value cannot be read.  Names of keys, units, bounds and
 * everything that involves more than one key are checked at the start. */
gm_status gm_sim_set(gm_sim *sim, const char *path, const char *value);

/* Number of threads of this simulation; 0, the default: as many as OpenMP would start
 * (OMP_NUM_THREADS, or the processors on which the process may run), but no more than
 * its control group grants it processor time for. */
gm_status gm_sim_threads(gm_sim *sim, int threads);

/* Define a material: density in kg/m3, Young's modulus in Pa, Poisson's ratio. */
gm_status gm_sim_material(gm_sim *sim, const char *name, double density,
                          double youngs_modulus, double poisson_ratio);

/* Define the coefficients of restitution and friction of two materials, which may be
 * the same material. */
gm_status gm_sim_pair(gm_sim *sim, const char *a, const char *b,
                      double restitution, double friction);

/* Time step in s; 0, the default: automatic. */
gm_status gm_sim_time_step(gm_sim *sim, double dt);

/* Bounds of the domain, in m; grains whose centre leaves it are removed. */
gm_status gm_sim_domain(gm_sim *sim, const double min[3], const double max[3]);

/* Structures.  Lengths in m.  Grains may be on either side of a surface, but behind
 * a plane is solid.  `open`, of a box: bits 1 x_min, 2 x_max, 4 y_min, 8 y_max, 16
 * z_min, 32 z_max; of a cylinder or cone: 1 base, 2 top; an open side has no
 * surface.  The axis goes from the centre of the base to that of the top.  A mesh
 * file is STL, OBJ, PLY ...; `unit` is the length in m of 1 in the file. */
gm_status gm_sim_plane(gm_sim *sim, const char *name, const char *material,
                       const double point[3], const double normal[3]);
gm_status gm_sim_box(gm_sim *sim, const char *name, const char *material,
                     const double min[3], const double max[3], unsigned open);
gm_status gm_sim_cylinder(gm_sim *sim, const char *name, const char *material,
                          const double base[3], const double axis[3],
                          double radius, unsigned open);
gm_status gm_sim_cone(gm_sim *sim, const char *name, const char *material,
                      const double base[3], const double axis[3],
                      double base_radius, double top_radius, unsigned open);
gm_status gm_sim_sphere(gm_sim *sim, const char *name, const char *material,
                        const double centre[3], double radius);
gm_status gm_sim_disc(gm_sim *sim, const char *name, const char *material,
                      const double centre[3], const double normal[3],
                      double radius);
gm_status gm_sim_mesh(gm_sim *sim, const char *name, const char *material,
                      const char *file, double unit);

/* Motion of a structure from time `from` to `to` (s, to may be infinite); motions
 * that overlap in time add up.  Velocity in m/s, rate in rad/s about an axis through
 * a point, right-handed. */
gm_status gm_sim_translate(gm_sim *sim, const char *structure,
                           const double velocity[3], double from, double to);
gm_status gm_sim_rotate(gm_sim *sim, const char *structure,
                        const double axis[3], const double through[3],
                        double rate, double from, double to);

/* ---- Grains and gravity: before the start and between steps ---------------- */

/* Add n grains of a material: positions [3 n] m, radii [n] m, velocities [3 n] m/s
 * or null (at rest).  The arrays are copied.  Ids count on from the grains there
 * are.  Between steps a grain that overlaps another or a structure is accepted; the
 * overlap acts as a contact. GM_ERR_INPUT between steps: the time step is too long
 * for grains so small, or grains of this material meet a material without
 * coefficients; none is added. */
gm_status gm_sim_add_grains(gm_sim *sim, size_t n, const double *positions,
                            const double *radii, const double *velocities,
                            const char *material);

/* Gravity in m/s2; the default is (0, 0, -9.81). */
gm_status gm_sim_gravity(gm_sim *sim, const double gravity[3]);

/* ---- Step ----------------------------------------------------------------------- */

/* Check the description, build the scene and choose the time step.  GM_ERR_INPUT: the
 * message lists the errors.  After any error the simulation can only be freed. */
gm_status gm_sim_start(gm_sim *sim);

/* Do n steps.  GM_ERR_NUMBER: the motion has failed; the simulation can still be viewed
 * and written in its last state, but not stepped. */
gm_status gm_sim_step(gm_sim *sim, int64_t n);

/* Step until the first step that is not before `time` (s). */
gm_status gm_sim_run_to(gm_sim *sim, double time);

/* Time and time step in s, and number of completed steps; 0 before the start. */
double gm_sim_time(const gm_sim *sim);
double gm_sim_dt(const gm_sim *sim);
int64_t gm_sim_step_count(const gm_sim *sim);

/* ---- View ----------------------------------------------------------------------- */

typedef enum gm_sim_table {
  GM_SIM_GRAINS,     /* one row per grain, in the order of memory */
  GM_SIM_CONTACTS,   /* one row per touching pair, by (id_a, id_b ...) */
  GM_SIM_STRUCTURES, /* one row per structure, in the order of the scene */
  GM_SIM_CLUMPS      /* one row per clump, by id */
} gm_sim_table;

typedef enum gm_sim_type {
  GM_SIM_DOUBLE,
  GM_SIM_INT32,
  GM_SIM_INT64
} gm_sim_type;

/* Number k of row i: ((double *)((char *)data + i * stride))[k] for type
 * GM_SIM_DOUBLE. */
typedef struct gm_sim_view {
  void *data;       /* null where n is 0 */
  int64_t n;        /* rows */
  int64_t stride;   /* bytes from one row to the next */
  int components;   /* numbers in a row: 1, 3 or 4 */
  gm_sim_type type; /* of the numbers */
  const char *unit; /* as "m/s"; "1" for numbers without a unit */
  int live;         /* 1: the storage itself, see gm_sim_column */
  int writable;     /* 1: may be written, see gm_sim_edited */
} gm_sim_view;

/* View a column, without a copy where it is stored as such.  The names and units are
 * those of the result files:
 *
 *   grains      live      id material radius position label orientation*
 *                         scheme_velocity scheme_spin
 *               measured  velocity angular_velocity force torque coordination mass
 *                         structure_id structure_distance structure_normal ...
 *   contacts    measured  id_a id_b structure_id patch normal force overlap source
 *                         from to
 *   clumps      measured  position id shape scale material mass orientation velocity
 *                         angular_velocity force torque coordination label
 *   structures  live      position quaternion velocity angular_velocity
 *               measured  force torque structure_power work_of_structure present
 *
 * position, scheme_velocity and scheme_spin of grains are writable; those of members of
 * clumps follow from their clump, so that a change of them is refused or has no effect.
 * With the leapfrog scheme scheme_velocity is stored half a step late; velocity and
 * angular_velocity are in step with the positions.  *orientation is stored only with
 * output.arrays: full.  Velocities of a structure that forces move are those of the last
 * step, half a step late, until a measured column of the instant is viewed.
 *
 * A live view stays valid, and follows its values, until the next call that steps,
 * adds, removes or starts; a measured one until the next call that changes the
 * simulation.  Rows of grains are re-sorted by steps: the id names a grain.  A
 * measured column costs one evaluation of the forces an instant, which the next step
 * uses: viewing changes no result.
 *
 * GM_ERR_USE: no such column, or the simulation is not started; *view is all zero. */
gm_status gm_sim_column(gm_sim *sim, gm_sim_table table, const char *name,
                        gm_sim_view *view);

/* The name of column k of a table, k = 0, 1, ...; null beyond the last. */
const char *gm_sim_column_name(gm_sim_table table, int k);

/* Number of grains now, and of structures; 0 before the start. */
int64_t gm_sim_grain_count(const gm_sim *sim);
int64_t gm_sim_structure_count(const gm_sim *sim);

/* Name of a structure or material, or null if there is none; index of a structure, or
 * -1.  Indices of materials are the values of the column `material`. */
const char *gm_sim_structure_name(const gm_sim *sim, int64_t row);
const char *gm_sim_material_name(const gm_sim *sim, int64_t row);
int64_t gm_sim_structure_row(const gm_sim *sim, const char *name);

/* Measured totals of the current instant. */
typedef struct gm_sim_totals {
  double time;                   /* s */
  int64_t step, grains;          /* completed steps, grains present */
  int64_t grains_in, grains_out; /* since the start */
  int64_t contacts_grain, contacts_structure;
  double mass;                        /* kg */
  double momentum[3];                 /* kg m/s */
  double kinetic, elastic, potential; /* J  potential: 0 at the origin */
  double dissipated;                  /* J  since the start */
  double structure_work;  /* J  since the start, by structures on grains */
  double energy_error;    /* J  residual of the energy balance */
  double largest_overlap; /* 1  over the smaller radius */
} gm_sim_totals;

gm_status gm_sim_measure(gm_sim *sim, gm_sim_totals *totals);

/* ---- Edit: between steps -------------------------------------------------- */

/* Apply values written to writable views, after checking them.  Energy changed by the
 * edit counts as brought in.  If forces of this instant were viewed before, they are
 * computed again, and the springs of its contacts advance by one more step.
 * GM_ERR_INPUT: a value is not finite, or a centre is outside a periodic domain by more
 * than a quarter of its length; correct the values and call again. */
gm_status gm_sim_edited(gm_sim *sim);

/* Remove n grains by id.  GM_ERR_INPUT: an id names no grain, or is given twice; no
 * grain is removed. */
gm_status gm_sim_remove_grains(gm_sim *sim, size_t n, const int64_t *ids);

/* Place a structure at a position and orientation (null: unchanged), or let it move
 * from now on with a velocity (m/s, of the body origin) and spin (rad/s), in place of
 * its described motion.  A null velocity or spin is zero.  The body origin moves along
 * a straight line.  GM_ERR_INPUT: forces or a servo move it, as the scene says. */
gm_status gm_sim_place_structure(gm_sim *sim, int64_t row,
                                 const double position[3],
                                 const double quaternion[4]);
gm_status gm_sim_move_structure(gm_sim *sim, int64_t row,
                                const double velocity[3], const double spin[3]);

/* Push a structure that forces move (`free` in the scene) from now on with a force (N)
 * at its centre of mass and a torque (N m) about it, both in world axes, beside the
 * loads of the scene and in place of an earlier push; null: zero.  Their work counts as
 * that of loads.  GM_ERR_INPUT: forces do not move it, or a number is not finite. */
gm_status gm_sim_push_structure(gm_sim *sim, int64_t row, const double force[3],
                                const double torque[3]);

/* ---- Write ----------------------------------------------------------------------- */

/* Create the result file `path` (NAME.vtkhdf); gm_sim_write adds frames. `replace`: an
 * existing file is replaced.  GM_ERR_INPUT, GM_ERR_FILE. */
gm_status gm_sim_result(gm_sim *sim, const char *path, int replace);

/* Append the current instant as a frame and as a row of the history. */
gm_status gm_sim_write(gm_sim *sim);

/* Wait until everything is written, and close the file. */
gm_status gm_sim_close(gm_sim *sim);

/* Write a checkpoint, from which gm_sim_resume goes on; an existing one of this name is
 * kept as PATH.old.  An open result is brought to the disk before.  Call it after a
 * step, before anything of the instant is measured or written.  GM_ERR_USE: it is not
 * such an instant; GM_ERR_FILE. */
gm_status gm_sim_checkpoint(gm_sim *sim, const char *path);

/* The loop of `granum run`: step from here to time.end or until time.until holds,
 * write a frame every output.every and a row of history every output.history.  Beside
 * a result, a checkpoint NAME.checkpoint is written every output.checkpoint, at the end
 * and when the run is stopped. */
typedef enum gm_sim_event_kind {
  GM_SIM_BEGUN,  /* before the first step */
  GM_SIM_STEP,   /* after each step */
  GM_SIM_FRAME,  /* after a frame has been written */
  GM_SIM_WARNING /* see warning */
} gm_sim_event_kind;

typedef struct gm_sim_event {
  gm_sim_event_kind kind;
  int64_t step, steps; /* completed steps; steps of the whole run */
  /* frames written (GM_SIM_FRAME: index of this one); frames of the whole run */
  int64_t frame, frames;
  double time, end; /* s  current time, or time of the frame; end of the run */
  int64_t grains;
  const char *warning; /* text of a warning, else "" */
} gm_sim_event;

typedef struct gm_sim_options {
  const char *result;       /* file to write; null: none */
  int replace;              /* an existing file is replaced */
  const char *command_line; /* stored in the result; null: "" */
  /* The run stops once this is not 0; may be null.  A signal handler may set it. */
  const volatile int *stop;
  void (*progress)(void *user, const gm_sim_event *event); /* may be null */
  void *user;
} gm_sim_options;

/* Run with these options (null: all zero).  GM_ERR_INTERRUPTED: stopped by `stop` after
 * the step in progress; the frames written so far are complete. */
gm_status gm_sim_run(gm_sim *sim, const gm_sim_options *options);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
