// verdict: VERIFIED
// flags: --races error
#include <cassert>
#include <mutex>
#include <thread>
#include <unordered_map>
static std::unordered_map<int, int> table;
static std::mutex m;
static void put(int k)
{
    std::lock_guard<std::mutex> g(m);
    table[k] = k;
}
int main()
{
    std::thread t(put, 1);
    put(2);
    t.join();
    assert(table.size() == 2 && table[1] == 1);
}
