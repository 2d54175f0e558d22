// verdict: VERIFIED
// An exception leaves a critical section, whose lock is released on the way.
#include <cassert>
#include <mutex>
#include <thread>
static std::mutex m;
static int n;
static void add(bool fail)
{
    std::lock_guard<std::mutex> g(m);
    n++;
    if (fail)
        throw 1;
}
int main()
{
    std::thread t([] { add(false); });
    try {
        add(true);
    } catch (int) {
    }
    t.join();
    assert(n == 2);
}
