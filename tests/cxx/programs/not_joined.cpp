// verdict: FAILED terminate
// A thread that is neither joined nor detached.
#include <thread>
int main()
{
    std::thread t([] {});
}
