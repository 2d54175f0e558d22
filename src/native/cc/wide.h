/* Atomic accesses of 16 bytes. */
#ifndef NATIVE_CC_WIDE_H
#define NATIVE_CC_WIDE_H

#include <stdbool.h>

typedef unsigned __int128 u128;

u128 wide_load(const volatile u128 *at);
void wide_store(volatile u128 *at, u128 value);
/* As __atomic_compare_exchange. */
bool wide_swap(volatile u128 *at, u128 *old, u128 value);

#endif
