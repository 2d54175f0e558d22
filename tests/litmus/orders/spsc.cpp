// restores: 21: store: relaxed -> release
// A ring for one producer and one consumer, in C++: the orders are arguments of calls.
#include <atomic>
#include <cassert>
#include <thread>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
using std::memory_order_relaxed, std::memory_order_release;
enum { SIZE = 2, ITEMS = 3 };
static int ring[SIZE];
static std::atomic<unsigned> head, tail;

static bool push(int value)
{
    unsigned at = tail.load(std::memory_order_relaxed);
    if (at - head.load(std::memory_order_acquire) == SIZE)
        return false;
    ring[at % SIZE] = value;
    tail.store(at + 1, PUBLISH);
    return true;
}

static bool pop(int &value)
{
    unsigned at = head.load(std::memory_order_relaxed);
    if (tail.load(std::memory_order_acquire) == at)
        return false;
    value = ring[at % SIZE];
    head.store(at + 1, std::memory_order_release);
    return true;
}

int main()
{
    std::thread t([] {
        for (int i = 1; i <= ITEMS; i++)
            push(i);
    });
    int last = 0, value;
    for (int i = 0; i < ITEMS; i++)
        if (pop(value)) {
            assert(value > last);
            last = value;
        }
    t.join();
}
