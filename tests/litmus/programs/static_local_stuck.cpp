// verdict: FAILED deadlock
// The constructor takes a lock; another thread has it, and waits for the variable.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

struct Data {
    Data(bool locks)
    {
        if (locks) {
            pthread_mutex_lock(&m);
            pthread_mutex_unlock(&m);
        }
    }
};

static Data &get(bool locks)
{
    static Data d(locks);
    return d;
}

static void *run(void *)
{
    get(true);
    return nullptr;
}

int main()
{
    pthread_t t;

    pthread_create(&t, nullptr, run, nullptr);
    pthread_mutex_lock(&m);
    get(false);
    pthread_mutex_unlock(&m);
    pthread_join(t, nullptr);
}
