/* app/launch.c -- a run on several ranks begins.
 *
 * This process starts the launcher, which starts the ranks, and waits.  Signals come to
 * it alone and go on to the ranks, so that these end after their step.
 */
#include "app/launch.h"

#include "prepare/threads.h"
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void gm_launch_hush(void)
{
  int rank;
  if (gm_comm_launched(&rank) > 1 && rank > 0) gm_comm_hush();
}

/* Open MPI runs nothing as root unless two variables allow it, and spins to wait: where
 * ranks are more than cores, all wait for the one that has none. */
static void prepare_launcher(int ranks)
{
  if (geteuid() == 0) {
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
  }
  if (ranks > gm_threads_default()) {
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
    setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
  }
}

/* Signals that end the run, and that of a child which has ended; none that is ignored, as
 * by nohup. */
static sigset_t awaited(void)
{
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction now;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  for (int k = 0; k < 3; ++k)
    if (!sigaction(numbers[k], NULL, &now) && now.sa_handler != SIG_IGN)
      sigaddset(&set, numbers[k]);
  return set;
}

/* Is that process this program? */
static int is_rank(int process)
{
  char link[64], program[PATH_MAX] = "", self[PATH_MAX] = "";
  snprintf(link, sizeof link, "/proc/%d/exe", process);
  return readlink(link, program, sizeof program - 1) > 0 &&
         readlink("/proc/self/exe", self, sizeof self - 1) > 0 &&
         !strcmp(program, self);
}

/* Have the ranks among the descendants of a process end after their step; a launcher that
 * has the signal itself would kill them soon.  Returns their number. */
static int end_ranks(int process, int depth)
{
  char path[64];
  int child, n = 0;
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", process, process);
  FILE *f = fopen(path, "r");
  while (f && fscanf(f, "%d", &child) == 1) {
    if (is_rank(child))
      n += !kill(child, SIGTERM);
    else if (depth < 4)
      n += end_ranks(child, depth + 1);
  }
  if (f) fclose(f);
  return n;
}

/* Wait for the launcher, and end as it does.  A second signal ends all at once. */
static void end_with_launcher(pid_t launcher, const sigset_t *set,
                              const char *result)
{
  int status = 0, ends = 0;
  for (;;) {
    const int number = sigwaitinfo(set, NULL);
    if (number == SIGCHLD && waitpid(launcher, &status, WNOHANG) == launcher)
      break;
    if (number <= 0 || number == SIGCHLD) continue;
    if (ends++ || !end_ranks((int)launcher, 0)) kill(launcher, number);
  }
  const int by_signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  const int code = by_signal ? 128 + by_signal : WEXITSTATUS(status);
  if (code > 128 && code != 130)
    fprintf(stderr,
            "granum: a rank was ended by signal %d, and all others with it; "
            "'%s' holds the frames until then (granum repair); granum run '%s' "
            "--resume goes on from its checkpoint, if there is one\n",
            code - 128, result, result);
  exit(code);
}

/* Start the launcher, in a group of its own: Ctrl-C is for this process. */
static int spawn(const char *program, char **words, const sigset_t *set,
                 pid_t *launcher)
{
  sigset_t before;
  posix_spawnattr_t how;
  posix_spawn_file_actions_t files;
  sigprocmask(SIG_BLOCK, set, &before);
  signal(SIGCHLD, SIG_DFL);
  posix_spawnattr_init(&how);
  posix_spawnattr_setflags(&how,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&how, 0);
  posix_spawnattr_setsigmask(&how, &before);
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY,
                                   0);
  const int error =
      posix_spawnp(launcher, program, &files, &how, words, environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&how);
  if (error) sigprocmask(SIG_SETMASK, &before, NULL);
  return error;
}

/* The launcher and this very program, once for each rank. */
static gm_status start(const gm_options *o, int argc, char **argv)
{
  const gm_comm_calls *calls = NULL;
  char program[PATH_MAX] = "", number[16];
  GM_TRY(gm_comm_find(&calls));
  if (readlink("/proc/self/exe", program, sizeof program - 1) <= 0)
    return gm_fail(GM_ERR_FILE, "cannot find the program itself");
  snprintf(number, sizeof number, "%d", o->ranks);
  char **words = calloc((size_t)argc + 24, sizeof *words);
  if (!words) return gm_fail(GM_ERR_MEMORY, "no memory for a command line");
  int n = 0;
  words[n++] = (char *)calls->launcher;
  for (int k = 0; calls->options[k] && k < 16; ++k)
    words[n++] = (char *)calls->options[k];
  words[n++] = (char *)"-n";
  words[n++] = number;
  words[n++] = program;
  words[n++] = (char *)"run";
  for (int k = 1; k < argc; ++k)
    words[n++] = argv[k];
  prepare_launcher(o->ranks);
  pid_t launcher = 0;
  const sigset_t set = awaited();
  const int error = spawn(calls->launcher, words, &set, &launcher);
  free(words);
  if (!error) end_with_launcher(launcher, &set, o->result);
  return gm_fail(
      GM_ERR_INPUT,
      "cannot start '%s', which starts the ranks: %s; install the package of "
      "MPI that has it, or start granum by another launcher",
      calls->launcher, strerror(error));
}

gm_status gm_launch_begin(const gm_options *o, int argc, char **argv,
                          gm_comm **comm)
{
  int rank;
  const int launched = gm_comm_launched(&rank);
  *comm = NULL;
  if (o->device && strcmp(o->device, "none") != 0 &&
      (launched > 1 || o->ranks > 1))
    return gm_fail(GM_ERR_INPUT,
                   "a device does not share its grains with other ranks yet; "
                   "leave out --device or --ranks");
  if (launched > 1 && o->ranks > 0 && o->ranks != launched)
    return gm_fail(GM_ERR_INPUT,
                   "the launcher has started %d ranks, not the %d of --ranks; "
                   "give one of the two",
                   launched, o->ranks);
  if (launched > 1) return gm_comm_open(comm);
  return o->ranks > 1 ? start(o, argc, argv) : GM_OK;
}

int gm_launch_threads(const gm_options *o, const gm_comm *comm)
{
  const int near = gm_comm_near(comm), cores = gm_threads_default();
  if (o->threads || near < 2) return o->threads;
  return cores > near ? cores / near : 1;
}
