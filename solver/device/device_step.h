/* device/device_step.h -- steps of a run on a device.
 *
 * A step with rows on structures of the host goes to and fro once: the device packs the
 * grains near structures, the host computes their contacts with structures, the device
 * the rest.  Without structures, or if all are walls, the device runs many steps before
 * the host looks.
 */
#ifndef GM_DEVICE_DEVICE_STEP_H
#define GM_DEVICE_DEVICE_STEP_H

#include "device/device.h"

/* Must the host look which grains leave or cross sides (step/leave.h)?  Grains near
 * structures that are sinks are received.  GM_ERR_USE. */
gm_status gm_device_step_look(gm_device *device, const gm_device_run *run,
                              int *must);

/* Can steps with this list be done by the device?  Not if a sheet is between grains. */
int gm_device_step_can(const gm_contacts *list);

/* Runs *done steps; none if a sheet may come between grains.  GM_ERR_USE: the driver
 * refuses; GM_ERR_MEMORY. */
gm_status gm_device_step_run(gm_device *device, const gm_device_run *run,
                             int64_t *done);

/* Fills the results of the chunks with those of step k of the last run.  GM_ERR_USE. */
gm_status gm_device_step_results(gm_device *device, const gm_work *work,
                                 int64_t k);

#endif
