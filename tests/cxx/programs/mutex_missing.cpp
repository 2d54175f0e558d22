// verdict: FAILED assertion :16
// The same without the lock in one of the threads.
#include <cassert>
#include <mutex>
#include <thread>
static int n;
static std::mutex m;
int main()
{
    std::thread a([] {
        std::lock_guard<std::mutex> g(m);
        n++;
    });
    n++;
    a.join();
    assert(n == 2);
}
