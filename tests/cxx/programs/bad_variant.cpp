// verdict: FAILED uncaught-exception :9
#include <string>
#include <variant>
int main()
{
    std::variant<int, std::string> v = 3;
    if (std::get<int>(v) != 3)
        return 1;
    return (int)std::get<std::string>(v).size();
}
