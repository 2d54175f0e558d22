/* N threads that add R times under a mutex, with pthreads and, in twin.cpp, with std::. */
#include <assert.h>
#include <pthread.h>

static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *by)
{
    for (int i = 0; i < R; i++) {
        pthread_mutex_lock(&lock);
        total += (int)(long)by;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[N];

    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, add, (void *)(long)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(total == R * N * (N - 1) / 2);
}
