/* SPDX-License-Identifier: MIT */
/* uriel_port_number and uriel_port_parse: a number of any length, compared with a sum digit by digit. */
#include "fuzz.h"
#include "oracle.h"

static void check_port(const uriel_ref *ref)
{
  const uriel_text port = uriel_port(ref);
  uint32_t value = 0;
  for (size_t at = 0; at < port.len; at++) {
    value = value * 10 + (uint32_t)(port.ptr[at] - '0');
    value = value > 65536 ? 65536 : value; /* any value above 65535 will do */
  }
  uint16_t number = 0;
  uriel_error error;
  const bool has = uriel_port_number(&number, ref, &error);
  fuzz_must(has == (port.len > 0 && value <= 65535), "a port or none");
  fuzz_must(!has || number == value, "the number");
  fuzz_must((error.code == URIEL_ERROR_PORT_TOO_LARGE) == (value > 65535),
            "an error where it is too large");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_ref ref;
  const uriel_text text = fuzz_text(data, size);
  if (fuzz_reference(&ref, text))
    check_port(&ref);
  check_port_parse(text);
  text_free(text);
  return 0;
}
