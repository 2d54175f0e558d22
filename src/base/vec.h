/* The one growing array.  A vector of T is `struct { T *at; u32 n, cap; }`, declared by VEC(T). */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/base.h"

#define VEC(T)      \
    struct {        \
        T *at;      \
        u32 n, cap; \
    }

#define vec_push(v, ...)                                                              \
    do {                                                                              \
        if ((v)->n == (v)->cap)                                                       \
            (v)->at = vec_grow((v)->at, &(v)->cap, sizeof *(v)->at, (u64)(v)->n + 1); \
        (v)->at[(v)->n++] = (__VA_ARGS__);                                            \
    } while (0)

/* Room for `more` elements after the present ones. */
#define vec_reserve(v, more)                                                               \
    do {                                                                                   \
        if ((u64)(v)->n + (more) > (v)->cap)                                               \
            (v)->at = vec_grow((v)->at, &(v)->cap, sizeof *(v)->at, (u64)(v)->n + (more)); \
    } while (0)

#define vec_pop(v)   ((v)->at[--(v)->n])
#define vec_last(v)  ((v)->at[(v)->n - 1])
#define vec_clear(v) ((v)->n = 0)
#define vec_free(v)  (mem_free((v)->at), (v)->at = NULL, (v)->n = (v)->cap = 0)

/* The elements too. */
#define vec_free_items(v)                            \
    do {                                             \
        for (u32 item_ = 0; item_ < (v)->n; item_++) \
            mem_free((v)->at[item_]);                \
        vec_free(v);                                 \
    } while (0)

void *vec_grow(void *at, u32 *cap, size_t element, u64 needed);

typedef VEC(const char *) string_list;

#endif
