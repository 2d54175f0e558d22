// Two threads that share a lock, and another one for what they note.
#include <pthread.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER, lock = PTHREAD_MUTEX_INITIALIZER;
static int notes;

static void note_down(void)
{
    pthread_mutex_lock(&log_lock);
    notes++;
    pthread_mutex_unlock(&log_lock);
}

static void *work(void *unused)
{
    note_down();
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    note_down();
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
}
