// verdict: VERIFIED
#include <cassert>
#include <mutex>
#include <thread>
static std::once_flag flag;
static int n, seen;
static void make()
{
    n++;
}
int main()
{
    std::thread t([] {
        std::call_once(flag, make);
        assert(n == 1);
    });
    std::call_once(flag, make);
    assert(n == 1);
    t.join();
}
