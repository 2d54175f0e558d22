// verdict: FAILED uncaught-exception :8
#include <mutex>
static std::mutex m;
int main()
{
    std::unique_lock<std::mutex> g(m);
    g.unlock();
    g.unlock();
}
