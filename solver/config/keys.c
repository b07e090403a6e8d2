/* config/keys.c -- the key table, and the paths of its rows.
 *
 * Rows of the scene as a whole, of time and of output stand here; those of contacts,
 * structures and grains in files of their own that are included in their place, so that
 * the table is one array in the order of the manual.  Children follow their parent.
 */
#include "config/keys.h"

#include "config/config.h"
#include "config/units.h"
#include <math.h>
#include <string.h>

#include "config/key_rows.inc"

/* Choices for the whole domain, which exclude `auto`. */
static const char *const boundaries[] = {"open", "periodic", "mirror",
                                         "wall", "reflect",  NULL};

typedef gm_config config;
typedef gm_config_material material;
typedef gm_config_pair pair;
typedef gm_config_called alias;
typedef gm_config_structure structure;
typedef gm_config_group group;
typedef gm_config_name called;
typedef gm_config_integer integer;
typedef gm_config_held held;
typedef gm_config_property_row spot;
typedef gm_config_motion motion;
typedef gm_config_conveyor conveyor;
typedef gm_config_load load;
typedef gm_config_dipole dipole;
typedef gm_config_factor factor;
typedef gm_config_motion_row row;
typedef gm_config_clump clump;
typedef gm_config_ball ball;
typedef gm_config_grains grains;
typedef gm_config_grain grain;
typedef gm_config_bodies bodies;
typedef gm_config_body_place body_place;
typedef gm_config_named_region known;
typedef gm_config_sink sink;
typedef gm_config_measure measure;
typedef gm_config_part part;
typedef gm_config_class class;

const gm_key gm_keys[] = {
    GROUP("", "the scene"),
    PLAIN("title", TEXT, config, title, "untitled", "a title of the scene"),
    VECTOR("gravity", config, gravity, ACCELERATION, "[0, 0, -9.81]",
           "the acceleration of gravity: [0, -9.81] in two dimensions unless "
           "given"),

    GROUP("domain", "the domain: grains that leave it are removed"),
    INTEGER(
        "domain.dimensions", config, domain.dimensions, "3", BETWEEN(2.0, 3.0),
        "a number of dimensions: in 2 all grains are in the plane z = 0, "
        "points and "
        "vectors may have two components, and structures are cut by the plane"),
    NUMBER("domain.shear", config, domain.shear, RATE, "0", ANY,
           "a shear rate dv_x / dy: images beyond the periodic sides of y move "
           "along x "
           "(Lees-Edwards); with collisions.engine events"),
    NUMBER("domain.thickness", config, domain.thickness, LENGTH, "1",
           ABOVE(0.0),
           "a thickness: of discs, along z; with 1 m masses, forces and "
           "energies are "
           "those of one metre of thickness"),
    CHOICE("domain.grains", CHOICE, config, domain.grains, gm_choices_bodies,
           "auto",
           "a body that mass and moment of inertia of a grain are of: auto is "
           "a sphere, "
           "or a disc in two dimensions; lecture has the mass of a sphere and "
           "the moment "
           "of inertia of a disc"),
    QUANTITY("domain.min", VECTOR, config, domain.min, LENGTH,
             "[-.inf, -.inf, -.inf]", ANY_OR_INFINITE,
             "the lower corner: a grain whose centre passes it leaves the run"),
    QUANTITY("domain.max", VECTOR, config, domain.max, LENGTH,
             "[.inf, .inf, .inf]", ANY_OR_INFINITE, "the upper corner"),
    {.path = "domain.boundary",
     .kind = GM_KEY_GROUP,
     .shorthand = "all",
     .sentence =
         "the boundary conditions of the domain: one word, or words for "
         "axes and faces, as {x: periodic, z_min: wall}"},
    CHOICE("domain.boundary.all", CHOICE, config, domain.boundary.all,
           boundaries, "open",
           "a kind of boundary: open lets grains leave and counts them, "
           "periodic brings them back at the other side, mirror is a plane of "
           "symmetry, wall a plane of wall_material, reflect turns the normal "
           "velocity of grains that reach it"),
    CHOICE("domain.boundary.x", CHOICE, config, domain.boundary.axis[0],
           gm_choices_boundaries, "auto",
           "a boundary condition of both faces along x"),
    CHOICE("domain.boundary.y", CHOICE, config, domain.boundary.axis[1],
           gm_choices_boundaries, "auto",
           "a boundary condition of both faces along y"),
    CHOICE("domain.boundary.z", CHOICE, config, domain.boundary.axis[2],
           gm_choices_boundaries, "auto",
           "a boundary condition of both faces along z"),
    SIDE("x_min", 0),
    SIDE("x_max", 1),
    SIDE("y_min", 2),
    SIDE("y_max", 3),
    SIDE("z_min", 4),
    SIDE("z_max", 5),
    PLAIN("domain.wall_material", TEXT, config, domain.wall_material, "",
          "a material: of the sides that are walls"),

    LIST("regions", LIST, config, regions, n_regions, "",
         "regions by name, to which fills, pours, sinks, measures, held groups "
         "and where refer by a key region"),
    PLAIN("regions[].name", NAME, known, name, NULL, "a name: unique"),
    SOLID_REGION("regions[]", known, region, NULL),

#include "config/contact_rows.inc"

#include "config/structure_rows.inc"

#include "config/grain_rows.inc"

    LIST("sinks", LIST, config, sinks, n_sinks, "",
         "what removes grains from the run: regions that grain centres enter, "
         "structures that grains touch; evaluated every 10 steps"),
    PLAIN("sinks[].name", NAME, sink, name, "sink#",
          "a name: unique, the columns of the history begin with it"),
    REGION("sinks[]", sink, region),
    {ROW("sinks[].structure", TEXT, sink, region.face.structure, "",
         "the name of a structure that removes the grains that touch it and "
         "exerts "
         "no force on them"),
     ONE_OF("region", sink, region.kind, GM_REGION_FACE)},
    {ROW("sinks[].groups", LIST, sink, region.face.groups, "",
         "the names of the parts of the mesh of sinks[].structure that remove "
         "grains: the whole mesh unless given"),
     .count = offsetof(sink, region.face.n_groups), .size = sizeof(called),
     .shorthand = "name"},
    PLAIN("sinks[].groups[].name", TEXT, called, name, NULL,
          "the name of a part"),
    NUMBER("sinks[].from", sink, from, TIME, "0", ANY, "a time: it begins"),
    QUANTITY("sinks[].to", NUMBER, sink, to, TIME, ".inf", ANY_OR_INFINITE,
             "a time: it ends"),

    LIST("measure", LIST, config, measure, n_measure, "",
         "quantities that the history records in addition: grains that pass a "
         "plane, stress in a region"),
    PLAIN("measure[].name", NAME, measure, name, "measure#",
          "a name: unique, the columns of the history begin with it"),
    BRANCH("measure[].flux", "quantity", measure, kind, GM_MEASURE_FLUX,
           "a plane: number and mass of the grains whose centres passed it "
           "since the start, in either sense"),
    VECTOR("measure[].flux.through", measure, flux.through, LENGTH, NULL,
           "a point of the plane"),
    DIRECTION("measure[].flux.normal", measure, flux.normal, NULL,
              "a normal: forward is where it points to"),
    QUANTITY("measure[].flux.radius", NUMBER, measure, flux.radius, LENGTH,
             ".inf", ABOVE_TO(0.0, INFINITY),
             "a radius: of the disc around that point that counts"),
    BRANCH("measure[].rectangle", "quantity", measure, kind,
           GM_MEASURE_RECTANGLE,
           "a rectangle or parallelogram: the same of the grains whose centres "
           "passed it; forward is along x across"),
    VECTOR("measure[].rectangle.corner", measure, rectangle.corner, LENGTH,
           NULL, "a corner"),
    VECTOR("measure[].rectangle.along", measure, rectangle.along, LENGTH, NULL,
           "the edge vector from the corner to the next corner"),
    VECTOR("measure[].rectangle.across", measure, rectangle.across, LENGTH,
           NULL, "the edge vector from the corner to the previous corner"),
    BRANCH("measure[].surface", "quantity", measure, kind, GM_MEASURE_SURFACE,
           "a surface, open or closed, that grains do not feel: the same of "
           "the grains whose centres passed it; forward is out of what is "
           "closed"),
    PLAIN("measure[].surface.mesh", TEXT, measure, surface.mesh, NULL,
          "a surface of triangles: a file as those of structures"),
    AUTO("measure[].surface.mesh_unit", measure, surface.mesh_unit, LENGTH,
         ABOVE(0.0), "a length: what 1 in the file stands for; auto is 1 m"),
    VECTOR("measure[].surface.translate", measure, surface.translate, LENGTH,
           "[0, 0, 0]", "a displacement of the surface"),
    BRANCH("measure[].stress", "quantity", measure, kind, GM_MEASURE_STRESS,
           "a region: stress by contacts and by motion, positive in "
           "compression, and solid fraction"),
    REGION("measure[].stress", measure, stress),

    GROUP("time", "how long, and in which steps"),
    NUMBER("time.end", config, time.end, TIME, NULL, ABOVE(0.0),
           "a time: the run ends"),
    AUTO("time.step", config, time.step, TIME, ABOVE(0.0),
         "a time step: auto takes a fraction of the shortest contact "
         "or wave time"),
    CHOICE("time.scheme", CHOICE, config, time.scheme, gm_choices_schemes,
           "leapfrog",
           "a time integration scheme: leapfrog for all work, the others for "
           "comparison; explicit_euler and adams_bashforth_2, also as printed "
           "by the lecture, gain energy that dashpots must dissipate"),

    PLAIN("time.unstable", FLAG, config, time.unstable, "false",
          "a flag: a time.step above its limit of stability is taken as it is, "
          "to "
          "see what an unstable step does"),

    GROUP("time.until", "conditions that end the run before time.end: the "
                        "first that holds ends "
                        "it, and a frame is written"),
    NUMBER("time.until.kinetic_energy_below", config,
           time.until.kinetic_energy_below, ENERGY, "", ABOVE(0.0),
           "an energy, of the motion of all grains and of bodies that forces "
           "move: "
           "the run ends when it falls "
           "below, having been above, and pours with an end have ended"),
    INTEGER(
        "time.until.grains_out", config, time.until.grains_out, "0",
        BETWEEN(0.0, 2147483647.0),
        "a number of grains that have left the domain or went into sinks: 0 "
        "is no such end"),
    NUMBER("time.until.after", config, time.until.after, TIME, "0",
           AT_LEAST(0.0), "a time: nothing ends the run before"),
    AUTO("time.until.every", config, time.until.every, TIME, ABOVE(0.0),
         "a time between evaluations of these conditions: auto is that between "
         "rows "
         "of the history"),

    GROUP("output", "what is written, and how often"),
    NUMBER("output.every", config, output.every, TIME, NULL, ABOVE(0.0),
           "a time between frames"),
    AUTO("output.history", config, output.history, TIME, ABOVE(0.0),
         "a time between rows of the history: auto is a twentieth of every"),
    CHOICE("output.arrays", CHOICE, config, output.arrays, gm_choices_arrays,
           "standard",
           "a set of arrays: full adds mass, orientation, torque and label; "
           "resume adds to that what another run needs to go on in the same "
           "bits, and is in double precision"),
    CHOICE("output.precision", CHOICE, config, output.precision,
           gm_choices_precisions, "single",
           "a precision of the numbers in the result: the run itself is in "
           "double, and so is the result where single would move grains by a "
           "thousandth of the smallest radius, far from the origin"),
    INTEGER("output.compression", config, output.compression, "1",
            BETWEEN(0.0, 9.0),
            "a level of compression: 0 is none and fast, 9 small and slow"),
    PLAIN("output.audit", FLAG, config, output.audit, "true",
          "a flag: an audit at the start compares the virtual particles with "
          "each "
          "triangle of a mesh, and the result holds it"),
    PLAIN("output.surface_sums", FLAG, config, output.surface_sums, "true",
          "a flag: impulse, work and wear by contacts are summed over all "
          "steps for "
          "each triangle of a mesh and each patch of a primitive and written, "
          "and "
          "impacts are counted by pair of materials"),
    PLAIN("output.dissipation", FLAG, config, output.dissipation, "false",
          "a flag: the energy that each grain and each contact has dissipated "
          "is added up and written, arrays damped and slid"),
    PLAIN("output.virtual_particles", FLAG, config, output.virtual_particles,
          "true",
          "a flag: the virtual particles of meshes are written too, once"),
    NUMBER("output.checkpoint", config, output.checkpoint, TIME, "10 min",
           AT_LEAST(0.0),
           "a time of the wall clock between checkpoints, from which granum "
           "run --resume goes on; one more is written when the run stops or "
           "reaches time.end; 0: none at all"),

    GROUP("search",
          "the neighbour list: it changes the speed of a run, never a result"),
    AUTO("search.skin", config, search.skin, LENGTH, ABOVE(0.0),
         "a distance: the Verlet skin; pairs with a smaller gap are in the "
         "neighbour list"),
};

const size_t gm_keys_count = sizeof gm_keys / sizeof gm_keys[0];

/* --- the family --------------------------------------------------------------- */

/* The path of a descendant relative to its parent, or null if `key` is not a
 * descendant. */
static const char *below_key(const gm_key *parent, const gm_key *key)
{
  const size_t n = strlen(parent->path);
  if (key >= gm_keys + gm_keys_count || key == gm_keys) return NULL;
  if (strncmp(parent->path, key->path, n) != 0) return NULL;
  if (n == 0) return key->path;
  const char *between = parent->kind == GM_KEY_LIST    ? "[]."
                        : parent->kind == GM_KEY_NAMED ? ".NAME."
                                                       : ".";
  const size_t m = strlen(between);
  return strncmp(key->path + n, between, m) == 0 ? key->path + n + m : NULL;
}

const gm_key *gm_keys_next(const gm_key *parent, const gm_key *child)
{
  for (const gm_key *key = child + 1;; ++key) {
    const char *name = below_key(parent, key);
    if (!name) return NULL;
    if (!strchr(name, '.')) return key;
  }
}

const gm_key *gm_keys_first(const gm_key *parent)
{
  return gm_keys_next(parent, parent);
}

const gm_key *gm_keys_child(const gm_key *parent, const char *name)
{
  const gm_key *key = gm_keys_first(parent);
  while (key && strcmp(gm_keys_name(key), name) != 0) {
    key = gm_keys_next(parent, key);
  }
  return key;
}

const char *gm_keys_name(const gm_key *key)
{
  const char *dot = strrchr(key->path, '.');
  return dot ? dot + 1 : key->path;
}

int gm_keys_default_bits(const gm_key *key)
{
  int bits = 0;
  for (int i = 0; key->choices[i]; ++i)
    bits |= (strstr(key->fallback, key->choices[i]) != NULL) << i;
  return bits;
}

bool gm_keys_is_list(const gm_key *key)
{
  return key->kind == GM_KEY_LIST || key->kind == GM_KEY_NAMED;
}

bool gm_keys_has_unit(const gm_key *key)
{
  return key->kind == GM_KEY_NUMBER || key->kind == GM_KEY_AUTO ||
         key->kind == GM_KEY_VECTOR || key->kind == GM_KEY_RANGE ||
         key->kind == GM_KEY_SPAN;
}
