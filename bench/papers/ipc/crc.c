/* The checksum, four bits at a time. */
#include "crc.h"

static const uint16_t table[16] = {
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50a5, 0x60c6, 0x70e7,
    0x8108, 0x9129, 0xa14a, 0xb16b, 0xc18c, 0xd1ad, 0xe1ce, 0xf1ef,
};

static uint16_t add_nibble(uint16_t sum, unsigned nibble)
{
    unsigned index = (sum >> 12 ^ nibble) & 15;
    return (uint16_t)(sum << 4 ^ table[index]);
}

uint16_t ipc_crc(uint16_t sum, const void *bytes, size_t length)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < length; i++) {
        unsigned value = byte[i];
        sum = add_nibble(sum, value >> 4);
        sum = add_nibble(sum, value & 15);
    }
    return sum;
}
