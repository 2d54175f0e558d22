// A std::mutex program has as many states as the same program with pthreads.
#include <cassert>
#include <mutex>
#include <thread>
static int n;
static std::mutex m;
static void add(int by)
{
    std::lock_guard<std::mutex> g(m);
    n += by;
}
int main()
{
    std::thread a(add, 1), b(add, 2), c(add, 3);
    a.join();
    b.join();
    c.join();
    assert(n == 6);
}
