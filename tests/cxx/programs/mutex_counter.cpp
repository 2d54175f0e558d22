// verdict: VERIFIED
// A counter under a std::mutex.
#include <cassert>
#include <mutex>
#include <thread>
static int n;
static std::mutex m;
int main()
{
    auto add = [] {
        std::lock_guard<std::mutex> g(m);
        n++;
    };
    std::thread a(add), b(add);
    a.join();
    b.join();
    assert(n == 2);
}
