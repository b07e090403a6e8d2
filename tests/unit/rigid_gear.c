/* Gear's predictor is a Taylor series, and a step may change its length. */
#include "check.h"

#include "rigid/gear.h"

/* Row k: dt^k / k! of the k-th derivative of t^4 - 2 t^3 + c t, c = 0, 1. */
static void fill(double (*x)[GM_GEAR_WIDTH], double t, double dt)
{
  for (int c = 0; c < 2; ++c) {
    x[0][c] = t * t * t * t - 2.0 * t * t * t + c * t;
    x[1][c] = dt * (4.0 * t * t * t - 6.0 * t * t + c);
    x[2][c] = dt * dt * (6.0 * t * t - 6.0 * t);
    x[3][c] = dt * dt * dt * (4.0 * t - 2.0);
    x[4][c] = dt * dt * dt * dt;
    x[5][c] = 0.0;
  }
}

static void check_same(double (*x)[GM_GEAR_WIDTH], double t, double dt,
                       int values)
{
  double exact[GM_GEAR_VALUES][GM_GEAR_WIDTH];
  fill(exact, t, dt);
  for (int k = 0; k < values; ++k) {
    for (int c = 0; c < 2; ++c)
      CHECK_NEAR(x[k][c], exact[k][c],
                 1.0e-14); /* round-off of values near 1 */
  }
}

int main(void)
{
  for (int values = 5; values <= 6; ++values) {
    double x[GM_GEAR_VALUES][GM_GEAR_WIDTH], t = 0.3;
    fill(x, t, 0.1);
    gm_gear_predict(x, values, 2);
    check_same(x, t += 0.1, 0.1, values);
    gm_gear_stretch(x, values, 2, 0.5);
    check_same(x, t, 0.05, values);
    gm_gear_predict(x, values, 2);
    check_same(x, t += 0.05, 0.05, values);
    /* A right side that agrees corrects nothing; another one sets x_2. */
    double a[2] = {12.0 * t * t - 12.0 * t, 12.0 * t * t - 12.0 * t};
    gm_gear_correct(x, values, 2, 2, 0.05, a);
    check_same(x, t, 0.05, values);
    a[0] += 1.0;
    const double old = x[2][0];
    gm_gear_correct(x, values, 2, 2, 0.05, a);
    CHECK_NEAR(x[2][0], old + 0.5 * 0.05 * 0.05, 1.0e-15);
    /* Likewise x_1 where first derivatives are given. */
    fill(x, t, 0.05);
    double b[2] = {4.0 * t * t * t - 6.0 * t * t,
                   4.0 * t * t * t - 6.0 * t * t + 1.0};
    gm_gear_correct(x, values, 2, 1, 0.05, b);
    check_same(x, t, 0.05, values);
    b[0] += 1.0;
    const double rate = x[1][0];
    gm_gear_correct(x, values, 2, 1, 0.05, b);
    CHECK_NEAR(x[1][0], rate + 0.05, 1.0e-15);
  }
  return CHECK_REPORT();
}
