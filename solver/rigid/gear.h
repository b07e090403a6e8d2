/* rigid/gear.h -- Gear's predictor-corrector for x' = f(x) or x'' = f(x, x') of n
 * numbers.
 *
 * Nordsieck form: row k of x is dt^k / k! of the k-th derivative; 4, 5 or 6 rows.
 */
#ifndef GM_RIGID_GEAR_H
#define GM_RIGID_GEAR_H

enum { GM_GEAR_VALUES = 6, GM_GEAR_WIDTH = 9 };

/* Taylor series to the next step. */
void gm_gear_predict(double (*x)[GM_GEAR_WIDTH], int values, int n);

/* Corrects x with a: [n] the derivatives of this order, 1 or 2, for the predicted x. */
void gm_gear_correct(double (*x)[GM_GEAR_WIDTH], int values, int n, int order,
                     double dt, const double *a);

/* Adapts x to a step that is `ratio` times as long. */
void gm_gear_stretch(double (*x)[GM_GEAR_WIDTH], int values, int n,
                     double ratio);

#endif
