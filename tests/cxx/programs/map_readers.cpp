// verdict: VERIFIED
// flags: --races error
// Containers that nobody changes are read by all.
#include <cassert>
#include <map>
#include <string>
#include <thread>
static const std::map<std::string, int> ages{{"ann", 3}, {"bob", 5}};
int main()
{
    std::thread t([] { assert(ages.at("bob") == 5); });
    assert(ages.find("ann")->second == 3);
    t.join();
}
