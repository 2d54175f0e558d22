// verdict: FAILED data-race
// flags: -std=c++20 --races error
// One side goes around the reference.
#include <atomic>
#include <thread>
int main()
{
    int n = 0;
    std::thread t([&] { std::atomic_ref<int>(n).store(1); });
    n++;
    t.join();
}
