/* Streams: the compiled part of ios_base, the standard streams, and the instantiations that headers
 * leave to the library.
 *
 * What is printed goes straight to the machine, which keeps it for traces; nothing is read from
 * standard input, which is empty.  Insertions into a standard stream are no data races, whatever
 * threads do; as what is printed is no part of a state, they are no steps either: a sentry opens an
 * operation at an object that only its thread has. */
#include "cxx_runtime.h"

#include <string> /* of which the instantiations are elsewhere; those of the rest are here */
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0

#include "stream_parts.h"

#include <new>

namespace std
{

extern istream cin;
extern ostream cout, cerr, clog;

/* ---- ios_base ---- */

const ios_base::fmtflags ios_base::boolalpha, ios_base::dec, ios_base::fixed, ios_base::hex,
    ios_base::internal, ios_base::left, ios_base::oct, ios_base::right, ios_base::scientific,
    ios_base::showbase, ios_base::showpoint, ios_base::showpos, ios_base::skipws, ios_base::unitbuf,
    ios_base::uppercase, ios_base::adjustfield, ios_base::basefield, ios_base::floatfield;
const ios_base::iostate ios_base::badbit, ios_base::eofbit, ios_base::failbit, ios_base::goodbit;
const ios_base::openmode ios_base::app, ios_base::ate, ios_base::binary, ios_base::in,
    ios_base::out, ios_base::trunc;
const ios_base::seekdir ios_base::beg, ios_base::cur, ios_base::end;

ios_base::ios_base() throw()
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(),
      _M_callbacks(nullptr), _M_word_zero(), _M_word_size(_S_local_word_size),
      _M_word(_M_local_word), _M_ios_locale()
{
}

ios_base::~ios_base()
{
    _M_call_callbacks(erase_event);
    _M_dispose_callbacks();
    if (_M_word != _M_local_word)
        delete[] _M_word;
}

void ios_base::_M_init() throw()
{
    _M_precision = 6;
    _M_width = 0;
    _M_flags = skipws | dec;
    _M_ios_locale = locale();
}

void ios_base::_M_call_callbacks(event e) throw()
{
    for (_Callback_list *c = _M_callbacks; c; c = c->_M_next)
        c->_M_fn(e, *this, c->_M_index);
}

void ios_base::_M_dispose_callbacks() throw()
{
    for (_Callback_list *c = _M_callbacks; c;) {
        _Callback_list *next = c->_M_next;

        delete c;
        c = next;
    }
    _M_callbacks = nullptr;
}

void ios_base::register_callback(event_callback f, int index)
{
    _M_callbacks = new _Callback_list(f, index, _M_callbacks);
}

locale ios_base::imbue(const locale &to) throw()
{
    locale old = _M_ios_locale;

    _M_ios_locale = to;
    _M_call_callbacks(imbue_event);
    return old;
}

int ios_base::xalloc() throw()
{
    static int last;

    return __atomic_fetch_add(&last, 1, __ATOMIC_ACQ_REL) + 4;
}

ios_base::_Words &ios_base::_M_grow_words(int, bool)
{
    __heddle_unsupported("std::ios_base::iword and pword beyond the first ones");
}

bool ios_base::sync_with_stdio(bool)
{
    return true;
}

void ios_base::_M_move(ios_base &other) noexcept
{
    _M_precision = other._M_precision;
    _M_width = other._M_width;
    _M_flags = other._M_flags;
    _M_exception = other._M_exception;
    _M_streambuf_state = other._M_streambuf_state;
    _M_callbacks = other._M_callbacks;
    other._M_callbacks = nullptr;
    _M_ios_locale = other._M_ios_locale;
}

void ios_base::_M_swap(ios_base &other) noexcept
{
    swap(_M_precision, other._M_precision);
    swap(_M_width, other._M_width);
    swap(_M_flags, other._M_flags);
    swap(_M_exception, other._M_exception);
    swap(_M_streambuf_state, other._M_streambuf_state);
    swap(_M_callbacks, other._M_callbacks);
    swap(_M_ios_locale, other._M_ios_locale);
}

/* ---- the standard streams ---- */

namespace
{

struct output : streambuf {
    int fd;
    explicit output(int n) : fd(n)
    {
    }
    int overflow(int c) override
    {
        char byte = static_cast<char>(c);

        if (c != char_traits<char>::eof())
            __heddle_write(fd, &byte, 1);
        return char_traits<char>::not_eof(c);
    }
    streamsize xsputn(const char *s, streamsize n) override
    {
        __heddle_write(fd, s, static_cast<size_t>(n));
        return n;
    }
};

struct input : streambuf {
};

alignas(output) char out_room[sizeof(output)], err_room[sizeof(output)];
alignas(input) char in_room[sizeof(input)];
int inits;

} // namespace

extern const size_t heddle_stream_room;

ios_base::Init::Init()
{
    static_assert(sizeof(istream) <= 280 && sizeof(ostream) <= 280, "stream_objects.cc has room");
    if (inits++)
        return;
    output *out = new (out_room) output(1), *err = new (err_room) output(2);

    new (&cout) ostream(out);
    new (&cerr) ostream(err);
    new (&clog) ostream(err);
    new (&cin) istream(new (in_room) input);
    cerr.setf(ios_base::unitbuf);
}

ios_base::Init::~Init()
{
}

/* ---- insertions ---- */

static bool is_standard(const ostream *s)
{
    return s == &cout || s == &cerr || s == &clog;
}

template <> ostream::sentry::sentry(ostream &s) : _M_ok(false), _M_os(s)
{
    if (is_standard(&s))
        __heddle_visible(EV_SYNC, &_M_ok, sizeof _M_ok);
    _M_ok = heddle::ready(s);
}

template <> ostream::sentry::~sentry()
{
    if (is_standard(&_M_os))
        __heddle_op_end();
}

template <> ostream &endl(ostream &s)
{
    return s.put('\n').flush();
}

/* ---- what of istream is no template ---- */

template <> istream &istream::getline(char *s, streamsize n, char delimiter)
{
    ios_base::iostate state = ios_base::goodbit;
    sentry ok(*this, true);

    _M_gcount = 0;
    if (ok)
        state = heddle::get_line(rdbuf(), s, n, delimiter, &_M_gcount);
    else if (n > 0)
        *s = 0;
    if (!_M_gcount)
        state |= ios_base::failbit;
    if (state)
        setstate(state);
    return *this;
}

template <> istream &istream::ignore(streamsize n, int delimiter)
{
    sentry ok(*this, true);

    _M_gcount = 0;
    if (ok)
        heddle::skip(*this, n, delimiter, &_M_gcount);
    return *this;
}

template <> istream &istream::ignore(streamsize n)
{
    return ignore(n, EOF);
}

void __istream_extract(istream &in, char *s, streamsize n)
{
    istream::sentry ok(in, false);
    streamsize width = in.width(), most = 0 < width && width < n ? width : n, got = 0;

    while (ok && got + 1 < most) {
        int c = in.rdbuf()->sgetc();

        if (c == EOF) {
            in.setstate(ios_base::eofbit);
            break;
        }
        if (use_facet<ctype<char>>(in.getloc()).is(ctype_base::space, static_cast<char>(c)))
            break;
        s[got++] = static_cast<char>(c);
        in.rdbuf()->sbumpc();
    }
    s[got] = 0;
    in.width(0);
    if (!got)
        in.setstate(ios_base::failbit);
}

template <> istream &operator>>(istream &in, string &s)
{
    istream::sentry ok(in, false);
    streamsize most = in.width() > 0 ? in.width() : numeric_limits<streamsize>::max(), got = 0;

    if (ok)
        s.erase();
    while (ok && got < most) {
        int c = in.rdbuf()->sgetc();

        if (c == EOF) {
            in.setstate(ios_base::eofbit);
            break;
        }
        if (use_facet<ctype<char>>(in.getloc()).is(ctype_base::space, static_cast<char>(c)))
            break;
        s += static_cast<char>(c);
        got++;
        in.rdbuf()->sbumpc();
    }
    in.width(0);
    if (!got)
        in.setstate(ios_base::failbit);
    return in;
}

template <> istream &getline(istream &in, string &s, char delimiter)
{
    heddle::get_line(in, s, delimiter);
    return in;
}

template <> streamsize __copy_streambufs_eof(streambuf *from, streambuf *to, bool &all)
{
    return heddle::copy(from, to, all);
}

/* ---- instantiations ---- */

STREAM_INSTANCES(char, istream, ostream);
template ostream &operator<<(ostream &, unsigned char);
template ostream &operator<<(ostream &, signed char);
template ostream &operator<<(ostream &, const unsigned char *);
template ostream &operator<<(ostream &, const signed char *);
template istream &operator>>(istream &, unsigned char &);
template istream &operator>>(istream &, signed char &);

} // namespace std
