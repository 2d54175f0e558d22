// verdict: FAILED uninitialised :9
#include <optional>
static std::optional<int> find(int n)
{
    return n > 3 ? std::optional<int>(n) : std::nullopt;
}
int main()
{
    return *find(2) == 2 ? 1 : 0;
}
