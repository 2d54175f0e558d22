// verdict: FAILED abort
// A handler that keeps the end of a thread to itself.
#include <pthread.h>
static void *run(void *)
{
    try {
        pthread_exit(nullptr);
    } catch (...) {
    }
    return nullptr;
}
int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, run, nullptr);
    pthread_join(t, nullptr);
}
