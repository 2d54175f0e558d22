// verdict: VERIFIED
// There are no files: opening one fails, as it does in C.
#include <cassert>
#include <fstream>
#include <string>
int main()
{
    std::ifstream in("somewhere");
    std::ofstream out;
    std::string line;
    out.open("elsewhere");
    out << "a line\n";
    assert(!in.is_open() && !std::getline(in, line) && !out);
}
