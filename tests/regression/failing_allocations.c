/* tests/regression/failing_allocations.c -- runs a command of granum once for each of its
 * allocations, and lets that one fail.
 *
 *   failing_allocations (ours|all) FIRST EVERY [LAST] [--again FOLDER COMPARE]
 *                       [--file FILE] -- run SCENE ...
 *
 * The command runs in forked children, which is fast.  In child n the n-th allocation
 * fails, for n = FIRST, FIRST + EVERY, ... until a command ends before its n-th.  `ours`
 * counts what the code of granum allocates: the linker leads its calls here (--wrap).
 * `all` counts every call of malloc and its kind, those inside of libraries too; this
 * program replaces them.
 *
 * A command must end by itself within a minute, and either with exit code 1 and a message
 * on standard error, or with exit code 0, the same output and the same FILE as without a
 * failure.  All else is a fault, and each is printed with the functions that allocated.
 *
 * With --again each trial begins with copies of the files of FOLDER.  After one that
 * ended with a message the same command must succeed without a failure.  A FILE with
 * other bytes is good if the program COMPARE, called with it and with that of the
 * undisturbed command, ends with exit code 0.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#undef main /* the build renames the program's own */
int gm_program_main(int argc, char **argv);

/* ---- the allocation that fails ------------------------------------------------- */

static _Atomic long
    left;              /* allocations until the one that fails; 0: none fails */
static int trace = -1; /* file to which its callers are written */

static bool fails(void)
{
  long n = atomic_load(&left);
  while (n > 0 && !atomic_compare_exchange_weak(&left, &n, n - 1))
    ;
  if (n != 1) return false;
  void *caller[24];
  const int depth = backtrace(caller, 24);
  if (trace >= 0) backtrace_symbols_fd(caller, depth, trace);
  errno = ENOMEM;
  return true;
}

static bool count_all; /* calls of libraries count as well */

/* Calls of granum arrive here as --wrap leads them; __real_F is the function itself. */
#define OURS(type, function, parameters, arguments)                            \
  type __real_##function parameters;                                           \
  type __wrap_##function parameters;                                           \
  type __wrap_##function parameters                                            \
  {                                                                            \
    return !count_all && fails() ? NULL : __real_##function arguments;         \
  }
OURS(void *, malloc, (size_t n), (n))
OURS(void *, calloc, (size_t n, size_t size), (n, size))
OURS(void *, realloc, (void *p, size_t n), (p, n))
OURS(void *, aligned_alloc, (size_t align, size_t n), (align, n))
OURS(char *, strdup, (const char *text), (text))
OURS(char *, strndup, (const char *text, size_t n), (text, n))
OURS(FILE *, open_memstream, (char **text, size_t *n), (text, n))
OURS(FILE *, fopen, (const char *path, const char *mode), (path, mode))
OURS(FILE *, fdopen, (int fd, const char *mode), (fd, mode))
OURS(void *, mmap, (void *p, size_t n, int a, int b, int c, off_t d),
     (p, n, a, b, c, d))

#ifndef __SANITIZE_ADDRESS__ /* which replaces them itself */
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t align, size_t n);

void *malloc(size_t n)
{
  return count_all && fails() ? NULL : __libc_malloc(n);
}
void *calloc(size_t n, size_t size)
{
  return count_all && fails() ? NULL : __libc_calloc(n, size);
}
void *realloc(void *p, size_t n)
{
  return count_all && fails() ? NULL : __libc_realloc(p, n);
}
void *aligned_alloc(size_t align, size_t n)
{
  return count_all && fails() ? NULL : __libc_memalign(align, n);
}
#endif

/* ---- one child ------------------------------------------------------------------- */

typedef struct trial {
  int code, signal;
  bool failed; /* the command came to its n-th allocation */
} trial;

static void crash(int number)
{
  static const char text[] = "signal at\n";
  void *caller[32];
  signal(number, SIG_DFL);
  if (write(trace, text, sizeof text - 1) > 0)
    backtrace_symbols_fd(caller, backtrace(caller, 32), trace);
  raise(number);
}

static void redirect(const char *name, int to)
{
  const int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (fd < 0 || dup2(fd, to) < 0) _exit(99);
  close(fd);
}

static long *shared_left; /* what a child's counter came to */

static void tell_left(void)
{
  *shared_left = atomic_load(&left);
}

static void run_child(long n, int argc, char **argv)
{
  redirect("out.txt", 1);
  redirect("err.txt", 2);
  trace = open("trace.txt", O_WRONLY | O_CREAT | O_TRUNC, 0666);
  const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
  for (size_t k = 0; k < sizeof deadly / sizeof *deadly; ++k)
    signal(deadly[k], crash);
  alarm(60);
  atexit(tell_left);
  atomic_store(&left, n);
  const int code = gm_program_main(argc, argv);
  tell_left();
  exit(code);
}

static trial try_one(long n, int argc, char **argv)
{
  int status = 0;
  *shared_left = 0;
  const pid_t child = fork();
  if (child == 0) run_child(n, argc, argv);
  if (child < 0 || waitpid(child, &status, 0) != child) abort();
  return (trial){.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
                 .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
                 .failed = n > 0 && *shared_left == 0};
}

/* ---- what it left behind --------------------------------------------------------- */

typedef struct text {
  char *bytes;
  size_t n;
} text;

static text read_file(const char *path)
{
  text t = {0};
  FILE *in = fopen(path, "rb");
  char block[65536];
  size_t n = 0;
  while (in && (n = fread(block, 1, sizeof block, in)) > 0) {
    t.bytes = realloc(t.bytes, t.n + n + 1);
    memcpy(t.bytes + t.n, block, n);
    t.n += n;
  }
  if (in) fclose(in);
  if (t.bytes) t.bytes[t.n] = '\0';
  return t;
}

/* Removes what differs from run to run: seconds of the clock, memory of the machine, and
 * in an HDF5 file the times of the extension of its superblock with their checksum
 * (file/hdf5.h). */
static void drop_clock(text *t)
{
  if (t->n > 108 && !memcmp(t->bytes, "\x89HDF", 4) &&
      !memcmp(t->bytes + 48, "OHDR", 4)) {
    memset(t->bytes + 54, 0, 16);
    memset(t->bytes + 104, 0, 4);
  }
  char *memory = t->bytes ? strstr(t->bytes, "memory about ") : NULL;
  char *next = memory ? strchr(memory, '\n') : NULL;
  if (next) {
    memmove(memory, next, strlen(next) + 1);
    t->n -= (size_t)(next - memory);
  }
  char *line = t->bytes ? strstr(t->bytes, " frames in ") : NULL;
  if (!line) return;
  line[1] = '\0';
  t->n = (size_t)(line + 1 - t->bytes);
}

static bool is_same(const char *path, const text *want)
{
  text t = read_file(path);
  drop_clock(&t);
  const bool same =
      t.n == want->n && (t.n == 0 || !memcmp(t.bytes, want->bytes, t.n));
  free(t.bytes);
  return same;
}

static bool has_message(void)
{
  text t = read_file("err.txt");
  const char *at = t.bytes ? strstr(t.bytes, "granum: ") : NULL;
  const bool has = at && strlen(at) > sizeof "granum: " + 4;
  free(t.bytes);
  return has;
}

static void show(const char *name, const char *path)
{
  text t = read_file(path);
  printf("  %s: %s\n", name, t.bytes ? t.bytes : "");
  free(t.bytes);
}

/* ---- the same command again ------------------------------------------------------ */

/* Null: what a trial leaves is not used again. */
static const char *folder, *compare;

static void call(const char *command)
{
  if (system(command) != 0) {
    printf("'%s' failed\n", command);
    exit(2);
  }
}

/* Make the files of the folder those of a trial. */
static void prepare(void)
{
  if (!folder) return;
  char command[8192];
  snprintf(command, sizeof command, "cp -f '%s'/* .", folder);
  call(command);
}

static bool is_same_content(const char *path)
{
  if (!compare || !path) return false;
  char command[8192];
  snprintf(command, sizeof command, "%s '%s' undisturbed", compare, path);
  return system(command) == 0;
}

/* ---- all of them ----------------------------------------------------------------- */

static const char *judge(const trial *t, const text *out, const text *file,
                         const char *path)
{
  if (t->signal == SIGALRM) return "did not end";
  if (t->signal) return "ended by a signal";
  if (t->code == 1) return has_message() ? NULL : "has no message";
  if (t->code != 0) return "ended with another exit code than 0 or 1";
  if (!is_same("out.txt", out)) return "succeeded with other output";
  if (path && !is_same(path, file) && !is_same_content(path))
    return "succeeded with another file";
  return NULL;
}

/* Returns what is wrong with the command after a trial that ended with a message. */
static const char *judge_again(const text *file, const char *path, int argc,
                               char **argv)
{
  const trial t = try_one(0, argc, argv);
  if (t.signal || t.code) return "cannot be given again";
  if (!is_same(path, file) && !is_same_content(path))
    return "leads to another file when it is given again";
  return NULL;
}

int main(int argc, char **argv)
{
  int at = 1;
  while (at < argc && strcmp(argv[at], "--"))
    ++at;
  if (argc < 6 || at < 4 || at + 1 >= argc) return 2;
  const char *path =
      at > 5 && !strcmp(argv[at - 2], "--file") ? argv[at - 1] : NULL;
  for (int k = 4; path && k + 2 < at; ++k) {
    if (strcmp(argv[k], "--again") != 0) continue;
    folder = argv[k + 1];
    compare = argv[k + 2];
  }
  const long first = atol(argv[2]), every = atol(argv[3]);
  const long last = at > 4 && argv[4][0] != '-' ? atol(argv[4]) : 1000000000;
  void *shared =
      __real_mmap(NULL, 4096, 3, 0x21, -1, 0); /* shared, anonymous */
  shared_left = shared;
  void *warm[1];
  backtrace(warm, 1); /* which allocates the first time */
  char **arguments = argv + at;
  const int n_arguments = argc - at;
  argv[at] = argv[0];

  prepare();
  const trial whole = try_one(0, n_arguments, arguments);
  text out = read_file("out.txt"), file = path ? read_file(path) : (text){0};
  drop_clock(&out);
  drop_clock(&file);
  if (whole.code != 0) {
    printf("without a failure: exit code %d, signal %d\n", whole.code,
           whole.signal);
    show("error", "err.txt");
    return 1;
  }
  if (folder && path) {
    char command[8192];
    snprintf(command, sizeof command, "cp -f '%s' undisturbed", path);
    call(command);
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  count_all = !strcmp(argv[1], "all");
  long failures = 0, errors = 0, faults = 0;
  for (long n = first; n <= last; n += every) {
    if (path) remove(path);
    prepare();
    const trial t = try_one(n, n_arguments, arguments);
    if (!t.failed && !t.signal) break;
    ++failures;
    const char *wrong = judge(&t, &out, &file, path);
    if (!wrong && folder && t.code == 1)
      wrong = judge_again(&file, path, n_arguments, arguments);
    errors += !wrong && t.code == 1;
    if (!wrong) continue;
    ++faults;
    printf("allocation %ld: the command %s (exit code %d, signal %d)\n", n,
           wrong, t.code, t.signal);
    show("error", "err.txt");
    show("allocated by", "trace.txt");
  }
  printf("%ld allocations failed: %ld ended with a message, %ld succeeded, %ld "
         "faults\n",
         failures, errors, failures - errors - faults, faults);
  free(out.bytes);
  free(file.bytes);
  return faults || failures == 0;
}
