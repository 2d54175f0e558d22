// verdict: FAILED use-after-free or data-race or out-of-bounds or null-pointer
// flags: --races error
// Slots are called while the list of them grows.
#include <functional>
#include <thread>
#include <vector>
class signal
{
    std::vector<std::function<void(int)>> slots;

public:
    void connect(std::function<void(int)> f)
    {
        slots.push_back(std::move(f));
    }
    void operator()(int n)
    {
        for (auto &s : slots)
            s(n);
    }
};
int main()
{
    signal changed;
    changed.connect([](int) {});
    std::thread t([&] { changed.connect([](int) {}); });
    changed(3);
    t.join();
}
