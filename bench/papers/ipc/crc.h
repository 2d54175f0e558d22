#ifndef IPC_CRC_H
#define IPC_CRC_H
#include <stddef.h>
#include <stdint.h>

/* CRC-16 with the polynomial x^16 + x^12 + x^5 + 1; a sum over several parts starts each with the
 * last one's result. */
enum { IPC_CRC_START = 0xffff };
uint16_t ipc_crc(uint16_t sum, const void *bytes, size_t length);

#endif
