// verdict: VERIFIED
#include <cassert>
#include <iomanip>
#include <sstream>
#include <string>
int main()
{
    std::istringstream in("12 0x1f 3.5 word");
    int a, b;
    double c;
    std::string d;
    in >> a >> std::hex >> b >> std::dec >> c >> d;
    std::ostringstream out;
    out << std::setw(5) << std::setfill('0') << a << '/' << b << '/' << std::fixed
        << std::setprecision(2) << c << '/' << d;
    assert(out.str() == "00012/31/3.50/word");
}
