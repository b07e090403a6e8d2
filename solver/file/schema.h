/* file/schema.h -- every group, dataset, attribute and unit of a result file.
 *
 * The one contract between the solver, which writes NAME.vtkhdf, and the plugin,
 * which reads it.  Shapes: F frames, G grains summed over the frames, C contacts
 * summed over the frames, S structures, H history rows; 0 rows are legal anywhere.
 * Integers are int64 unless stated; numbers are float32, or float64 where marked
 * [double] or when the scene says output.precision: double.  Every array has an
 * attribute GM_ATTR_UNITS, fixed-length ASCII, "1" where dimensionless.
 *
 * A frame is published by the last append to GM_GROUP_GRAINS "/Steps/Values":
 * readers take the length of that dataset as the number of frames and ignore
 * whatever other datasets hold beyond it.
 */
#ifndef GM_FILE_SCHEMA_H
#define GM_FILE_SCHEMA_H

/* clang-format off */

#define GM_ATTR_UNITS "units"
#define GM_ATTR_MEANING "Attribute" /* VTKHDF 2.6: what an array is for VTK; older readers ignore it */
#define GM_VTK_GLOBAL_IDS "GlobalIds" /* ... of id of the grains */

/* Groups. */
#define GM_GROUP_GRAINS "/VTKHDF"              /* transient PolyData 2.0        */
#define GM_GROUP_GRANUM "/granum"              /* ours; native readers skip it  */
#define GM_GROUP_CONTACTS "/granum/contacts"   /* transient UnstructuredGrid    */
#define GM_GROUP_STRUCTURES "/granum/structures" /* static PolyData, body frame */
#define GM_GROUP_SITES "/granum/virtual_particles" /* static PolyData, body frame */
#define GM_GROUP_POSES "/granum/poses"         /* [F, S, ...] of the structures */
#define GM_GROUP_BODIES "/granum/bodies"       /* transient PolyData, absent without copies */
#define GM_GROUP_SHAPES "/granum/shapes"       /* static PolyData, frame of the shape       */
#define GM_GROUP_SHAPE_SITES "/granum/shape_virtual_particles" /* static PolyData, likewise  */
#define GM_GROUP_CLUMPS "/granum/clumps"       /* transient PolyData, absent without clumps */
#define GM_GROUP_CLUMP_SHAPES "/granum/clump_shapes" /* spheres, frame of the shape         */
#define GM_GROUP_POINTS "/granum/points"       /* transient PolyData, absent without material points */
#define GM_GROUP_ZONES "/granum/zones"         /* [F, cells] with hybrid.mode: hybrid       */
#define GM_GROUP_HISTORY "/granum/history"     /* [H, ...] one row a few steps  */
#define GM_GROUP_SUMS "/granum/surface_sums"   /* [F, cells, ...] of the structures' surfaces */
#define GM_GROUP_AUDIT "/granum/audit"         /* [S] sums of the audit by structure */
#define GM_GROUP_COLLISIONS "/granum/collisions" /* [F, P, ...] by pair of materials */
#define GM_GROUP_NAMES "/granum/names"         /* fixed-length ASCII strings    */
#define GM_GROUP_SCENE "/granum/scene"         /* scene and options of the run  */

/* VTKHDF words (VTK's HDF file format 2.0). */
#define GM_VTK_TYPE "Type"
#define GM_VTK_VERSION "Version"
#define GM_VTK_POINTS "Points"
#define GM_VTK_NUMBER_OF_POINTS "NumberOfPoints"
#define GM_VTK_NUMBER_OF_CELLS "NumberOfCells"
#define GM_VTK_NUMBER_OF_IDS "NumberOfConnectivityIds"
#define GM_VTK_CONNECTIVITY "Connectivity"
#define GM_VTK_OFFSETS "Offsets"
#define GM_VTK_TYPES "Types"
#define GM_VTK_POINT_DATA "PointData"
#define GM_VTK_CELL_DATA "CellData"
#define GM_VTK_STEPS "Steps"
#define GM_VTK_NSTEPS "NSteps"
#define GM_VTK_VALUES "Values"
#define GM_VTK_PART_OFFSETS "PartOffsets"
#define GM_VTK_NUMBER_OF_PARTS "NumberOfParts"
#define GM_VTK_POINT_OFFSETS "PointOffsets"
#define GM_VTK_CELL_OFFSETS "CellOffsets"
#define GM_VTK_ID_OFFSETS "ConnectivityIdOffsets"
#define GM_VTK_POINT_DATA_OFFSETS "PointDataOffsets"
#define GM_VTK_CELL_DATA_OFFSETS "CellDataOffsets"
#define GM_VTK_ASSEMBLY "Assembly"
#define GM_VTK_INDEX "Index"
/* The four cell groups of a PolyData, in the order VTK counts them. */
#define GM_VTK_VERTICES "Vertices"
#define GM_VTK_LINES "Lines"
#define GM_VTK_POLYGONS "Polygons"
#define GM_VTK_STRIPS "Strips"

/* Grains: point arrays of GM_GROUP_GRAINS, rows sorted by id in every frame. */
#define GM_NAME_ID "id"                                 /* int64          1      */
#define GM_NAME_MATERIAL "material"                     /* int32          1      row of names/materials */
#define GM_NAME_RADIUS "radius"                         /*                m      */
#define GM_NAME_VELOCITY "velocity"                     /* 3              m/s    */
#define GM_NAME_ANGULAR_VELOCITY "angular_velocity"     /* 3              rad/s  */
#define GM_NAME_FORCE "force"                           /* 3              N      sum of contact forces  */
#define GM_NAME_COORDINATION "coordination"             /* int32          1      contacts of any kind   */
#define GM_NAME_STRUCTURE_ID "structure_id"             /* int32          1      -1: none in reach      */
#define GM_NAME_STRUCTURE_DISTANCE "structure_distance" /*                m      from the centre; NaN: none */
#define GM_NAME_STRUCTURE_NORMAL "structure_normal"     /* 3              1      0: none in reach       */
#define GM_NAME_SITE_COUNT "site_count"                 /* int32          1      */
#define GM_NAME_ANSWERED "answered"                     /* int32          1      source of structure_distance */
#define GM_NAME_UNSUPPORTED "unsupported"               /* int32          1      patches in reach that lack sites */
/* ... and where the scene holds grains */
#define GM_NAME_HELD "held" /* int32 1 group that holds it, row of names/held plus 1; 0: free */
/* ... and where the scene has shapes of clumps */
#define GM_NAME_CLUMP "clump" /* int64 1 id of the clump that it is a member of; -1: none */
/* ... and where grains may be partly a continuum */
#define GM_NAME_WEIGHT "weight" /* 1  part of the grain that is discrete */
/* ... and with output.dissipation; of contacts, too */
#define GM_NAME_DAMPED "damped" /* J  by dashpots since the start; a contact: since it began */
#define GM_NAME_SLID "slid"     /* J  by sliding, rolling, twisting, likewise */
/* ... and with output.arrays: full */
#define GM_NAME_MASS "mass"               /*    kg  of the discrete part */
#define GM_NAME_ORIENTATION "orientation" /* 4  1   w x y z, body to world */
#define GM_NAME_TORQUE "torque"           /* 3  N m about the centre       */
#define GM_NAME_LABEL "label"             /* int32 1                       */
/* ... and with output.arrays: resume, all in double precision */
#define GM_NAME_SCHEME_VELOCITY "scheme_velocity" /* 3 m/s    as the scheme stores it: leapfrog at t - dt/2 */
#define GM_NAME_SCHEME_SPIN "scheme_spin"         /* 3 rad/s  likewise */
#define GM_NAME_PLACE "place"                     /* int32 1  row in memory, which decides the order of sums */

/* Contacts: cell arrays of GM_GROUP_CONTACTS, rows sorted by (id_a, kind, partner,
 * patch).  A line goes from the centre of a to the nearest image of the centre of b,
 * or to the foot on the surface.  structure_id, patch, force as above; force is on a. */
#define GM_NAME_ID_A "id_a"       /* int64  1                          */
#define GM_NAME_ID_B "id_b"       /* int64  1   -1: a structure        */
#define GM_NAME_PATCH "patch"     /* int32  1   of the structure, -1: a grain */
#define GM_NAME_NORMAL "normal"   /* 3      1   unit, from b to a      */
#define GM_NAME_OVERLAP "overlap" /*        m                          */
#define GM_NAME_SOURCE "source"   /* int32  1   what returned the distance, see below */

/* ... of two structures, id_a = id_b = -1, a line from the centre of a to that of pressure */
#define GM_NAME_STRUCTURE_A "structure_a" /* int32 1  force is on it, by structure_id; -1: a grain */
#define GM_NAME_AREA "area"               /*       m2 */

/* ... and with output.arrays: resume, as they were before the forces of the frame's
 * instant */
/* of hard grains since the last frame; in the history of all grains since the start */
#define GM_NAME_COLLISIONS "collisions" /* 1 */
#define GM_NAME_SPRING "spring" /* 4  {spring of a relative to b, fourth number}, as the law declares */
#define GM_NAME_COUPLE "couple" /* 4  N m  {rolling spring on a, torsion spring} */
#define GM_NAME_LAST_NORMAL "last_normal" /* 3 1  on a structure in the step before; 0: a grain */
#define GM_NAME_STRUCTURE_IMAGE "structure_image" /* int32 1  which image of the structure: scene/domain.h */

/* Values of source, answered and audit_answered. */
enum {
  GM_ANSWERED_NONE = -1,     /* no query: two grains, or no structure near   */
  GM_ANSWERED_PRIMITIVE = 0, /* the closed form of a primitive               */
  GM_ANSWERED_SITES = 1,     /* virtual particles                            */
  GM_ANSWERED_ERROR = 2,     /* triangles, because interpolation errs too much */
  GM_ANSWERED_MISSING = 3,   /* triangles, because virtual particles are missing */
  GM_ANSWERED_NOBODY = 4,    /* nothing: particles are missing, no fallback   */
  GM_ANSWERED_EDGES = 5      /* virtual particles that know the edges near; not audited */
};
/* Derived by the reader. */
#define GM_NAME_FORCE_NORMAL "force_normal"         /*     N  force . normal, > 0 repulsive */
#define GM_NAME_FORCE_TANGENTIAL "force_tangential" /* 3   N  */
#define GM_NAME_POINT "point" /* 3 m  contact point; in the file where there are bodies */
/* int32 1  0: grain-grain, 1: grain-structure, 2: structure-structure */
#define GM_NAME_KIND "kind"
#define GM_NAME_IMAGE "image" /* int32 1 1: the line crosses a periodic side */

/* Bodies: copies of a mesh in GM_GROUP_BODIES, clumps of spheres in GM_GROUP_CLUMPS; a vertex
 * at the centre of mass and point arrays, rows sorted by id in every frame.  id material
 * velocity angular_velocity force coordination orientation as of grains, torque about the
 * centre of mass, and these.  A point y of the shape is at p + scale R y in the world, with
 * the vertex p and the rotation R of orientation: shapes have their centre of mass at 0. */
#define GM_NAME_SHAPE "shape" /* int32 1  row of names/shapes or names/clump_shapes */
#define GM_NAME_SCALE "scale" /*       1  factor on the shape; absent: 1            */

/* Shapes: of copies polygons with the cell array shape, and in GM_GROUP_SHAPE_SITES the
 * virtual particles of meshes, with which bodies meet, with point arrays shape and distance;
 * of clumps, in GM_GROUP_CLUMP_SHAPES,
 * the datasets shape [n] int32, position [n, 3] m and radius [n] m of the members.  Of each
 * shape a name, and in the group of the scene the principal axis of its smallest moment of
 * inertia, 0 where the two smallest are equal. */
#define GM_NAME_SHAPES "shapes"
#define GM_NAME_CLUMP_SHAPES "clump_shapes"
#define GM_NAME_SHAPE_AXIS "shape_axis" /* [shapes, 3] double 1 */
#define GM_NAME_CLUMP_AXIS "clump_axis" /* [clump shapes, 3] double 1 */

/* Material points: point arrays of GM_GROUP_POINTS, rows sorted by id in every frame.  id
 * mass velocity weight as of grains; stresses are those of Cauchy. */
#define GM_NAME_VOLUME "volume"             /*       m3 now; of the part that is a continuum */
#define GM_NAME_POINT_PRESSURE "pressure"   /*       Pa minus the mean normal stress         */
#define GM_NAME_SHEAR "shear"               /*       Pa root of half the square of the deviator */
#define GM_NAME_J "J"                       /*       1  volume over that without stress      */
#define GM_NAME_AGE "age"                   /*       s  since it was made                    */

/* Zones: cells (int64), origin, spacing, [1, 3], of a grid that is fixed over the run;
 * and by frame, row j + ny k of a frame is a line of cells along x, [F, ny nz, nx]: */
#define GM_NAME_CELLS "cells"       /* int64 1  along x, y, z; 1 along z in two dimensions */
#define GM_NAME_ORIGIN "origin"     /* m  low corner */
#define GM_NAME_ZONE "zone"         /* uint8 1  0 discrete or empty, 1 coupling, 2 continuum */
#define GM_NAME_PACKING "packing"   /* 1  solid fraction; 1 where material points are       */
/*      GM_NAME_DISTANCE               m  depth below the surface, negative outside         */

/* Virtual particles: point arrays of GM_GROUP_SITES, structure_id patch material (int32)
 * as of structures, normal (3, unit, outwards), and these.  Rows by structure, patch,
 * place; each site once. */
#define GM_NAME_DISTANCE "distance" /* m  from the surface, positive outside          */
#define GM_NAME_SPACING "spacing"   /* m  between neighbours of the patch's lattice    */
/* 1  factors of friction, Young's modulus, restitution; where some structure has one */
#define GM_NAME_PROPERTY "property"
#define GM_NAME_PROPERTY_MODULUS "property_youngs_modulus"
#define GM_NAME_PROPERTY_RESTITUTION "property_restitution"

/* Structures: cell arrays structure_id patch material (int32) on GM_GROUP_STRUCTURES,
 * and with output.audit, if there are meshes, the findings over each triangle and its
 * edges at the start (measure/coverage.h); 0 for primitives, which are exact. */
#define GM_NAME_AUDIT_ERROR "audit_error"     /* m  largest error of a distance used          */
#define GM_NAME_AUDIT_MISSING "audit_missing" /* 1  fraction of queries that lack particles   */
#define GM_NAME_AUDIT_EXACT "audit_exact"     /* 1  fraction of queries served by triangles   */
#define GM_NAME_AUDIT_ANSWERED "audit_answered" /* int32 1  see source; -1: no grain can be there */

/* Audit sums, each [S] int64, 0 for primitives, and texts [S]; likewise, absent in older
 * results. */
#define GM_NAME_QUERIES "queries"   /* int64 1  of patches, at the positions of the audit */
#define GM_NAME_MISSING "missing"   /* int64 1  of these, that lack virtual particles     */
#define GM_NAME_EXACT "exact"       /* int64 1  of these, served by triangles             */
#define GM_NAME_UNSERVED "unserved" /* int64 1  of these, without a result                */
#define GM_NAME_REMEDY "remedy"     /* text  change of the scene if some are missing; "" for primitives */
/* As field arrays of the reader: audited_queries and so on. */
#define GM_PREFIX_AUDITED "audited_"

/* Poses, each [F, S, ...] [double]; the frame is that of the same row of Steps/Values. */
#define GM_NAME_POSITION "position"     /* [F, S, 3] m      body origin in the world      */
#define GM_NAME_QUATERNION "quaternion" /* [F, S, 4] 1      w x y z, body to world        */
/*      GM_NAME_VELOCITY                   [F, S, 3] m/s    of the body origin */
/*      GM_NAME_ANGULAR_VELOCITY           [F, S, 3] rad/s  world frame */
/*      GM_NAME_FORCE, GM_NAME_TORQUE      [F, S, 3] N, N m by the grains, about the body
 * origin */
#define GM_NAME_ROTATION "rotation"     /*        9  1      as a matrix: derived by the reader */
#define GM_NAME_PRESENT "present" /* [F, S] uint8 1  0: absent at this time */

/* Surface sums, each [F, C, ...] of the C cells of structures, absent with
 * output.surface_sums: false: what contacts did since the start (scene/contacts.h).
 * The difference of two frames is what happened between them.  A polygon of a primitive
 * has the fraction of the sums of its patch that corresponds to its area.  Volume over
 * area is the mean depth of wear. */
#define GM_NAME_IMPULSE "impulse"               /* 3 N s  on the structure, world frame          */
#define GM_NAME_NORMAL_IMPULSE "normal_impulse" /*   N s  of normal forces, > 0 repulsive         */
#define GM_NAME_NORMAL_WORK "normal_work"       /*   J    dissipated by the normal force          */
#define GM_NAME_SLIDING_WORK "sliding_work"     /*   J    dissipated by friction                  */
#define GM_NAME_LOAD_WAY "load_times_way"       /*   N m  load times sliding distance             */
#define GM_NAME_CONTACT_TIME "contact_time"     /*   s    of all contacts together                */
#define GM_NAME_IMPACTS "impacts"               /*   1    that began there                        */
#define GM_NAME_IMPACT_ENERGY "impact_energy"   /*   J    (1/2) m v_n^2, summed                   */
#define GM_NAME_WORN_FINNIE "worn_finnie"       /*   m3   by impacts                              */
#define GM_NAME_WORN_ARCHARD "worn_archard"     /*   m3   by sliding                              */
#define GM_NAME_IMPACT_SPECTRUM "impact_spectrum" /* 18 1 impacts by decades of energy: [0] below
                                                   1e-14 J, [k] from 10^(k - 15) J; output.arrays: full */

/* Collisions: impacts since the start in bins of a quarter of a decade, [F, P, bins]
 * int64; likewise absent.  The first bin also counts everything below, the last
 * everything above. */
#define GM_NAME_BETWEEN "between"   /* [P, 2] int32 1  rows of names/materials                */
#define GM_NAME_ENERGIES "energies" /* [72] J     lower ends: (1/2) m v_n^2 at first touch   */
#define GM_NAME_SPEEDS "speeds"     /* [36] m/s   lower ends: relative speed of the surfaces */
#define GM_NAME_GRAINS_BY_ENERGY "grains_by_energy"
#define GM_NAME_GRAINS_BY_SPEED "grains_by_speed"
#define GM_NAME_STRUCTURES_BY_ENERGY "structures_by_energy"
#define GM_NAME_STRUCTURES_BY_SPEED "structures_by_speed"

/* History, [H] or [H, 3] or [H, S] or [H, S, 3], [double] but for int64 counts. */
#define GM_NAME_TIME "time"                           /* s   */
#define GM_NAME_STEP "step"                           /* int64 1 */
#define GM_NAME_GRAINS "grains"                       /* int64 1  in the domain              */
#define GM_NAME_CLUMPS "clumps"                       /* int64 1  in the domain, absent without shapes of clumps */
#define GM_NAME_GRAINS_IN "grains_in"                 /* int64 1  inserted so far            */
#define GM_NAME_GRAINS_OUT "grains_out"               /* int64 1  left by open faces or sinks */
#define GM_NAME_OUT_X_MIN "grains_out_x_min"          /* int64 1  part of it through a face  */
#define GM_NAME_OUT_X_MAX "grains_out_x_max"
#define GM_NAME_OUT_Y_MIN "grains_out_y_min"
#define GM_NAME_OUT_Y_MAX "grains_out_y_max"
#define GM_NAME_OUT_Z_MIN "grains_out_z_min"
#define GM_NAME_OUT_Z_MAX "grains_out_z_max"
#define GM_NAME_GRAINS_LOST "grains_lost"             /* int64 1  in - out - present, must be 0 */
#define GM_NAME_CONTACTS_GRAIN "contacts_grain"       /* int64 1  grain on grain             */
#define GM_NAME_CONTACTS_STRUCTURE "contacts_structure" /* int64 1  grain on structure       */
#define GM_NAME_CONTACTS_MEETING "contacts_meeting"     /* int64 1  pairs of structures      */
#define GM_NAME_MEETING_DEEP "meeting_deep"             /* int64 1  samples deeper than meet.depth, since the start */
#define GM_NAME_KINETIC "kinetic_energy"              /* J   translation and spin            */
#define GM_NAME_ELASTIC "elastic_energy"              /* J   springs of all contacts         */
#define GM_NAME_POTENTIAL "potential_energy"          /* J   gravity, zero at the world origin */
#define GM_NAME_DISSIPATED "dissipated_energy"        /* J   by the laws since the start     */
#define GM_NAME_FRICTION "dissipated_friction"        /* J   part by tangential springs and dashpots */
#define GM_NAME_ROLLING "dissipated_rolling"          /* J   part by rolling resistance     */
#define GM_NAME_TORSION "dissipated_torsion"          /* J   part by twisting resistance    */
#define GM_NAME_WORK "structure_work"                 /* J   of structures on grains, since the start */
#define GM_NAME_HELD_ENERGY "held_work"               /* J   of groups of held grains on grains, likewise */
#define GM_NAME_ENERGY_IN "energy_in"                 /* J   of what came: grains, contacts that begin */
#define GM_NAME_GROWTH "growth_work"                   /* J   added by the growth of grains            */
#define GM_NAME_CROSSINGS "potential_by_crossing"     /* J   gained at periodic faces since the start */
#define GM_NAME_MASS_OUT "mass_out"                   /* kg  of grains and material points that left */
#define GM_NAME_ENERGY_OUT "energy_out"               /* J   kinetic + potential energy of grains that left */
#define GM_NAME_ENERGY_ERROR "energy_error"           /* J   residual of the energy balance  */
/* ... and if grains are hard */
#define GM_NAME_IMPACTS_HARD "collisions_structure"   /* int64 1  of grains with structures since the start */
#define GM_NAME_CORRECTIONS "correction_energy"       /* J   potential energy added by corrections of overlap */
#define GM_NAME_VIRIAL "collision_virial"             /* J   impulse times distance of centres since the start */
#define GM_NAME_VIRIAL_XY "collision_virial_xy"       /* J   impulse along x times distance along y */
#define GM_NAME_PRESSURE_HARD "pressure"              /* Pa  by the virial since the last frame */

/* ... and if dense grains are a continuum */
#define GM_NAME_POINTS "points"                       /* int64 1  material points in the domain  */
#define GM_NAME_POINTS_OUT "points_out"               /* int64 1  that left, into sinks too      */
#define GM_NAME_POINTS_MASS "points_mass"             /* kg  */
#define GM_NAME_POINTS_KINETIC "points_kinetic"       /* J   part of kinetic_energy              */
#define GM_NAME_POINTS_ELASTIC "points_elastic"       /* J   part of elastic_energy              */
#define GM_NAME_POINTS_POTENTIAL "points_potential"   /* J   part of potential_energy            */
#define GM_NAME_PLASTIC "dissipated_plastic"          /* J   by yield and separation of points   */
#define GM_NAME_TRANSFER "dissipated_transfer"        /* J   kinetic energy lost between points and grid */
#define GM_NAME_POINTS_WALLS "dissipated_walls"       /* J   of points at structures             */

/* ... and with hybrid.mode: hybrid */
#define GM_NAME_GRAINS_MADE "grains_made"             /* int64 1  of material points so far      */
#define GM_NAME_GRAINS_DISSOLVED "grains_dissolved"   /* int64 1  into material points so far    */
#define GM_NAME_GRAINS_COUPLED "grains_coupled"       /* int64 1  that share velocities in the last step */
#define GM_NAME_GRAINS_MASS "grains_mass"             /* kg  of their discrete parts             */
#define GM_NAME_MASS_TO_POINTS "mass_to_points"       /* kg  so far                              */
#define GM_NAME_MASS_TO_GRAINS "mass_to_grains"       /* kg  so far                              */
#define GM_NAME_MASS_OWED "mass_owed"                 /* kg  left one description, not in the other yet */
#define GM_NAME_ENERGY_CONVERTED "energy_converted"   /* J   added by conversions so far         */
#define GM_NAME_COUPLING_WORK "coupling_work"         /* J   of points on grains so far          */
#define GM_NAME_COUPLING_LOSS "dissipated_coupling"   /* J   kinetic energy lost by the coupling */
#define GM_NAME_COUPLING_ERROR "coupling_error"       /* 1   of its momentum, largest of any step */

/* ... and where there are copies of bodies */
#define GM_NAME_BODIES "bodies"           /* int64 1  in the run */
#define GM_NAME_BODIES_IN "bodies_in"     /* int64 1  inserted so far, those of the start included */
#define GM_NAME_BODIES_OUT "bodies_out"   /* int64 1  left through open faces */

#define GM_NAME_BODIES_KINETIC "bodies_kinetic"       /* J   of bodies, along free axes */
#define GM_NAME_BODIES_POTENTIAL "bodies_potential"   /* J   of bodies, likewise */
#define GM_NAME_BODIES_APPLIED "bodies_applied_work"  /* J   of loads on bodies since the start */
#define GM_NAME_BODIES_DRAG "bodies_drag_loss"        /* J   by drag on bodies since the start */
#define GM_NAME_MOMENTUM "momentum"                   /* [H, 3] kg m/s */
#define GM_NAME_LARGEST_OVERLAP "largest_overlap"     /* 1   overlap / smaller radius, at this row */
#define GM_NAME_COVERAGE_LOST "coverage_lost"         /* int64 1 events so far */
#define GM_NAME_ASKED_SITES "asked_sites"             /* int64 1 queries served by virtual particles   */
#define GM_NAME_ASKED_TRIANGLES "asked_triangles"     /* int64 1 by triangles; both: all queries of meshes */
#define GM_NAME_CENTRE_INSIDE "centre_inside"         /* int64 1 events so far */
#define GM_NAME_STRUCTURE_FORCE "structure_force"     /* [H, S, 3] N   by grains and structures */
#define GM_NAME_STRUCTURE_MET "structure_met"         /* [H, S, 3] N   the part by structures */
#define GM_NAME_STRUCTURE_TORQUE "structure_torque"   /* [H, S, 3] N m about the body origin */
#define GM_NAME_STRUCTURE_POWER "structure_power"     /* [H, S] W   of the structure on the grains */
#define GM_NAME_STRUCTURE_WORK "work_of_structure"    /* [H, S] J   likewise, since the start */

/* ... and if forces or a servo move a structure, of bodies that forces move, 0 for others
 * (of positions those of all): kinetic energy of all motion; of rotation about the reference point X,
 * which is the centre of mass or the pivot; momentum; angular momentum about X; largest
 * element of |R^T R - E|; work of loads since the start; origin, orientation, centre of
 * mass. */
#define GM_NAME_STRUCTURE_KINETIC "structure_kinetic"           /* [H, S] J */
#define GM_NAME_STRUCTURE_ROTATIONAL "structure_rotational"     /* [H, S] J */
#define GM_NAME_STRUCTURE_APPLIED "structure_applied_work"      /* [H, S] J */
#define GM_NAME_STRUCTURE_ORTHOGONALITY "structure_orthogonality" /* [H, S] 1 */
#define GM_NAME_STRUCTURE_MOMENTUM "structure_momentum"         /* [H, S, 3] kg m/s   */
#define GM_NAME_STRUCTURE_ANGULAR "structure_angular_momentum"  /* [H, S, 3] kg m2/s  */
#define GM_NAME_STRUCTURE_CENTRE "structure_centre"             /* [H, S, 3] m */
#define GM_NAME_STRUCTURE_POSITION "structure_position"         /* [H, S, 3] m */
#define GM_NAME_STRUCTURE_ORIENTATION "structure_orientation"   /* [H, S, 4] 1  quaternion */

/* ... and if the scene holds grains, for each group g, rows of names/held */
#define GM_NAME_HELD_FORCE "held_force"               /* [H, g, 3] N   by free grains */
#define GM_NAME_HELD_TORQUE "held_torque"             /* [H, g, 3] N m about the origin of the group */
#define GM_NAME_HELD_POWER "held_power"               /* [H, g] W   of the group on those grains */
#define GM_NAME_HELD_WORK "work_of_held"              /* [H, g] J   likewise, since the start */
#define GM_NAME_HELD_POSITION "held_position"         /* [H, g, 3] m   of that origin */

/* ... and with surface sums, of each structure since the start; names and units as
 * above. */
#define GM_NAME_STRUCTURE_IMPULSE "structure_impulse" /* [H, S, 3] N s  integral of structure_force */
#define GM_PREFIX_STRUCTURE "structure_" /* normal_impulse ... worn_archard, impact_spectrum */

/* ... and for each sensor of the scene, after its NAME: of a flux, and of a stress. */
#define GM_SUFFIX_FORWARD "_grains_forward"        /* int64 1  centres that passed so far    */
#define GM_SUFFIX_BACKWARD "_grains_backward"      /* int64 1  */
#define GM_SUFFIX_MASS_FORWARD "_mass_forward"     /* kg       */
#define GM_SUFFIX_MASS_BACKWARD "_mass_backward"   /* kg       */
#define GM_SUFFIX_TAKEN "_grains"                  /* int64 1  grains removed by a sink    */
#define GM_SUFFIX_MASS_TAKEN "_mass"               /* kg       */
#define GM_SUFFIX_CONTACT_STRESS "_contact_stress" /* [H, 3, 3] Pa  positive in compression  */
#define GM_SUFFIX_KINETIC_STRESS "_kinetic_stress" /* [H, 3, 3] Pa  of velocities about the mean */
#define GM_SUFFIX_SOLID "_solid_fraction"          /* 1  of grains with centres inside */

/* Names: datasets [S] and [number of materials], fixed-length ASCII. */
#define GM_NAME_STRUCTURES "structures"
#define GM_NAME_MATERIALS "materials"
#define GM_NAME_MEASURES "measures" /* absent in older results */
/*      GM_NAME_HELD                        where the scene holds grains */
#define GM_NAME_SINKS "sinks"       /* likewise */

/* Scene: datasets `effective` (uint8, the effective scene as YAML) and `mesh_report`
 * (uint8, text in lines; absent in older results and where there are no meshes), string
 * attributes of the group. */
#define GM_NAME_EFFECTIVE "effective"
#define GM_NAME_MESH_REPORT "mesh_report" /* findings and repairs of mesh files; may be absent */
#define GM_NAME_MATERIAL_RADII "material_radii" /* [M, 2] double m  smallest, largest of its grains; 0: none */
#define GM_NAME_MATERIAL_DENSITY "material_density" /* [M] double kg/m3  of a grain; absent in older results */
/* [S] double kg  of bodies that forces move, 0 of others; absent without bodies */
#define GM_NAME_STRUCTURE_MASS "structure_mass"
#define GM_ATTR_TITLE "title"
#define GM_ATTR_SOURCE "source"             /* path of the scene file            */
#define GM_ATTR_PARENT "parent"             /* result this run repeats, or ""    */
#define GM_ATTR_VERSION "version"           /* of granum                         */
#define GM_ATTR_COMMAND_LINE "command_line"
#define GM_ATTR_DEVICE "device" /* that computed the steps; absent: the processor */
#define GM_ATTR_TIME_STEP "time_step" /* double  s; absent in older results */
/* Of two dimensions; a result without these is of spheres in space. */
#define GM_ATTR_DIMENSIONS "dimensions" /* int64 1  2: all grains are in the plane z = 0; or 3 */
#define GM_ATTR_THICKNESS "thickness"   /* double m  of discs, and of areas that are volumes; 2-D only */
#define GM_ATTR_BODY "grains"           /* text  sphere, disc or lecture (rigid/grain_rule.h)  */

/* Beside NAME.vtkhdf: NAME.contacts.vtkhdf, whose /VTKHDF is an external link to
 * GM_GROUP_CONTACTS. */
#define GM_SUFFIX_RESULT ".vtkhdf"
#define GM_SUFFIX_CONTACTS ".contacts.vtkhdf"

/* clang-format on */

#endif
