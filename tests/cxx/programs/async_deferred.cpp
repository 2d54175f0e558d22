// verdict: VERIFIED
#include <cassert>
#include <future>
int main()
{
    int n = 0;
    auto later = std::async(std::launch::deferred, [&n] { return ++n; });
    auto now = std::async(std::launch::async, [] { return 5; });
    assert(n == 0 && now.get() == 5);
    assert(later.get() == 1 && n == 1);
}
