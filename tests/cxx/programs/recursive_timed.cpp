// verdict: VERIFIED
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>
static std::recursive_timed_mutex m;
static int n;
static void twice()
{
    std::lock_guard<std::recursive_timed_mutex> a(m);
    if (m.try_lock_for(std::chrono::milliseconds(1))) {
        n++;
        m.unlock();
    }
}
int main()
{
    std::thread t(twice);
    twice();
    t.join();
    assert(n == 2);
}
