/* tests/rounds.h -- tessellations of round shapes whose true shape is known.
 *
 * Points lie on the true shape; free(corner) each.
 */
#ifndef GM_TESTS_ROUNDS_H
#define GM_TESTS_ROUNDS_H

#include "solids.h"

/* A sphere by n circles of latitude and 2 n points each. */
solid rounds_latlong(double radius, int n);

/* The convex hull of n points at random on a sphere, spread evenly but for a third of
 * their distance. */
solid rounds_hull(double radius, int n);

/* A torus around z whose points are moved along it by at most `jitter` cells, with
 * diagonals at random then. */
solid rounds_torus(double big, double small, int n_big, int n_small,
                   double jitter);

/* A cylinder around z of n facets, |z| <= length / 2, ends included. */
solid rounds_cylinder(double radius, double length, int n);

/* A bar along z, |z| <= length / 2: a rectangle of flats `wide` and `high` with fillets
 * of n facets a quarter. */
solid rounds_bar(double wide, double high, double fillet, double length, int n);

#endif
