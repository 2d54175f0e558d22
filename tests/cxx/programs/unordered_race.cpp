// verdict: FAILED data-race
// flags: --races error
#include <cassert>
#include <thread>
#include <unordered_map>
static std::unordered_map<int, int> table;
int main()
{
    std::thread t([] { table[1] = 1; });
    table[2] = 2;
    t.join();
    assert(table.size() == 2);
}
