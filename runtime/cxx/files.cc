/* <fstream>: there are no files.  Opening one fails, as fopen does, and says so by the stream's
 * state; a stream that was never opened reads and writes nothing.  The headers' own filebuf is
 * instantiated over a file that cannot be opened. */
#include "cxx_runtime.h"

#include <string> /* of which the instantiations are elsewhere; those of the rest are here */
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include <cerrno>
#include <fstream>

namespace std
{

/* ---- a file that cannot be opened ---- */

__basic_file<char>::__basic_file(__c_lock *) throw() : _M_cfile(nullptr), _M_cfile_created(false)
{
}

__basic_file<char>::~__basic_file()
{
}

__basic_file<char> *__basic_file<char>::open(const char *, ios_base::openmode, int)
{
    errno = ENOENT;
    return nullptr;
}

__basic_file<char> *__basic_file<char>::close()
{
    return nullptr;
}

bool __basic_file<char>::is_open() const throw()
{
    return false;
}

streamsize __basic_file<char>::xsgetn(char *, streamsize)
{
    return -1;
}

streamsize __basic_file<char>::xsputn(const char *, streamsize)
{
    return -1;
}

streamsize __basic_file<char>::xsputn_2(const char *, streamsize, const char *, streamsize)
{
    return -1;
}

streamoff __basic_file<char>::seekoff(streamoff, ios_base::seekdir) throw()
{
    return -1;
}

int __basic_file<char>::sync()
{
    return -1;
}

streamsize __basic_file<char>::showmanyc()
{
    return -1;
}

/* ---- bytes are written as they are ---- */

typedef codecvt<char, char, mbstate_t> as_it_is;

template <> bool has_facet<as_it_is>(const locale &) throw()
{
    return false;
}

template <> const as_it_is &use_facet<as_it_is>(const locale &)
{
    __throw_bad_cast();
}

/* ---- instantiations ---- */

template class basic_filebuf<char>;
template class basic_ifstream<char>;
template class basic_ofstream<char>;
template class basic_fstream<char>;

} // namespace std
