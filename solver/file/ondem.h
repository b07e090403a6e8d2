/* file/ondem.h -- the exchange format of the ON-DEM network: its names and their
 * meaning here.
 *
 * The classes of bodies.py, materials.py, interaction.py and scene.py of
 * https://github.com/ON-DEM/ON-DEM-WG3-FileFormat name the fields; their layout in a file
 * follows implementation/vtkhdf (exporter and importer of YADE, draft 0.1) and its
 * samples.
 * SI units, double precision, one instant in each file.
 *
 *   /VTKHDF                      PolyData 2.0 of all spheres; the arrays of PointData are
 *                                those of Bodies/Sphere, once in the file under both
 *                                names
 *   /ONDEM/Scene                 attributes time, timestep; gravity [3], units [3] texts
 *   /ONDEM/Materials/ID          one value each: id, density, label, ...
 *   /ONDEM/Bodies/Sphere         spheres: the grains
 *   /ONDEM/Bodies/Walls          fixed planes across an axis: axis, sense, position
 *   /ONDEM/Bodies/Facets         triangles of all other structures at their current
 *                                place: vertices [n, 3, 3] from position, normal
 *   /ONDEM/Interactions/GROUP    contacts, one group for each class; older files
 *                                have one list
 *
 *   field of ON-DEM              here
 *   body_id                      id; structures follow after the largest
 *   clump_id                     of the clump; clumps follow after the structures;
 *                                -1: a single sphere
 *   material_id                  row of the materials, 0, 1, ...
 *   position radius velocity     as ours
 *   angular_velocity             as ours, in the axes of the world
 *   orientation                  x y z w where ours is w x y z
 *   mass volume inertia          of a solid sphere; inertia 3 x 3
 *   id1, id2                     id_a, id_b or the body of the structure, which both may
 *                                be
 *   normal                       from 1 to 2: minus our normal
 *   normal_force                 of the pair, positive in tension: - f.n
 *   shear_force                  on 2 (as in YADE): minus our tangential force on a
 *   overlap contact_point        as ours, and the point of the reader
 *   reference_radius_1, _2       radii; 0 of a structure
 *
 * Data without a field in ON-DEM has names that begin with granum_; files of other
 * programs lack them, and other readers skip them.
 */
#ifndef GM_FILE_ONDEM_H
#define GM_FILE_ONDEM_H

/* clang-format off */

#define GM_ONDEM_SOURCE "source_code"

#define GM_ONDEM "/ONDEM"
#define GM_ONDEM_SCENE "/ONDEM/Scene"
#define GM_ONDEM_MATERIALS "/ONDEM/Materials"
#define GM_ONDEM_SPHERES "/ONDEM/Bodies/Sphere"
#define GM_ONDEM_WALLS "/ONDEM/Bodies/Walls"
#define GM_ONDEM_FACETS "/ONDEM/Bodies/Facets"
#define GM_ONDEM_INTERACTIONS "/ONDEM/Interactions"

/* Scene. */
#define GM_ONDEM_TIME_STEP "timestep"
#define GM_ONDEM_UNITS "units"

/* Bodies. */
#define GM_ONDEM_BODY "body_id"
#define GM_ONDEM_CLUMP "clump_id"
#define GM_ONDEM_MATERIAL "material_id"
#define GM_ONDEM_POSITION "position"
#define GM_ONDEM_VELOCITY "velocity"
#define GM_ONDEM_SPIN "angular_velocity"
#define GM_ONDEM_ORIENTATION "orientation"
#define GM_ONDEM_RADIUS "radius"
#define GM_ONDEM_MASS "mass"
#define GM_ONDEM_AXIS "axis"
#define GM_ONDEM_VERTICES "vertices"
#define GM_ONDEM_NORMAL "normal"

/* Materials. */
#define GM_ONDEM_ID "id"
#define GM_ONDEM_LABEL "label"
#define GM_ONDEM_SMALLEST "granum_smallest_radius" /* for which the run is set up */
#define GM_ONDEM_LARGEST "granum_largest_radius"

/* Interactions. */
#define GM_ONDEM_ID1 "id1"
#define GM_ONDEM_ID2 "id2"
#define GM_ONDEM_NORMAL_FORCE "normal_force"
#define GM_ONDEM_SHEAR_FORCE "shear_force"
#define GM_ONDEM_OVERLAP "overlap"
#define GM_ONDEM_CONTACT_POINT "contact_point"

/* Ours, see file/schema.h: of spheres, ... */
#define GM_ONDEM_SCHEME_VELOCITY "granum_scheme_velocity"
#define GM_ONDEM_SCHEME_SPIN "granum_scheme_spin"
#define GM_ONDEM_PLACE "granum_place"
#define GM_ONDEM_OUR_LABEL "granum_label"
/* ... of interactions (structure: row of names, -1: a sphere; law: attribute of the
 * group), ... */
#define GM_ONDEM_STRUCTURE "granum_structure"
#define GM_ONDEM_PATCH "granum_patch"
#define GM_ONDEM_IMAGE "granum_image"
#define GM_ONDEM_SPRING "granum_spring"
#define GM_ONDEM_COUPLE "granum_couple"
#define GM_ONDEM_LAST_NORMAL "granum_last_normal"
#define GM_ONDEM_LAW "granum_law"
/* ... of the scene: names of structures in the order of their bodies, steps done
 * (attribute). */
#define GM_ONDEM_STRUCTURES "granum_structures"
#define GM_ONDEM_STEP "granum_step"

/* clang-format on */

#endif
