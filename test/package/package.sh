#!/bin/sh
# SPDX-License-Identifier: MIT
# package.sh BUILD LIBDIR VERSION CC: installs BUILD into a folder of its own and uses it as others would: the program, the
# manual, pkg-config with each library, find_package with each, add_subdirectory, C++.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
build=$1 libdir=$2 version=$3 cc=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
expected="$version example.com"

step() { echo "package: $*"; }
die() {
  echo "package: $*" >&2
  exit 1
}
must_print() { # COMMAND...
  printed=$("$@")
  [ "$printed" = "$expected" ] || die "$1 printed $printed, not $expected"
}

step "install"
cmake --install "$build" --prefix "$prefix" >"$work/log"
for file in bin/uriel include/uriel.h "$libdir/liburiel.a" "$libdir/liburiel.so" "$libdir/pkgconfig/uriel.pc" \
  "$libdir/cmake/uriel/uriel-config.cmake" "$libdir/cmake/uriel/uriel-config-version.cmake" \
  include/uriel_arrow.h "$libdir/liburiel_arrow.a" "$libdir/liburiel_arrow.so" "$libdir/pkgconfig/uriel_arrow.pc" \
  share/bash-completion/completions/uriel share/zsh/site-functions/_uriel; do
  [ -s "$prefix/$file" ] || die "$file is not installed"
done
for page in "$source"/doc/man/*.1; do
  [ -s "$prefix/share/man/man1/$(basename "$page")" ] || die "$page is not installed"
done
for page in uriel uriel_parse uriel_host uriel_arrow_parse uriel_arrow_call; do
  grep -q "^.Nm uriel" "$prefix/share/man/man3/$page.3" || die "$page.3 is not installed"
done
for page in "$source"/doc/*.md; do
  [ -s "$prefix/share/doc/uriel/$(basename "$page")" ] || die "$page is not installed"
done
for program in "$build"/uriel-*; do
  [ ! -x "$program" ] || [ -x "$prefix/libexec/uriel/$(basename "$program")" ] || die "$program is not installed"
done
[ "$(echo 'See http://h/a.' | PATH='' "$prefix/bin/uriel" find)" = http://h/a ] || die "the installed program does not find"
"$prefix/bin/uriel" --version | grep -qF "$version" || die "the installed program has another version"
DESTDIR=$work/staged cmake --install "$build" --prefix /opt/uriel >>"$work/log"
[ -s "$work/staged/opt/uriel/include/uriel.h" ] || die "DESTDIR is not respected"

step "the shared libraries export the functions of their headers and nothing else"
headers() { # LIBRARY
  if [ "$1" = uriel_arrow ]; then echo "$source/include/uriel_arrow.h"; else
    find "$source/include" -name '*.h' ! -name uriel_arrow.h
  fi
}
declared() { # LIBRARY
  headers "$1" | xargs sed 's:/\*.*::' | awk '/^URIEL_(API|INLINE)/ { open = 1 } open { print } /[;{)]$/ { open = 0 }' |
    grep -o 'uriel_[a-z0-9_]*(' | tr -d '(' | sort -u
}
exported() { nm -D --defined-only "$prefix/$libdir/$1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort -u; }
for library in uriel uriel_arrow; do
  declared $library >"$work/declared"
  exported lib$library.so >"$work/exported"
  [ -s "$work/declared" ] || die "the headers of $library declare nothing"
  diff "$work/declared" "$work/exported" || die "$library: declared (<) and exported (>) differ"
done

step "the static libraries take no names but those with their prefix"
for library in uriel uriel_arrow; do
  nm -g --defined-only "$prefix/$libdir/lib$library.a" | awk 'NF == 3 { print $3 }' | grep -v '^uriel_' >"$work/foreign" &&
    die "$library defines without the prefix: $(tr '\n' ' ' <"$work/foreign")"
done

step "pkg-config, moved to another place"
mv "$prefix" "$work/moved"
prefix=$work/moved
export PKG_CONFIG_PATH="$prefix/$libdir/pkgconfig"
[ "$(pkg-config --modversion uriel)" = "$version" ] || die "pkg-config tells another version"
# shellcheck disable=SC2046 # the flags are words
"$cc" -std=c11 -Wall -Wextra -Werror "$here/user.c" $(pkg-config --cflags --libs uriel) \
  -Wl,-rpath,"$prefix/$libdir" -o "$work/shared"
must_print "$work/shared"
# shellcheck disable=SC2046
"$cc" -std=c11 "$here/user.c" $(pkg-config --cflags uriel) "$prefix/$libdir/liburiel.a" -o "$work/static"
must_print "$work/static"
# shellcheck disable=SC2046
"$cc" -std=c11 -Wall -Wextra -Werror "$here/arrow_user.c" $(pkg-config --cflags --libs uriel_arrow) \
  -Wl,-rpath,"$prefix/$libdir" -o "$work/arrow"
[ "$("$work/arrow")" = "example.com" ] || die "the Arrow library does not find the host"

project() { # NAME LINES...: a project that builds user.c with uriel::uriel
  mkdir "$work/$1"
  {
    echo "cmake_minimum_required(VERSION 3.25)"
    echo "project($1 LANGUAGES C)"
    echo "$2"
    echo "add_executable(user $here/user.c)"
    echo "target_link_libraries(user PRIVATE uriel::uriel)"
    echo "if(TARGET uriel::arrow)"
    echo "  add_executable(arrow_user $here/arrow_user.c)"
    echo "  target_link_libraries(arrow_user PRIVATE uriel::arrow)"
    echo "endif()"
  } >"$work/$1/CMakeLists.txt"
}
build_project() { # NAME FLAGS...
  name=$1
  shift
  if ! cmake -G Ninja -S "$work/$name" -B "$work/$name/build" -DCMAKE_C_COMPILER="$cc" "$@" >"$work/log" ||
    ! cmake --build "$work/$name/build" >>"$work/log"; then
    cat "$work/log"
    die "$name does not build"
  fi
  must_print "$work/$name/build/user"
  [ "$name" != found ] || [ "$("$work/$name/build/arrow_user")" = "example.com" ] || die "$name: uriel::arrow"
}

step "find_package"
project found "find_package(uriel $version EXACT REQUIRED)"
build_project found -DCMAKE_PREFIX_PATH="$prefix"
rm -r "$work/found/build"
build_project found -DCMAKE_PREFIX_PATH="$prefix" -DBUILD_SHARED_LIBS=ON
readelf -d "$work/found/build/user" | grep -q 'liburiel\.so\.0' || die "BUILD_SHARED_LIBS did not give the shared library"

step "add_subdirectory: the library alone, without its tests, program and install rules"
project included "add_subdirectory($source uriel)"
build_project included
[ ! -e "$work/included/build/uriel/cli" ] || die "the program was configured too"

step "C++"
for cxx in g++ clang++; do
  if command -v "$cxx" >/dev/null 2>&1; then
    "$cxx" -x c++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I "$prefix/include" "$here/user.c" "$here/arrow_user.c"
  fi
done
step "all well"
