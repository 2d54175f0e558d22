// slow
// verdict: VERIFIED
// flags: ../../bench/papers/ipc/backlog.c ../../bench/papers/ipc/crc.c ../../bench/papers/ipc/deadline.c
// flags: ../../bench/papers/ipc/ipc.c ../../bench/papers/ipc/list.c ../../bench/papers/ipc/log.c
// flags: ../../bench/papers/ipc/message.c ../../bench/papers/ipc/pool.c ../../bench/papers/ipc/queue.c
// flags: ../../bench/papers/ipc/registry.c ../../bench/papers/ipc/ring.c ../../bench/papers/ipc/selftest.c
// flags: ../../bench/papers/ipc/stats.c ../../bench/papers/ipc/status.c ../../bench/papers/ipc/tracker.c
// flags: -DSENDERS=2
// also: -DIPC_BUG_WAKE -DQUEUE=2 FAILED deadlock
// not: none
// The same with two senders; with the bug one of them is not woken.
#include "../../bench/papers/ipc/driver.c"
