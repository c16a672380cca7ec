#!/bin/sh
# SPDX-License-Identifier: MIT
# Stands first in dpkg's PATH while tools/setup installs, under the names of the programs by which packages start and enable
# units. What would start one does nothing. What would enable one records it with Debian's own program, then disables it, so
# that later upgrades leave it disabled too. A unit that was enabled before stays enabled.
set -u
name=${0##*/}
PATH=${URIEL_SETUP_PROGRAMS:-/usr/sbin:/usr/bin:/sbin:/bin}

enable_unit() { # [OPTION...] enable UNIT...: for deb-systemd-helper
  options=
  while [ "$1" != enable ]; do
    options="$options $1"
    shift
  done
  shift
  # shellcheck disable=SC2086 # the options are words
  if "$name" $options is-enabled "$@" >/dev/null 2>&1; then
    "$name" $options enable "$@"
  else
    "$name" $options enable "$@" && "$name" $options disable "$@"
  fi
}

# A script that has links in the folders of run levels is an old one: its links are the machine's own.
has_links() {
  for link in "${URIEL_SETUP_ETC:-/etc}"/rc?.d/[SK][0-9][0-9]"$1"; do
    [ ! -L "$link" ] || return 0
  done
  return 1
}

case "$name: $* " in
  deb-systemd-helper:*" enable "*) enable_unit "$@" ;;
  deb-systemd-helper:*" reenable "*) ;;
  update-rc.d:*" defaults "*)
    for script; do [ "${script#-}" = "$script" ] && break; done
    if has_links "$script"; then update-rc.d "$@"; else update-rc.d "$script" defaults-disabled; fi
    ;;
  update-rc.d:*" enable "*) ;;
  invoke-rc.d:*" start "* | invoke-rc.d:*" restart "* | service:*" start "* | service:*" restart "*) ;;
  deb-systemd-invoke:*" start "* | deb-systemd-invoke:*" restart "*) ;;
  systemctl:*" start "* | systemctl:*" restart "* | systemctl:*" reload-or-restart "*) ;;
  systemctl:*" enable "* | systemctl:*" reenable "* | systemctl:*" preset"* | systemctl:*" --now "*) ;;
  *) exec "$name" "$@" ;;
esac
