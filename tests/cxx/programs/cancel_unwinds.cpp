// verdict: VERIFIED
// A thread that is cancelled releases its lock on the way out.
#include <mutex>
#include <pthread.h>
static std::mutex m;
static void *run(void *)
{
    std::lock_guard<std::mutex> g(m);
    pthread_testcancel();
    return nullptr;
}
int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, run, nullptr);
    pthread_cancel(t);
    pthread_join(t, nullptr);
    std::lock_guard<std::mutex> g(m);
}
