// verdict: FAILED unlock
// The guard takes over a lock that nobody has.
#include <mutex>
static std::mutex m;
int main()
{
    std::lock_guard<std::mutex> g(m, std::adopt_lock);
}
