/* SPDX-License-Identifier: MIT */
/* Articles in files, served as a news server would (RFC 3977), for plans of news and nntp. The path is a
 * spool (the file COMP/LANG/C/12 is article 12 of comp.lang.c; the overview of a group may be in
 * COMP/LANG/C/.overview), or a message, a mailbox or a folder of these, such as a Maildir: then the
 * groups of an article are in its field Newsgroups, and its numbers in Xref; without Xref, articles are
 * counted in their order. */
#ifndef URIEL_GET_ARTICLES_H
#define URIEL_GET_ARTICLES_H

#include "wire.h"

struct articles;

struct articles *articles_new(const char *path);
void articles_free(struct articles *spool); /* takes NULL */

/* Its connections answer ARTICLE, HEAD, GROUP, OVER, LIST and QUIT. An absent article or group is a
 * failure, not a reply. */
struct network *articles_network(struct articles *spool);

#endif
