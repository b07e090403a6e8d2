/* device/opencl_text.h -- the text of the kernels with the physics that they include, as
 * solver/device/opencl_text.cmake writes it. */
#ifndef GM_DEVICE_OPENCL_TEXT_H
#define GM_DEVICE_OPENCL_TEXT_H

#include <stddef.h>

extern const unsigned char gm_opencl_text[];
extern const size_t gm_opencl_text_bytes;

#endif
