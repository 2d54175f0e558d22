// verdict: VERIFIED
// flags: --races error
// Each thread has a vector of its own, and hands it over at its end.
#include <cassert>
#include <thread>
#include <vector>
int main()
{
    std::vector<int> a, b;
    std::thread t([&a] {
        for (int i = 0; i < 3; i++)
            a.push_back(i);
    });
    for (int i = 0; i < 3; i++)
        b.push_back(i);
    t.join();
    assert(a == b);
}
