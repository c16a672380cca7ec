# SPDX-License-Identifier: MIT
# cmake --toolchain: for URIEL_ZIG_TARGET, an architecture, a system and a version of its libc: aarch64-linux-gnu.2.17, x86_64-linux-musl;
# with zig's compiler. URIEL_ZIG is the command that starts zig; Python's package ziglang brings it.
set(URIEL_ZIG python3 -m ziglang CACHE STRING "the command that starts zig")
set(URIEL_ZIG_TARGET x86_64-linux-gnu.2.17 CACHE STRING "what zig compiles for")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES URIEL_ZIG URIEL_ZIG_TARGET)
string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR ${URIEL_ZIG_TARGET})
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${URIEL_ZIG} cc -target ${URIEL_ZIG_TARGET})
set(CMAKE_EXE_LINKER_FLAGS_RELEASE_INIT -s) # a strip of the machine may not know the target
set(CMAKE_SHARED_LINKER_FLAGS_RELEASE_INIT -s)
set(CMAKE_MODULE_LINKER_FLAGS_RELEASE_INIT -s)
string(JOIN " " zig ${URIEL_ZIG})
set(CMAKE_C_ARCHIVE_CREATE "${zig} ar qc <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_C_ARCHIVE_FINISH "${zig} ranlib <TARGET>")
