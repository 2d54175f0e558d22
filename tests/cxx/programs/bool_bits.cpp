// verdict: FAILED data-race or assertion
// flags: --races error
// Two elements of a vector<bool> are bits of one word.
#include <cassert>
#include <thread>
#include <vector>
int main()
{
    std::vector<bool> done(2);
    std::thread t([&] { done[0] = true; });
    done[1] = true;
    t.join();
    assert(done[0] && done[1]);
}
