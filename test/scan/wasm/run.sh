#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh GENERATED: builds what parses, and the tests of the kernels, for WebAssembly without a C library, and runs them in
# node. Memory ends where a text does, and an access after it is a trap. GENERATED is the folder of the grammars' C.
# Leaves with 77, which CTest takes for skipped, where a package for it is missing.
set -eu
generated=$(cd "${1:?the folder of the generated sources}" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
[ -d "$root/src/grammar/generated" ] && generated=$root/src/grammar/generated
for program in clang wasm-ld node; do
  command -v "$program" >/dev/null 2>&1 || {
    echo "cross-wasm: $program is missing: run tools/setup cross"
    exit 77
  }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for header in stdio stdlib string; do
  echo '#include "libc.h"' >"$work/$header.h"
done

# Two compilers at once, of which the grammar keeps one busy.
compile() { # SOURCE...
  printf '%s\n' "$@" |
    xargs -n 4 -P 2 clang --target=wasm32 -msimd128 -O1 -std=c11 -ffreestanding -nostdlibinc -Dmain=test_main \
      -Wall -Wextra -Werror -I "$root/include" -I "$root/src" -I "$here" -I "$here/.." -isystem "$work" -c
}

# What nothing calls is not linked, nor what that would need.
run() { # TEST ARGUMENT...
  test=$1
  shift
  wasm-ld --no-entry --initial-memory=16777216 --export=test_main --export=argument_room --export=running_kernel \
    --allow-undefined-file=imports -o "$test.wasm" "$test.o" core/*.o url/*.o kernel.o machine.o
  node "$here/run.mjs" "$test.wasm" "$@"
}

cd "$work"
printf '%s\n' printf putchar exit file_size file_read >imports
compile "$here"/../test_*.c "$here/../kernel.c" "$here/machine.c"
mkdir core url
(cd core && compile "$generated/rfc3986.c" "$root"/src/scan/*.c "$root"/src/uri/*.c "$root"/src/text/*.c)
(cd url && compile "$root"/src/idna/*.c "$root"/src/url/*.c)
run test_edges
run test_triplets 30000
run test_random "$root/bench/urls.txt" 30000
run test_texts 7 "$root/bench/urls.txt" "$root"/test/vectors/*.tsv
