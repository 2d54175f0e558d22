// verdict: VERIFIED
#include <cassert>
#include <list>
int main()
{
    std::list<int> v{1, 2, 3};
    int sum = 0;
    for (auto i = v.begin(); i != v.end();)
        if (*i == 2)
            i = v.erase(i);
        else
            sum += *i++;
    assert(sum == 4 && v.size() == 2);
}
