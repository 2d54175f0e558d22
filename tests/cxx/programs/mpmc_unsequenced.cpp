// verdict: FAILED assertion or uninitialised or data-race
// flags: --races error
// The place is taken before the value is there, and nothing tells a reader.
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>
template <typename T, size_t N> class bounded
{
    T cells[N];
    std::atomic<size_t> in{0}, out{0};

public:
    void push(T v)
    {
        cells[in.fetch_add(1) % N] = v;
    }
    bool pop(T &v)
    {
        size_t at = out.load();
        if (at == in.load())
            return false;
        v = cells[at % N];
        out.store(at + 1);
        return true;
    }
};
int main()
{
    bounded<int, 2> q;
    std::thread t([&] { q.push(1); });
    int v;
    if (q.pop(v))
        assert(v == 1);
    t.join();
}
