// verdict: VERIFIED
// flags: ../../bench/papers/ipc/backlog.c ../../bench/papers/ipc/crc.c ../../bench/papers/ipc/deadline.c
// flags: ../../bench/papers/ipc/ipc.c ../../bench/papers/ipc/list.c ../../bench/papers/ipc/log.c
// flags: ../../bench/papers/ipc/message.c ../../bench/papers/ipc/pool.c ../../bench/papers/ipc/queue.c
// flags: ../../bench/papers/ipc/registry.c ../../bench/papers/ipc/ring.c ../../bench/papers/ipc/selftest.c
// flags: ../../bench/papers/ipc/stats.c ../../bench/papers/ipc/status.c ../../bench/papers/ipc/tracker.c
// also: -DMESSAGES=1 -DSELFTEST VERIFIED
// also: -DMESSAGES=1 -DTIMEOUT=5 VERIFIED
// also: -DIPC_BUG_LOOK FAILED assertion
// not: none
// An inter-process message module: one sender, one receiver; with the bug a woken sender does not look again.
#include "../../bench/papers/ipc/driver.c"
