// verdict: VERIFIED
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<bool> wants[2];
static std::atomic<int> turn;
static int inside;
static void enter(int me)
{
    wants[me] = true;
    turn = 1 - me;
    while (wants[1 - me] && turn == 1 - me)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    wants[me] = false;
}
int main()
{
    std::thread t(enter, 1);
    enter(0);
    t.join();
}
