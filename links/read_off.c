/* SPDX-License-Identifier: MIT */
/* A build without libraries: the kinds of documents that need GMime, Expat or zlib. */
#include "entity.h"

bool read_message(struct entity *entity)
{
  return entity_lacks(entity, "mail");
}

bool read_mbox(struct entity *entity)
{
  return entity_lacks(entity, "mailboxes");
}

bool read_xml(struct entity *entity)
{
  return entity_lacks(entity, "XML");
}

bool read_wacz(struct entity *entity)
{
  return entity_lacks(entity, "web archives in ZIP files (WACZ)");
}
