/* SPDX-License-Identifier: MIT */
/* uriel lineage: where the generations do not agree. */
#include <string.h>

#include "lineage.h"

static bool lineage_same(uriel_text a, uriel_text b)
{
  if (!a.ptr || !b.ptr)
    return a.ptr == b.ptr;
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* What is compared of a verdict, and whether it has a say in it. */
struct lineage_subject {
  bool counts;
  uriel_text text;
};

static struct lineage_subject lineage_host_of(const struct lineage_verdict *verdict)
{
  const bool counts = verdict->valid && !reading_is_of_names(verdict->spec);
  return (struct lineage_subject){counts, verdict->host};
}

static struct lineage_subject lineage_target_of(const struct lineage_verdict *verdict)
{
  return (struct lineage_subject){verdict->shown.ptr != NULL, verdict->shown};
}

static struct lineage_subject lineage_target_host_of(const struct lineage_verdict *verdict)
{
  return (struct lineage_subject){verdict->target_read, verdict->target_host};
}

static bool lineage_differs(const struct lineage_verdicts *verdicts, size_t index,
                            struct lineage_subject (*subject)(const struct lineage_verdict *verdict))
{
  const struct lineage_subject mine = subject(&verdicts->of[index]);
  struct lineage_subject newest = mine;
  for (size_t i = index + 1; i < verdicts->count; i++) {
    const struct lineage_subject other = subject(&verdicts->of[i]);
    if (other.counts)
      newest = other;
  }
  return mine.counts && !lineage_same(mine.text, newest.text);
}

bool lineage_host_differs(const struct lineage_verdicts *verdicts, size_t index)
{
  return lineage_differs(verdicts, index, lineage_host_of);
}

bool lineage_target_differs(const struct lineage_verdicts *verdicts, size_t index)
{
  return lineage_differs(verdicts, index, lineage_target_of);
}

bool lineage_target_host_differs(const struct lineage_verdicts *verdicts, size_t index)
{
  return lineage_differs(verdicts, index, lineage_target_host_of);
}

void lineage_compare(struct lineage_verdicts *verdicts)
{
  verdicts->hosts_agree = verdicts->targets_agree = verdicts->target_hosts_agree = true;
  for (size_t i = 0; i < verdicts->count; i++) {
    verdicts->hosts_agree &= !lineage_host_differs(verdicts, i);
    verdicts->targets_agree &= !lineage_target_differs(verdicts, i);
    verdicts->target_hosts_agree &= !lineage_target_host_differs(verdicts, i);
  }
}
