/* import/import.c -- reads meshes with Assimp in a child process.
 *
 * The child sends records over a pipe, each a header followed by its bytes in native
 * order:
 *
 *   GROUP      three names for the triangles that follow
 *   TRIANGLES  the nine coordinates of each triangle, as doubles
 *   IGNORED    numbers of points and lines, and of polygons whose edges cross
 *   END        number of triangles and a checksum of all their bytes
 *   FAILED     an error message instead of END
 */
#include "import/import.h"

#include "base/memory.h"
#include "base/regular.h"
#include <assimp/cfileio.h>
#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- read-only file access for Assimp, limited to allowed files ------------------ */

/* Triangles are in the mesh file itself.  Files that it references for colours and
 * textures are not needed, and Assimp fails if such a name is that of a folder. Only a
 * glTF file may keep its triangles in files beside it.  For Assimp all other files
 * do not exist. */

struct aiFileIO;

static FILE *file_of(struct aiFile *f)
{
  return (FILE *)(void *)f->UserData;
}

static size_t read_import_bytes(struct aiFile *f, char *to, size_t size,
                                size_t n)
{
  return fread(to, size, n, file_of(f));
}

static size_t write_import_bytes(struct aiFile *f, const char *from,
                                 size_t size, size_t n)
{
  (void)f, (void)from, (void)size, (void)n;
  return 0;
}

static size_t tell_import_place(struct aiFile *f)
{
  const long at = ftell(file_of(f));
  return at < 0 ? 0 : (size_t)at;
}

static size_t import_scene_file_size(struct aiFile *f)
{
  struct stat info;
  if (fstat(fileno(file_of(f)), &info) != 0) return 0;
  return (size_t)info.st_size;
}

static enum aiReturn seek_import_place(struct aiFile *f, size_t way,
                                       enum aiOrigin from)
{
  const int whence = from == aiOrigin_SET   ? SEEK_SET
                     : from == aiOrigin_CUR ? SEEK_CUR
                                            : SEEK_END;
  const int failed = fseek(file_of(f), (long)way, whence);
  return failed ? aiReturn_FAILURE : aiReturn_SUCCESS;
}

static void flush_import_nothing(struct aiFile *f)
{
  (void)f;
}

static int is_import_gltf(const char *path)
{
  const char *dot = strrchr(path, '.');
  return dot && strcasecmp(dot, ".gltf") == 0;
}

/* May the file `name` be opened while reading the mesh at `path`? */
static int may_import_open(const char *path, const char *name)
{
  struct stat info;
  if (strcmp(name, path) == 0) return 1;
  return is_import_gltf(path) && stat(name, &info) == 0 &&
         S_ISREG(info.st_mode);
}

static struct aiFile *open_import_scene_file(struct aiFileIO *io,
                                             const char *name, const char *mode)
{
  if (mode[0] != 'r' || !may_import_open(io->UserData, name)) return NULL;
  struct aiFile *f = malloc(sizeof *f);
  FILE *file = f ? gm_regular_open(name) : NULL;
  if (!file) {
    free(f);
    return NULL;
  }
  *f = (struct aiFile){.ReadProc = read_import_bytes,
                       .WriteProc = write_import_bytes,
                       .TellProc = tell_import_place,
                       .FileSizeProc = import_scene_file_size,
                       .SeekProc = seek_import_place,
                       .FlushProc = flush_import_nothing,
                       .UserData = (void *)file};
  return f;
}

static void close_import_file(struct aiFileIO *io, struct aiFile *f)
{
  (void)io;
  fclose(file_of(f));
  free(f);
}

/* File access to pass to Assimp, limited to the file at `path` (borrowed) and those it
 * needs; valid until the next call. */
static struct aiFileIO *import_allowed_io(const char *path)
{
  static struct aiFileIO io;
  io = (struct aiFileIO){.OpenProc = open_import_scene_file,
                         .CloseProc = close_import_file,
                         .UserData = (aiUserData)(size_t)path};
  return &io;
}

/* ---- reads meshes with Assimp in a child process --------------------------------- */

enum { GROUP = 1, TRIANGLES, IGNORED, END, FAILED, AT_ONCE = 4096, TEXT = 512 };

/* Limits for a file of `size` bytes: about ten times what Assimp was observed to use. */
static gm_child_limits import_limits(size_t size)
{
  const size_t mb = size / 1000000;
  return (gm_child_limits){.memory = 1000000000 + 200 * size,
                           .seconds = (int)(4 + 4 * (mb < 10000 ? mb : 10000)),
                           .output = 10000000 + 200 * size};
}

typedef struct head {
  uint32_t kind, n; /* n: number of triangles, else 1 */
} head;

typedef struct end {
  uint64_t n, sum;
} end;

static uint64_t add_import_bytes(uint64_t sum, const void *bytes, size_t size)
{
  const unsigned char *b = bytes;
  for (size_t k = 0; k < size; ++k)
    sum = (sum ^ b[k]) * 0x100000001b3u;
  return sum;
}

/* --- in the child ------------------------------------------------------------------ */

typedef struct writer {
  const char *path;
  int out;
  double corner[AT_ONCE][9];
  uint32_t n;          /* number of triangles waiting in `corner` */
  uint64_t ignored[2]; /* points and lines; polygons whose edges cross */
  int room;            /* corners that the next two have room for */
  gm_vec3 *at;         /* [room] m  corners of a polygon */
  int (*part)[3];      /* [room]  its triangles */
  end all;
} writer;

static void put_import_record(writer *w, uint32_t kind, uint32_t n,
                              const void *bytes, size_t size)
{
  const head h = {kind, n};
  if (!gm_child_write(w->out, &h, sizeof h)) _exit(1);
  if (!gm_child_write(w->out, bytes, size)) _exit(1);
}

static void send_import_failure(writer *w, const char *text)
{
  char message[TEXT] = "";
  snprintf(message, sizeof message, "%s", text);
  put_import_record(w, FAILED, 1, message, sizeof message);
  _exit(0);
}

static void flush_import_triangles(writer *w)
{
  const size_t size = w->n * sizeof w->corner[0];
  if (w->n > 0) put_import_record(w, TRIANGLES, w->n, w->corner, size);
  w->all.n += w->n;
  w->all.sum = add_import_bytes(w->all.sum, w->corner, size);
  w->n = 0;
}

static void copy_import_name(char to[GM_SOUP_NAME], const struct aiString *from)
{
  snprintf(to, GM_SOUP_NAME, "%.*s", (int)from->length, from->data);
}

static void put_import_node_names(writer *w, const struct aiScene *scene,
                                  const struct aiNode *node,
                                  const struct aiMesh *mesh)
{
  gm_group_name names;
  memset(&names, 0, sizeof names);
  copy_import_name(names.name[0], &node->mName);
  copy_import_name(names.name[1], &mesh->mName);
  struct aiString material;
  if (mesh->mMaterialIndex < scene->mNumMaterials &&
      aiGetMaterialString(scene->mMaterials[mesh->mMaterialIndex],
                          AI_MATKEY_NAME, &material) == aiReturn_SUCCESS)
    copy_import_name(names.name[2], &material);
  put_import_record(w, GROUP, 1, &names, sizeof names);
}

/* Transformation of a node of the scene tree: x' = turn x + shift, in double precision.
 */
typedef struct frame {
  double turn[3][3], shift[3];
} frame;

static frame import_frame(const struct aiMatrix4x4 *m)
{
  return (frame){{{(double)m->a1, (double)m->a2, (double)m->a3},
                  {(double)m->b1, (double)m->b2, (double)m->b3},
                  {(double)m->c1, (double)m->c2, (double)m->c3}},
                 {(double)m->a4, (double)m->b4, (double)m->c4}};
}

static void place_import_point(const frame *f, const double x[3], double to[3])
{
  for (int i = 0; i < 3; ++i) {
    to[i] = f->shift[i];
    for (int k = 0; k < 3; ++k)
      to[i] += f->turn[i][k] * x[k];
  }
}

static frame join_import_frames(const frame *outer, const frame *inner)
{
  frame f;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      f.turn[i][k] = outer->turn[i][0] * inner->turn[0][k] +
                     outer->turn[i][1] * inner->turn[1][k] +
                     outer->turn[i][2] * inner->turn[2][k];
    }
  }
  place_import_point(outer, inner->shift, f.shift);
  return f;
}

/* Does the transformation mirror? Then triangles must be reversed. */
static int is_import_mirroring(const frame *f)
{
  const double(*m)[3] = f->turn;
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
             m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
             m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]) <
         0.0;
}

static void put_import_triangle(writer *w, const struct aiMesh *mesh,
                                const unsigned *index, const frame *f,
                                int mirrored)
{
  for (int k = 0; k < 3; ++k) {
    const unsigned at = index[mirrored && k ? 3 - k : k];
    if (at >= mesh->mNumVertices)
      send_import_failure(w, "a triangle has a corner that does not exist");
    const struct aiVector3D *v = &mesh->mVertices[at];
    const double x[3] = {(double)v->x, (double)v->y, (double)v->z};
    place_import_point(f, x, &w->corner[w->n][3 * k]);
  }
  if (++w->n == AT_ONCE) flush_import_triangles(w);
}

/* Sends the triangles of a polygon of the file. */
static void put_import_polygon(writer *w, const struct aiMesh *mesh,
                               const struct aiFace *face, const frame *f,
                               int mirrored)
{
  const int n = (int)face->mNumIndices;
  int simple;
  if (n > w->room) {
    if (GM_RESIZE(w->at, 0, n) != GM_OK || GM_RESIZE(w->part, 0, n) != GM_OK)
      send_import_failure(w, "a polygon has too many corners");
    w->room = n;
  }
  for (int k = 0; k < n; ++k) {
    if (face->mIndices[k] >= mesh->mNumVertices)
      send_import_failure(w, "a polygon has a corner that does not exist");
    const struct aiVector3D *v = &mesh->mVertices[face->mIndices[k]];
    w->at[k] = gm_vec((double)v->x, (double)v->y, (double)v->z);
  }
  if (gm_polygon_split(w->at, n, w->part, &simple) != GM_OK)
    send_import_failure(w, "a polygon has too many corners");
  w->ignored[1] += !simple;
  for (int t = 0; t + 2 < n; ++t) {
    unsigned index[3];
    for (int k = 0; k < 3; ++k)
      index[k] = face->mIndices[w->part[t][k]];
    put_import_triangle(w, mesh, index, f, mirrored);
  }
}

static void put_import_mesh_node(writer *w, const struct aiScene *scene,
                                 const struct aiNode *node, const frame *outer)
{
  const frame own = import_frame(&node->mTransformation),
              f = join_import_frames(outer, &own);
  const int mirrored = is_import_mirroring(&f);
  for (unsigned k = 0; k < node->mNumMeshes; ++k) {
    const struct aiMesh *mesh = scene->mMeshes[node->mMeshes[k]];
    put_import_node_names(w, scene, node, mesh);
    for (unsigned t = 0; t < mesh->mNumFaces; ++t) {
      const struct aiFace *face = &mesh->mFaces[t];
      if (face->mNumIndices < 3)
        ++w->ignored[0];
      else if (face->mNumIndices == 3)
        put_import_triangle(w, mesh, face->mIndices, &f, mirrored);
      else
        put_import_polygon(w, mesh, face, &f, mirrored);
    }
    flush_import_triangles(w);
  }
  for (unsigned k = 0; k < node->mNumChildren; ++k)
    put_import_mesh_node(w, scene, node->mChildren[k], &f);
}

/* Assimp selects the reader by the file extension first, so it must be a known one. */
static int is_import_known(const char *path)
{
  const char *dot = strrchr(path, '.');
  return dot && !strchr(dot, '/') && aiIsExtensionSupported(dot);
}

static void import_file(const void *path, int out)
{
  static writer w;
  static const frame none = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
  w.path = path;
  w.out = out;
  if (!is_import_known(path)) {
    send_import_failure(
        &w,
        "the extension of its name is not a known format: .stl, .obj, .ply, "
        ".off, .gltf, .glb and others");
  }
  const struct aiScene *scene =
      aiImportFileEx(path, 0, import_allowed_io(path));
  if (!scene) send_import_failure(&w, aiGetErrorString());
  if (scene->mFlags & AI_SCENE_FLAGS_INCOMPLETE || !scene->mRootNode)
    send_import_failure(&w, "it contains no complete scene");
  put_import_mesh_node(&w, scene, scene->mRootNode, &none);
  put_import_record(&w, IGNORED, 1, w.ignored, sizeof w.ignored);
  put_import_record(&w, END, 1, &w.all, sizeof w.all);
}

/* --- in the parent ------------------------------------------------------------------ */

typedef struct reader {
  const char *path;
  double scale;
  const char *at, *to;
  gm_index group;
  end all;
  int ended;
} reader;

static const void *take_import_bytes(reader *r, size_t size)
{
  if ((size_t)(r->to - r->at) < size) return NULL;
  const char *at = r->at;
  r->at += size;
  return at;
}

static gm_status fail_import_broken(const reader *r)
{
  return gm_fail(GM_ERR_INPUT,
                 "the reader of '%s' returned an incomplete result", r->path);
}

static gm_status take_import_triangles(reader *r, uint32_t n, gm_soup *soup)
{
  const size_t size = 9 * sizeof(double) * n;
  const char *bytes = take_import_bytes(r, size);
  if (!bytes || soup->n_groups == 0) return fail_import_broken(r);
  GM_TRY(gm_soup_reserve(soup, n));
  r->all.n += n;
  r->all.sum = add_import_bytes(r->all.sum, bytes, size);
  for (size_t c = 0; c < 3 * (size_t)n; ++c) {
    double x[3];
    memcpy(x, bytes + c * sizeof x, sizeof x);
    soup->corner[3 * (size_t)soup->n + c] =
        gm_scale(r->scale, gm_vec(x[0], x[1], x[2]));
  }
  for (uint32_t t = 0; t < n; ++t)
    soup->group[soup->n++] = r->group;
  return GM_OK;
}

static gm_status take_import_names(reader *r, gm_soup *soup)
{
  gm_group_name names;
  const void *bytes = take_import_bytes(r, sizeof names);
  if (!bytes) return fail_import_broken(r);
  memcpy(&names, bytes, sizeof names);
  for (int k = 0; k < 3; ++k)
    names.name[k][GM_SOUP_NAME - 1] = '\0';
  return gm_soup_begin_group(soup, &names, &r->group);
}

static gm_status take_import_failure(reader *r)
{
  char text[TEXT];
  const void *bytes = take_import_bytes(r, sizeof text);
  if (!bytes) return fail_import_broken(r);
  memcpy(text, bytes, sizeof text);
  text[TEXT - 1] = '\0';
  for (size_t n = strlen(text); n > 0 && text[n - 1] <= ' ';)
    text[--n] = '\0';
  return gm_fail(GM_ERR_INPUT, "'%s' cannot be read: %s", r->path, text);
}

static gm_status take_import_record(reader *r, gm_soup *soup)
{
  head h;
  const void *bytes = take_import_bytes(r, sizeof h);
  if (!bytes) return fail_import_broken(r);
  memcpy(&h, bytes, sizeof h);
  if (h.kind == GROUP) return take_import_names(r, soup);
  if (h.kind == TRIANGLES) return take_import_triangles(r, h.n, soup);
  if (h.kind == FAILED) return take_import_failure(r);
  if (h.kind == IGNORED) {
    uint64_t n[2];
    if (!(bytes = take_import_bytes(r, sizeof n))) return fail_import_broken(r);
    memcpy(n, bytes, sizeof n);
    soup->n_dropped = n[0] < INT32_MAX ? (gm_index)n[0] : INT32_MAX;
    soup->n_twisted = n[1] < INT32_MAX ? (gm_index)n[1] : INT32_MAX;
    return GM_OK;
  }
  end last;
  if (h.kind != END || !(bytes = take_import_bytes(r, sizeof last)))
    return fail_import_broken(r);
  memcpy(&last, bytes, sizeof last);
  r->ended = last.n == r->all.n && last.sum == r->all.sum && r->at == r->to;
  return r->ended ? GM_OK : fail_import_broken(r);
}

static gm_status take_import_answer(reader *r, gm_soup *soup)
{
  while (!r->ended)
    GM_TRY(take_import_record(r, soup));
  if (soup->n == 0) {
    return gm_fail(GM_ERR_INPUT, "'%s' has no triangle%s", r->path,
                   soup->n_dropped ? ", only points or lines" : "");
  }
  return GM_OK;
}

static int import_ends_in_suffix(const char *path, const char *with)
{
  const size_t n = strlen(path), m = strlen(with);
  return n > m && strcasecmp(path + n - m, with) == 0;
}

gm_status gm_import_triangles(const char *path, double scale, gm_soup *soup)
{
  char what[4200], *bytes;
  size_t size;
  struct stat info;
  if (access(path, R_OK) != 0 || stat(path, &info) != 0) {
    return gm_fail(GM_ERR_FILE, "cannot open surface '%s': %s", path,
                   strerror(errno));
  }
  if (!S_ISREG(info.st_mode)) {
    return gm_fail(GM_ERR_FILE, "surface '%s' is not a file that can be read",
                   path);
  }
  if (import_ends_in_suffix(path, ".ply")) GM_TRY(gm_check_file_ply(path));
  if (import_ends_in_suffix(path, ".off")) GM_TRY(gm_check_file_off(path));
  if (import_ends_in_suffix(path, ".obj")) GM_TRY(gm_check_file_obj(path));
  const gm_child_limits limits = import_limits((size_t)info.st_size);
  snprintf(what, sizeof what, "the reader of '%s'", path);
  GM_TRY(gm_child_run(&limits, import_file, path, what, &bytes, &size));
  reader r = {.path = path, .scale = scale, .at = bytes, .to = bytes + size};
  const gm_status status = take_import_answer(&r, soup);
  GM_FREE(bytes);
  if (status != GM_OK) gm_soup_clear(soup);
  return status;
}
