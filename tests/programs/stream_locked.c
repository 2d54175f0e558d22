// verdict: VERIFIED
// also: -DTRIED VERIFIED
// also: -DOTHER FAILED assertion
// also: -DPRINTS FAILED deadlock
// also: -DUNLOCKED VERIFIED
// flockfile keeps others from the stream, and so from what the program guards by it; output functions wait for it.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void lock(FILE *stream)
{
#ifdef TRIED
    if (!ftrylockfile(stream))
        return;
#endif
    flockfile(stream);
}

static void *work(void *arg)
{
    FILE *stream = arg;

#if defined PRINTS || defined UNLOCKED
    pthread_mutex_lock(&m);
#endif
#ifdef PRINTS
    puts("x");
#elif defined UNLOCKED
    putc_unlocked('x', stdout);
#endif
#if defined PRINTS || defined UNLOCKED
    pthread_mutex_unlock(&m);
#else
    lock(stream);
    n++;
    funlockfile(stream);
#endif
    return stream;
}

int main(void)
{
    pthread_t t;

#ifdef OTHER
    pthread_create(&t, NULL, work, stderr);
#else
    pthread_create(&t, NULL, work, stdout);
#endif
    lock(stdout);
    flockfile(stdout);
    puts("mine");
#if defined PRINTS || defined UNLOCKED
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    n++;
#endif
    n++;
    funlockfile(stdout);
    funlockfile(stdout);
    pthread_join(t, NULL);
    assert(n == 2);
    return 0;
}
