/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4). */
#include "text/bytes.h"
#include "uriel_function.h"

enum { SHA_BLOCK = 64, SHA_ROUNDS = 64, SHA_LENGTH = 8 };

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes (4.2.2). */
static const uint32_t sha_constants[SHA_ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t sha_rotate(uint32_t word, unsigned bits)
{
  return word >> bits | word << (32 - bits);
}

/* One block (6.2.2). */
static void sha_block(uint32_t hash[8], const unsigned char *block)
{
  uint32_t w[SHA_ROUNDS];
  uint32_t a = hash[0], b = hash[1], c = hash[2], d = hash[3];
  uint32_t e = hash[4], f = hash[5], g = hash[6], h = hash[7];
  for (size_t t = 0; t < 16; t++)
    w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
           (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
  for (size_t t = 16; t < SHA_ROUNDS; t++) {
    const uint32_t x = w[t - 15], y = w[t - 2];
    w[t] = w[t - 16] + (sha_rotate(x, 7) ^ sha_rotate(x, 18) ^ x >> 3) + w[t - 7] +
           (sha_rotate(y, 17) ^ sha_rotate(y, 19) ^ y >> 10);
  }
  for (size_t t = 0; t < SHA_ROUNDS; t++) {
    const uint32_t first = h + (sha_rotate(e, 6) ^ sha_rotate(e, 11) ^ sha_rotate(e, 25)) +
                           ((e & f) ^ (~e & g)) + sha_constants[t] + w[t];
    const uint32_t second =
        (sha_rotate(a, 2) ^ sha_rotate(a, 13) ^ sha_rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  hash[0] += a;
  hash[1] += b;
  hash[2] += c;
  hash[3] += d;
  hash[4] += e;
  hash[5] += f;
  hash[6] += g;
  hash[7] += h;
}

void uriel_digest_start(uriel_digest *state)
{
  /* The first 32 bits of the fractional parts of the square roots of the first eight primes (5.3.3). */
  static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(state->hash, first, sizeof first);
  state->length = 0;
}

void uriel_digest_add(uriel_digest *state, const char *text, size_t len)
{
  const size_t kept = state->length % SHA_BLOCK;
  state->length += len;
  if (kept > 0) {
    const size_t piece = len < SHA_BLOCK - kept ? len : SHA_BLOCK - kept;
    if (piece > 0)
      memcpy(state->block + kept, text, piece);
    text += piece;
    len -= piece;
    if (kept + piece < SHA_BLOCK)
      return;
    sha_block(state->hash, state->block);
  }
  for (; len >= SHA_BLOCK; len -= SHA_BLOCK, text += SHA_BLOCK)
    sha_block(state->hash, (const unsigned char *)text);
  if (len > 0)
    memcpy(state->block, text, len);
}

void uriel_digest_end(uriel_digest *state, uint8_t digest[32])
{
  /* A bit "1", zeros, and the length in bits (5.1.1). */
  const size_t kept = state->length % SHA_BLOCK;
  const uint64_t bits = state->length * 8;
  char last[2 * SHA_BLOCK] = {'\x80'};
  const size_t padded = kept + 1 + SHA_LENGTH > SHA_BLOCK ? sizeof last - kept : SHA_BLOCK - kept;
  for (size_t i = 0; i < SHA_LENGTH; i++)
    last[padded - 1 - i] = (char)(bits >> 8 * i);
  uriel_digest_add(state, last, padded);
  for (size_t i = 0; i < 32; i++)
    digest[i] = (uint8_t)(state->hash[i / 4] >> (24 - 8 * (i % 4)));
}

void uriel_sha256(uint8_t digest[32], const char *text, size_t len)
{
  uriel_digest state;
  uriel_digest_start(&state);
  uriel_digest_add(&state, text, len);
  uriel_digest_end(&state, digest);
}
