// verdict: FAILED uncaught-exception :8
#include <thread>
int main()
{
    std::thread t([] {});
    t.join();
    if (!t.joinable())
        t.join();
}
