// verdict: FAILED use-after-scope
// A frame that an exception leaves had lent a variable to another thread.
#include <thread>
static int *lent;
static std::thread t;
static void lend()
{
    int n = 1;
    lent = &n;
    t = std::thread([] { *lent = 2; });
    throw 1;
}
int main()
{
    try {
        lend();
    } catch (int) {
    }
    t.join();
}
