#!/bin/sh
# SPDX-License-Identifier: MIT
# cross.sh TARGET [EMULATOR]: builds the library and the tests of this folder for another machine, by its toolchain file
# in tools/cmake, and runs them. Leaves with 77, which CTest takes for skipped, where a package for it is missing.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
target=$1
shift
for program in "$target-gcc" "$@"; do
  command -v "$program" >/dev/null 2>&1 || {
    echo "cross: $program is missing: run tools/setup cross"
    exit 77
  }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CMAKE_TOOLCHAIN_FILE CC CFLAGS LDFLAGS
cmake --log-level=NOTICE -G Ninja -S "$source" -B "$work" --toolchain "$source/tools/cmake/$target.cmake" \
  -DURIEL_TOOL=OFF -DURIEL_HISTORIC=OFF -DURIEL_SHARED_LIBRARY=OFF -DURIEL_INSTALL=OFF -DURIEL_WERROR=ON
cmake --build "$work" >"$work/log" 2>&1 || {
  grep -v '^\[' "$work/log" | head -n 60
  exit 1
}
ctest --test-dir "$work" --output-on-failure --no-tests=error -j "$(nproc)"
