/* app/devices.h -- `granum devices`, and the device of `granum run --device`.
 */
#ifndef GM_APP_DEVICES_H
#define GM_APP_DEVICES_H

#include "device/device.h"
#include "sim/sim.h"
#include <stdio.h>

/* List the devices, or why there is none. */
gm_status gm_devices_command(int argc, char **argv);

/* Give a started simulation the device that `name` means, if any: none, auto, gpu,
 * host, a number or a part of a name.  *device is to be freed after the simulation.
 * GM_ERR_USE: there is no such device, or it does not compute the scene; with auto the
 * processor then does, and a line on stderr says why. */
gm_status gm_devices_begin(const char *name, gm_sim *sim, gm_device **device);

/* Print what a device cost. */
void gm_devices_timing(FILE *out, const gm_device *device);

#endif
