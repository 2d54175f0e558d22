// verdict: FAILED relock
// A std::mutex is not recursive.
#include <mutex>
int main()
{
    std::mutex m;
    std::lock_guard<std::mutex> a(m);
    std::lock_guard<std::mutex> b(m);
}
