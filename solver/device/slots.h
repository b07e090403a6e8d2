/* device/slots.h -- between the neighbour list of the scene and the slots of a device.
 *
 * A slot is one side of a pair: the list has the pair once, a device for both grains.
 */
#ifndef GM_DEVICE_SLOTS_H
#define GM_DEVICE_SLOTS_H

#include "device/device.h"

/* Makes the tables of the device those of the scene; listed: number of the present list.
 * GM_ERR_MEMORY, GM_ERR_USE. */
gm_status gm_slots_take(gm_device *device, const gm_work *work, int64_t listed);

/* Makes grains and contacts of the scene those of the device.  The tables stay fresh. */
gm_status gm_slots_give(gm_device *device, gm_scene *scene);

/* The scene was changed by others. */
void gm_slots_stale(gm_device *device);

#endif
