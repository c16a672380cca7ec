# SPDX-License-Identifier: MIT
# uriel_re2c(OUT GRAMMAR): sets OUT to the path of the C file that re2c makes of GRAMMAR.re. Targets that share
# it depend on uriel_GRAMMAR, so that it is made once. A release tarball contains that file (tools/dist), and
# is built without re2c.
function(uriel_re2c out grammar)
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/grammar)
  set(source ${folder}/${grammar}.re)
  set(packed ${folder}/generated/${grammar}.c)
  if(EXISTS ${packed})
    set(${out} ${packed} PARENT_SCOPE)
    add_custom_target(uriel_${grammar})
    return()
  endif()
  find_program(RE2C re2c)
  find_program(AWK awk)
  if(NOT RE2C OR NOT AWK)
    message(FATAL_ERROR "re2c 3 and awk make C of ${grammar}.re, and one is missing here: run tools/setup build")
  endif()
  set(ordered ${CMAKE_CURRENT_BINARY_DIR}/${grammar}.re)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${grammar}.c)
  set(order ${PROJECT_SOURCE_DIR}/tools/re2c-order.awk)
  add_custom_command(
    OUTPUT ${generated}
    COMMAND ${AWK} -f ${order} ${source} > ${ordered}
    COMMAND ${RE2C} -fs -W -Wno-match-empty-string --no-generation-date --no-debug-info -I ${folder}
      ${ordered} -o ${generated}
    DEPENDS ${source} ${folder}/automaton.re ${order}
    COMMENT "re2c ${grammar}.re"
    VERBATIM)
  # With full optimisation and instrumentation, one of them compiles in a minute; with -O1 in ten seconds.
  if(URIEL_SANITIZE OR URIEL_FUZZ)
    set_source_files_properties(${generated} PROPERTIES COMPILE_OPTIONS -Og)
  endif()
  add_custom_target(uriel_${grammar} DEPENDS ${generated})
  set(${out} ${generated} PARENT_SCOPE)
endfunction()
