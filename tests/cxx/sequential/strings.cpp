#include <cstdio>
#include <string>
#include <string_view>
#include <stdexcept>
int main()
{
    std::string s = "hello", t(30, 'x'), u = s + ", " + t;
    std::printf("%s %zu %zu\n", u.c_str(), u.size(), u.find("xx"));
    u.insert(5, " world").replace(0, 1, "J").erase(20);
    u.append(3, '!').push_back('?');
    std::printf("%s %d %d\n", u.c_str(), u.compare("K") < 0, u == "Jello");
    std::printf("%s %s\n", u.substr(3, 4).c_str(), std::string(u.rbegin(), u.rend()).c_str());
    std::printf("%d %ld %lu %s %s\n", std::stoi("42x"), std::stol("-7"), std::stoul("ff", nullptr, 16),
                std::to_string(-12345).c_str(), std::to_string(1.5).c_str());
    std::string_view v = u;
    v.remove_prefix(2);
    std::printf("%.*s %zu %zu\n", 5, v.data(), v.find('w'), v.rfind('l'));
    for (const char *bad : {"abc", "99999999999999999999"}) {
        try {
            std::stoi(bad);
        } catch (std::invalid_argument &e) {
            std::printf("invalid %s\n", e.what());
        } catch (std::out_of_range &e) {
            std::printf("range %s\n", e.what());
        }
    }
    try {
        s.substr(10);
    } catch (std::out_of_range &e) {
        std::printf("%s\n", e.what());
    }
    std::string moved = std::move(t);
    std::printf("%zu %zu %zu\n", moved.size(), t.size(), moved.find_first_not_of('x'));
    s.resize(8, '.');
    s.swap(moved);
    std::printf("%s %s %d\n", s.c_str(), moved.c_str(), s < moved);
}
