// spare: 32: read-modify-write: seq_cst -> relaxed
// spare: 32: compare-exchange that fails: seq_cst -> relaxed
// spare: 33: read-modify-write: seq_cst -> relaxed
// spare: 41: fence: seq_cst -> none
// spare: 42: store: seq_cst -> release
// spare: 45: load: seq_cst -> acquire
// spare: 49: load: seq_cst -> relaxed
// restores: 31: store: relaxed -> release
// Operators of std::atomic are sequentially consistent accesses; a flag, a fence, a
// compare-exchange; counts of a shared_ptr are not the program's to change.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

#ifndef PUBLISH
#define PUBLISH memory_order_release
#endif
using std::memory_order_relaxed, std::memory_order_release;
static std::atomic<bool> ready;
static std::atomic<int> hits, owner;
static std::atomic_flag lock = ATOMIC_FLAG_INIT;
static int data, both;

static void enter(std::shared_ptr<int> p)
{
    int nobody = 0;
    while (lock.test_and_set(std::memory_order_acquire))
        ;
    both++;
    lock.clear(PUBLISH);
    owner.compare_exchange_strong(nobody, *p);
    hits++;
}

int main()
{
    auto p = std::make_shared<int>(1);
    std::thread t([p] {
        data = 1;
        std::atomic_thread_fence(std::memory_order_seq_cst);
        ready = true;
        enter(p);
    });
    if (ready)
        assert(data == 1);
    enter(p);
    t.join();
    assert(both == 2 && hits == 2 && owner == 1);
}
