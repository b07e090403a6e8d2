/* tests/top.c -- a free asymmetric top: its reference, the errors of a run. */
#include "top.h"

#include "config/choices.h"
#include <string.h>

static const gm_vec3 inertia = {1.0, 2.0, 3.0}, none = {0.0, 0.0, 0.0};
static const gm_vec3 spin = {0.01, 1.0, 0.01};
static double reference[TOP_STEPS + 1][12];

static void derive(const double *y, double *rate)
{
  const double *w = y + 9;
  for (int i = 0; i < 9; i += 3) {
    rate[i] = y[i + 1] * w[2] - y[i + 2] * w[1];
    rate[i + 1] = y[i + 2] * w[0] - y[i] * w[2];
    rate[i + 2] = y[i] * w[1] - y[i + 1] * w[0];
  }
  rate[9] = -w[1] * w[2];
  rate[10] = w[2] * w[0];
  rate[11] = -w[0] * w[1] / 3.0;
}

void top_init(void)
{
  const double h = 100.0 / TOP_STEPS, part[4] = {0.0, 0.5, 0.5, 1.0};
  double y[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, spin.x, spin.y, spin.z};
  for (int n = 0; n <= TOP_STEPS; ++n) {
    double rate[12] = {0}, sum[12] = {0}, z[12];
    memcpy(reference[n], y, sizeof y);
    for (int k = 0; k < 4; ++k) {
      for (int i = 0; i < 12; ++i)
        z[i] = y[i] + part[k] * h * rate[i];
      derive(z, rate);
      for (int i = 0; i < 12; ++i)
        sum[i] += (k == 1 || k == 2 ? 2.0 : 1.0) * rate[i];
    }
    for (int i = 0; i < 12; ++i)
      y[i] += h / 6.0 * sum[i];
  }
}

const double *top_reference(int k)
{
  return reference[k];
}

static double attitude(gm_quat q, const double *m)
{
  const gm_vec3 x = gm_quat_rotate(q, gm_vec(1.0, 0.0, 0.0));
  const gm_vec3 y = gm_quat_rotate(q, gm_vec(0.0, 1.0, 0.0));
  const gm_vec3 z = gm_quat_rotate(q, gm_vec(0.0, 0.0, 1.0));
  return sqrt((gm_norm2(gm_sub(x, gm_vec(m[0], m[3], m[6]))) +
               gm_norm2(gm_sub(y, gm_vec(m[1], m[4], m[7]))) +
               gm_norm2(gm_sub(z, gm_vec(m[2], m[5], m[8])))) /
              8.0);
}

gm_rotation top_begin(gm_rotation_how how, gm_quat q0)
{
  gm_rotation r;
  gm_rotation_begin(&r, how, inertia, q0, gm_quat_rotate(q0, spin));
  return r;
}

top_errors top_run(gm_rotation_how how, double dt, top_flips *flips)
{
  const gm_quat q0 = how.kind == GM_ROTATION_EULER
                         ? gm_quat_rotation(gm_vec(0.5 * GM_PI, 0.0, 0.0))
                         : gm_quat_identity();
  const int steps = (int)(100.0 / dt + 0.5), stride = TOP_STEPS / steps;
  const gm_vec3 first = gm_quat_rotate(q0, gm_vec(0.01, 2.0, 0.03));
  top_errors e = {0};
  double old = 0.0;
  gm_rotation r = top_begin(how, q0);
  flips->n = 0;
  for (int n = 0; n <= steps; ++n) {
    const gm_rotation_state s =
        gm_rotation_measure(&r, none, n ? 0.5 * dt : 0.0, dt);
    const gm_quat q = gm_quat_product(gm_quat_conjugate(q0), s.orientation);
    const double off = gm_norm(gm_sub(s.momentum, first)) / gm_norm(first);
    const double w = gm_quat_unrotate(s.orientation, s.spin).y;
    e.energy = fmax(e.energy, fabs(s.energy / 1.0002 - 1.0));
    e.momentum = fmax(e.momentum, off);
    e.orthogonality = fmax(e.orthogonality, s.orthogonality);
    e.attitude = fmax(e.attitude, attitude(q, reference[n * stride]));
    if (old * w < 0.0 && flips->n < TOP_FLIPS)
      flips->at[flips->n++] = dt * (n - w / (w - old));
    old = w;
    gm_rotation_advance(&r, none, n ? dt : 0.5 * dt, dt);
  }
  return e;
}
