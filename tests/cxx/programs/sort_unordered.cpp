// verdict: FAILED out-of-bounds or use-after-free or uninitialised
// An order that says that equal ones are less: the search for an end runs out of the vector.
#include <algorithm>
#include <vector>
int main()
{
    std::vector<int> v(20, 1);
    v.shrink_to_fit();
    std::sort(v.begin(), v.end(), [](int a, int b) { return a <= b; });
    return v[0] == 0;
}
