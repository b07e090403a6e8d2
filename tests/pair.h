/* tests/pair.h -- a few grains and structures made by hand, stepped and measured by a
 * test.
 *
 * Scenes shared by tests.  The id of a grain is the number of grains added before it,
 * and rows of `grains` below are indexed by it; rows of scene->grains may be sorted.
 *
 *   pair_init(&p, GM_LAW_HERTZ);
 *   const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.25);
 *   pair_between(&p, m, m, 0.9, 0.3, 1.0e5);
 *   pair_grain(&p, x, r, v, w, m);  ...
 *   pair_start(&p, dt, 1);  pair_advance(&p, 100);  pair_look(&p);
 *   pair_clear(&p);
 */
#ifndef GM_TESTS_PAIR_H
#define GM_TESTS_PAIR_H

#include "measure/measure.h"
#include "measure/stress.h"
#include "sim/sim.h"
#include <stdbool.h>

enum { pair_most_structures = 16 };

/* A contact law, in the words of the scene file. */
typedef struct pair_law {
  const char *name;
  enum gm_choice_law law;
  int tangential, cohesion, rolling, torsion; /* enums of config/choices.h */
} pair_law;

/* Every law, and every rolling and twisting resistance, at least once; the first two
 * are hertz and hooke alone. */
enum { pair_law_count = 9 };
extern const pair_law pair_laws[pair_law_count];

/* A simulation of the library, and its tables, which tests fill directly: the public
 * calls refuse rigid materials, deep overlaps and meshes made by hand. */
typedef struct pair_scene {
  gm_sim *sim;
  gm_config *config; /* only what gm_step_init reads */
  gm_scene *scene;
  gm_step *step;
  /* Of the instant last measured; velocities are at the time of positions. */
  gm_measure *measure;
  gm_frame_grains *grains; /* row: id */
  gm_frame_contacts *contacts;
} pair_scene;

/* Empty and unbounded, no gravity; contacts only repel, with a tangential dashpot and a
 * tangential spring of 2/7 of the normal one; the skin is chosen by the step. */
void pair_init(pair_scene *p, enum gm_choice_law law);
void pair_clear(pair_scene *p);

/* The same with a law of the table. */
void pair_init_law(pair_scene *p, const pair_law *law);

/* Density in kg/m3, Young's modulus in Pa (infinite: rigid), Poisson's ratio. */
gm_index pair_material(pair_scene *p, double density, double youngs_modulus,
                       double poisson_ratio);
/* Restitution, friction, and the stiffness of the linear law in N/m. */
void pair_between(pair_scene *p, gm_index a, gm_index b, double restitution,
                  double friction, double stiffness);
/* Work of adhesion in J/m2 (jkr, dmt) and cohesion energy density in J/m3 (sjkr); after
 * pair_between. */
void pair_sticks(pair_scene *p, gm_index a, gm_index b, double adhesion,
                 double cohesion);
/* Rolling friction, damping ratio of its spring, twisting friction; after
 * pair_between. */
void pair_resists(pair_scene *p, gm_index a, gm_index b, double rolling,
                  double damping, double torsion);
/* At most pair_most_structures; at first the body frame is the world frame. */
gm_structure *pair_structure(pair_scene *p, gm_shape shape, gm_index material);
/* At most four segments for each structure; before pair_start. */
void pair_motion(gm_structure *s, gm_motion motion);
void pair_grain(pair_scene *p, gm_vec3 x, double r, gm_vec3 v, gm_vec3 w,
                gm_index material);

/* A plane (radius infinite) or disc that counts grains, and a region that measures
 * stress; scene->sensors has them in the order of the calls. */
void pair_flux(pair_scene *p, gm_vec3 through, gm_vec3 normal, double radius);
void pair_stress(pair_scene *p, gm_region region);

/* A box of across x across spheres of 1.8 to 2 mm, `layers` high, that collapses. */
void pair_heap(pair_scene *p, int across, int layers);

/* n spheres of 2 to 3 mm at random in the box [0, 0.06] x [0, 0.05] x [0, 0.05] m,
 * linear law; initialises the scene.  Returns their material. */
gm_index pair_cloud(pair_scene *p, int n);

/* Begin with steps of dt (s); the balance starts with the present energy. */
void pair_start(pair_scene *p, double dt, int threads);
/* These functions check the status that they receive. */
void pair_advance(pair_scene *p, int steps);
void pair_look(pair_scene *p);
/* Move grain 0 to the point y (m) of the first structure's body frame, and measure. */
void pair_put(pair_scene *p, gm_vec3 y);

/* Current centre of grain `id`, in m. */
gm_vec3 pair_position(const pair_scene *p, gm_id id);

/* Angular momentum about the world origin, in kg m2/s, spins included; needs
 * pair_look. */
gm_vec3 pair_angular_momentum(const pair_scene *p);

#endif
