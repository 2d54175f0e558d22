// Vectors of 32 bytes, as they are written and as the compiler makes them of loops: rows of the array are added up
// while another thread writes one.  -DMASKED: under a condition, so that a mask selects the lanes.
// with -O0 -DVECTOR: FAILED assertion / FAILED data-race
// with -O2 -DVECTOR -DLOCKED: VERIFIED / VERIFIED
// with -O3 -mavx2: FAILED assertion / FAILED data-race
// with -O3 -march=x86-64-v3 -DLOCKED: VERIFIED / VERIFIED
// with -O3 -mavx2 -DMASKED -DN=15: FAILED assertion / FAILED data-race
// with -O3 -mavx2 -DMASKED: FAILED assertion / FAILED data-race
// with -O3 -mavx2 -DMASKED -DAPART: VERIFIED / VERIFIED
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 16
#endif

static int row[N], chosen[N];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#ifdef VECTOR
typedef int vector __attribute__((vector_size(32)));
static vector eight;
#endif

static void take(void)
{
#ifdef LOCKED
    pthread_mutex_lock(&lock);
#endif
}

static void give(void)
{
#ifdef LOCKED
    pthread_mutex_unlock(&lock);
#endif
}

static void __attribute__((noinline)) add_all(int *to, const int *which)
{
#if defined VECTOR
    eight = eight + 1;
#else
    for (int i = 0; i < N; i++)
#ifdef MASKED
        if (which[i])
#endif
            to[i] += 1;
#endif
}

static void *worker(void *arg)
{
    take();
#if defined VECTOR
    eight[0] += 1;
#else
    row[3] += 1;
#endif
    give();
    return arg;
}

int main(void)
{
    pthread_t t;

    for (int i = 0; i < N; i++)
        chosen[i] = 1;
#ifdef APART
    chosen[3] = 0;
#endif
    pthread_create(&t, NULL, worker, NULL);
    take();
    add_all(row, chosen);
    give();
    pthread_join(t, NULL);
#if defined VECTOR
    assert(eight[0] == 2);
#elif defined APART
    assert(row[3] == 1);
#else
    assert(row[3] == 2);
#endif
    return 0;
}
