#include <iostream>
#include <regex>
#include <string>
int main()
{
    std::string s = "key=42, other=7";
    std::regex pair("(\\w+)=(\\d+)");
    for (std::sregex_iterator i(s.begin(), s.end(), pair), end; i != end; ++i)
        std::cout << (*i)[1] << " is " << (*i)[2] << '\n';
    std::cout << std::regex_replace(s, pair, "$2:$1") << '\n';
    std::cout << std::regex_match("abc", std::regex("[a-c]+")) << std::regex_search("xyz", std::regex("b")) << '\n';
    try {
        std::regex bad("(");
    } catch (const std::regex_error &e) {
        std::cout << "bad " << (e.code() == std::regex_constants::error_paren) << '\n';
    }
}
