# What a device computes has the bits of the processor.  Without OpenCL a test compares the kernels
# of the program alone and says so; with pocl-opencl-icd a processor is a device.

gm_test(device bed_bits WITH pair.c parallel/bed.c)
gm_python(device scenes)
foreach(name bed_bits scenes)
  set_property(TEST device/${name} APPEND PROPERTY ENVIRONMENT
               POCL_CACHE_DIR=${CMAKE_BINARY_DIR}/tests/pocl POCL_MAX_PTHREAD_COUNT=2)
endforeach()
