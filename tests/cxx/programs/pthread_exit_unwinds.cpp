// verdict: VERIFIED
// pthread_exit runs destructors on its way out, and handlers of everything that throw again.
#include <cassert>
#include <pthread.h>
static int ended, caught;
struct local {
    ~local() { ended++; }
};
static void inner()
{
    local l;
    try {
        local m;
        pthread_exit(nullptr);
    } catch (...) {
        caught++;
        throw;
    }
}
static void *run(void *)
{
    local l;
    inner();
    return nullptr;
}
int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, run, nullptr);
    pthread_join(t, nullptr);
    assert(ended == 3 && caught == 1);
}
