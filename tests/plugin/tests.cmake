# A file becomes the right picture's numbers.

if(GM_HAVE_PLUGIN)
  set(plugin ${CMAKE_CURRENT_SOURCE_DIR}/plugin)
  set(results ${CMAKE_BINARY_DIR}/tests/plugin)
  file(MAKE_DIRECTORY ${results})
  find_program(PVPYTHON pvpython REQUIRED)

  # What the tests read: two real runs, and files made by h5py with what no run of today
  # holds.  gm_plugin(<name> [X <display>] <command>...)
  function(gm_plugin name)
    cmake_parse_arguments(PARSE_ARGV 1 ARG LONG X "")
    set(display)
    set(long)
    if(ARG_LONG)
      set(long LONG)
    endif()
    if(ARG_X)
      set(display -x ${ARG_X})
    endif()
    gm_script(plugin ${name} ${long} COMMAND ${plugin}/run ${display}
              $<TARGET_FILE_DIR:Granum> ${ARG_UNPARSED_ARGUMENTS})
    if(ARG_X)
      set_property(TEST plugin/${name} APPEND PROPERTY LABELS display)
    endif()
  endfunction()
  # Scripts of a group share one start of ParaView.
  function(gm_plugin_part group name)
    set_property(GLOBAL APPEND PROPERTY gm_plugin_${group} ${plugin}/${name}.py ${ARGN} --)
  endfunction()
  function(gm_plugin_result name)
    gm_plugin(${name} ${ARGN})
    set_property(TEST plugin/${name} PROPERTY FIXTURES_SETUP plugin_results)
  endfunction()
  set(granum $<TARGET_FILE:granum>)
  gm_plugin_result(result_scene ${granum} run ${plugin}/scene.yaml
                   -o ${results}/scene.vtkhdf --force --threads 1)
  gm_plugin_result(result_hopper ${granum} run ${cases}/hopper
                   -o ${results}/hopper.vtkhdf --force --threads 1
                   --set grains[0].fill.count=3000 --set time.end=0.3 --set output.every=0.1)
  gm_plugin_result(result_sites ${granum} run ${CMAKE_CURRENT_SOURCE_DIR}/sites.yaml
                   -o ${results}/sites.vtkhdf --force --threads 1)
  gm_plugin_result(result_column ${granum} run ${plugin}/column.yaml
                   -o ${results}/column.vtkhdf --force --threads 1)
  # Fast shafts, of which one has turned once.
  gm_plugin_result(result_turning ${granum} run ${cases}/mixer
                   -o ${results}/turning.vtkhdf --force --threads 1
                   --set grains[0].fill.count=2000
                   --set "grains[0].fill.radius.uniform=[1.8 mm, 2.2 mm]"
                   --set structures.left.motion[0].from=0.02 --set structures.right.motion[0].from=0.02
                   --set "structures.left.motion[0].rotate.rate=480 rpm"
                   --set time.end=0.16 --set output.every=0.02)
  # The first frame has no grains.
  gm_plugin_result(result_poured ${granum} run ${cases}/conveyor
                   -o ${results}/poured.vtkhdf --force --threads 1
                   --set time.end=0.6 --set output.every=0.2)
  # The spacing is twice too coarse for the grains: virtual particles are missing.
  gm_plugin_result(result_lacking ${granum} run ${cases}/drum
                   -o ${results}/lacking.vtkhdf --force --threads 1
                   --set structures.lifters.virtual_particles.spacing=2mm
                   --set structures.lifters.virtual_particles.debug_any_spacing=true
                   --set grains[0].fill.count=300 --set time.end=0.12 --set output.every=0.02)
  gm_plugin_result(result_bodies ${granum} run ${plugin}/bodies.yaml
                   -o ${results}/bodies.vtkhdf --force --threads 1)
  gm_plugin_result(result_plane ${granum} run ${plugin}/plane.yaml
                   -o ${results}/plane.vtkhdf --force --threads 1)
  gm_plugin_result(result_plane_spheres ${granum} run ${plugin}/plane.yaml
                   -o ${results}/plane_spheres.vtkhdf --force --threads 1
                   --set domain.grains=sphere --set domain.thickness=2mm --set time.end=0.1
                   --set "contacts.pairs[0].stiffness=100 kN/m" --set "contacts.pairs[1].stiffness=100 kN/m"
                   --set "contacts.pairs[2].stiffness=100 kN/m")
  gm_plugin_result(result_made ${Python3_EXECUTABLE} ${plugin}/made_result.py
                   ${results}/made.vtkhdf)
  gm_plugin_result(result_bare ${Python3_EXECUTABLE} ${plugin}/made_result.py
                   ${results}/bare.vtkhdf --no-structures)
  gm_plugin_result(result_unborn ${Python3_EXECUTABLE} ${plugin}/made_result.py
                   ${results}/unborn.vtkhdf --no-frames)
  gm_plugin_result(result_made_bodies ${Python3_EXECUTABLE} ${plugin}/made_bodies.py
                   ${results}/made_bodies.vtkhdf)
  gm_plugin_result(result_made_copies ${Python3_EXECUTABLE} ${plugin}/made_bodies.py
                   ${results}/made_copies.vtkhdf --only copies)

  gm_plugin_result(result_meeting ${granum} run ${plugin}/meeting.yaml
                   -o ${results}/meeting.vtkhdf --force --threads 1)
  gm_plugin_result(result_hybrid ${granum} run ${cases}/clog
                   -o ${results}/hybrid.vtkhdf --force --threads 1
                   --set grains[0].fill.count=600 --set "grains[0].fill.box.max=[0.05, 0.25]"
                   --set hybrid.start=0.2 --set time.end=0.25)
  gm_plugin_result(result_made_zones ${Python3_EXECUTABLE} ${plugin}/made_zones.py
                   ${results}/made_zones.vtkhdf)
  gm_plugin_result(result_made_zones_plane ${Python3_EXECUTABLE} ${plugin}/made_zones.py
                   ${results}/made_zones_plane.vtkhdf --plane)

  gm_plugin_part(reader reader_numbers ${results}/scene.vtkhdf ${results}/made.vtkhdf
                 ${results}/bare.vtkhdf ${results}/sites.vtkhdf ${results}/bodies.vtkhdf
                 ${results}/hybrid.vtkhdf)
  gm_plugin_part(reader reader_foreign ${results} ${results}/made.vtkhdf ${results}/unborn.vtkhdf)
  gm_plugin_part(reader exchange ${granum} ${results}/scene.vtkhdf ${results})
  # Started by Python, since each of pvpython's children may crash.
  gm_plugin(hostile_files ${Python3_EXECUTABLE} ${plugin}/hostile_files.py
            ${granum} ${results}/hostile 30 12 ${results}/made_bodies.vtkhdf ${results}/made_zones.vtkhdf)
  gm_plugin(hostile_files_long LONG ${Python3_EXECUTABLE} ${plugin}/hostile_files.py
            ${granum} ${results}/hostile_long 600 300 ${results}/made_bodies.vtkhdf
            ${results}/made_zones.vtkhdf)
  gm_plugin_part(reader reader_follow ${granum} ${plugin}/scene.yaml ${results})
  gm_plugin_part(reader simulation $<TARGET_FILE:granum_shared> ${plugin}/scene.yaml
                 ${results}/simulation.vtkhdf)
  gm_plugin_part(reader package ${results}/hopper.vtkhdf)
  gm_plugin_part(reader run_launch ${plugin}/scene.yaml ${results})
  gm_plugin_part(shown comparison ${plugin}/scene.yaml ${results})
  gm_plugin_part(shown reader_lazy ${results}/scene.vtkhdf ${results}/sites.vtkhdf)
  gm_plugin_part(shown display ${results} ${results}/scene.vtkhdf ${results}/made.vtkhdf
                 ${results}/sites.vtkhdf)
  gm_plugin_part(shown bodies ${results} ${results}/made_bodies.vtkhdf
                 ${results}/made_copies.vtkhdf ${results}/scene.vtkhdf)
  gm_plugin_part(shown zones ${results} ${results}/made_zones.vtkhdf
                 ${results}/made_zones_plane.vtkhdf ${results}/scene.vtkhdf)
  gm_plugin_part(shown meeting ${results}/meeting.vtkhdf ${results})
  gm_plugin_part(shown apart ${results}/lacking.vtkhdf ${results})
  gm_plugin_part(shown plane_display ${results} ${results}/plane.vtkhdf ${results}/scene.vtkhdf)
  gm_plugin(picture X 173 ${Python3_EXECUTABLE} ${plugin}/picture.py
            ${results}/hopper.vtkhdf ${results}/sites.vtkhdf ${results})
  gm_plugin(window X 174 ${Python3_EXECUTABLE} ${plugin}/window.py
            ${granum} ${plugin}/scene.yaml ${results} ${results}/poured.vtkhdf)
  gm_plugin(window_all LONG X 191 ${Python3_EXECUTABLE} ${plugin}/window.py
            ${granum} ${plugin}/scene.yaml ${results} --forces
            ${results}/hopper.vtkhdf ${results}/turning.vtkhdf ${results}/plane.vtkhdf ${results}/hybrid.vtkhdf)
  gm_plugin(leave_window LONG X 187 ${Python3_EXECUTABLE} ${plugin}/leave_window.py
            ${granum} ${plugin}/scene.yaml ${results})
  gm_plugin(chart_views LONG X 189 ${Python3_EXECUTABLE} ${plugin}/chart_views.py
            ${results}/turning.vtkhdf ${results})
  gm_plugin(run_window X 175 ${Python3_EXECUTABLE} ${plugin}/run_window.py
            ${granum} ${plugin}/scene.yaml ${results})
  gm_plugin(run_window_all LONG X 192 ${Python3_EXECUTABLE} ${plugin}/run_window.py
            ${granum} ${plugin}/scene.yaml ${results} all)
  gm_plugin_part(filters contact_network ${results}/scene.vtkhdf ${results}/made.vtkhdf
                 ${results}/hopper.vtkhdf)
  gm_plugin_part(filters python_filters ${results}/lacking.vtkhdf ${results}/bodies.vtkhdf
                 ${results}/hybrid.vtkhdf ${results}/plane.vtkhdf)
  gm_plugin_part(filters force_statistics ${results}/scene.vtkhdf ${results}/made.vtkhdf
                 ${results}/hopper.vtkhdf)
  gm_plugin_part(shown history_curves ${results}/hopper.vtkhdf ${results}/bodies.vtkhdf
                 ${results}/hybrid.vtkhdf)
  gm_plugin_part(filters body_motion ${results}/bodies.vtkhdf)
  gm_plugin_part(filters body_motion_input ${results}/bodies.vtkhdf ${results}/scene.vtkhdf
                 ${results})
  gm_plugin_part(shown body_motion_display ${results}/bodies.vtkhdf ${results})
  gm_plugin_part(filters structure_load ${results}/turning.vtkhdf ${results}/scene.vtkhdf
                 ${results}/hopper.vtkhdf)
  gm_plugin_part(filters coarse_grain ${results}/column.vtkhdf)
  gm_plugin_part(filters plane_filters ${results}/plane.vtkhdf ${results}/plane_spheres.vtkhdf
                 ${results}/scene.vtkhdf)
  gm_plugin_part(filters mixing ${results}/scene.vtkhdf ${results}/made.vtkhdf)
  gm_plugin_part(filters local_structure ${results}/hopper.vtkhdf ${results})
  gm_plugin_part(filters virtual_particle_shell ${results}/sites.vtkhdf ${results}/lacking.vtkhdf)
  gm_plugin_part(filters distance_field ${results}/sites.vtkhdf)
  gm_plugin_part(filters coverage ${results}/sites.vtkhdf ${results}/lacking.vtkhdf
                 ${results}/hopper.vtkhdf ${granum} ${cases} ${results})
  gm_plugin_part(reader figures ${results}/hopper.vtkhdf ${results}/turning.vtkhdf
                 ${results}/sites.vtkhdf)
  gm_plugin(view_pictures X 186 ${Python3_EXECUTABLE} ${plugin}/view_pictures.py
            ${granum} ${results}/hopper.vtkhdf ${results})
  set(ranked ${results}/scene.vtkhdf ${results}/sites.vtkhdf ${results}/unborn.vtkhdf
      ${results}/bodies.vtkhdf ${results}/plane.vtkhdf)
  gm_plugin(filters_ranks ${Python3_EXECUTABLE} ${plugin}/filters_ranks.py 2 ${ranked})
  gm_plugin(filters_ranks_3 LONG ${Python3_EXECUTABLE} ${plugin}/filters_ranks.py 3 ${ranked})
  gm_plugin(server X 176 ${Python3_EXECUTABLE} ${plugin}/server.py
            ${results}/scene.vtkhdf ${plugin}/scene.yaml ${results})
  gm_plugin(views X 177 ${Python3_EXECUTABLE} ${plugin}/views.py
            ${results}/turning.vtkhdf ${results}/hopper.vtkhdf ${results})
  # One case for each kind of picture, then all.
  gm_plugin(case_pictures X 178 ${Python3_EXECUTABLE} ${plugin}/case_pictures.py
            ${granum} ${cases} ${results} arch bounce clump column3d compression dice top)
  gm_plugin(case_pictures_all LONG X 190 ${Python3_EXECUTABLE} ${plugin}/case_pictures.py
            ${granum} ${cases} ${results})
  file(GLOB panels ${CMAKE_SOURCE_DIR}/xml/*.xml)
  gm_plugin(sentences ${Python3_EXECUTABLE} ${plugin}/sentences.py
            ${CMAKE_SOURCE_DIR}/plugin/help/pages.py ${results}/help ${panels})
  foreach(group reader filters shown)
    get_property(parts GLOBAL PROPERTY gm_plugin_${group})
    set(display)
    if(group STREQUAL "shown")
      set(display X 172)
    endif()
    gm_plugin(${group} ${display} ${PVPYTHON} ${plugin}/together.py ${parts})
  endforeach()
  foreach(name reader filters shown chart_views hostile_files hostile_files_long picture window window_all
          run_window filters_ranks filters_ranks_3 server view_pictures views)
    set_property(TEST plugin/${name} PROPERTY FIXTURES_REQUIRED plugin_results)
  endforeach()
  # A limit bounds a hang, not a speed: beside other work these take several times as long as alone.
  foreach(name case_pictures chart_views view_pictures window run_window leave_window views server hostile_files
          reader filters shown filters_ranks)
    set_property(TEST plugin/${name} PROPERTY TIMEOUT 2400)
  endforeach()
  # What waits for a window to show something has it for itself, and its home.
  set_property(TEST plugin/window plugin/window_all plugin/chart_views plugin/run_window plugin/run_window_all
               plugin/leave_window plugin/views PROPERTY RESOURCE_LOCK window)
endif()
