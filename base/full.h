/* SPDX-License-Identifier: MIT */
#ifndef URIEL_BASE_FULL_H
#define URIEL_BASE_FULL_H

/* The end of a message where a build without libraries cannot do its work: "reading mail needs ". */
#define FULL_URIEL                                                                                      \
  "the full uriel, built from its source; the one of the Python package has no libraries"

#endif
