// verdict: FAILED terminate :7
// A thread that runs is assigned another one.
#include <thread>
int main()
{
    std::thread t([] {});
    t = std::thread([] {});
    t.join();
}
