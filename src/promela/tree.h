/* The syntax tree: reading files with libclang, and what its cursors say. */
#ifndef PROMELA_TREE_H
#define PROMELA_TREE_H

#include "promela/model.h"

/* Parses the files, and the harness when one was asked for; errors end the process. */
void tree_parse(translation *t);
void tree_close(translation *t);

/* `file:line: what`, EXIT_INPUT. */
_Noreturn void tree_refuse(translation *t, CXCursor at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void tree_children(CXCursor c, cursors *out);
/* The n-th child; a null cursor when there are fewer. */
CXCursor tree_child(CXCursor c, u32 n);
u32 tree_count(CXCursor c);
const char *tree_name(translation *t, CXCursor c);
const char *tree_type_name(translation *t, CXType of);
void tree_where(translation *t, CXCursor c, const char **file, u32 *line);
bool tree_in_system(CXCursor c);
/* Without parentheses, __extension__ and the like. */
CXCursor tree_strip(CXCursor c);
/* `a ?: b`: its children are a, three times, and b. */
bool tree_is_short_conditional(CXCursor c);
/* Without implicit conversions too. */
CXCursor tree_strip_casts(CXCursor c);
/* `a[i]`, or `i[a]`: what is indexed, and by what. */
void tree_subscript(CXCursor c, CXCursor *base, CXCursor *index);
/* The value of an integer constant; false: it is none. */
bool tree_constant(CXCursor c, i128 *out);
/* What a string literal says, up to its first zero; wide ones are refused. */
/* The bytes of a literal, zeros among them, without the one behind it. */
const char *tree_string(translation *t, CXCursor literal, u32 *length);
/* The identifier that is written where the cursor begins, macros expanded: a builtin's name. */
const char *tree_word(translation *t, CXCursor c);
/* Which of the three parts of a for statement are there, and its body. */
void tree_for(translation *t, CXCursor c, CXCursor part[4]);
/* `[a ... b]`, where clang shows a and b one behind the other, as in `[a][b]`. */
bool tree_is_range(translation *t, CXCursor a, CXCursor b);
/* The text of the source, on one line. */
const char *tree_source(translation *t, CXCursor c);
/* `a = b`, `a += b` and the like; `a++`, `--a`; `a < b`, `a == b` and the like. */
bool tree_assigns(CXCursor c);
bool tree_increments(CXCursor c);
bool tree_compares(enum CXBinaryOperatorKind op);
/* Does this or anything below satisfy the test? */
bool tree_any(CXCursor c, bool (*test)(CXCursor c, void *with), void *with);

static inline bool tree_null(CXCursor c)
{
    return clang_Cursor_isNull(c);
}

static inline enum CXCursorKind tree_kind(CXCursor c)
{
    return clang_getCursorKind(c);
}

#endif
