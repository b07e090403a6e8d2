# The answer does not depend on the machine.

gm_test(parallel chunks_bits WITH parallel/level.c)
target_link_options(parallel_chunks_bits PRIVATE -Wl,--wrap=gm_contacts_chunk)
target_link_libraries(parallel_chunks_bits PRIVATE hdf5::hdf5)
gm_script(parallel chunks_bits_all LONG COMMAND parallel_chunks_bits all)
gm_test(parallel threads_bed WITH pair.c parallel/bed.c)
gm_test(parallel threads_simulations)
target_compile_definitions(parallel_threads_simulations PRIVATE GM_CASES="${cases}")

# The same programs linked with the library as it is, and with one version of everything
# compiled for each level of x86-64; and once with fused arithmetic, to be told apart.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  function(gm_program name suffix)
    set(test parallel_${name}${suffix})
    add_executable(${test} parallel/${name}.c parallel/bed.c parallel/level.c pair.c)
    target_include_directories(${test} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_compile_definitions(${test} PRIVATE GM_SHAPES="${CMAKE_SOURCE_DIR}/data/shapes")
    target_link_libraries(${test} PRIVATE ${ARGN} libgranum) # behind: what is cold
    set_target_properties(${test} PROPERTIES OUTPUT_NAME ${name}${suffix}
      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  endfunction()
  get_target_property(stepping libgranum SOURCES)
  list(FILTER stepping INCLUDE REGEX "^((base|mesh|sdf|query|import|patch|body|scene|search|contact|measure|soft|step)/|rigid/(motion|conveyor))")
  # Cold; what building a scene calls with vectors by value must be compiled as that is.
  list(FILTER stepping EXCLUDE REGEX "/pours\\.c$|^(soft|scene)/clump|^measure/(coverage|fallbacks)|^body/(form|meetings)")
  list(TRANSFORM stepping PREPEND ${CMAKE_SOURCE_DIR}/solver/)
  get_target_property(libraries libgranum LINK_LIBRARIES)
  list(FILTER libraries INCLUDE REGEX "^/") # what structures are asked with
  function(gm_one_clone name march)
    add_library(granum_${name} STATIC EXCLUDE_FROM_ALL ${stepping})
    target_compile_definitions(granum_${name} PRIVATE GM_ONE_CLONE)
    target_compile_options(granum_${name} PRIVATE -march=${march})
    target_include_directories(granum_${name} SYSTEM PRIVATE $<TARGET_PROPERTY:libgranum,INCLUDE_DIRECTORIES>)
    target_link_libraries(granum_${name} PUBLIC gm_c ${ARGN} ${libraries})
    string(REGEX MATCH "v[0-9]$" level ${march})
    foreach(program bed_hash chunks_bits)
      gm_program(${program} _${name} granum_${name} libgranum) # what reads a config has one version
      target_compile_definitions(parallel_${program}_${name} PRIVATE GM_LEVEL="${level}")
    endforeach()
    target_link_options(parallel_chunks_bits_${name} PRIVATE -Wl,--wrap=gm_contacts_chunk)
    target_link_libraries(parallel_chunks_bits_${name} PRIVATE hdf5::hdf5)
  endfunction()
  add_library(gm_fused INTERFACE) # after gm_c, which says off
  target_compile_options(gm_fused INTERFACE -O2 -ffp-contract=fast)
  gm_program(bed_hash "" libgranum)
  foreach(level v2 v3 v4)
    gm_one_clone(${level} x86-64-${level})
  endforeach()
  gm_one_clone(fused x86-64-v3 $<BUILD_INTERFACE:gm_fused>)
  set(clones ${CMAKE_CURRENT_SOURCE_DIR}/parallel/clones_bed ${CMAKE_BINARY_DIR}/tests)
  gm_script(parallel clones_bed COMMAND ${clones})
  gm_script(parallel levels LONG COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/parallel/levels
            ${CMAKE_CTEST_COMMAND} ${CMAKE_BINARY_DIR})
endif()
