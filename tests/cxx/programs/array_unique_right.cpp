// verdict: VERIFIED
#include <cassert>
#include <memory>
#include <string>
int main()
{
    std::unique_ptr<std::string[]> p(new std::string[4]);
    p[2] = "a text that is too long for the object itself";
    assert(p[2].size() == 45 && p[0].empty());
}
