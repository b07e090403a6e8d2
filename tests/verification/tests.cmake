# One physical sentence is true.

set(treatments treatments.c ways_sites.c ways_grids.c paddle.c upwind.c cip.c sweep.c grid.c shapes.c
    solids.c weld.c)
gm_test(verification adhesion WITH carried.c pair.c solids.c)
gm_test(verification advected_sphere WITH upwind.c cip.c sweep.c grid.c)
gm_test(verification box_of_patches WITH carried.c pair.c solids.c)
gm_test(verification chung_ooi WITH pair.c)
gm_test(verification cone_bounce WITH pair.c)
gm_test(verification contact_decays WITH pair.c)
gm_test(verification contact_forces WITH pair.c)
gm_test(verification contact_impulses WITH pair.c)
gm_test(verification contact_time WITH pair.c)
gm_test(verification conveyor WITH pair.c)
gm_test(verification dashpot_coefficients WITH pair.c)
gm_test(verification distance_treatments WITH ${treatments})
gm_test(verification drag_over_border WITH carried.c pair.c solids.c)
gm_test(verification drag_over_sites WITH pair.c)
gm_test(verification elastic_box WITH pair.c)
gm_test(verification energy_balance WITH pair.c)
gm_test(verification flux_through_mesh WITH pair.c solids.c)
gm_test(verification flux_through_plane WITH pair.c)
gm_test(verification force_along_path WITH carried.c pair.c shapes.c solids.c weld.c)
gm_test(verification grain_over_edge WITH pair.c)
gm_test(verification half_taylor_sphere)
gm_test(verification plates_of_sites WITH carried.c pair.c solids.c)
gm_test(verification smooth_forces WITH carried.c pair.c rounds.c solids.c)
gm_test(verification smooth_shapes WITH carried.c pair.c rounds.c solids.c)

# Sites that store doubles: the sources of the lattice are built into these tests in that form.
set(sites sdf/brick sdf/bricks sdf/flag sdf/interpolate sdf/lattice sdf/lattice_build
    body/mesh_collider body/mesh_collider_query body/query_batch body/shape)
list(TRANSFORM sites REPLACE "(.+)" ${PROJECT_SOURCE_DIR}/solver/\\1.c)
gm_test(verification box_of_patches_double WITH carried.c pair.c solids.c ${sites})
gm_test(verification half_taylor_sphere_double WITH ${sites})
foreach(test half_taylor_sphere_double box_of_patches_double)
  target_compile_definitions(verification_${test} PRIVATE GM_LATTICE_DOUBLE)
  target_link_libraries(verification_${test} PRIVATE libgranum)
endforeach()

gm_test(verification hertz_restitution WITH pair.c)
gm_test(verification hooke_restitution WITH pair.c)
gm_test(verification impacts_are_counted WITH pair.c)
gm_test(verification interpolation_table)
gm_test(verification momentum WITH pair.c)
gm_test(verification moving_wall WITH pair.c)
gm_test(verification newtons_cradle)
gm_test(verification oblique_impact WITH pair.c)
gm_test(verification oscillator WITH pair.c)
gm_test(verification patches_find_contacts WITH agreement.c shapes.c solids.c weld.c)
gm_test(verification patches_keep_energy WITH shapes.c solids.c weld.c)
gm_test(verification patches_of_meshes WITH agreement.c)
gm_test(verification sums_on_triangles WITH carried.c pair.c solids.c)
gm_test(verification wear WITH pair.c)
set_property(TEST verification/patches_of_meshes
             PROPERTY WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/data/shapes)
gm_test(verification periodic_bed WITH pair.c)
gm_test(verification plane_of_sites)
gm_test(verification radius_distributions)
gm_test(verification schemes WITH pair.c)
gm_test(verification sides_of_the_box WITH pair.c)
gm_test(verification site_count)
gm_test(verification sphere_of_sites_bounce)
gm_test(verification stacked_spheres)
gm_test(verification stress_in_regions WITH pair.c parallel/bed.c)
gm_test(verification three_grains WITH carried.c pair.c solids.c)
gm_script(verification three_grains_finely LONG COMMAND verification_three_grains long)
gm_test(verification turning_normals WITH pair.c)
gm_test(verification vee_of_sheets WITH shapes.c solids.c weld.c)

gm_python(verification held_grains)
gm_python(verification ondem_interactions)
foreach(case chute shear)
  gm_python(verification rough_walls_${case} LONG SCRIPT rough_walls ${cases} ${case})
endforeach()
gm_python(verification band_of_sites)
gm_python(verification conveyor_groups)
gm_python(verification flux_sensors)
gm_python(verification friction_by_group)
gm_python(verification friction_by_site)
gm_python(verification growing_grains)
gm_python(verification heaps ${cases})
gm_python(verification hopper_balance ${cases})
gm_python(verification laws_in_cases ${cases})
gm_python(verification pour_by_mass)
gm_python(verification pour_from_faces)
gm_python(verification sinks)
gm_python(verification stored_normals)
gm_python(verification sums_between_frames ${cases})
gm_python(verification walls_are_planes)
gm_python(verification where_sites_stand)

# Cases at rest in short, then at length with figures.
foreach(script janssen compression)
  gm_python(verification ${script} ${cases})
  gm_python(verification ${script}_bulk LONG SCRIPT ${script} ${cases} ${figures})
endforeach()
set_property(TEST verification/janssen_bulk PROPERTY PROCESSORS 2)

# Other programs, where they are installed; a test that could not compare would count as skipped.
find_program(GM_LIGGGHTS liggghts)
find_program(GM_LAMMPS lmp)
if(GM_LIGGGHTS OR GM_LAMMPS)
  gm_python(verification bed_against_peers LONG ${figures})
endif()

gm_python(verification drum_tumbles ${cases})

# Cases of flow in short, then at length: one process a core, and figures.
foreach(script outlet column drum_speeds)
  gm_python(verification ${script} ${cases})
endforeach()
foreach(pair beverloo=outlet column_run_out=column drum_froude=drum_speeds repose_angles=repose)
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 test)
  list(GET pair 1 script)
  gm_python(verification ${test} LONG SCRIPT ${script} ${cases} ${figures})
  set_property(TEST verification/${test} PROPERTY PROCESSORS 2)
endforeach()

gm_python(verification ball_into_bed)

gm_python(verification fills)
gm_python(verification pour)
gm_python(verification result_as_source)
gm_python(verification resumed_in_same_bits ${CMAKE_SOURCE_DIR}/data/shapes)
gm_python(verification run_ends_when)

gm_python(verification unsupported_grains)

# The mixer with fewer grains, stirred for a while; the blades on two lattices.
if(TARGET granum)
  set(mixer ${CMAKE_BINARY_DIR}/tests/mixer.vtkhdf)
  gm_script(verification mixer_runs
    COMMAND granum run ${cases}/mixer -o ${mixer} --force
            --progress none --set grains[0].fill.count=4000 --set time.end=0.3
            --set output.every=0.025 --set output.precision=double
            --set structures.left.virtual_particles.spacing=0.48e-3
            --set structures.right.virtual_particles.spacing=0.3e-3
            --set structures.right.virtual_particles.surface=facets)
  set_property(TEST verification/mixer_runs PROPERTY FIXTURES_SETUP mixer)
  foreach(script distance loads)
    gm_script(verification mixer_${script} COMMAND ${Python3_EXECUTABLE}
              ${CMAKE_CURRENT_SOURCE_DIR}/verification/mixer_${script}.py ${mixer})
    set_property(TEST verification/mixer_${script} PROPERTY FIXTURES_REQUIRED mixer)
  endforeach()
endif()

gm_python(verification interpolation_scene)
