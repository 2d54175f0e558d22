// flags: -std=c++2b
#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
enum class colour { red, green };
struct vec {
    double x{}, y{};
    constexpr vec operator+(const vec &o) const { return {x + o.x, y + o.y}; }
    bool operator==(const vec &) const = default;
};
template <typename... T> void print(const T &...t)
{
    ((std::cout << t << ' '), ...);
    std::cout << '\n';
}
int main()
{
    using enum colour;
    std::map<std::string, std::vector<int>> m{{"a", {3, 1, 2}}, {"b", {}}};
    for (auto &[k, v] : m) {
        std::ranges::sort(v, std::ranges::greater{});
        print(k, v.size(), v.empty() ? -1 : v.front());
    }
    print(m.contains("a"), std::to_underlying(green), vec{1, 2} + vec{3, 4} == vec{4, 6});
    std::string s = "one two three";
    auto square = [](auto x) { return x * x; };
    auto r = std::views::iota(1, 6) | std::views::transform(square) | std::views::reverse;
    for (auto x : r)
        std::cout << x << ' ';
    std::optional<int> o = 4;
    if (auto n = o.value_or(0); n > 3)
        print(n, s.contains("two"), std::string("abc").append("def").insert(3, "-").replace(0, 1, "A"));
    std::u8string_view u = u8"text";
    print(u.size(), std::is_same_v<decltype(0uz), std::size_t>);
}
