# A fault stays mended.

gm_test(regression broken_meshes WITH solids.c)
target_compile_definitions(regression_broken_meshes PRIVATE
  GM_EXPECTED="${CMAKE_CURRENT_SOURCE_DIR}/regression/broken_meshes.txt")
gm_script(regression wrong_input COMMAND
          ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/regression/wrong_input/run
          $<TARGET_FILE:granum>)
gm_python(regression checkpoint_damaged)
gm_python(regression checkpoint_damaged_all LONG SCRIPT checkpoint_damaged all)
gm_python(regression run_stops)
gm_python(regression ondem_files)
gm_python(regression walls_hold)
set(regression ${CMAKE_CURRENT_SOURCE_DIR}/regression)
gm_python(regression fast_body)
gm_python(regression bodies_of_check)
gm_python(regression check_judges)
gm_python(regression bodies_stop)
gm_python(regression through_sheets)
gm_python(regression many_patches)
gm_python(regression narrow_facets)
gm_python(regression many_structures)
gm_python(regression mesh_companions)

# Scripts that judge result files: a program that writes made-up ones, and a file
# system that does not lock.
add_executable(result_file_writer regression/result_file_writer.c unit/output_scene.c)
target_link_libraries(result_file_writer PRIVATE libgranum)
set_target_properties(
  result_file_writer PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
add_library(result_file_nolock MODULE regression/result_file_nolock.c)
if(TARGET granum)
  foreach(script damaged export layout python sites survives)
    gm_script(
      regression result_file_${script}
      COMMAND ${Python3_EXECUTABLE} ${regression}/result_file_${script}.py
              $<TARGET_FILE:result_file_writer> $<TARGET_FILE:granum>
              $<TARGET_FILE:result_file_nolock> ${cases})
  endforeach()
  add_library(slow_disk MODULE regression/slow_disk.c)
  target_link_libraries(slow_disk PRIVATE ${CMAKE_DL_LIBS})
  gm_python(regression slow_disk $<TARGET_FILE:slow_disk> ${cases})
  add_library(power_log MODULE regression/power_log.c)
  gm_python(regression power_cut $<TARGET_FILE:power_log> 10)
  gm_python(regression power_cut_often LONG SCRIPT power_cut $<TARGET_FILE:power_log> 50)
  add_library(disk_full MODULE regression/disk_full.c)
  target_link_libraries(disk_full PRIVATE ${CMAKE_DL_LIBS})
  gm_python(regression disk_full $<TARGET_FILE:disk_full> 6)
  gm_python(regression export_blocks $<TARGET_FILE:disk_full>)
  gm_python(regression repair_keeps $<TARGET_FILE:power_log> $<TARGET_FILE:disk_full>)
  gm_python(regression disk_full_20 LONG SCRIPT disk_full $<TARGET_FILE:disk_full> 20)
endif()

# Built with traps: what it looks for is what the compiler may otherwise take as it likes.
gm_test(regression grain_far_away WITH ${CMAKE_SOURCE_DIR}/solver/insert/occupancy.c)
target_compile_options(regression_grain_far_away PRIVATE
  -fsanitize=signed-integer-overflow,float-cast-overflow -fsanitize-undefined-trap-on-error)
gm_test(regression result_moved_last WITH unit/output_scene.c)
if(TARGET granum)
  gm_python(regression motion_table_travels)
  gm_python(regression equal_runs)
  gm_python(regression keeps_inputs)
  gm_python(regression one_writer)
  gm_python(regression bodies_python)
  gm_python(regression plane_result)
  gm_python(regression figures ${cases})
  gm_python(regression figure_fits)
  gm_python(regression figures_plane ${cases})
  gm_python(regression case_figures ${cases} top gears)
  gm_python(regression case_figures_all LONG SCRIPT case_figures ${cases})
  gm_python(regression hybrid_figures LONG ${cases})
  gm_python(regression parameters ${cases})
  gm_python(regression page ${cases})
  find_program(GM_CHROMIUM NAMES chromium chromium-browser)
  if(GM_CHROMIUM)
    gm_python(regression page_in_browser ${cases})
  else()
    message(STATUS "Test regression/page_in_browser: no, for want of chromium")
  endif()
  gm_python(regression sweep_python ${cases})
  gm_python(regression repair_no_harm)
  gm_python(regression results_are_kept)
  gm_python(regression hostile_results 2 2)
  gm_python(regression hostile_results_many LONG SCRIPT hostile_results 1500 300)
  gm_python(regression result_says_who_answered)
endif()

# What is given away.  Packages are those of an ordinary build: without sanitizers, optimised.
if(TARGET program_pages)
  gm_python(regression program_pages ${CMAKE_BINARY_DIR}/share)
endif()
if(TARGET granum)
  foreach(page first tutorial-network tutorial-library tutorial-mixer tutorial-cad tutorial-coverage tutorial-sweep)
    set(long LONG)
    if(page MATCHES "first|library")
      set(long)
    endif()
    gm_python(regression manual_${page} ${long} SCRIPT manual ${CMAKE_SOURCE_DIR}/data/manual
              ${CMAKE_BINARY_DIR} ${GM_HAVE_PLUGIN} ${page})
    gm_loads_library(regression/manual_${page})
  endforeach()
endif()
if(TARGET manual_pages)
  gm_python(regression manual_pages ${CMAKE_BINARY_DIR}/share/doc/granum/html ${CMAKE_SOURCE_DIR})
endif()
if(TARGET package_files AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT GM_SANITIZE AND NOT GM_FUZZ)
  gm_python(regression packages LONG ${CMAKE_CPACK_COMMAND} ${CMAKE_BINARY_DIR} ${PROJECT_VERSION}
            ${GM_HAVE_PLUGIN})
  gm_python(regression first_change LONG ${CMAKE_COMMAND})
  gm_python(regression first_change_applies SCRIPT first_change)
  gm_python(regression source_archive LONG ${CMAKE_COMMAND} ${CMAKE_CPACK_COMMAND} ${CMAKE_BINARY_DIR})
  gm_python(regression source_archive_builds LONG SCRIPT source_archive ${CMAKE_COMMAND}
            ${CMAKE_CPACK_COMMAND} ${CMAKE_BINARY_DIR} build)
endif()

gm_script(regression shapes_as_drawn COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/data/shapes/make --check)

if(TARGET granum)
  gm_script(regression installed_tree_moves COMMAND ${regression}/installed_tree_moves ${CMAKE_COMMAND} ${CMAKE_BINARY_DIR} ${GM_HAVE_PLUGIN}
            ${sanitizer_library})
  gm_script(regression outside_project COMMAND ${regression}/outside_project ${CMAKE_COMMAND} ${CMAKE_BINARY_DIR}
            ${CMAKE_SOURCE_DIR}/solver/examples/drop.c)
  if(sanitizer_library) # a program of others is built with what the library is built with
    set_property(TEST regression/outside_project APPEND PROPERTY ENVIRONMENT
                 CFLAGS=-fsanitize=address,undefined CXXFLAGS=-fsanitize=address,undefined)
    if(CMAKE_C_COMPILER_ID STREQUAL "Clang")
      set_property(TEST regression/outside_project APPEND PROPERTY ENVIRONMENT CC=clang CXX=clang++)
    endif()
  endif()
  gm_python(regression simulation_python ${cases} $<TARGET_FILE:granum_shared>)
  gm_loads_library(regression/simulation_python)
  if(NOT GM_SANITIZE AND NOT GM_FUZZ)
    gm_python(regression built_library ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}
              $<TARGET_FILE:granum_shared>)
  endif()
  gm_python(regression clumps_python $<TARGET_FILE:granum_shared>)
  gm_loads_library(regression/clumps_python)
  gm_python(regression body_python $<TARGET_FILE:granum_shared>)
  gm_loads_library(regression/body_python)
endif()

# The program granum with another main around its own, whose allocations fail one by one.
if(TARGET granum)
  get_target_property(sources granum SOURCES)
  list(TRANSFORM sources PREPEND ${CMAKE_SOURCE_DIR}/solver/)
  add_executable(failing_allocations regression/failing_allocations.c ${sources})
  target_link_libraries(failing_allocations PRIVATE libgranum)
  target_compile_definitions(failing_allocations PRIVATE main=gm_program_main)
  target_link_options(failing_allocations PRIVATE -rdynamic)
  foreach(function malloc calloc realloc aligned_alloc strdup strndup open_memstream fopen
          fdopen mmap)
    target_link_options(failing_allocations PRIVATE LINKER:--wrap=${function})
  endforeach()
  set_target_properties(failing_allocations PROPERTIES
                        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  gm_python(regression too_much_memory $<NOT:$<BOOL:${GM_SANITIZE}>>)
  gm_python(regression allocations $<TARGET_FILE:failing_allocations> 1999)
  gm_python(regression allocations_all LONG SCRIPT allocations
            $<TARGET_FILE:failing_allocations> 1)
endif()
