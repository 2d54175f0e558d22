/* Streams of wchar_t: the standard ones, and the instantiations that headers leave to the library.
 * A program that has none of them has nothing of this.
 *
 * What is printed is characters of ASCII, and `?` for any other one: natively the C locale has
 * transliterations for some.  Wide and narrow output to the same place may be mixed here. */
#include "cxx_runtime.h"

#include <string> /* of which the instantiations are elsewhere; those of the rest are here */
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include "stream_parts.h"

#include <cwchar>
#include <new>

namespace std
{

extern wistream wcin;
extern wostream wcout, wcerr, wclog;

/* ---- the standard streams ---- */

namespace
{

struct wide_output : wstreambuf {
    int fd;
    explicit wide_output(int n) : fd(n)
    {
    }
    wint_t overflow(wint_t c) override
    {
        char byte = static_cast<char>(c < 128 ? c : '?');

        if (c == WEOF)
            return 0;
        __heddle_write(fd, &byte, 1);
        return c;
    }
};

struct wide_input : wstreambuf {
};

alignas(wide_output) char out_room[sizeof(wide_output)], err_room[sizeof(wide_output)];
alignas(wide_input) char in_room[sizeof(wide_input)];
bool started;

} // namespace

static void make_streams()
{
    wide_output *out = new (out_room) wide_output(1), *err = new (err_room) wide_output(2);

    static_assert(sizeof(wistream) <= 288 && sizeof(wostream) <= 288, "wide_objects.cc has room");
    new (&wcout) wostream(out);
    new (&wcerr) wostream(err);
    new (&wclog) wostream(err);
    new (&wcin) wistream(new (in_room) wide_input);
    wcerr.setf(ios_base::unitbuf);
    wcin.tie(&wcout);
    wcerr.tie(&wcout);
}

static bool is_standard(const wostream *s)
{
    return s == &wcout || s == &wcerr || s == &wclog;
}

template <> wostream::sentry::sentry(wostream &s) : _M_ok(false), _M_os(s)
{
    if (is_standard(&s))
        __heddle_visible(EV_SYNC, &_M_ok, sizeof _M_ok);
    _M_ok = heddle::ready(s);
}

template <> wostream::sentry::~sentry()
{
    if (is_standard(&_M_os))
        __heddle_op_end();
}

template <> wostream &endl(wostream &s)
{
    return s.put(L'\n').flush();
}

/* ---- what of istream is no template ---- */

template <> wistream &wistream::getline(wchar_t *s, streamsize n, wchar_t delimiter)
{
    ios_base::iostate state = ios_base::goodbit;
    sentry ok(*this, true);

    _M_gcount = 0;
    if (ok)
        state = heddle::get_line(rdbuf(), s, n, delimiter, &_M_gcount);
    else if (n > 0)
        *s = 0;
    setstate(_M_gcount ? state : state | ios_base::failbit);
    return *this;
}

template <> wistream &wistream::ignore(streamsize n, wint_t delimiter)
{
    sentry ok(*this, true);

    _M_gcount = 0;
    if (ok)
        heddle::skip(*this, n, delimiter, &_M_gcount);
    return *this;
}

template <> wistream &wistream::ignore(streamsize n)
{
    return ignore(n, WEOF);
}

template <> wistream &getline(wistream &in, wstring &s, wchar_t delimiter)
{
    heddle::get_line(in, s, delimiter);
    return in;
}

template <> streamsize __copy_streambufs_eof(wstreambuf *from, wstreambuf *to, bool &all)
{
    return heddle::copy(from, to, all);
}

/* ---- instantiations ---- */

STREAM_INSTANCES(wchar_t, wistream, wostream);
template wostream &operator<<(wostream &, char);
template wostream &operator<<(wostream &, const char *);
template wistream &operator>>(wistream &, wstring &);
template void __istream_extract(wistream &, wchar_t *, streamsize);

} // namespace std

/* Called before main, where the front end finds it in the program. */
extern "C" __attribute__((noinline)) void __heddle_wide_start()
{
    if (std::started)
        return;
    std::started = true;
    heddle_install_wide();
    std::make_streams();
}
