// verdict: VERIFIED
// flags: --races error
// A ring between one writer and one reader.
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>
template <typename T, size_t N> class ring
{
    std::array<T, N> slot{};
    std::atomic<size_t> head{0}, tail{0};

public:
    bool push(const T &v)
    {
        size_t t = tail.load(std::memory_order_relaxed), next = (t + 1) % N;
        if (next == head.load(std::memory_order_acquire))
            return false;
        slot[t] = v;
        tail.store(next, std::memory_order_release);
        return true;
    }
    bool pop(T &v)
    {
        size_t h = head.load(std::memory_order_relaxed);
        if (h == tail.load(std::memory_order_acquire))
            return false;
        v = slot[h];
        head.store((h + 1) % N, std::memory_order_release);
        return true;
    }
};
int main()
{
    ring<int, 3> r;
    std::thread t([&] {
        for (int i = 1; i <= 3; i++)
            while (!r.push(i))
                std::this_thread::yield();
    });
    for (int i = 1, v; i <= 3; i++) {
        while (!r.pop(v))
            std::this_thread::yield();
        assert(v == i);
    }
    t.join();
}
