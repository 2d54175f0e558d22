/* What checked programs say to the checker: heddle.h, and the names of other tools, so that
 * programs written for those run as they are.  Wide nondeterministic values come from the range
 * that the user set; without one the run is cut and the verdict UNKNOWN. */
#include "heddle_runtime.h"

#include <pthread.h>
#include <stdint.h>
#include <sys/types.h>

void heddle_assume(int condition);
void heddle_assert(int condition);
unsigned heddle_choose(unsigned n);
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

unsigned heddle_choose(unsigned n)
{
    if (n == 0)
        __heddle_fail(ERR_MISUSE, "heddle_choose(0): there is nothing to choose from");
    return __heddle_choose(n);
}

/* 0..n, both included. */
int VS_toss(int n);
int VS_toss(int n)
{
    if (n < 0)
        __heddle_fail(ERR_MISUSE, "VS_toss of a negative number");
    return (int)__heddle_choose((unsigned)n + 1);
}

/* Conditions are ints here whatever the program declares: a _Bool arrives as 0 or 1. */
#define ASSUME(name)                     \
    void name(int condition);            \
    void name(int condition)             \
    {                                    \
        __heddle_assume(condition != 0); \
    }
ASSUME(heddle_assume)
ASSUME(__VERIFIER_assume)
ASSUME(__ESBMC_assume)
ASSUME(__CPROVER_assume)
ASSUME(assume_abort_if_not)

#define ASSERT(name)                                                  \
    void name(int condition);                                         \
    void name(int condition)                                          \
    {                                                                 \
        if (!condition)                                               \
            __heddle_fail(ERR_ASSERTION, "assertion failed: " #name); \
    }
ASSERT(heddle_assert)
ASSERT(VS_assert)
ASSERT(__VERIFIER_assert)

#define ASSERT_WITH_TEXT(name)                                                      \
    void name(int condition, const char *text);                                     \
    void name(int condition, const char *text)                                      \
    {                                                                               \
        if (!condition)                                                             \
            __heddle_fail(ERR_ASSERTION, text ? text : "assertion failed: " #name); \
    }
ASSERT_WITH_TEXT(__ESBMC_assert)
ASSERT_WITH_TEXT(__CPROVER_assert)

#define ERROR_CALL(name)                                 \
    _Noreturn void name(void);                           \
    _Noreturn void name(void)                            \
    {                                                    \
        __heddle_fail(ERR_ASSERTION, #name "() called"); \
    }
ERROR_CALL(reach_error)
ERROR_CALL(__VERIFIER_error)

#define ATOMIC(begin, end)        \
    void begin(void);             \
    void end(void);               \
    void begin(void)              \
    {                             \
        __heddle_atomic_begin(0); \
    }                             \
    void end(void)                \
    {                             \
        __heddle_atomic_end();    \
    }
ATOMIC(heddle_atomic_begin, heddle_atomic_end)
ATOMIC(__VERIFIER_atomic_begin, __VERIFIER_atomic_end)
ATOMIC(__ESBMC_atomic_begin, __ESBMC_atomic_end)
ATOMIC(__CPROVER_atomic_begin, __CPROVER_atomic_end)

#define BOOLEAN(name)                   \
    _Bool name(void);                   \
    _Bool name(void)                    \
    {                                   \
        return __heddle_choose(2) != 0; \
    }
BOOLEAN(__VERIFIER_nondet_bool)
BOOLEAN(__VERIFIER_nondet__Bool)
BOOLEAN(nondet_bool)

#define NONDET(name, type)                                                         \
    type name(void);                                                               \
    type name(void)                                                                \
    {                                                                              \
        return (type)__heddle_nondet(8 * (int)sizeof(type), (type) - 1 < (type)0); \
    }
/* Under both prefixes. */
#define NONDETS(name, type)                \
    NONDET(__VERIFIER_nondet_##name, type) \
    NONDET(nondet_##name, type)
NONDETS(char, char)
NONDETS(schar, signed char)
NONDETS(uchar, unsigned char)
NONDETS(short, short)
NONDETS(ushort, unsigned short)
NONDETS(int, int)
NONDETS(uint, unsigned)
NONDETS(long, long)
NONDETS(ulong, unsigned long)
NONDETS(longlong, long long)
NONDETS(ulonglong, unsigned long long)
NONDETS(size_t, size_t)
NONDETS(float, float)
NONDETS(double, double)
NONDET(__VERIFIER_nondet_signed_char, signed char)
NONDET(__VERIFIER_nondet_unsigned_char, unsigned char)
NONDET(__VERIFIER_nondet_unsigned, unsigned)
NONDET(__VERIFIER_nondet_unsigned_int, unsigned)
NONDET(__VERIFIER_nondet_unsigned_long, unsigned long)
NONDET(__VERIFIER_nondet_u8, uint8_t)
NONDET(__VERIFIER_nondet_u16, uint16_t)
NONDET(__VERIFIER_nondet_u32, uint32_t)
NONDET(__VERIFIER_nondet_U32, uint32_t)
NONDET(__VERIFIER_nondet_u64, uint64_t)
NONDET(__VERIFIER_nondet_S8, int8_t)
NONDET(__VERIFIER_nondet_loff_t, long long)
NONDET(__VERIFIER_nondet_sector_t, unsigned long)
NONDET(__VERIFIER_nondet_pthread_t, unsigned long)
NONDET(__VERIFIER_nondet_time_t, long)

#define NONDET_POINTER(name, type)                                           \
    type name(void);                                                         \
    type name(void)                                                          \
    {                                                                        \
        return (type)(uintptr_t)__heddle_nondet(8 * (int)sizeof(void *), 0); \
    }
NONDET_POINTER(__VERIFIER_nondet_pointer, void *)
NONDET_POINTER(__VERIFIER_nondet_pchar, char *)
NONDET_POINTER(__VERIFIER_nondet_charp, char *)
NONDET_POINTER(__VERIFIER_nondet_const_char_pointer, const char *)
NONDET_POINTER(nondet_pointer, void *)

/* Every byte of the memory. */
void __VERIFIER_nondet_memory(void *memory, size_t size);
void __VERIFIER_nondet_memory(void *memory, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)memory)[i] = (unsigned char)__heddle_nondet(8, 0);
}
