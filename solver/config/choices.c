/* config/choices.c -- the word of each choice.
 *
 * A scene file names a choice by its word, and the manual lists the words of a key from
 * here.
 */
#include "config/choices.h"

#include <stddef.h>

const char *const gm_choices_laws[] = {[GM_LAW_HERTZ] = "hertz",
                                       [GM_LAW_HOOKE] = "hooke",
                                       [GM_LAW_LECTURE] = "lecture",
                                       [GM_LAW_COLLISIONS] = "collisions",
                                       NULL};

const char *const gm_choices_engines[] = {[GM_ENGINE_NONE] = "none",
                                          [GM_ENGINE_IMPULSES] = "impulses",
                                          [GM_ENGINE_EVENTS] = "events",
                                          NULL};

const char *const gm_choices_orders[] = {[GM_ORDER_GAUSS_SEIDEL] =
                                             "gauss_seidel",
                                         [GM_ORDER_JACOBI] = "jacobi",
                                         [GM_ORDER_RELAXED] = "relaxed",
                                         NULL};

const char *const gm_choices_corrections[] = {[GM_CORRECTION_MASS] = "mass",
                                              [GM_CORRECTION_HALF] = "half",
                                              [GM_CORRECTION_NONE] = "none",
                                              NULL};

const char *const gm_choices_modes[] = {[GM_MODE_DISCRETE] = "discrete",
                                        [GM_MODE_CONTINUUM] = "continuum",
                                        [GM_MODE_HYBRID] = "hybrid",
                                        NULL};

const char *const gm_choices_oracles[] = {
    [GM_ORACLE_SURFACE] = "surface", [GM_ORACLE_LAYER] = "layer", NULL};

const char *const gm_choices_walls[] = {[GM_WALLS_FRICTION] = "friction",
                                        [GM_WALLS_SLIP] = "slip",
                                        [GM_WALLS_STICK] = "stick",
                                        NULL};

const char *const gm_choices_variants[] = {
    [GM_VARIANT_CODE] = "code", [GM_VARIANT_SLIDE] = "slide", NULL};

const char *const gm_choices_compressions[] = {[GM_NORMAL_INCREMENTS] =
                                                   "increments",
                                               [GM_NORMAL_OVERLAP] = "overlap",
                                               NULL};

const char *const gm_choices_tensions[] = {
    [GM_TENSION_ALLOWED] = "allowed", [GM_TENSION_CLAMPED] = "clamped", NULL};

const char *const gm_choices_tangentials[] = {[GM_TANGENTIAL_INCREMENTAL] =
                                                  "incremental",
                                              [GM_TANGENTIAL_TOTAL] = "total",
                                              NULL};

const char *const gm_choices_cohesions[] = {[GM_COHESION_NONE] = "none",
                                            [GM_COHESION_JKR] = "jkr",
                                            [GM_COHESION_DMT] = "dmt",
                                            [GM_COHESION_SJKR] = "sjkr",
                                            NULL};

const char *const gm_choices_rollings[] = {[GM_ROLLING_NONE] = "none",
                                           [GM_ROLLING_CONSTANT] = "constant",
                                           [GM_ROLLING_SPRING] = "spring",
                                           NULL};

const char *const gm_choices_torsions[] = {
    [GM_TORSION_NONE] = "none", [GM_TORSION_SPRING] = "spring", NULL};

const char *const gm_choices_schemes[] = {
    [GM_SCHEME_LEAPFROG] = "leapfrog",
    [GM_SCHEME_SYMPLECTIC_EULER] = "symplectic_euler",
    [GM_SCHEME_VELOCITY_VERLET] = "velocity_verlet",
    [GM_SCHEME_ADAMS_BASHFORTH_2] = "adams_bashforth_2",
    [GM_SCHEME_EXPLICIT_EULER] = "explicit_euler",
    [GM_SCHEME_ADAMS_BASHFORTH_2_PRINTED] = "adams_bashforth_2_printed",
    [GM_SCHEMES] = NULL};

const char *const gm_choices_rotations[] = {
    [GM_ROTATION_NO_SQUISH] = "no_squish",
    [GM_ROTATION_QUATERNION] = "quaternion",
    [GM_ROTATION_MATRIX] = "rotation_matrix",
    [GM_ROTATION_EULER] = "euler_angles",
    [GM_ROTATION_QUATERNION_GEAR] = "quaternion_gear",
    NULL};

const char *const gm_choices_turns[] = {[GM_ROTATION_NO_SQUISH] = "no_squish",
                                        [GM_ROTATION_QUATERNION] = "quaternion",
                                        NULL};

const char *const gm_choices_restarts[] = {
    [GM_RESTART_AUTO] = "auto", [GM_RESTART_NEVER] = "never", NULL};

const char *const gm_choices_directions[] = {"x", "y", "z", NULL};

const char *const gm_choices_axes[] = {
    [GM_AXES_WORLD] = "world", [GM_AXES_BODY] = "body", NULL};

const char *const gm_choices_bodies[] = {[GM_BODY_SPHERE] = "sphere",
                                         [GM_BODY_DISC] = "disc",
                                         [GM_BODY_LECTURE] = "lecture",
                                         [GM_BODY_AUTO] = "auto",
                                         NULL};

const char *const gm_choices_boundaries[] = {[GM_BOUNDARY_OPEN] = "open",
                                             [GM_BOUNDARY_PERIODIC] =
                                                 "periodic",
                                             [GM_BOUNDARY_MIRROR] = "mirror",
                                             [GM_BOUNDARY_WALL] = "wall",
                                             [GM_BOUNDARY_REFLECT] = "reflect",
                                             [GM_BOUNDARY_AUTO] = "auto",
                                             NULL};

const char *const gm_choices_opens[] = {[GM_OPEN_NONE] = "none",
                                        [GM_OPEN_BASE] = "base",
                                        [GM_OPEN_TOP] = "top",
                                        [GM_OPEN_BOTH] = "both",
                                        NULL};

const char *const gm_choices_sides[] = {"xmin", "xmax", "ymin", "ymax",
                                        "zmin", "zmax", NULL};

const char *const gm_choices_facings[] = {[GM_FACING_AUTO] = "auto",
                                          [GM_FACING_OUTSIDE] = "outside",
                                          [GM_FACING_INSIDE] = "inside",
                                          [GM_FACING_BOTH] = "both",
                                          NULL};

const char *const gm_choices_meet_sides[] = {[GM_MEET_SIDE_AUTO] = "auto",
                                             [GM_MEET_SIDE_OUTSIDE] = "outside",
                                             [GM_MEET_SIDE_INSIDE] = "inside",
                                             NULL};

const char *const gm_choices_patches[] = {
    [GM_PATCHES_AUTO] = "auto", [GM_PATCHES_NONE] = "none", NULL};

const char *const gm_choices_sampled[] = {
    [GM_SAMPLED_SMOOTH] = "smooth", [GM_SAMPLED_FACETS] = "facets", NULL};

const char *const gm_choices_normals[] = {
    [GM_NORMAL_GRADIENT] = "gradient", [GM_NORMAL_STORED] = "stored", NULL};

const char *const gm_choices_bands[] = {[GM_BAND_AUTO] = "auto",
                                        [GM_BAND_DESCRIBED] = "described",
                                        [GM_BAND_GIVEN] = NULL};

const char *const gm_choices_lattices[] = {[GM_LATTICE_CUBIC] = "cubic",
                                           [GM_LATTICE_FACE_CENTRED] =
                                               "face_centred",
                                           NULL};

const char *const gm_choices_interpolations[] = {
    [GM_INTERPOLATION_HALF_TAYLOR] = "half_taylor",
    [GM_INTERPOLATION_TRILINEAR] = "trilinear",
    [GM_INTERPOLATION_MLS] = "mls",
    [GM_INTERPOLATION_SHEPARD] = "shepard",
    NULL};

const char *const gm_choices_turned[] = {
    [GM_TURNED_RANDOM] = "random", [GM_TURNED_FIXED] = "fixed", NULL};

const char *const gm_choices_by[] = {
    [GM_BY_NUMBER] = "number", [GM_BY_MASS] = "mass", NULL};

const char *const gm_choices_arrangements[] = {[GM_ARRANGE_AUTO] = "auto",
                                               [GM_ARRANGE_RANDOM] = "random",
                                               [GM_ARRANGE_RELAXED] = "relaxed",
                                               [GM_ARRANGE_CUBIC] = "cubic",
                                               [GM_ARRANGE_FACE_CENTRED] =
                                                   "face_centred",
                                               NULL};

const char *const gm_choices_body_arrangements[] = {[GM_BODIES_AUTO] = "auto",
                                                    [GM_BODIES_RANDOM] =
                                                        "random",
                                                    [GM_BODIES_CUBIC] = "cubic",
                                                    NULL};

const char *const gm_choices_orientations[] = {
    [GM_ORIENTATION_RANDOM] = "random",
    [GM_ORIENTATION_ALIGNED] = "aligned",
    NULL};

const char *const gm_choices_arrays[] = {[GM_ARRAYS_STANDARD] = "standard",
                                         [GM_ARRAYS_FULL] = "full",
                                         [GM_ARRAYS_RESUME] = "resume",
                                         NULL};

const char *const gm_choices_precisions[] = {
    [GM_PRECISION_SINGLE] = "single", [GM_PRECISION_DOUBLE] = "double", NULL};
