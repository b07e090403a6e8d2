# What a machine can judge of how the code is written.

set(style ${CMAKE_CURRENT_SOURCE_DIR}/style)
foreach(name arrows circles files headers mentions references subjects sums words)
  gm_script(style ${name} COMMAND ${Python3_EXECUTABLE} ${style}/${name} ${CMAKE_SOURCE_DIR})
endforeach()
gm_script(style prefixes COMMAND ${Python3_EXECUTABLE} ${style}/prefixes $<TARGET_OBJECTS:libgranum> $<TARGET_OBJECTS:granum>)
gm_script(style exports COMMAND ${Python3_EXECUTABLE} ${style}/exports $<TARGET_FILE:granum_shared>
          ${CMAKE_SOURCE_DIR}/solver/include/granum.h)
gm_script(style unfused COMMAND ${Python3_EXECUTABLE} ${style}/unfused $<TARGET_OBJECTS:libgranum>)
gm_script(style unfused_device COMMAND ${Python3_EXECUTABLE} ${style}/unfused_device
          ${CMAKE_BINARY_DIR}/solver/opencl_text.c.cl)
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND UNIX AND NOT APPLE)
  set(products $<TARGET_FILE:granum> $<TARGET_FILE:granum_shared>)
  if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT GM_SANITIZE AND NOT GM_FUZZ)
    list(PREPEND products --fortified)
  endif()
  if(GM_HAVE_PLUGIN) # its C++ calls no function that has a checked form
    list(APPEND products --plugin $<TARGET_FILE:Granum>)
  endif()
  gm_script(style hardened COMMAND ${Python3_EXECUTABLE} ${style}/hardened ${products})
endif()
# Vectors are reported by gcc, and asked for where the machine has clones (base/types.h).
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$"
   AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug" AND NOT GM_SANITIZE)
  get_target_property(flags gm_c INTERFACE_COMPILE_OPTIONS)
  list(FILTER flags EXCLUDE REGEX "[$]<") # what depends on the configuration stands here:
  list(APPEND flags -O3 -fno-tree-slp-vectorize)
  gm_script(style vectors COMMAND ${Python3_EXECUTABLE} ${style}/vectors ${CMAKE_SOURCE_DIR}/solver
            ${CMAKE_C_COMPILER} -std=gnu17 -fopenmp -I${CMAKE_SOURCE_DIR}/solver
            ${flags})
  set_property(TEST style/vectors PROPERTY ENVIRONMENT CCACHE_DISABLE=1)
endif()
gm_script(style format COMMAND ${style}/format ${CMAKE_SOURCE_DIR})
set_tests_properties(style/format PROPERTIES SKIP_RETURN_CODE 77)
