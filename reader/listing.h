/* SPDX-License-Identifier: MIT */
/* Listings of folders, as ftp servers send them: Unix, MLSD (RFC 3659, 7), DOS and VMS. */
#ifndef URIEL_READER_LISTING_H
#define URIEL_READER_LISTING_H

#include <stdbool.h>

#include "uriel.h"

enum listing_form { LISTING_UNKNOWN, LISTING_UNIX, LISTING_MLSD, LISTING_DOS, LISTING_VMS };

/* The state between lines. Zero-initialise. */
struct listing {
  enum listing_form form; /* of the first line that has one; the others have it, too */
  bool is_sure;           /* there was a line that only listings have */
  bool is_cut;            /* VMS: the line was a name, whose other columns are in the next */
};

enum listing_what {
  LISTING_NOTHING, /* a heading, a total, an empty line, the listed folder itself or the one above it */
  LISTING_ENTRY,
  LISTING_FOLDER, /* the entries after this line are in the folder `name`: ls -R */
  LISTING_WRONG   /* no line of a listing of that form */
};

struct listing_entry {
  uriel_text name;   /* in the line; of a folder of VMS without ".DIR;1" */
  uriel_text target; /* of a symbolic link; else undefined */
  bool is_folder;
};

/* Reads a line without its end. O(n). */
enum listing_what listing_read(struct listing *listing, uriel_text line, struct listing_entry *entry);

#endif
