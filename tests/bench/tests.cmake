# What the scripts in bench measure with; no test, since nothing timed belongs in one.
add_executable(bench_bed bench/bed.c bench/state.c bench/timing.c)
add_executable(bench_scene bench/scene.c bench/state.c bench/timing.c)
add_executable(bench_query bench/query.c)
add_executable(bench_roof bench/roof.c)
add_executable(bench_treatments bench/treatments.c ${treatments})
target_include_directories(bench_treatments PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_compile_definitions(bench_treatments PRIVATE GM_SHAPES="${CMAKE_SOURCE_DIR}/data/shapes")
foreach(name bench_bed bench_scene bench_query bench_roof bench_treatments)
  target_link_libraries(${name} PRIVATE libgranum)
  set_target_properties(
    ${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
endforeach()
