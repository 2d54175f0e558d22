// flags: --allow-hang
// verdict: VERIFIED
// also: -O2 VERIFIED
// also: -DBLOCK=2 FAILED assertion
// A lock-free queue of blocks whose users loop for ever; where a block is added the tail lags behind.
#include "../../bench/papers/fifo.c"
