/* What the parts of the evaluator of C expressions share. */
#ifndef SIM_PARSER_H
#define SIM_PARSER_H

#include "sim/expression.h"
#include "sim/value.h"

enum { NAME_MOST = 200, NESTING = 200 };

typedef struct expr_parser {
    const expr_scope *at;
    const char *here;
    text *problem;
    bool failed;
    bool dry; /* a branch that is not evaluated: 0 && x */
    u32 depth;
    text path; /* the last one that was looked at, and its value */
    text shown;
} expr_parser;

/* ---- parser.c ---- */

void parser_blanks(expr_parser *p);
/* The first problem counts; a value to go on with. */
expr_value parser_wrong(expr_parser *p, const char *what, const char *word);
/* An operator that no longer one begins with: what follows is none of these characters. */
bool parser_take(expr_parser *p, const char *word, const char *but_not);
bool parser_name(expr_parser *p, char name[static NAME_MOST]);
/* These words, with any blanks between them. */
bool parser_words(expr_parser *p, const char *words);
/* The type of what is there. */
c_type parser_class(const expr_parser *p, const c_value *v);
/* Reads what is there: arrays become pointers to their first element. */
expr_value parser_read(expr_parser *p, expr_value x);

/* ---- type_name.c ---- */

/* An integer type of C's own. */
typedef struct basic {
    const char *word;
    u32 size;
    bool is_signed;
} basic;

typedef struct type_name {
    const basic *integer; /* one of these, */
    u32 real;             /* or a float or double of this size, */
    u32 type;             /* or one of the program's; */
    u32 stars;
    bool nothing; /* void */
} type_name;

/* `struct node *)`: the words of a type and its stars, and the parenthesis; false: there is none,
 * and nothing was taken. */
bool type_name_take(expr_parser *p, type_name *out);
u64 type_name_size(const expr_parser *p, const type_name *t);
expr_value type_name_cast(expr_parser *p, const type_name *t, expr_value x);

#endif
