// flags: -std=c++20
// What optimised programs leave to the library: manipulators, and the constructors of string streams of C++20.
#include <complex>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

template <typename C> static std::basic_string<C> formatted()
{
    std::basic_ostringstream<C> out(std::basic_string<C>(3, C('a')), std::ios_base::ate);

    out << std::setw(8) << std::setfill(C('.')) << std::setbase(16) << 255 << std::setprecision(3) << 3.14159
        << std::setiosflags(std::ios_base::showbase) << 16 << std::resetiosflags(std::ios_base::showbase) << 17
        << std::complex<double>(1, 2);
    return std::move(out).str();
}

int main()
{
    std::istringstream in(std::string("1f 12345 (3,4)"));
    std::string word;
    std::complex<float> c;
    int n = 0;

    std::cout << formatted<char>() << '\n';
    for (wchar_t w : formatted<wchar_t>())
        std::cout << static_cast<char>(w);
    in >> std::setbase(16) >> n >> std::setw(3) >> word >> n >> c;
    std::cout << '\n' << n << ' ' << word << ' ' << c << ' ' << std::ostringstream(word).view() << std::endl;
}
