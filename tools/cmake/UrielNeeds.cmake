# SPDX-License-Identifier: MIT
# uriel_needs(PREFIX MODULE NAME PACKAGE): finds a library that `links` and `harvest` need, or prints how to install it.
function(uriel_needs prefix module name package)
  find_package(PkgConfig)
  if(NOT PKG_CONFIG_FOUND)
    message(FATAL_ERROR "pkg-config is missing: run tools/setup, or build without links and harvest: -DURIEL_HARVEST=OFF")
  endif()
  pkg_check_modules(${prefix} IMPORTED_TARGET ${module})
  if(NOT ${prefix}_FOUND)
    message(FATAL_ERROR "${name} is missing (Debian: ${package}): run tools/setup, "
                        "or build without links and harvest: -DURIEL_HARVEST=OFF")
  endif()
endfunction()
