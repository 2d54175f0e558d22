// verdict: FAILED deadlock
// The same with a lock that nothing releases.
#include <mutex>
#include <thread>
static std::mutex m;
static void add(bool fail)
{
    m.lock();
    if (fail)
        throw 1;
    m.unlock();
}
int main()
{
    std::thread t([] { add(false); });
    try {
        add(true);
    } catch (int) {
    }
    t.join();
}
