// verdict: UNKNOWN depends on where an object lies
// also: --addresses=layout VERIFIED
// Which thread's id is the smaller one is not known.
#include <cassert>
#include <map>
#include <mutex>
#include <thread>
static std::mutex m;
static std::map<std::thread::id, int> seen;
static void come()
{
    std::lock_guard<std::mutex> g(m);
    seen[std::this_thread::get_id()]++;
}
int main()
{
    std::thread t(come);

    come();
    t.join();
    assert(seen.size() == 2);
}
