/* The text of a litmus test, and the place in it where its reader is. */
#ifndef LITMUS_READER_H
#define LITMUS_READER_H

#include "litmus/litmus.h"

typedef struct reader {
    litmus *t;
    const char *at;
    u32 line;
} reader;

/* reader.c */
_Noreturn void reader_fail(const reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void reader_skip(reader *r);                /* blanks and comments */
void reader_skip_code(reader *r);           /* where (*x) is no comment */
void reader_to(reader *r, const char *end); /* counts lines on the way */
bool reader_take(reader *r, const char *what);
void reader_expect(reader *r, const char *what);
/* A name or a word, to be freed. */
char *reader_word(reader *r, const char *what);
/* %r0 or r0, to be freed. */
char *reader_register(reader *r);
bool reader_at_word(const reader *r, const char *word);
i64 reader_number(reader *r);
bool reader_at_number(const reader *r);
/* The place of this name, which is taken; it is there from now on. */
u32 reader_place(reader *r, i32 thread, char *name);

/* condition.c */
void condition_read(reader *r);
void locations_read(reader *r);
void filter_read(reader *r);

/* code.c: threads in C. */
void code_read(reader *r);

/* x86.c: threads in columns. */
void x86_read(reader *r);
bool x86_is_register(const char *name);

#endif
