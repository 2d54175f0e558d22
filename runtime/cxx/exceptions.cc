/* The exception classes of the library, and the functions that throw them. */
#include "cxx_runtime.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <functional>
#include <future>
#include <ios>
#include <memory>
#include <new>
#include <regex>
#include <stdexcept>
#include <string>
#include <system_error>

namespace std
{

/* ---- <exception>, <new>, <typeinfo> ---- */

exception::~exception() noexcept
{
}
const char *exception::what() const noexcept
{
    return "std::exception";
}

bad_exception::~bad_exception() noexcept
{
}
const char *bad_exception::what() const noexcept
{
    return "std::bad_exception";
}

bad_alloc::~bad_alloc() noexcept
{
}
const char *bad_alloc::what() const noexcept
{
    return "std::bad_alloc";
}

bad_array_new_length::~bad_array_new_length() noexcept
{
}
const char *bad_array_new_length::what() const noexcept
{
    return "std::bad_array_new_length";
}

bad_cast::~bad_cast() noexcept
{
}
const char *bad_cast::what() const noexcept
{
    return "std::bad_cast";
}

bad_typeid::~bad_typeid() noexcept
{
}
const char *bad_typeid::what() const noexcept
{
    return "std::bad_typeid";
}

nested_exception::~nested_exception() noexcept
{
}

bad_function_call::~bad_function_call() noexcept
{
}
const char *bad_function_call::what() const noexcept
{
    return "bad_function_call";
}

bad_weak_ptr::~bad_weak_ptr() noexcept
{
}
const char *bad_weak_ptr::what() const noexcept
{
    return "bad_weak_ptr";
}

/* ---- <stdexcept>: messages are copied, and shared by nobody ---- */

static const char *copy(const char *s, size_t n)
{
    char *p = static_cast<char *>(__heddle_alloc(n + 1, 1, 2 * HEAP_OWN));

    memcpy(p, s, n);
    p[n] = 0;
    return p;
}

__cow_string::__cow_string() : _M_p(copy("", 0))
{
}
__cow_string::__cow_string(const std::string &s) : _M_p(copy(s.data(), s.size()))
{
}
__cow_string::__cow_string(const char *s, size_t n) : _M_p(copy(s, n))
{
}
__cow_string::__cow_string(const __cow_string &s) noexcept : _M_p(copy(s._M_p, strlen(s._M_p)))
{
}
__cow_string::__cow_string(__cow_string &&s) noexcept : _M_p(s._M_p)
{
    s._M_p = copy("", 0);
}
__cow_string &__cow_string::operator=(const __cow_string &s) noexcept
{
    const char *p = copy(s._M_p, strlen(s._M_p));

    __heddle_free(const_cast<char *>(_M_p), HEAP_OWN);
    _M_p = p;
    return *this;
}
__cow_string &__cow_string::operator=(__cow_string &&s) noexcept
{
    const char *p = _M_p;

    _M_p = s._M_p;
    s._M_p = p;
    return *this;
}
__cow_string::~__cow_string()
{
    __heddle_free(const_cast<char *>(_M_p), HEAP_OWN);
}

#define ROOT(name)                                                                   \
    name::name(const string &s) : exception(), _M_msg(s)                             \
    {                                                                                \
    }                                                                                \
    name::name(const char *s) : exception(), _M_msg(s, strlen(s))                    \
    {                                                                                \
    }                                                                                \
    name::name(name &&other) noexcept : exception(), _M_msg(std::move(other._M_msg)) \
    {                                                                                \
    }                                                                                \
    name::name(const name &other) noexcept : exception(), _M_msg(other._M_msg)       \
    {                                                                                \
    }                                                                                \
    name &name::operator=(const name &other) noexcept                                \
    {                                                                                \
        _M_msg = other._M_msg;                                                       \
        return *this;                                                                \
    }                                                                                \
    name &name::operator=(name &&other) noexcept                                     \
    {                                                                                \
        _M_msg = std::move(other._M_msg);                                            \
        return *this;                                                                \
    }                                                                                \
    name::~name() noexcept                                                           \
    {                                                                                \
    }                                                                                \
    const char *name::what() const noexcept                                          \
    {                                                                                \
        return _M_msg._M_p;                                                          \
    }
ROOT(logic_error)
ROOT(runtime_error)

#define KIND(name, root)                  \
    name::name(const string &s) : root(s) \
    {                                     \
    }                                     \
    name::name(const char *s) : root(s)   \
    {                                     \
    }                                     \
    name::~name() noexcept                \
    {                                     \
    }                                     \
    void __throw_##name(const char *s)    \
    {                                     \
        throw name(s);                    \
    }
KIND(domain_error, logic_error)
KIND(invalid_argument, logic_error)
KIND(length_error, logic_error)
KIND(out_of_range, logic_error)
KIND(range_error, runtime_error)
KIND(overflow_error, runtime_error)
KIND(underflow_error, runtime_error)

void __throw_logic_error(const char *s)
{
    throw logic_error(s);
}

void __throw_runtime_error(const char *s)
{
    throw runtime_error(s);
}

void __throw_out_of_range_fmt(const char *format, ...)
{
    char message[400];
    va_list args;

    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    throw out_of_range(message);
}

void __throw_bad_exception()
{
    throw bad_exception();
}

void __throw_bad_alloc()
{
    throw bad_alloc();
}

void __throw_bad_array_new_length()
{
    throw bad_array_new_length();
}

void __throw_bad_cast()
{
    throw bad_cast();
}

void __throw_bad_typeid()
{
    throw bad_typeid();
}

void __throw_bad_function_call()
{
    throw bad_function_call();
}

/* ---- <system_error> ---- */

error_category::~error_category() = default;

error_condition error_category::default_error_condition(int code) const noexcept
{
    return error_condition(code, *this);
}

bool error_category::equivalent(int code, const error_condition &c) const noexcept
{
    return default_error_condition(code) == c;
}

bool error_category::equivalent(const error_code &code, int c) const noexcept
{
    return *this == code.category() && code.value() == c;
}

__cow_string error_category::_M_message(int code) const
{
    string s = message(code);

    return __cow_string(s.data(), s.size());
}

error_condition error_code::default_error_condition() const noexcept
{
    return category().default_error_condition(value());
}

namespace
{

struct numbers : error_category {
    const char *word;
    constexpr explicit numbers(const char *w) : word(w)
    {
    }
    const char *name() const noexcept override
    {
        return word;
    }
    string message(int code) const override
    {
        return strerror(code);
    }
};

struct system_numbers : numbers {
    using numbers::numbers;
    error_condition default_error_condition(int code) const noexcept override
    {
        return error_condition(code, generic_category());
    }
};

struct future_numbers : error_category {
    const char *name() const noexcept override
    {
        return "future";
    }
    string message(int code) const override
    {
        switch (static_cast<future_errc>(code)) {
        case future_errc::promise_already_satisfied:
            return "Promise already satisfied";
        case future_errc::future_already_retrieved:
            return "Future already retrieved";
        case future_errc::no_state:
            return "No associated state";
        case future_errc::broken_promise:
            return "Broken promise";
        default:
            return "Unknown error";
        }
    }
};

/* Never destroyed: the end of the process may still ask for them. */
[[clang::no_destroy,
  clang::require_constant_initialization]] const numbers generic_numbers("generic");
[[clang::no_destroy,
  clang::require_constant_initialization]] const system_numbers all_system_numbers("system");
[[clang::no_destroy,
  clang::require_constant_initialization]] const future_numbers all_future_numbers{};

} // namespace

inline namespace _V2
{

const error_category &generic_category() noexcept
{
    return generic_numbers;
}

const error_category &system_category() noexcept
{
    return all_system_numbers;
}

} // namespace _V2

system_error::~system_error() noexcept
{
}

void __throw_system_error(int code)
{
    throw system_error(error_code(code, generic_category()));
}

/* ---- <future> ---- */

const error_category &future_category() noexcept
{
    return all_future_numbers;
}

future_error::~future_error() noexcept
{
}

const char *future_error::what() const noexcept
{
    return logic_error::what();
}

void __throw_future_error(int code)
{
    throw future_error(make_error_code(static_cast<future_errc>(code)));
}

/* ---- <regex> ---- */

regex_error::~regex_error() throw()
{
}

regex_error::regex_error(regex_constants::error_type code)
    : runtime_error("regex_error"), _M_code(code)
{
}

void __throw_regex_error(regex_constants::error_type code)
{
    throw regex_error(code);
}

/* ---- <ios> ---- */

namespace
{

struct stream_numbers : error_category {
    const char *name() const noexcept override
    {
        return "iostream";
    }
    string message(int code) const override
    {
        return code == static_cast<int>(io_errc::stream) ? "iostream error" : "Unknown error";
    }
};
[[clang::no_destroy,
  clang::require_constant_initialization]] const stream_numbers all_stream_numbers{};

} // namespace

const error_category &iostream_category() noexcept
{
    return all_stream_numbers;
}

ios_base::failure::failure(const string &s) : system_error(io_errc::stream, s)
{
}
ios_base::failure::failure(const string &s, const error_code &code) : system_error(code, s)
{
}
ios_base::failure::failure(const char *s, const error_code &code) : system_error(code, s)
{
}
ios_base::failure::~failure() noexcept
{
}
const char *ios_base::failure::what() const noexcept
{
    return runtime_error::what();
}

void __throw_ios_failure(const char *s)
{
    throw ios_base::failure(s);
}

void __throw_ios_failure(const char *s, int code)
{
    throw ios_base::failure(s, code ? error_code(code, system_category()) : io_errc::stream);
}

} // namespace std

extern "C" [[noreturn]] void __cxa_throw_bad_array_new_length()
{
    throw std::bad_array_new_length();
}

extern "C" [[noreturn]] void __cxa_bad_cast()
{
    throw std::bad_cast();
}

extern "C" [[noreturn]] void __cxa_bad_typeid()
{
    throw std::bad_typeid();
}
