// verdict: VERIFIED
// A bounded queue for many writers and readers: each cell has a sequence number.
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>
template <typename T, size_t N> class bounded
{
    struct cell {
        std::atomic<size_t> sequence;
        T value;
    };
    cell cells[N];
    std::atomic<size_t> in{0}, out{0};

public:
    bounded()
    {
        for (size_t i = 0; i < N; i++)
            cells[i].sequence.store(i);
    }
    bool push(T v)
    {
        for (size_t at = in.load();;) {
            cell &c = cells[at % N];
            size_t s = c.sequence.load();
            if (s == at) {
                if (in.compare_exchange_weak(at, at + 1)) {
                    c.value = v;
                    c.sequence.store(at + 1);
                    return true;
                }
            } else if (s < at) {
                return false;
            } else {
                at = in.load();
            }
        }
    }
    bool pop(T &v)
    {
        for (size_t at = out.load();;) {
            cell &c = cells[at % N];
            size_t s = c.sequence.load();
            if (s == at + 1) {
                if (out.compare_exchange_weak(at, at + 1)) {
                    v = c.value;
                    c.sequence.store(at + N);
                    return true;
                }
            } else if (s < at + 1) {
                return false;
            } else {
                at = out.load();
            }
        }
    }
};
int main()
{
    bounded<int, 2> q;
    std::thread t([&] { q.push(1); });
    q.push(2);
    t.join();
    int a, b;
    assert(q.pop(a) && q.pop(b) && a + b == 3 && !q.pop(a));
}
