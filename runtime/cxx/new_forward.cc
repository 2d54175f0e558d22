/* Forms of operator new and delete as the standard defines them by others.  Where the program
 * replaces a form, front/forms.c puts these in the place of those of new.cc that would call it.
 * They are a file of their own, so that the calls are calls.  `more` is nothing, or the alignment.
 */
#include <cstddef>
#include <new>

using std::size_t;

#define FORWARD(suffix, more, alignment)                                                        \
    void *__heddle_new_array##suffix(size_t size more)                                          \
    {                                                                                           \
        return operator new(size alignment);                                                    \
    }                                                                                           \
    void *__heddle_new_nothrow##suffix(size_t size more, const std::nothrow_t &) noexcept       \
    {                                                                                           \
        try {                                                                                   \
            return operator new(size alignment);                                                \
        } catch (...) {                                                                         \
            return nullptr;                                                                     \
        }                                                                                       \
    }                                                                                           \
    void *__heddle_new_array_nothrow##suffix(size_t size more, const std::nothrow_t &) noexcept \
    {                                                                                           \
        try {                                                                                   \
            return operator new[](size alignment);                                              \
        } catch (...) {                                                                         \
            return nullptr;                                                                     \
        }                                                                                       \
    }                                                                                           \
    void __heddle_delete_array##suffix(void *p more) noexcept                                   \
    {                                                                                           \
        operator delete(p alignment);                                                           \
    }                                                                                           \
    void __heddle_delete_sized##suffix(void *p, size_t more) noexcept                           \
    {                                                                                           \
        operator delete(p alignment);                                                           \
    }                                                                                           \
    void __heddle_delete_array_sized##suffix(void *p, size_t more) noexcept                     \
    {                                                                                           \
        operator delete[](p alignment);                                                         \
    }                                                                                           \
    void __heddle_delete_nothrow##suffix(void *p more, const std::nothrow_t &) noexcept         \
    {                                                                                           \
        operator delete(p alignment);                                                           \
    }                                                                                           \
    void __heddle_delete_array_nothrow##suffix(void *p more, const std::nothrow_t &) noexcept   \
    {                                                                                           \
        operator delete[](p alignment);                                                         \
    }
#define ALIGNMENT , std::align_val_t a
#define GIVEN     , a
extern "C" {
FORWARD(, , )
FORWARD(_aligned, ALIGNMENT, GIVEN)
}
