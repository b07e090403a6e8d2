/* rigid/gear.c -- Gear's predictor-corrector in Nordsieck form.
 *
 *   predict  x_i <- sum over j >= i of binom(j, i) x_j
 *   correct  x_i <- x_i + c_i (dt a - x_1)         first order
 *            x_i <- x_i + c_i (dt^2 a / 2 - x_2)   second order
 *
 * In the second row c_0 is that for right sides which depend on velocities, as R'' does.
 *
 * C. W. Gear, Numerical Initial Value Problems in Ordinary Differential Equations,
 * Prentice-Hall (1971); M. P. Allen and D. J. Tildesley, Computer Simulation of Liquids,
 * Clarendon Press (1987), appendix E.
 */
#include "rigid/gear.h"

typedef double coefficients[GM_GEAR_VALUES + 1][GM_GEAR_VALUES];

static const coefficients first = {
    [4] = {3.0 / 8.0, 1.0, 3.0 / 4.0, 1.0 / 6.0},
    [5] = {251.0 / 720.0, 1.0, 11.0 / 12.0, 1.0 / 3.0, 1.0 / 24.0},
    [6] = {95.0 / 288.0, 1.0, 25.0 / 24.0, 35.0 / 72.0, 5.0 / 48.0,
           1.0 / 120.0},
};

static const coefficients second = {
    [4] = {1.0 / 6.0, 5.0 / 6.0, 1.0, 1.0 / 3.0},
    [5] = {19.0 / 90.0, 3.0 / 4.0, 1.0, 1.0 / 2.0, 1.0 / 12.0},
    [6] = {3.0 / 16.0, 251.0 / 360.0, 1.0, 11.0 / 18.0, 1.0 / 6.0, 1.0 / 60.0},
};

void gm_gear_predict(double (*x)[GM_GEAR_WIDTH], int values, int n)
{
  for (int low = 0; low < values - 1; ++low) {
    for (int i = values - 2; i >= low; --i) {
      for (int c = 0; c < n; ++c)
        x[i][c] += x[i + 1][c];
    }
  }
}

void gm_gear_correct(double (*x)[GM_GEAR_WIDTH], int values, int n, int order,
                     double dt, const double *a)
{
  const double unit = order == 1 ? dt : 0.5 * dt * dt;
  double change[GM_GEAR_WIDTH];
  for (int c = 0; c < n; ++c)
    change[c] = unit * a[c] - x[order][c];
  for (int i = 0; i < values; ++i) {
    const double by = order == 1 ? first[values][i] : second[values][i];
    for (int c = 0; c < n; ++c)
      x[i][c] += by * change[c];
  }
}

void gm_gear_stretch(double (*x)[GM_GEAR_WIDTH], int values, int n,
                     double ratio)
{
  double by = 1.0;
  for (int i = 1; i < values; ++i) {
    by *= ratio;
    for (int c = 0; c < n; ++c)
      x[i][c] *= by;
  }
}
