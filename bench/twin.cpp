// N threads that add R times under a mutex, with std:: and, in twin.c, with pthreads.
#include <cassert>
#include <mutex>
#include <thread>

static int total;
static std::mutex lock;

static void add(int by)
{
    for (int i = 0; i < R; i++) {
        std::lock_guard<std::mutex> hold(lock);
        total += by;
    }
}

int main()
{
    std::thread t[N];

    for (int i = 0; i < N; i++)
        t[i] = std::thread(add, i);
    for (int i = 0; i < N; i++)
        t[i].join();
    assert(total == R * N * (N - 1) / 2);
}
