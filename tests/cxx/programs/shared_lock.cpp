// verdict: VERIFIED
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>
static std::shared_mutex m;
static int a, b;
int main()
{
    std::thread t([] {
        std::unique_lock<std::shared_mutex> l(m);
        a++;
        b++;
    });
    {
        std::shared_lock<std::shared_mutex> l(m);
        assert(a == b);
    }
    t.join();
}
