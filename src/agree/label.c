/* SPDX-License-Identifier: MIT */
/* Labels of domains as code points: NFC, Punycode. */
#include "agree/reader.h"

#include "idna/nfc.h"
#include "idna/punycode.h"

void uriel_reader_collect(void *context, uint32_t code, const char *origin)
{
  reader_label *const label = context;
  (void)origin;
  if (label->count < URIEL_IDNA_LABEL_MAX)
    label->codes[label->count] = code;
  label->count++;
}

void uriel_reader_normalize(reader_label *normal, const reader_label *label, unsigned version)
{
  const uint32_t *at = label->codes, *const end = at + label->count;
  normal->count = 0;
  while (at < end) {
    nfc_source source = {.codes = at};
    while (at < end && reader_assigned(*at, version))
      at++;
    source.codes_end = at;
    uriel_nfc_run(&source, uriel_reader_collect, normal);
    if (at < end)
      uriel_reader_collect(normal, *at++, NULL);
  }
}

bool uriel_reader_is_normal(const reader_label *label, unsigned version)
{
  reader_label normal;
  uriel_reader_normalize(&normal, label, version);
  return normal.count == label->count &&
         memcmp(normal.codes, label->codes, normal.count * sizeof *normal.codes) == 0;
}

bool uriel_reader_decode_label(reader_label *decoded, const reader_label *label)
{
  const uint32_t *text = label->codes + READER_PREFIX;
  size_t count = label->count - READER_PREFIX, at;
  for (at = count; at > 0 && text[at - 1] != '-';)
    at--;
  if (at == 1)
    text++, count--;
  return uriel_reader_label_is_ascii(label) &&
         uriel_punycode_decode(text, count, decoded->codes, &decoded->count, &at);
}

bool uriel_reader_label_is_ascii(const reader_label *label)
{
  uint32_t all = 0;
  for (size_t i = 0; i < label->count; i++)
    all |= label->codes[i];
  return all < 0x80;
}

void uriel_reader_write_label(writer *w, const reader_label *label)
{
  if (!uriel_reader_label_is_ascii(label)) {
    write_string(w, "xn--");
    uriel_punycode_encode(w, label->codes, label->count);
    return;
  }
  for (size_t i = 0; i < label->count; i++)
    write_byte(w, (char)label->codes[i]);
}
