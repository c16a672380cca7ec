# SPDX-License-Identifier: MIT
# cmake --toolchain: for 32-bit x86 under Linux, with Debian's cross compiler (tools/setup cross); an x86-64 runs it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER i686-linux-gnu-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
