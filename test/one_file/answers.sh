#!/bin/sh
# SPDX-License-Identifier: MIT
# test/one_file/answers.sh GENERATED LIBRARY CC: the core in one file answers as the library does, for the URLs of the benchmark and
# every cell of the vectors, except for URNs, of whose names the core knows nothing.
set -eu
generated=$1 library=$2 compiler=$3
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tools/amalgamate "$generated" "$work"
"$compiler" -O1 -I "$work" test/one_file/answers.c "$work/uriel.c" -o "$work/core"
"$compiler" -O1 -I include test/one_file/answers.c "$library" -o "$work/whole"
cat bench/urls.txt test/vectors/*.tsv | tr '\t' '\n' | grep -aiv '^u[^:]*:' >"$work/lines"
"$work/core" <"$work/lines" >"$work/answers"
"$work/whole" <"$work/lines" | cmp - "$work/answers"
echo "$(wc -l <"$work/lines") lines, the same answers"
