# A result depends on its scene alone: not on how many ranks share the grains.

if(GM_HAVE_MPI)
  add_executable(ranks_odd ranks/odd.c)
  target_link_libraries(ranks_odd PRIVATE libgranum)
  target_link_options(ranks_odd PRIVATE -Wl,--wrap=gm_merged_find
    -Wl,--wrap=gm_exchange_rows -Wl,--wrap=gm_cuts_find)
  set_target_properties(ranks_odd PROPERTIES OUTPUT_NAME odd
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  gm_python(ranks same_bits $<TARGET_FILE:ranks_odd>)
  gm_python(ranks refused $<TARGET_FILE:ranks_odd>)
  set_tests_properties(ranks/same_bits PROPERTIES PROCESSORS 2)
else()
  message(STATUS "tests of ranks: no, for want of MPI")
endif()
