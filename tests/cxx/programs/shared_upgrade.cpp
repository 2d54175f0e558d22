// verdict: FAILED deadlock
// A reader wants to write: it waits for itself.
#include <mutex>
#include <shared_mutex>
static std::shared_mutex m;
int main()
{
    std::shared_lock<std::shared_mutex> reader(m);
    std::unique_lock<std::shared_mutex> writer(m);
}
