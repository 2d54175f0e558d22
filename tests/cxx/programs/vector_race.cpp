// verdict: FAILED data-race or use-after-free or assertion or double-free or out-of-bounds
// flags: --races error
// Two threads grow one vector.
#include <cassert>
#include <thread>
#include <vector>
static std::vector<int> v;
int main()
{
    std::thread t([] { v.push_back(1); });
    v.push_back(2);
    t.join();
    assert(v.size() == 2);
}
