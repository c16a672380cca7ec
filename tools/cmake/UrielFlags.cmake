# SPDX-License-Identifier: MIT
# Warnings, sanitizers and coverage, for every target of the project: link to uriel_flags.
add_library(uriel_flags INTERFACE)
target_compile_options(uriel_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
# An error code is of the enum of its module.
target_compile_options(uriel_flags INTERFACE
  $<$<AND:$<C_COMPILER_ID:Clang>,$<VERSION_GREATER_EQUAL:$<C_COMPILER_VERSION>,19>>:-Wno-enum-compare-conditional>)
# gcc warns about its own instrumentation, so warnings are errors only in plain builds.
if(URIEL_WERROR AND NOT URIEL_SANITIZE)
  target_compile_options(uriel_flags INTERFACE -Werror)
endif()
if(URIEL_STANDALONE AND NOT URIEL_SANITIZE) # the program is small: nothing unwinds its stack
  target_compile_options(uriel_flags INTERFACE -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables -fno-unwind-tables)
endif()
if(URIEL_SANITIZE)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(uriel_flags INTERFACE ${sanitizers} -g1)
  target_link_options(uriel_flags INTERFACE ${sanitizers})
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU") # a program starts in two thirds of the time; clang always does so
    target_link_options(uriel_flags INTERFACE -static-libasan -static-libubsan)
  endif()
endif()
if(URIEL_COVERAGE)
  target_compile_options(uriel_flags INTERFACE --coverage -O0 -g)
  target_link_options(uriel_flags INTERFACE --coverage)
endif()
