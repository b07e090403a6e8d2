# The answer does not depend on the machine.

gm_test(parallel threads_bed WITH pair.c parallel/bed.c)
gm_test(parallel threads_simulations)
target_compile_definitions(parallel_threads_simulations PRIVATE GM_CASES="${cases}")

# The same program linked with the library as it is, and with one version of everything
# compiled for each level of x86-64; and once with fused arithmetic, to be told apart.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  function(gm_bed_hash suffix)
    set(test parallel_bed_hash${suffix})
    add_executable(${test} parallel/bed_hash.c parallel/bed.c parallel/level.c pair.c)
    target_include_directories(${test} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(${test} PRIVATE ${ARGN} libgranum) # behind: what is cold
    set_target_properties(${test} PROPERTIES OUTPUT_NAME bed_hash${suffix}
      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  endfunction()
  get_target_property(stepping libgranum SOURCES)
  list(FILTER stepping INCLUDE REGEX "^(base|motion|mesh|sdf|smooth|query|import|repair|patch|body|scene|geometry|insert|setup|narrow|search|contact|integrate|measure|soft|step)/")
  list(FILTER stepping EXCLUDE REGEX "^(geometry|insert|setup)/|/(pours|timestep)\\.c$") # cold
  list(TRANSFORM stepping PREPEND ${CMAKE_SOURCE_DIR}/solver/)
  get_target_property(libraries libgranum LINK_LIBRARIES)
  list(FILTER libraries INCLUDE REGEX "^/") # what structures are asked with
  function(gm_one_clone name march)
    add_library(granum_${name} STATIC EXCLUDE_FROM_ALL ${stepping})
    target_compile_definitions(granum_${name} PRIVATE GM_ONE_CLONE)
    target_compile_options(granum_${name} PRIVATE -march=${march})
    target_include_directories(granum_${name} SYSTEM PRIVATE $<TARGET_PROPERTY:libgranum,INCLUDE_DIRECTORIES>)
    target_link_libraries(granum_${name} PUBLIC gm_c ${ARGN} ${libraries})
    gm_bed_hash(_${name} granum_${name} libgranum) # what reads a config has one version
    string(REGEX MATCH "v[0-9]$" level ${march})
    target_compile_definitions(parallel_bed_hash_${name} PRIVATE GM_LEVEL="${level}")
  endfunction()
  add_library(gm_fused INTERFACE) # after gm_c, which says off
  target_compile_options(gm_fused INTERFACE -O2 -ffp-contract=fast)
  gm_bed_hash("" libgranum)
  foreach(level v2 v3 v4)
    gm_one_clone(${level} x86-64-${level})
  endforeach()
  gm_one_clone(fused x86-64-v3 $<BUILD_INTERFACE:gm_fused>)
  # The whole program too: the hot rooms of one level in front of the library.
  set(levels)
  foreach(level v2 v3 v4)
    get_target_property(app granum SOURCES)
    list(TRANSFORM app PREPEND ${CMAKE_SOURCE_DIR}/solver/)
    add_executable(granum_on_${level} ${app} parallel/level.c)
    target_include_directories(granum_on_${level} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_compile_definitions(granum_on_${level} PRIVATE GM_VERSION="${PROJECT_VERSION}"
      GM_LEVEL="${level}")
    target_link_libraries(granum_on_${level} PRIVATE granum_${level} libgranum)
    set_target_properties(granum_on_${level} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    list(APPEND levels $<TARGET_FILE:granum_on_${level}>)
  endforeach()
  set(bits ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/parallel/case_bits.py)
  foreach(case hopper mixer)
    gm_script(parallel ${case}_bits COMMAND ${bits} ${case} $<TARGET_FILE:granum> ${cases} ${levels})
  endforeach()
  gm_python(parallel patches_bits ${CMAKE_SOURCE_DIR}/data/shapes)
  set(clones ${CMAKE_CURRENT_SOURCE_DIR}/parallel/clones_bed ${CMAKE_BINARY_DIR}/tests)
  gm_script(parallel clones_bed COMMAND ${clones})
  gm_script(parallel levels COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/parallel/levels
            ${CMAKE_CTEST_COMMAND} ${CMAKE_BINARY_DIR})
endif()
