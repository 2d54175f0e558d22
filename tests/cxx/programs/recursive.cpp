// verdict: VERIFIED
#include <cassert>
#include <mutex>
#include <thread>
static std::recursive_mutex m;
static int n;
static void add(int depth)
{
    std::lock_guard<std::recursive_mutex> g(m);
    n++;
    if (depth)
        add(depth - 1);
}
int main()
{
    std::thread t(add, 1);
    add(1);
    t.join();
    assert(n == 4);
}
