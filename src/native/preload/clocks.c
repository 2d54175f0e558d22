/* Happens-before, as C11 and POSIX say: of threads that start and join, of locks, semaphores,
 * barriers and once, of atomic accesses with their orders, of fences.
 *
 * Whatever makes one step happen before another here also makes the two dependent for the search,
 * so that a race shows in each run of a class or in none.  Between the processes of a system there
 * is no such order, since none shares memory.  Exactly one thread runs at a time: nothing is locked
 * here. */
#define _GNU_SOURCE
#include "native/preload/clocks.h"
#include "native/preload/table.h"

#include <pthread.h>
#include <string.h>

/* Of a lock or an atomic variable. */
typedef struct meeting {
    clock_vector all;     /* what whoever comes next happens after */
    clock_vector readers; /* of a read-write lock: only whoever writes */
    bool written;         /* it is held for writing */
    uint64_t stores;      /* to an atomic variable */
} meeting;

/* What a thread released by the release sequences on an atomic variable that it heads.  They go on
 * as long as no other thread stores: `stores` is the meeting's, or else they have ended. */
typedef struct heading {
    clock_vector all;
    uint64_t stores;
} heading;

typedef struct own {
    clock_vector now;
    clock_vector seen;     /* by relaxed reads: a later acquire fence makes it count */
    clock_vector released; /* by the last release fence */
} own;

static own threads[NATIVE_THREADS];
static table meetings = {.size = sizeof(meeting)};
static table headings = {.size = sizeof(heading)};

static own *self(void)
{
    control_check_turn();
    return &threads[control_self];
}

static void join(clock_vector *into, const clock_vector *from)
{
    for (uint32_t i = 0; i < NATIVE_THREADS; i++)
        if (from->at[i] > into->at[i])
            into->at[i] = from->at[i];
}

static void tick(void)
{
    self()->now.at[control_self]++;
}

uint32_t clocks_now(uint32_t thread)
{
    return threads[thread].now.at[thread];
}

bool clocks_before(uint32_t thread, uint32_t time)
{
    return time <= self()->now.at[thread];
}

void clocks_start(uint32_t child)
{
    threads[child].now = self()->now;
    threads[child].now.at[child]++;
    tick();
}

static meeting *meet(uint64_t name)
{
    return table_get(&meetings, name);
}

static void acquire(const clock_vector *c)
{
    join(&self()->now, c);
}

static void release(clock_vector *c)
{
    join(c, &self()->now);
    tick();
}

static void operate_at(uint32_t operation, meeting *m)
{
    uint8_t clock = native_rows[operation].clock;

    switch ((enum native_clock)clock) {
    case CLOCK_NONE:
        break;
    case CLOCK_RELEASE:
        release(&m->all);
        break;
    case CLOCK_ACQUIRE:
        acquire(&m->all);
        break;
    case CLOCK_BOTH:
        acquire(&m->all);
        release(&m->all);
        break;
    case CLOCK_RW_MAKE:
    case CLOCK_RW_WRITE:
        acquire(&m->all);
        acquire(&m->readers);
        m->written = clock == CLOCK_RW_WRITE;
        break;
    case CLOCK_RW_UNLOCK:
        release(m->written ? &m->all : &m->readers);
        m->written = false;
        break;
    }
}

/* A signal to a thread or to a process, and a cancellation (0). */
static uint64_t signal_name(bool process, uint64_t target, uint64_t number)
{
    return 1ull << 62 | (uint64_t)process << 40 | target << 8 | number;
}

static bool sends(const ask *a)
{
    return a->operation == NATIVE_KILL || a->operation == NATIVE_THREAD_KILL ||
           a->operation == NATIVE_CANCEL;
}

/* Accesses are watched in one process only: a signal to everyone is one to it. */
static void send_signal(const ask *a)
{
    bool process = a->operation == NATIVE_KILL;
    uint64_t target = process ? control_process : a->argument;

    release(&meet(signal_name(process, target, a->operation == NATIVE_CANCEL ? 0 : a->other))->all);
}

void clocks_signal(int number)
{
    acquire(&meet(signal_name(false, control_self, (uint64_t)number))->all);
    if (number)
        acquire(&meet(signal_name(true, control_process, (uint64_t)number))->all);
}

void clocks_operate(const ask *a, int status)
{
    bool last = a->operation == NATIVE_BARRIER_WAIT && status == PTHREAD_BARRIER_SERIAL_THREAD;

    if (native_is(a->operation, IS_JOIN) && status == 0 && a->argument < NATIVE_THREADS)
        acquire(&threads[a->argument].now);
    else if (sends(a))
        send_signal(a);
    else if (a->object && (status == 0 || last))
        operate_at(a->operation, meet(a->object));
}

static bool acquires(int order)
{
    return order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME || order == __ATOMIC_ACQ_REL ||
           order == __ATOMIC_SEQ_CST;
}

static bool releases(int order)
{
    return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

void clocks_read(uint64_t address, int order)
{
    meeting *m = table_find(&meetings, address);

    if (m)
        join(acquires(order) ? &self()->now : &self()->seen, &m->all);
}

/* The sequences of this thread, at a modification: those that have ended are gone. */
static heading *headed(uint64_t address, const meeting *m)
{
    heading *h = table_get(&headings, address | (uint64_t)control_self << 48);

    if (h->stores != m->stores)
        *h = (heading){.stores = m->stores};
    return h;
}

/* What a modification releases: its thread's past, or that before its last fence. */
static const clock_vector *releasing(int order)
{
    return releases(order) ? &self()->now : &self()->released;
}

/* In C11, and in C++ before 2020, later stores of a thread go on with the sequences that it heads.
 */
void clocks_write(uint64_t address, int order)
{
    meeting *m = meet(address);

    if (control->cxx20) {
        m->all = *releasing(order);
    } else {
        heading *h = headed(address, m);

        join(&h->all, releasing(order));
        h->stores = ++m->stores;
        m->all = h->all;
    }
    if (releases(order))
        tick();
}

/* One that does not release still goes on with the release sequences that it reads from. */
void clocks_update(uint64_t address, int order)
{
    meeting *m = meet(address);

    clocks_read(address, order);
    if (!control->cxx20)
        join(&headed(address, m)->all, releasing(order));
    join(&m->all, releasing(order));
    if (releases(order))
        tick();
}

void clocks_fence(int order)
{
    if (acquires(order))
        acquire(&self()->seen);
    if (releases(order)) {
        self()->released = self()->now;
        tick();
    }
}
