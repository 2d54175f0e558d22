// A message is handed over by a flag.  heddle check takes every order for seq_cst; the race of weaker ones is seen here.
// with : VERIFIED / VERIFIED
// with -DSTORE=memory_order_release -DLOAD=memory_order_acquire: VERIFIED / VERIFIED
// with -DSTORE=memory_order_relaxed: VERIFIED / FAILED data-race
// with -DLOAD=memory_order_relaxed: VERIFIED / FAILED data-race
// with -DPLAIN: VERIFIED / FAILED data-race
// with -DFENCES -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed: VERIFIED / VERIFIED
// with -DFENCES -DNO_ACQUIRE -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed: VERIFIED / FAILED data-race
// with -DFENCES -DNO_RELEASE -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed: VERIFIED / FAILED data-race
// with -DRELAY: VERIFIED / VERIFIED
// with -DAGAIN: VERIFIED / VERIFIED
// with -DAGAIN -DUPDATE=memory_order_release -DSTORE=memory_order_release: VERIFIED / VERIFIED
// with -DAGAIN -DUPDATE=memory_order_relaxed -DSTORE=memory_order_release: VERIFIED / FAILED data-race
// with -DEARLY: FAILED assertion / FAILED data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef STORE
#define STORE memory_order_seq_cst
#endif
#ifndef LOAD
#define LOAD memory_order_seq_cst
#endif

static int message;
#ifdef PLAIN
static int flag;
#define SET(v) (flag = (v))
#define GET()  flag
#else
static atomic_int flag;
#ifdef UPDATE
#define SET(v) atomic_fetch_add_explicit(&flag, v, UPDATE)
#else
#define SET(v) atomic_store_explicit(&flag, v, STORE)
#endif
#define GET()  atomic_load_explicit(&flag, LOAD)
#endif

static void *sender(void *arg)
{
#ifdef EARLY
    SET(1);
#endif
    message = 7;
#if defined FENCES && !defined NO_RELEASE
    atomic_thread_fence(memory_order_release);
#endif
#ifndef EARLY
    SET(1);
#endif
#ifdef AGAIN /* goes on with it too, but not in C++20 */
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
#endif
    return arg;
}

/* Goes on with the release sequence that the store begins. */
static void *relay(void *arg)
{
#ifdef RELAY
    atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
#endif
    return arg;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, relay, NULL);
#if defined RELAY || defined AGAIN
    if (GET() == 2)
#else
    if (GET())
#endif
    {
#if defined FENCES && !defined NO_ACQUIRE
        atomic_thread_fence(memory_order_acquire);
#endif
        assert(message == 7);
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
