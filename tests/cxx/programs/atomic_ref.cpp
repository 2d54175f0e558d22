// verdict: VERIFIED
// flags: -std=c++20 --races error
#include <atomic>
#include <cassert>
#include <thread>
int main()
{
    int n = 0;
    auto add = [&] { std::atomic_ref<int>(n)++; };
    std::thread t(add);
    add();
    t.join();
    assert(n == 2);
}
