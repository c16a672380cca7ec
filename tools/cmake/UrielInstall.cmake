# SPDX-License-Identifier: MIT
# What `make install` installs: headers, libraries, pkg-config file, CMake package, programs, man pages, completions, and the
# reference pages.
include(CMakePackageConfigHelpers)

install(FILES include/uriel.h include/uriel_agree.h include/uriel_guard.h include/uriel_batch.h include/uriel_encoding.h include/uriel_find.h include/uriel_function.h include/uriel_html.h include/uriel_http.h include/uriel_idna.h include/uriel_iri.h include/uriel_plan.h include/uriel_query.h include/uriel_regex.h include/uriel_registry.h include/uriel_scheme.h include/uriel_site.h include/uriel_spec.h include/uriel_url.h include/uriel_urn.h TYPE INCLUDE)
set(URIEL_LIBRARIES uriel_static)
if(URIEL_SHARED_LIBRARY)
  list(APPEND URIEL_LIBRARIES uriel_shared)
endif()
if(URIEL_ARROW)
  install(FILES include/uriel_arrow.h TYPE INCLUDE)
  list(APPEND URIEL_LIBRARIES uriel_arrow_static)
  if(URIEL_SHARED_LIBRARY)
    list(APPEND URIEL_LIBRARIES uriel_arrow_shared)
  endif()
endif()
install(TARGETS ${URIEL_LIBRARIES} EXPORT uriel-targets)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/uriel)
install(EXPORT uriel-targets NAMESPACE uriel:: DESTINATION ${package})
configure_package_config_file(tools/cmake/uriel-config.cmake.in uriel-config.cmake
  INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(uriel-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/uriel-config.cmake ${PROJECT_BINARY_DIR}/uriel-config-version.cmake
  DESTINATION ${package})

# The prefix follows from the file's location, so that an installed tree can be moved.
file(RELATIVE_PATH URIEL_PC_TO_PREFIX
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" URIEL_PC_TO_PREFIX ${URIEL_PC_TO_PREFIX})
configure_file(tools/cmake/uriel.pc.in uriel.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/uriel.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(URIEL_ARROW)
  configure_file(tools/cmake/uriel_arrow.pc.in uriel_arrow.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/uriel_arrow.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

file(GLOB references ${PROJECT_SOURCE_DIR}/doc/*.md)
install(FILES ${references} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/uriel)
file(GLOB charts ${PROJECT_SOURCE_DIR}/doc/performance/*.svg)
install(FILES ${charts} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/uriel/performance)

# The manual pages of the functions are made from the headers.
find_package(Python3 3.9 COMPONENTS Interpreter)
if(Python3_FOUND)
  file(GLOB public_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*.h)
  set(man3 ${PROJECT_BINARY_DIR}/man3)
  add_custom_command(OUTPUT ${man3}/uriel.3
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${man3}
    COMMAND Python3::Interpreter -B ${PROJECT_SOURCE_DIR}/tools/make-man3 ${man3}
    DEPENDS tools/make-man3 tools/headers.py ${public_headers} VERBATIM)
  add_custom_target(uriel_man3 ALL DEPENDS ${man3}/uriel.3)
  if(NOT URIEL_ARROW)
    set(no_arrow PATTERN uriel_arrow_* EXCLUDE)
  endif()
  install(DIRECTORY ${man3} DESTINATION ${CMAKE_INSTALL_MANDIR} ${no_arrow})
else()
  message(STATUS "no Python 3: the manual pages of the functions are not made")
endif()

if(URIEL_TOOL)
  install(TARGETS uriel)
  set(programs "")
  if(NOT URIEL_STANDALONE)
    list(APPEND programs uriel-find)
  endif()
  if(URIEL_HARVEST)
    list(APPEND programs uriel-links uriel-harvest)
  endif()
  if(URIEL_GET)
    list(APPEND programs uriel-get)
  endif()
  if(TARGET uriel-gateway)
    list(APPEND programs uriel-gateway)
  endif()
  if(programs)
    install(TARGETS ${programs} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/uriel)
  endif()
  file(GLOB pages ${PROJECT_SOURCE_DIR}/doc/man/*.1)
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES tools/completions/uriel DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES tools/completions/_uriel DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
endif()
