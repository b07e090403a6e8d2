/* app/commands.h -- what the commands of granum use of one another's files. */
#ifndef GM_APP_COMMANDS_H
#define GM_APP_COMMANDS_H

#include "app/options.h"
#include "base/comm.h"
#include "base/status.h"
#include "device/device.h"
#include "sim/ready.h"
#include "sim/sim.h"
#include <stdio.h>

/* argv[0] is the name of the command.  GM_ERR_INPUT with an empty message: the errors
 * have already been printed. */
gm_status gm_run_command(int argc, char **argv);

gm_status gm_run_check_command(int argc, char **argv);

/* ---- `granum info`: summarises a result ------------------------------------------ */

/* The command; argv[0] is its name.  Help and wrong usage end the process. */
gm_status gm_info_command(int argc, char **argv);

/* ---- `granum repair`: repairs a result left behind by a crash -------------------- */

/* The command; argv[0] is its name.  Help and wrong usage end the process. */
gm_status gm_info_repair(int argc, char **argv);

/* ---- `granum export`: converts a result to other file formats -------------------- */

/* The command; argv[0] is its name.  Help and wrong usage end the process. */
gm_status gm_export_command(int argc, char **argv);

/* ---- starts the ranks of a run, or joins those of a launcher --------------------- */

/* A process that a launcher started beside another prints nothing. */
void gm_launch_hush(void);

/* With --ranks and no launcher, starts the launcher with the same words and ends with it;
 * under one, *comm receives the door to the others; null: one rank.
 * GM_ERR_INPUT. */
gm_status gm_launch_begin(const gm_options *o, int argc, char **argv,
                          gm_comm **comm);

/* Threads of a rank: those given, or the cores of the machine over its ranks. */
int gm_launch_threads(const gm_options *o, const gm_comm *comm);

/* ---- `granum devices`, and the device of `granum run --device` ------------------- */

/* List the devices, or why there is none. */
gm_status gm_devices_command(int argc, char **argv);

/* Give a started simulation the device that `name` means, if any: none, auto, gpu,
 * host, a number or a part of a name.  *device is to be freed after the simulation.
 * GM_ERR_USE: there is no such device, or it does not compute the scene; with auto the
 * processor then does, and a line on stderr says why. */
gm_status gm_devices_begin(const char *name, gm_sim *sim, gm_device **device);

/* Print what the device that `name` means would need for a scene that is ready, or that
 * this machine has none.  GM_ERR_USE: devices do not compute the scene. */
gm_status gm_devices_check(FILE *out, const char *name, const gm_sim *sim);

/* Print what a device cost. */
void gm_devices_timing(FILE *out, const gm_device *device);

/* ---- prints a summary of a scene before its run, or its errors ------------------- */

/* Print the errors of a config to stderr.  Returns GM_ERR_INPUT with an empty message. */
gm_status gm_outline_faults(const gm_config *config, const char *scene);

/* Print a summary of the run in two lines; `path`: path of the scene, as the user gave
 * it. */
void gm_outline_print(FILE *out, const gm_ready *r, const char *path);

/* Print the sources of grains and of bodies, one in each line. */
void gm_outline_sources(FILE *out, const gm_ready *r);

/* ---- `granum parameters`: prints the parameters of a scene ----------------------- */

/* Print every key that can be set in a scene, or in the scene of a result, with its
 * value.  The text is read and its rules are tested; nothing is built and no mesh is
 * read.  GM_ERR_INPUT: errors in the scene; with --json they are printed as JSON. */
gm_status gm_outline_parameters(int argc, char **argv);

#endif
