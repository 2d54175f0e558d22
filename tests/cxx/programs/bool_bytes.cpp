// verdict: VERIFIED
// flags: --races error
#include <cassert>
#include <thread>
#include <vector>
int main()
{
    std::vector<char> done(2);
    std::thread t([&] { done[0] = true; });
    done[1] = true;
    t.join();
    assert(done[0] && done[1]);
}
