// A program whose virtual tables hold addresses of a library's functions: its loops are still seen to spin.
// with : VERIFIED
// with -O1: VERIFIED
// with -O2: VERIFIED
#include <atomic>
#include <thread>

static std::atomic<int> flag;

int main()
{
    std::thread t([] {
        while (!flag)
            ;
    });

    flag = 1;
    t.join();
}
