/* Tokens of system files, and mistakes shown with their line and a caret. */
#include "asm/parse.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lex_open(lexer *x, const char *path, const char *source)
{
    *x = (lexer){.path = path, .source = source, .at = source, .line = 1};
}

/* The line with the token, and a caret below it; tabs stay, so that the caret fits. */
static void show_place(const lexer *x, const token *t, text *out)
{
    const char *start = t->at, *end;

    while (start > x->source && start[-1] != '\n')
        start--;
    end = start + strcspn(start, "\n");
    text_addf(out, "\n    %.*s\n    ", (int)(end - start), start);
    for (const char *c = start; c < t->at; c++)
        text_addc(out, *c == '\t' ? '\t' : ' ');
    text_addc(out, '^');
}

void lex_fail(const lexer *x, const token *t, const char *format, ...)
{
    text out = {0};
    char message[512];
    va_list args;

    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    text_addf(&out, "%s:%u: error: %s", x->path, t->line, message);
    show_place(x, t, &out);
    fail(EXIT_INPUT, "%s", text_str(&out));
}

static void skip_block_comment(lexer *x)
{
    token here = {.at = x->at, .line = x->line};

    for (x->at += 2; x->at[0] && !(x->at[0] == '*' && x->at[1] == '/'); x->at++)
        x->line += *x->at == '\n';
    if (!*x->at)
        lex_fail(x, &here, "this comment has no end; write */");
    x->at += 2;
}

static bool begins_comment(const lexer *x)
{
    return (x->at[0] == '/' && x->at[1] == '/') || (x->hash_comments && x->at[0] == '#');
}

static void skip_blanks(lexer *x)
{
    for (;;) {
        if (*x->at == '\n' && x->keep_lines)
            return;
        if (*x->at == '\n')
            x->line++;
        if (*x->at && isspace((u8)*x->at))
            x->at++;
        else if (begins_comment(x))
            x->at += strcspn(x->at, "\n");
        else if (x->at[0] == '/' && x->at[1] == '*')
            skip_block_comment(x);
        else
            return;
    }
}

static bool name_start(char c)
{
    return isalpha((u8)c) || c == '_' || c == '.' || c == '$';
}

static void lex_number(lexer *x)
{
    char *end;

    x->now.kind = TOK_NUMBER;
    if (x->at[0] == '0' && (x->at[1] | 32) == 'b' && (x->at[2] == '0' || x->at[2] == '1'))
        x->now.value = strtoull(x->at + 2, &end, 2);
    else
        x->now.value = strtoull(x->at, &end, 0);
    if (isalnum((u8)*end) || *end == '_')
        lex_fail(x, &x->now, "this is no number");
    x->at = end;
}

static void lex_string(lexer *x)
{
    const char *end = x->at + 1;

    while (*end && *end != '\n' && (*end != '"' || end[-1] == '\\'))
        end++;
    if (*end != '"')
        lex_fail(x, &x->now, "this string has no end; write \"");
    x->now.kind = TOK_STRING;
    x->at = end + 1;
}

static void lex_sign(lexer *x)
{
    static const char *const pairs[] = {
        "->", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "..", ":="};

    x->now.kind = TOK_SIGN;
    for (u32 i = 0; i < LENGTH(pairs); i++) {
        if (strncmp(x->at, pairs[i], 2) == 0) {
            x->at += 2;
            return;
        }
    }
    x->at++;
}

void lex_next(lexer *x)
{
    skip_blanks(x);
    x->now = (token){.at = x->at, .line = x->line};
    if (!*x->at) {
        x->now.kind = TOK_END;
    } else if (*x->at == '\n') {
        x->now.kind = TOK_LINE;
        x->line++;
        x->at++;
    } else if (*x->at == ';') {
        x->now.kind = TOK_LINE;
        x->at++;
    } else if (name_start(*x->at) && !(x->at[0] == '.' && x->at[1] == '.')) {
        x->now.kind = TOK_NAME;
        while (isalnum((u8)*x->at) || *x->at == '_' || *x->at == '$' ||
               (*x->at == '.' &&
                (x->at == x->now.at || x->now.at[0] == '.' || (x->dots && isalpha((u8)x->at[1])))))
            x->at++;
    } else if (isdigit((u8)*x->at)) {
        lex_number(x);
    } else if (*x->at == '"') {
        lex_string(x);
    } else {
        lex_sign(x);
    }
    x->now.n = (u32)(x->at - x->now.at);
}

bool token_is(const token *t, const char *word)
{
    return t->n == strlen(word) && strncmp(t->at, word, t->n) == 0 && t->kind != TOK_STRING;
}

bool lex_is(const lexer *x, const char *word)
{
    return token_is(&x->now, word);
}

bool lex_take(lexer *x, const char *word)
{
    if (!lex_is(x, word))
        return false;
    lex_next(x);
    return true;
}

void lex_skip_lines(lexer *x)
{
    while (x->now.kind == TOK_LINE)
        lex_next(x);
}

void lex_expect(lexer *x, const char *word)
{
    if (!lex_take(x, word))
        lex_fail(x, &x->now, "%s is expected here", word);
}

char *lex_name(lexer *x, const char *what)
{
    char *name;

    if (x->now.kind != TOK_NAME)
        lex_fail(x, &x->now, "%s is expected here", what);
    name = mem_strndup(x->now.at, x->now.n);
    lex_next(x);
    return name;
}
