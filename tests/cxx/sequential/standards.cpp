// flags: -std=c++20
#include <algorithm>
#include <bit>
#include <compare>
#include <concepts>
#include <cstdio>
#include <ranges>
#include <span>
#include <string>
#include <vector>
template <typename T>
concept number = std::integral<T> || std::floating_point<T>;
template <number T> T twice(T t)
{
    return t + t;
}
struct version {
    int major, minor;
    auto operator<=>(const version &) const = default;
};
consteval int cube(int n)
{
    return n * n * n;
}
int main()
{
    std::printf("%d %.1f %d\n", twice(4), twice(1.5), cube(3));
    std::printf("%d %d\n", version{1, 2} < version{1, 3}, version{2, 0} == version{2, 0});
    std::vector<int> v{5, 3, 8, 1, 9, 2};
    std::ranges::sort(v);
    for (int x : v | std::views::filter([](int n) { return n % 2; }) | std::views::transform([](int n) { return n * n; }))
        std::printf("%d ", x);
    std::span<int> s(v.data() + 1, 3);
    for (int x : s)
        std::printf("%d ", x);
    std::printf("%d %zu\n", std::popcount(255u), std::erase_if(v, [](int n) { return n > 4; }));
    for (int x : std::views::iota(1, 4))
        std::printf("%d ", x);
    std::printf("%d\n", std::string("prefix").starts_with("pre"));
}
