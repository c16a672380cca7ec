/* SPDX-License-Identifier: MIT */
/* Templates of gateways (url-1994, Registration of naming schemes). */
#include "scheme/scheme.h"

size_t uriel_template_expand(uriel_text uri_template, const uriel_ref *ref, char *out, size_t capacity,
                             uriel_fault *fault)
{
  (void)uri_template, (void)ref, (void)out, (void)capacity;
  if (fault)
    *fault = (uriel_fault){.code = URIEL_FAULT_TEMPLATE};
  return URIEL_FAILED;
}
