// verdict: FAILED hang or deadlock
// A spin lock that an exception leaves locked.
#include <atomic>
#include <thread>
static std::atomic_flag busy = ATOMIC_FLAG_INIT;
static void work(bool fails)
{
    while (busy.test_and_set())
        ;
    if (fails)
        throw 1;
    busy.clear();
}
int main()
{
    try {
        work(true);
    } catch (int) {
    }
    work(false);
}
