/* SPDX-License-Identifier: MIT */
#ifndef URIEL_BASE_FULL_H
#define URIEL_BASE_FULL_H

/* The end of a message where a build without libraries cannot do its work: "reading mail needs ". */
#define FULL_URIEL                                                                                      \
  "the full uriel, built from source: the one in the Python package is built without libraries"

#endif
