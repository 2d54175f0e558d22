/* SHA-256 as FIPS 180-4 has it: the message, a bit, zeros and its length, in blocks of 64 bytes. */
#include "base/sha256.h"

#include <string.h>

enum { BLOCK = 64, ROUNDS = 64, WORDS = 8 };

static const u32 constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static u32 turn(u32 x, u32 by)
{
    return x >> by | x << (32 - by);
}

static void schedule(u32 w[ROUNDS], const u8 *block)
{
    for (u32 i = 0; i < 16; i++)
        w[i] = (u32)block[4 * i] << 24 | (u32)block[4 * i + 1] << 16 | (u32)block[4 * i + 2] << 8 |
               block[4 * i + 3];
    for (u32 i = 16; i < ROUNDS; i++) {
        u32 a = w[i - 15], b = w[i - 2];

        w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] +
               (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
}

static void take_block(u32 hash[WORDS], const u8 *block)
{
    u32 w[ROUNDS], s[WORDS];

    schedule(w, block);
    memcpy(s, hash, sizeof s);
    for (u32 i = 0; i < ROUNDS; i++) {
        u32 e = s[4], a = s[0];
        u32 one = s[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & s[5]) ^ (~e & s[6])) +
                  constants[i] + w[i];
        u32 two =
            (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));

        memmove(s + 1, s, (WORDS - 1) * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (u32 i = 0; i < WORDS; i++)
        hash[i] += s[i];
}

void sha256_add(text *out, const void *bytes, size_t n)
{
    u32 hash[WORDS] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const u8 *at = bytes;
    u8 last[2 * BLOCK] = {0};
    size_t whole = n / BLOCK * BLOCK, rest = n - whole, end = rest + 9 > BLOCK ? 2 * BLOCK : BLOCK;

    for (size_t i = 0; i < whole; i += BLOCK)
        take_block(hash, at + i);
    if (rest)
        memcpy(last, at + whole, rest);
    last[rest] = 0x80;
    for (u32 i = 0; i < 8; i++)
        last[end - 1 - i] = (u8)((u64)n * 8 >> 8 * i);
    for (size_t i = 0; i < end; i += BLOCK)
        take_block(hash, last + i);
    for (u32 i = 0; i < WORDS; i++)
        text_addf(out, "%08x", hash[i]);
}
