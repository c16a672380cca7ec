#!/bin/sh
# SPDX-License-Identifier: MIT
# test/api/null.sh GENERATED CLANG: test_null.c with the UndefinedBehaviorSanitizer of clang, since gcc's accepts an
# offset of 0 that is added to NULL. GENERATED has the C that re2c made.
set -eu
generated=$1 clang=$2
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tools/amalgamate --with all "$generated" "$work"
"$clang" -O1 -fsanitize=undefined -fno-sanitize-recover=all -D_GNU_SOURCE -I "$work" -I test/api \
  test/api/test_null.c test/api/support.c "$work/uriel.c" -lcmocka -o "$work/test_null"
"$work/test_null"
