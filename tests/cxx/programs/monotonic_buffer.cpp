// verdict: VERIFIED
// flags: --leaks
#include <cassert>
#include <memory_resource>
#include <string>
#include <vector>
int main()
{
    alignas(16) char room[64];
    std::pmr::monotonic_buffer_resource r(room, sizeof room);
    std::pmr::vector<int> v(&r);
    for (int i = 0; i < 20; i++)
        v.push_back(i);
    std::pmr::string s("a text that is too long for the object itself", &r);
    assert(v[19] == 19 && s.size() == 45);
}
