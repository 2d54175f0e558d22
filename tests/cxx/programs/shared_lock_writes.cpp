// verdict: FAILED assertion
// A reader writes.
#include <cassert>
#include <shared_mutex>
#include <thread>
static std::shared_mutex m;
static int n;
static void add()
{
    std::shared_lock<std::shared_mutex> l(m);
    n = n + 1;
}
int main()
{
    std::thread t(add);
    add();
    t.join();
    assert(n == 2);
}
