/* SPDX-License-Identifier: MIT */
/* The existing file that a wrong path may mean. */
#ifndef URIEL_CLI_LINKS_NEAR_H
#define URIEL_CLI_LINKS_NEAR_H

#include <stdbool.h>
#include <stddef.h>

#include "reader/buffer.h"

struct goal_folder;

/* Sets `found` to the path of a file or folder whose name is near to that of the first segment that does
 * not exist, and `*is_case` if the whole path exists in another case (of ASCII). Returns false if none
 * is. Keeps the names of a folder in `*last`; counts in `*listed`, and no longer looks after NEAR_MOST
 * names. */
bool near_path(struct goal_folder **last, size_t *listed, const char *path, struct buffer *found,
               bool *is_case);

enum { NEAR_MOST = 4 * 1000 * 1000 };

void near_free(struct goal_folder *folder);

#endif
