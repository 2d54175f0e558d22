/* The instantiations of string that headers leave to the library. */
#include "cxx_runtime.h"

#include <string>

/* Does the text lie outside of the string?  The header compares addresses, of which nothing is
 * known where two objects meet. */
__attribute__((noinline)) static bool outside(const char *first, size_t n, const char *text)
{
    return text < first || first + n < text;
}

extern "C" bool __heddle_disjunct(const std::string *s, const char *text)
{
    return !__heddle_same(s->data(), text) || outside(s->data(), s->size(), text);
}

namespace std
{

template <> bool basic_string<char>::_M_disjunct(const char *text) const noexcept
{
    return __heddle_disjunct(this, text);
}

template class basic_string<char>;

} // namespace std
