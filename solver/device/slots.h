/* device/slots.h -- the neighbour list of a device; contacts between it and the scene.
 *
 * A slot is one side of a pair: the list of the host has the pair once, a device for both
 * grains.
 */
#ifndef GM_DEVICE_SLOTS_H
#define GM_DEVICE_SLOTS_H

#include "device/device.h"

/* Makes the tables of the device those of run->listed: of the scene, which then has no
 * contacts of two grains (gm_contacts.apart), or with a new list of its own.  The
 * constants receive the list.  GM_ERR_MEMORY, GM_ERR_USE; GM_ERR_NUMBER: grains are
 * nowhere, or a contact is not in the new list. */
gm_status gm_slots_take(gm_device *device, const gm_device_run *run,
                        gm_kernels_constants *c);

/* The scene receives positions and velocities of all grains. */
gm_status gm_slots_see(gm_device *device, gm_scene *scene);

/* The scene receives all grains, `saved` the contacts, of structures, too, for a new list
 * of the host.  The tables then are those of the scene no more. */
gm_status gm_slots_give(gm_device *device, gm_scene *scene,
                        gm_history_transfer *saved);

#endif
