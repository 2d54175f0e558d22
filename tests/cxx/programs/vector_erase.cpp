// verdict: FAILED out-of-bounds or use-after-free or invalid-pointer or uninitialised
// The loop goes on with an iterator of what was erased.
#include <vector>
int main()
{
    std::vector<int> v{1, 2};
    v.shrink_to_fit();
    int sum = 0;
    for (auto i = v.begin(); i != v.end(); ++i) {
        sum += *i;
        if (*i == 2)
            v.erase(i);
    }
    return sum == 0;
}
