// verdict: FAILED use-after-free :7
#include <list>
int main()
{
    std::list<int> v{1, 2, 3};
    int sum = 0;
    for (auto i = v.begin(); i != v.end(); ++i)
        if (*i == 2)
            v.erase(i);
        else
            sum += *i;
    return sum == 0;
}
