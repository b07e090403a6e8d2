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
#include <string.h>

struct gm_distance {
  const gm_surface *surface;
  gm_vec3 *bend;  /* [n_points] 1  angle-weighted normals; null: no sign */
  gm_index *list; /* [n] the triangles; null: all */
  gm_index n;     /* triangles in the tree */
  RTCDevice device;
  RTCScene scene;
  gm_vec3 middle; /* m    of the bounds                          */
  double size;    /* m    half the longest side of the bounds    */
};

static const double slack = 1.0e-6;

/* Corner c of triangle k of the tree. */
static const gm_vec3 *corner_at(const gm_distance *d, gm_index k, int c)
{
  const gm_surface *s = d->surface;
  return &s->point[s->corner[d->list ? d->list[k] : k][c]];
}

/* --- all triangles ---------------------------------------------------------------- */

typedef struct question {
  const gm_distance *distance;
  gm_vec3 y;
  gm_foot best;
  gm_index k; /* of the best, in the tree */
} question;

static float radius_around(const gm_distance *d, double square)
{
  const double off = sqrt(square) / d->size;
  return (float)(off * (1.0 + slack) + slack);
}

/* Embree offers a triangle.  The smaller distance wins, then the lower number. */
static bool offer(struct RTCPointQueryFunctionArguments *a)
{
  question *q = a->userPtr;
  const gm_distance *d = q->distance;
  const gm_index k = (gm_index)a->primID, triangle = d->list ? d->list[k] : k;
  const gm_foot f = gm_triangle_nearest(d->surface, triangle, q->y);
  if (f.square > q->best.square ||
      (f.square == q->best.square && triangle > q->best.triangle)) {
    return false;
  }
  q->best = f;
  q->k = k;
  const float radius = radius_around(d, f.square);
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

/* A ball of the tree's coordinates. */
static struct RTCPointQuery ask_around(const gm_distance *d, gm_vec3 y,
                                       float radius)
{
  const gm_vec3 at = gm_scale(1.0 / d->size, gm_sub(y, d->middle));
  return (struct RTCPointQuery){.x = (float)at.x,
                                .y = (float)at.y,
                                .z = (float)at.z,
                                .time = 0.0f,
                                .radius = radius};
}

typedef struct gathering {
  const gm_distance *distance;
  gm_index *list;
  int n, room;
} gathering;

/* Embree offers a triangle: whatever may be near is taken. */
static bool gather(struct RTCPointQueryFunctionArguments *a)
{
  gathering *q = a->userPtr;
  const gm_index k = (gm_index)a->primID;
  if (q->n >= 0 && q->n < q->room) {
    q->list[q->n++] = q->distance->list ? q->distance->list[k] : k;
    return false;
  }
  q->n = -1;
  a->query->radius = 0.0f;
  return true;
}

static int by_number(const void *a, const void *b)
{
  const gm_index p = *(const gm_index *)a, q = *(const gm_index *)b;
  return p < q ? -1 : p > q;
}

int gm_distance_within(const gm_distance *distance, gm_vec3 y, double reach,
                       gm_index *list, int room)
{
  gathering q = {distance, list, 0, room};
  struct RTCPointQuery query =
      ask_around(distance, y, radius_around(distance, reach * reach));
  struct RTCPointQueryContext context;
  rtcInitPointQueryContext(&context);
  rtcPointQuery(distance->scene, &query, &context, gather, &q);
  if (q.n > 1) qsort(list, (size_t)q.n, sizeof *list, by_number);
  return q.n;
}

/* The nearest point, by the tree; *k, if not negative, is where the search begins. */
static gm_foot nearest_of(const gm_distance *distance, gm_vec3 y, gm_index *k)
{
  question q = {distance, y, {.square = INFINITY, .triangle = INT32_MAX}, *k};
  struct RTCPointQuery query = ask_around(distance, y, INFINITY);
  if (q.k >= 0) {
    const gm_index t = distance->list ? distance->list[q.k] : q.k;
    q.best = gm_triangle_nearest(distance->surface, t, y);
    query.radius = radius_around(distance, q.best.square);
  }
  struct RTCPointQueryContext context;
  rtcInitPointQueryContext(&context);
  rtcPointQuery(distance->scene, &query, &context, offer, &q);
  *k = q.k;
  return q.best;
}

/* The mean direction in which the surface looks at a foot. */
static gm_vec3 normal_at(const gm_distance *d, const gm_foot *f)
{
  const gm_surface *s = d->surface;
  if (!d->bend || f->feature == GM_FEATURE_FACE) return s->normal[f->triangle];
  if (f->feature == GM_FEATURE_SIDE) return side_bend(s, f->triangle, f->which);
  return d->bend[s->corner[f->triangle][f->which]];
}

/* -1 behind the surface of a solid, else 1. */
static double side_of(const gm_distance *d, gm_vec3 off, gm_vec3 normal)
{
  return d->bend && gm_dot(off, normal) < 0.0 ? -1.0 : 1.0;
}

gm_nearest gm_distance_answer(const gm_distance *distance, gm_vec3 y,
                              const gm_foot *nearest)
{
  const gm_foot f = *nearest;
  gm_nearest r = {.foot = f.at,
                  .triangle = f.triangle,
                  .feature = f.feature,
                  .which = f.which};
  const double length = sqrt(f.square);
  const gm_vec3 off = gm_sub(y, f.at), normal = normal_at(distance, &f);
  const double side = side_of(distance, off, normal);
  r.distance = side * length;
  /* Over a face the direction is the normal, and exact however near the point is. */
  if (f.feature == GM_FEATURE_FACE) {
    r.gradient = gm_scale(gm_dot(off, normal) < 0.0 ? -side : side, normal);
  } else if (length > 1.0e-12 * distance->size) {
    r.gradient = gm_scale(side / length, off);
  } else {
    r.gradient = gm_unit(normal);
  }
  return r;
}

gm_nearest gm_distance_nearest(const gm_distance *distance, gm_vec3 y)
{
  gm_index k = -1;
  const gm_foot f = nearest_of(distance, y, &k);
  return gm_distance_answer(distance, y, &f);
}

/* Where this thread found the nearest triangle last, of a few distances.  Only the time
 * depends on it: any triangle of the tree is a right one to begin with. */
enum { TRACES = 64 };
static _Thread_local struct {
  const gm_distance *of;
  gm_index k;
} trace[TRACES];

gm_nearest gm_distance_walk(const gm_distance *distance, gm_vec3 y)
{
  const uintptr_t at = ((uintptr_t)distance >> 6) % TRACES;
  const int known = trace[at].of == distance && trace[at].k < distance->n;
  gm_index k = known ? trace[at].k : -1;
  const gm_foot f = nearest_of(distance, y, &k);
  trace[at].of = distance;
  trace[at].k = k;
  return gm_distance_answer(distance, y, &f);
}

gm_probe gm_distance_probe(const void *distance, gm_vec3 y)
{
  const gm_nearest r = gm_distance_walk(distance, y);
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

/* Corners of the triangles in the library's own buffers, three each. */
static gm_status fill_tree(gm_distance *d)
{
  RTCGeometry g = rtcNewGeometry(d->device, RTC_GEOMETRY_TYPE_TRIANGLE);
  float *x =
      rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                              3 * sizeof *x, 3 * (size_t)d->n);
  uint32_t *c =
      rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                              3 * sizeof *c, (size_t)d->n);
  if (x && c) {
    for (gm_index k = 0; k < 3 * d->n; ++k) {
      const gm_vec3 at = gm_scale(
          1.0 / d->size, gm_sub(*corner_at(d, k / 3, k % 3), d->middle));
      x[3 * k] = (float)at.x;
      x[3 * k + 1] = (float)at.y;
      x[3 * k + 2] = (float)at.z;
      c[k] = (uint32_t)k;
    }
    rtcCommitGeometry(g);
    rtcAttachGeometry(d->scene, g);
    rtcCommitScene(d->scene);
  }
  rtcReleaseGeometry(g);
  if (x && c && rtcGetDeviceError(d->device) == RTC_ERROR_NONE) return GM_OK;
  return gm_fail(GM_ERR_MEMORY, "no memory for the tree of %d triangles",
                 (int)d->n);
}

static void bound(gm_distance *d)
{
  gm_vec3 min = *corner_at(d, 0, 0), max = min;
  for (gm_index k = 0; k < 3 * d->n; ++k) {
    const gm_vec3 x = *corner_at(d, k / 3, k % 3);
    min = gm_vec(fmin(min.x, x.x), fmin(min.y, x.y), fmin(min.z, x.z));
    max = gm_vec(fmax(max.x, x.x), fmax(max.y, x.y), fmax(max.z, x.z));
  }
  const gm_vec3 extent = gm_sub(max, min);
  d->middle = gm_madd(min, 0.5, extent);
  d->size = 0.5 * fmax(extent.x, fmax(extent.y, extent.z));
}

static gm_status fill(gm_distance *d)
{
  bound(d);
  /* One thread: a second pool of threads would stay behind and idle. */
  d->device = rtcNewDevice("threads=1");
  if (d->device) d->scene = rtcNewScene(d->device);
  if (!d->scene) {
    return gm_fail(GM_ERR_MEMORY, "Embree does not start: error %d",
                   (int)rtcGetDeviceError(NULL));
  }
  /* Boxes rounded outwards: what lies on the border of one is not lost. */
  rtcSetSceneFlags(d->scene, RTC_SCENE_FLAG_ROBUST);
  return fill_tree(d);
}

gm_status gm_distance_create(const gm_surface *surface, gm_distance **distance)
{
  *distance = NULL;
  GM_TRY(GM_RESIZE(*distance, 0, 1));
  gm_distance *d = *distance;
  d->surface = surface;
  d->n = surface->n;
  gm_status status = sum_normals(surface, &d->bend);
  if (status == GM_OK) status = fill(d);
  if (status != GM_OK) gm_distance_free(distance);
  return status;
}

gm_status gm_distance_create_piece(const gm_surface *surface,
                                   const gm_index *list, gm_index n,
                                   gm_distance **distance)
{
  *distance = NULL;
  GM_TRY(GM_RESIZE(*distance, 0, 1));
  gm_distance *d = *distance;
  d->surface = surface;
  d->n = n;
  gm_status status = GM_RESIZE(d->list, 0, n);
  if (status == GM_OK) {
    memcpy(d->list, list, (size_t)n * sizeof *list);
    status = fill(d);
  }
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
  GM_FREE(d->list);
  GM_FREE(*distance);
}
