/* app/launch.c -- a run on several ranks begins, and ends.
 *
 * The launcher that starts the ranks kills them within a second of SIGTERM or SIGINT.  So
 * it gets neither: it stands in a group of its own, which Ctrl-C does not reach, and the
 * first process sends it SIGUSR2, which launchers pass on.  Ranks then end after a step
 * and write their last frame.  A command that is killed takes the launcher with it.
 */
#include "app/commands.h"

#include "setup/threads.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

void gm_launch_hush(void)
{
  int rank;
  if (gm_comm_launched(&rank) > 1 && rank > 0) gm_comm_hush();
}

/* Open MPI runs nothing as root unless two variables allow it, and spins to wait: where
 * ranks are more than cores, all wait for the one that has none.  More ranks than cores
 * are allowed by one variable up to Open MPI 4, by another since.  Ranks of one machine
 * share memory: without a batch system they look for no network, of which Open MPI 5
 * complains where there is none. */
static void prepare_launcher(int ranks)
{
  if (!getenv("SLURM_JOB_ID") && !getenv("PBS_JOBID") && !getenv("LSB_JOBID"))
    setenv("OMPI_MCA_btl", "^tcp", 0);
  if (geteuid() == 0) {
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
  }
  if (ranks > gm_threads_default()) {
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
    setenv("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe", 0);
    setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
  }
}

static pid_t launcher;
static volatile sig_atomic_t ended_by; /* the signal */

/* Again and again: a signal is lost while the launcher has no ranks yet. */
static void end_launch_ranks(int number)
{
  (void)number;
  kill(launcher, SIGUSR2);
  alarm(1);
}

/* The second signal goes to the launcher as it is: no waiting for a frame. */
static void pass_on_launch(int number)
{
  if (ended_by) kill(launcher, number);
  ended_by = number;
  end_launch_ranks(number);
}

/* Signals that end a run. */
static sigset_t launch_ending_signals(void)
{
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  return set;
}

/* Becomes the launcher, with signals as they were before, no input, and a group of its
 * own; SIGTERM reaches it when its parent ends.  Returns an error. */
static int become_launch_ranks(char **words, const sigset_t *before)
{
  const int none = open("/dev/null", O_RDONLY);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  sigprocmask(SIG_SETMASK, before, NULL);
  if (none >= 0) dup2(none, STDIN_FILENO);
  execvp(words[0], words);
  return errno;
}

/* Start the launcher; 0, or an error. */
static int start_launcher(char **words, const sigset_t *before)
{
  int error = 0, end[2];
  if (pipe(end) != 0) return errno;
  fcntl(end[0], F_SETFD, FD_CLOEXEC);
  fcntl(end[1], F_SETFD, FD_CLOEXEC);
  fflush(NULL);
  launcher = fork();
  if (launcher == 0) {
    error = become_launch_ranks(words, before);
    const ssize_t told = write(end[1], &error, sizeof error);
    _exit(told > 0 ? 127 : 126);
  }
  if (launcher < 0) error = errno;
  close(end[1]);
  if (launcher > 0 && read(end[0], &error, sizeof error) > 0)
    waitpid(launcher, NULL, 0);
  close(end[0]);
  return error;
}

/* Take the signals that end a run, but for one that is ignored (nohup). */
static void take_launch_signals(void)
{
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action = {.sa_handler = pass_on_launch,
                             .sa_flags = SA_RESTART};
  struct sigaction before;
  action.sa_mask = launch_ending_signals();
  for (int k = 0; k < 3; ++k) {
    sigaction(numbers[k], NULL, &before);
    if (before.sa_handler != SIG_IGN) sigaction(numbers[k], &action, NULL);
  }
  action.sa_handler = end_launch_ranks;
  sigaction(SIGALRM, &action, NULL);
}

/* Wait for the launcher, and end as it does. */
static void end_with_launcher(const char *result)
{
  int status = 0;
  while (waitpid(launcher, &status, 0) < 0 && errno == EINTR) {
  }
  const int by_signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  const int code = by_signal ? 128 + by_signal : WEXITSTATUS(status);
  /* Before all could take it: one was ended by it, or another has lost that one. */
  if (ended_by && (code == 128 + SIGUSR2 || code == 128 + SIGPIPE)) {
    signal(ended_by, SIG_DFL);
    raise(ended_by);
  }
  if (code > 128 && code != 130)
    fprintf(stderr,
            "granum: a rank was ended by signal %d, and all others with it; "
            "'%s' holds the frames until then (granum repair); granum run '%s' "
            "--resume goes on from its checkpoint, if there is one\n",
            code - 128, result, result);
  exit(code);
}

/* The launcher and this very program, once for each rank. */
static gm_status start_launch_ranks(const gm_options *o, int argc, char **argv)
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
  const sigset_t all = launch_ending_signals();
  sigset_t before;
  sigprocmask(SIG_BLOCK, &all, &before);
  const int error = start_launcher(words, &before);
  if (!error) take_launch_signals();
  sigprocmask(SIG_SETMASK, &before, NULL);
  free(words);
  if (!error) end_with_launcher(o->result);
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
  return o->ranks > 1 ? start_launch_ranks(o, argc, argv) : GM_OK;
}

int gm_launch_threads(const gm_options *o, const gm_comm *comm)
{
  const int near = gm_comm_near(comm), cores = gm_threads_default();
  if (o->threads || near < 2) return o->threads;
  return cores > near ? cores / near : 1;
}
