// verdict: UNKNOWN depends on where an object lies in memory
// also: -DORDER UNKNOWN depends on where an object lies in memory
// also: -DKEPT UNKNOWN depends on where an object lies in memory
// also: -DSMALL UNKNOWN depends on where an object lies in memory
// also: -DBYTES UNKNOWN depends on where an object lies in memory
// also: --addresses strict FAILED provenance :33
// also: -DORDER --addresses strict FAILED pointer-order :19
// also: -DBESIDE FAILED assertion :46
// What depends on the layout is no error and no proof; errors beside it count.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int a, b, kept, *obj, seen;

static int look(void)
#ifdef ORDER
{ return &a < &b; }
#elif defined KEPT /* through memory */
{ kept = (int)(uintptr_t)obj; return kept > 5; }
#elif defined SMALL /* an int need not lie at a multiple of 16 */
{ return ((uintptr_t)&a & 15) == 0; }
#elif defined BYTES
{ return ((unsigned char *)&obj)[1] == 7; }
#else
{ return ((uintptr_t)&a >> 4) % 4 == 1; }
#endif

static void *worker(void *arg)
{
    seen = 1;
    if (look())
        b = 1;
    return arg;
}

int main(void)
{
    pthread_t t;

    obj = malloc(16);
    pthread_create(&t, 0, worker, 0);
#ifdef BESIDE
    b = 2;
    assert(!seen);
#endif
    pthread_join(t, 0);
    return 0;
}
