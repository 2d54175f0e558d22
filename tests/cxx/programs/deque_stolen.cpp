// verdict: VERIFIED
// also: -DRECKLESS FAILED assertion
// Its owner pushes and pops at the bottom of a deque, others steal at the top; the last one is for who is first.
#include <atomic>
#include <cassert>
#include <optional>
#include <thread>
class deque
{
    std::atomic<long> top{0}, bottom{0};
    std::atomic<int> ring[4];

public:
    void push(int v)
    {
        long b = bottom.load(std::memory_order_relaxed);

        ring[b % 4].store(v, std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_release);
        bottom.store(b + 1, std::memory_order_relaxed);
    }

    std::optional<int> pop()
    {
        long b = bottom.load(std::memory_order_relaxed) - 1;

        bottom.store(b);
        long t = top.load();

        if (t > b) {
            bottom.store(b + 1, std::memory_order_relaxed);
            return std::nullopt;
        }
        int v = ring[b % 4].load(std::memory_order_relaxed);

        if (t < b)
            return v;
#ifdef RECKLESS
        top.store(t + 1);
        bool mine = true;
#else
        bool mine = top.compare_exchange_strong(t, t + 1);
#endif
        bottom.store(b + 1, std::memory_order_relaxed);
        return mine ? std::optional<int>(v) : std::nullopt;
    }

    std::optional<int> steal()
    {
        long t = top.load(), b = bottom.load();

        if (t >= b)
            return std::nullopt;
        int v = ring[t % 4].load(std::memory_order_relaxed);

        return top.compare_exchange_strong(t, t + 1) ? std::optional<int>(v) : std::nullopt;
    }
};
int main()
{
    deque d;
    int mine = 0, stolen = 0;

    d.push(1);
    d.push(2);
    std::thread thief([&] { stolen = d.steal().value_or(0); });
    while (auto v = d.pop())
        mine += *v;
    thief.join();
    while (auto v = d.pop())
        mine += *v;
    assert(mine + stolen == 3);
}
