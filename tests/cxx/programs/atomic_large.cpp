// verdict: VERIFIED
// An atomic that no instruction has is whole all the same.
#include <atomic>
#include <cassert>
#include <thread>
struct pair {
    long a, b, c;
};
static std::atomic<pair> both;
int main()
{
    std::thread t([] { both = pair{1, 1, 1}; });
    pair seen = both;
    assert(seen.a == seen.b && seen.b == seen.c);
    t.join();
}
