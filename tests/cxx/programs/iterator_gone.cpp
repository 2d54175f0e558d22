// verdict: FAILED use-after-free :9
// push_back moved the elements away.
#include <vector>
int main()
{
    std::vector<int> v{1};
    int &first = v[0];
    v.push_back(2);
    return first;
}
