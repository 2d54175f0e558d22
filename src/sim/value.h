/* Values of C expressions, and the operators on numbers. */
#ifndef SIM_VALUE_H
#define SIM_VALUE_H

#include "system.h"

typedef enum sort {
    SORT_PLACE,   /* something of the program, not yet read */
    SORT_INTEGER, /* of 4 or 8 bytes */
    SORT_REAL,
    SORT_POINTER
} sort;

typedef struct expr_value {
    sort sort;
    c_value v;      /* PLACE; of POINTER: type and stars of what it points to */
    bool is_signed; /* INTEGER */
    u32 size;
    u64 n; /* INTEGER, POINTER */
    double real;
    const char *shown; /* PLACE of a system without types: its text, in the parser */
} expr_value;

typedef enum operation {
    ADD,
    SUB,
    MUL,
    DIV,
    MOD,
    SHL,
    SHR,
    LT,
    GT,
    LE,
    GE,
    EQ,
    NE,
    AND,
    XOR,
    OR,
    BOTH,
    EITHER
} operation;

expr_value value_integer(u64 n, u32 size, bool is_signed);
expr_value value_truth(bool holds);
expr_value value_real(double d);
expr_value value_pointer(u32 type, u32 stars, u64 n); /* to what has that type */
/* A number that was loaded, with its promotion: what is smaller than int becomes one. */
expr_value value_number(const c_value *v, c_type t);
double value_real_of(u64 bits, u64 size); /* what is in the bits of a float or double */

/* <, >, <= and >=; these, == and !=. */
bool value_orders(operation op);
bool value_compares(operation op);
bool value_is_true(const expr_value *x);
double value_as_real(const expr_value *x);
expr_value value_convert(expr_value x, u32 size, bool is_signed); /* a number to an integer type */
expr_value value_compare(operation op, bool less, bool equal);
/* The usual arithmetic conversions. */
void value_balance(expr_value *a, expr_value *b);
/* Some value of the type that the result has. */
expr_value value_unevaluated(operation op, expr_value a, expr_value b);
/* Each sets `problem` where the operation has no value. */
expr_value value_on_reals(operation op, double a, double b, const char **problem);
expr_value value_on_integers(operation op, expr_value a, expr_value b, const char **problem);

#endif
