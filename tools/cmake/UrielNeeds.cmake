# SPDX-License-Identifier: MIT
# uriel_needs(PREFIX MODULE NAME PACKAGE [WITHOUT]): finds a library that a subcommand needs, or prints how to install it, and how to
# build without it.
function(uriel_needs prefix module name package)
  set(without "without links and harvest: -DURIEL_HARVEST=OFF")
  if(ARGN)
    set(without ${ARGN})
  endif()
  find_package(PkgConfig)
  if(NOT PKG_CONFIG_FOUND)
    message(FATAL_ERROR "pkg-config is missing: run tools/setup, or build ${without}")
  endif()
  pkg_check_modules(${prefix} IMPORTED_TARGET ${module})
  if(NOT ${prefix}_FOUND)
    message(FATAL_ERROR "${name} is missing (Debian: ${package}): run tools/setup, or build ${without}")
  endif()
endfunction()
