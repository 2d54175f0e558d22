// verdict: VERIFIED
// flags: -std=c++20
#include <cassert>
#include <compare>
#include <concepts>
#include <ranges>
#include <vector>
template <typename T>
concept number = std::integral<T> || std::floating_point<T>;
template <number T> constexpr T twice(T n)
{
    return n + n;
}
struct version {
    int major, minor;
    auto operator<=>(const version &) const = default;
};
int main()
{
    std::vector<int> v{1, 2, 3, 4};
    int sum = 0;
    for (int n : v | std::views::filter([](int k) { return k % 2 == 0; }) |
                     std::views::transform(twice<int>))
        sum += n;
    bool older = version{1, 2} < version{1, 3};
    assert(sum == 12 && older && twice(0.5) == 1.0);
}
