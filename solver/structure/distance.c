/* structure/distance.c -- nearest point by Embree's tree.  Room: structure.
 *
 * The tree holds the surface shifted and scaled to [-1, 1], so that single precision
 * costs 1e-7 of the size wherever the body lies.  A triangle is left out only if it is
 * farther than  d (1 + 1e-6) + 1e-6, d the best so far: rounding of the corners (6e-8)
 * and of the point asked (6e-8 of its distance from the origin) stays within that.
 *
 * The sign is that of (y - foot).N, N the normal of the face, the sum of both faces'
 * normals at a side, at a point the sum of all normals weighted by the angle there.
 * J. A. Baerentzen and H. Aanaes, IEEE Trans. Vis. Comput. Graph. 11 (2005) 243-253.
 */
#include "structure/distance.h"

#include "base/memory.h"
#include <embree3/rtcore.h>
#include <stdlib.h>

struct gm_distance {
  const gm_surface *surface;
  gm_vec3 *bend; /* [n_points] 1  angle-weighted sum of normals */
  RTCDevice device;
  RTCScene scene;
  gm_vec3 middle; /* m    of the bounds                          */
  double size;    /* m    half the longest side of the bounds    */
};

static const double slack = 1.0e-6;

/* --- all triangles ---------------------------------------------------------------- */

typedef struct question {
  const gm_distance *distance;
  gm_vec3 y;
  gm_foot best;
} question;

/* Embree offers a triangle.  The smaller distance wins, then the lower number. */
static bool offer(struct RTCPointQueryFunctionArguments *a)
{
  question *q = a->userPtr;
  const gm_index triangle = (gm_index)a->primID;
  const gm_foot f = gm_triangle_nearest(q->distance->surface, triangle, q->y);
  if (f.square > q->best.square ||
      (f.square == q->best.square && triangle > q->best.triangle)) {
    return false;
  }
  q->best = f;
  const double d = sqrt(f.square) / q->distance->size;
  const float radius = (float)(d * (1.0 + slack) + slack);
  if (radius >= a->query->radius) return false;
  a->query->radius = radius;
  return true;
}

/* The side's number k, seen from triangle t, as the mean direction of both faces; at an
 * open or branching side that of the triangle alone. */
static gm_vec3 side_bend(const gm_surface *s, gm_index t, int k)
{
  const gm_index q = s->across[t][k];
  return q < 0 ? s->normal[t] : gm_add(s->normal[t], s->normal[q]);
}

gm_nearest gm_distance_nearest(const gm_distance *distance, gm_vec3 y)
{
  const gm_surface *s = distance->surface;
  const gm_vec3 at =
      gm_scale(1.0 / distance->size, gm_sub(y, distance->middle));
  question q = {distance, y, {.square = INFINITY, .triangle = INT32_MAX}};
  struct RTCPointQuery query = {.x = (float)at.x,
                                .y = (float)at.y,
                                .z = (float)at.z,
                                .time = 0.0f,
                                .radius = INFINITY};
  struct RTCPointQueryContext context;
  rtcInitPointQueryContext(&context);
  rtcPointQuery(distance->scene, &query, &context, NULL, &q);

  const gm_foot f = q.best;
  const gm_index *corner = s->corner[f.triangle];
  gm_nearest r = {.foot = f.at,
                  .triangle = f.triangle,
                  .feature = f.feature,
                  .which = f.which};
  const double length = sqrt(f.square);
  const gm_vec3 off = gm_sub(y, f.at);
  const gm_vec3 normal = f.feature == GM_FEATURE_FACE ? s->normal[f.triangle]
                         : f.feature == GM_FEATURE_SIDE
                             ? side_bend(s, f.triangle, f.which)
                             : distance->bend[corner[f.which]];
  const double side = gm_dot(off, normal) < 0.0 ? -1.0 : 1.0;
  r.distance = side * length;
  /* Over a face the direction is the normal, and exact however near the point is. */
  if (f.feature == GM_FEATURE_FACE) {
    r.gradient = normal;
  } else if (length > 1.0e-12 * distance->size) {
    r.gradient = gm_scale(side / length, off);
  } else {
    r.gradient = gm_unit(normal);
  }
  return r;
}

gm_probe gm_distance_probe(const void *distance, gm_vec3 y)
{
  const gm_nearest r = gm_distance_nearest(distance, y);
  return (gm_probe){r.distance, r.gradient, 0, 0};
}

/* --- life ------------------------------------------------------------------------- */

static gm_status sum_normals(const gm_surface *s, gm_vec3 **bend)
{
  GM_TRY(GM_RESIZE(*bend, 0, s->n_points));
  for (gm_index t = 0; t < s->n; ++t) {
    for (int k = 0; k < 3; ++k) {
      const gm_index p = s->corner[t][k];
      const gm_vec3 a =
          gm_sub(s->point[s->corner[t][(k + 1) % 3]], s->point[p]);
      const gm_vec3 b =
          gm_sub(s->point[s->corner[t][(k + 2) % 3]], s->point[p]);
      const double angle = atan2(gm_norm(gm_cross(a, b)), gm_dot(a, b));
      (*bend)[p] = gm_madd((*bend)[p], angle, s->normal[t]);
    }
  }
  return GM_OK;
}

/* Corners and triangles in the library's own buffers. */
static gm_status fill_tree(const gm_surface *s, gm_distance *d)
{
  RTCGeometry g = rtcNewGeometry(d->device, RTC_GEOMETRY_TYPE_TRIANGLE);
  float *x =
      rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                              3 * sizeof *x, (size_t)s->n_points);
  uint32_t *c =
      rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                              3 * sizeof *c, (size_t)s->n);
  if (x && c) {
    for (gm_index p = 0; p < s->n_points; ++p) {
      const gm_vec3 at =
          gm_scale(1.0 / d->size, gm_sub(s->point[p], d->middle));
      x[3 * p] = (float)at.x;
      x[3 * p + 1] = (float)at.y;
      x[3 * p + 2] = (float)at.z;
    }
    for (gm_index k = 0; k < 3 * s->n; ++k)
      c[k] = (uint32_t)s->corner[k / 3][k % 3];
    rtcSetGeometryPointQueryFunction(g, offer);
    rtcCommitGeometry(g);
    rtcAttachGeometry(d->scene, g);
    rtcCommitScene(d->scene);
  }
  rtcReleaseGeometry(g);
  if (x && c && rtcGetDeviceError(d->device) == RTC_ERROR_NONE) return GM_OK;
  return gm_fail(GM_ERR_MEMORY, "no memory for the tree of %d triangles",
                 (int)s->n);
}

static gm_status fill(const gm_surface *s, gm_distance *d)
{
  d->surface = s;
  const gm_vec3 extent = gm_sub(s->max, s->min);
  d->middle = gm_madd(s->min, 0.5, extent);
  d->size = 0.5 * fmax(extent.x, fmax(extent.y, extent.z));
  GM_TRY(sum_normals(s, &d->bend));
  /* One thread: a second pool of threads would stay behind and idle. */
  d->device = rtcNewDevice("threads=1");
  if (d->device) d->scene = rtcNewScene(d->device);
  if (!d->scene) {
    return gm_fail(GM_ERR_MEMORY, "Embree does not start: error %d",
                   (int)rtcGetDeviceError(NULL));
  }
  /* Boxes rounded outwards: what lies on the border of one is not lost. */
  rtcSetSceneFlags(d->scene, RTC_SCENE_FLAG_ROBUST);
  return fill_tree(s, d);
}

gm_status gm_distance_create(const gm_surface *surface, gm_distance **distance)
{
  *distance = NULL;
  GM_TRY(GM_RESIZE(*distance, 0, 1));
  const gm_status status = fill(surface, *distance);
  if (status != GM_OK) gm_distance_free(distance);
  return status;
}

void gm_distance_free(gm_distance **distance)
{
  gm_distance *d = *distance;
  if (!d) return;
  if (d->scene) rtcReleaseScene(d->scene);
  if (d->device) rtcReleaseDevice(d->device);
  GM_FREE(d->bend);
  GM_FREE(*distance);
}
