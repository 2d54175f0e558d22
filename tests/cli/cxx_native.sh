#!/bin/sh
# Programs of C++ as they run: threads, atomics, locks and futures, with and without optimisation.
. "$(dirname "$0")/lib"

cat >fifo.cpp <<'C'
#include <atomic>
#include <cassert>
#include <thread>
struct message {
    virtual ~message() = default;
    virtual int value() const = 0;
};
struct number : message {
    int n = 0;
    int value() const override { return n; }
};
static std::atomic<int> head{0}, tail{0};
static number ring[4];
int main()
{
    std::thread writer([] {
        for (int i = 1; i <= 3; i++) {
            ring[tail % 4].n = i;
            tail++;
        }
    });
    std::thread reader([] {
        for (int i = 1; i <= 3; i++) {
            while (head == tail) {
            }
            const message &m = ring[head % 4];
            assert(m.value() == i);
            head++;
        }
    });
    writer.join();
    reader.join();
}
C
cat >fifo.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int head, tail;
static int ring[4];
static void *write_all(void *a)
{
    for (int i = 1; i <= 3; i++) {
        ring[tail % 4] = i;
        tail++;
    }
    return a;
}
static void *read_all(void *a)
{
    for (int i = 1; i <= 3; i++) {
        while (head == tail) {
        }
        assert(ring[head % 4] == i);
        head++;
    }
    return a;
}
int main(void)
{
    pthread_t w, r;
    pthread_create(&w, 0, write_all, 0);
    pthread_create(&r, 0, read_all, 0);
    pthread_join(w, 0);
    pthread_join(r, 0);
}
C
executions() { # PROGRAM
    "$heddle" native -- "$1" 2>&1 | sed -n 's/^VERIFIED.*; \([0-9,]*\) executions\{0,1\}, .*/\1/p'
}
for level in -O1 -O2; do
    "$heddle" c++ -g $level -o fifo fifo.cpp && "$heddle" cc -g $level -o fifo_c fifo.c
    mine=$(executions ./fifo) its=$(executions ./fifo_c)
    check_that "$level: the queue in C++ has as many executions as in C: '$mine', '$its'" [ -n "$mine" -a "$mine" = "$its" ]
done

cat >lost.cpp <<'C'
#include <atomic>
#include <cassert>
#include <future>
#include <mutex>
#include <thread>
int main()
{
    std::promise<int> start;
    auto from = start.get_future().share();
    std::atomic<int> n{0};
    std::mutex m;
    auto add = [&] {
        int k = n;
#ifdef RIGHT
        std::lock_guard<std::mutex> g(m);
        k = n;
#endif
        n = k + from.get();
    };
    std::thread t(add);
    start.set_value(1);
    add();
    t.join();
    assert(n == 2);
}
C
"$heddle" c++ -g -O2 -o lost lost.cpp
expect 1 'lost.cpp:24: error: assertion failed: n == 2' "$heddle" native -- ./lost
"$heddle" c++ -g -O1 -DRIGHT -o kept lost.cpp
expect 0 VERIFIED "$heddle" native -- ./kept
