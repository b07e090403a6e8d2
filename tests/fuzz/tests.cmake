# Any bytes as input: fuzz targets, and their corpus replayed.
#
# replay_TARGET, built by every compiler, feeds the corpus to the target.  With GM_FUZZ
# (clang) there is also fuzz_TARGET, which invents inputs; under the label `long` the
# suite runs it for two minutes.  tests/fuzz/run runs all of them.

set(fuzz ${CMAKE_CURRENT_SOURCE_DIR}/fuzz)
function(gm_fuzz target)
  cmake_parse_arguments(ARG "" "" WITH ${ARGN})
  set(programs replay_${target})
  add_executable(replay_${target} fuzz/replay.c fuzz/${target}.c fuzz/folder.c ${ARG_WITH})
  if(GM_FUZZ)
    list(APPEND programs fuzz_${target})
    add_executable(fuzz_${target} fuzz/${target}.c fuzz/folder.c ${ARG_WITH})
    target_link_options(fuzz_${target} PRIVATE -fsanitize=fuzzer)
    gm_script(fuzz run_${target} LONG COMMAND
              ${Python3_EXECUTABLE} ${fuzz}/run ${CMAKE_BINARY_DIR} --seconds 120 ${target})
  endif()
  foreach(program ${programs})
    target_include_directories(${program} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_compile_definitions(${program} PRIVATE GM_SHAPES="${CMAKE_SOURCE_DIR}/data/shapes"
                               GM_PACKAGE="${CMAKE_SOURCE_DIR}/python" GM_PYTHON="${Python3_EXECUTABLE}")
    target_link_libraries(${program} PRIVATE libgranum hdf5::hdf5)
    set_target_properties(
      ${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  endforeach()
  gm_script(fuzz replay_${target} COMMAND $<TARGET_FILE:replay_${target}> ${fuzz}/corpus/${target})
endfunction()

set(edits fuzz/edit_script.c fuzz/edits.c fuzz/small_run.c)
gm_fuzz(checkpoint WITH ${edits})
gm_fuzz(mesh)
gm_fuzz(ondem WITH ${edits})
gm_fuzz(reply)
gm_fuzz(result WITH ${edits})
gm_fuzz(scene)
gm_fuzz(stl)
gm_fuzz(tables WITH carried.c pair.c solids.c)
