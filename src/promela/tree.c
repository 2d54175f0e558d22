/* Reads C with libclang.
 *
 * The C interface shows less than clang knows: implicit conversions are unexposed cursors whose
 * kind follows from the two types, atomic builtins are unexposed too and are recognised by the word
 * they are written with, and the absent parts of a for statement are found by its semicolons. */
#include "promela/tree.h"
#include "promela/claim.h"
#include "promela/harness.h"
#include "promela/prelude.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef HEDDLE_CLANG_RESOURCES
#define HEDDLE_CLANG_RESOURCES "/usr/lib/llvm-19/lib/clang/19"
#endif
#define HARNESS_FILE "heddle-harness.c"
#define CLAIMS_FILE  "heddle-claims.c"

enum { BLOCK = 1 << 16 };

void *tr_alloc(translation *t, size_t bytes)
{
    void *at;

    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > t->left) {
        size_t size = bytes > BLOCK ? bytes : BLOCK;

        t->at = mem_alloc(size);
        t->left = size;
        vec_push(&t->blocks, (void *)t->at);
    }
    at = t->at;
    t->at += bytes;
    t->left -= bytes;
    return at;
}

const char *tr_text(translation *t, const char *format, ...)
{
    va_list args, again;
    int n;
    char *s;

    va_start(args, format);
    va_copy(again, args);
    n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    s = tr_alloc(t, (size_t)n + 1);
    vsnprintf(s, (size_t)n + 1, format, again);
    va_end(again);
    return s;
}

const char *tr_copy(translation *t, CXString s)
{
    const char *c = clang_getCString(s), *copy = tr_text(t, "%s", c ? c : "");

    clang_disposeString(s);
    return copy;
}

bool tree_assigns(CXCursor c)
{
    switch (clang_getCursorBinaryOperatorKind(c)) {
    case CXBinaryOperator_Assign:
    case CXBinaryOperator_MulAssign:
    case CXBinaryOperator_DivAssign:
    case CXBinaryOperator_RemAssign:
    case CXBinaryOperator_AddAssign:
    case CXBinaryOperator_SubAssign:
    case CXBinaryOperator_ShlAssign:
    case CXBinaryOperator_ShrAssign:
    case CXBinaryOperator_AndAssign:
    case CXBinaryOperator_XorAssign:
    case CXBinaryOperator_OrAssign:
        return true;
    default:
        return false;
    }
}

bool tree_increments(CXCursor c)
{
    enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);

    return op == CXUnaryOperator_PostInc || op == CXUnaryOperator_PostDec ||
           op == CXUnaryOperator_PreInc || op == CXUnaryOperator_PreDec;
}

bool tree_compares(enum CXBinaryOperatorKind op)
{
    return op == CXBinaryOperator_LT || op == CXBinaryOperator_GT || op == CXBinaryOperator_LE ||
           op == CXBinaryOperator_GE || op == CXBinaryOperator_EQ || op == CXBinaryOperator_NE;
}

void tree_where(translation *t, CXCursor c, const char **file, u32 *line)
{
    CXFile f;
    unsigned n;

    clang_getExpansionLocation(clang_getCursorLocation(c), &f, &n, NULL, NULL);
    *line = n;
    *file = f ? tr_copy(t, clang_getFileName(f)) : "<built-in>";
}

void tree_refuse(translation *t, CXCursor at, const char *format, ...)
{
    char what[400];
    const char *file;
    u32 line;
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (tree_null(at)) {
        file = t->file;
        line = t->line;
    } else {
        tree_where(t, at, &file, &line);
    }
    fail(EXIT_INPUT, "%s:%u: %s", file, line, what);
}

static enum CXChildVisitResult add_child(CXCursor c, CXCursor parent, CXClientData out)
{
    cursors *list = out;

    (void)parent;
    if (tree_kind(c) < CXCursor_FirstAttr || tree_kind(c) > CXCursor_LastAttr)
        vec_push(list, c);
    return CXChildVisit_Continue;
}

void tree_children(CXCursor c, cursors *out)
{
    clang_visitChildren(c, add_child, out);
}

CXCursor tree_child(CXCursor c, u32 n)
{
    cursors list = {0};
    CXCursor found = clang_getNullCursor();

    tree_children(c, &list);
    if (n < list.n)
        found = list.at[n];
    vec_free(&list);
    return found;
}

u32 tree_count(CXCursor c)
{
    cursors list = {0};
    u32 n;

    tree_children(c, &list);
    n = list.n;
    vec_free(&list);
    return n;
}

const char *tree_name(translation *t, CXCursor c)
{
    return tr_copy(t, clang_getCursorSpelling(c));
}

const char *tree_type_name(translation *t, CXType of)
{
    return tr_copy(t, clang_getTypeSpelling(of));
}

bool tree_in_system(CXCursor c)
{
    return clang_Location_isInSystemHeader(clang_getCursorLocation(c));
}

bool tree_is_short_conditional(CXCursor c)
{
    return tree_kind(c) == CXCursor_UnexposedExpr && tree_count(c) == 4 &&
           clang_equalCursors(tree_child(c, 0), tree_child(c, 1));
}

CXCursor tree_strip(CXCursor c)
{
    for (;;) {
        bool extension = tree_kind(c) == CXCursor_UnaryOperator &&
                         clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Extension;

        if (tree_kind(c) != CXCursor_ParenExpr && !extension)
            return c;
        c = tree_child(c, 0);
    }
}

CXCursor tree_strip_casts(CXCursor c)
{
    for (;;) {
        c = tree_strip(c);
        if (tree_kind(c) != CXCursor_UnexposedExpr || tree_count(c) != 1)
            return c;
        c = tree_child(c, 0);
    }
}

void tree_subscript(CXCursor c, CXCursor *base, CXCursor *index)
{
    CXCursor first = tree_child(c, 0), second = tree_child(c, 1);
    enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(second)).kind;
    bool swapped = kind == CXType_Pointer || kind == CXType_ConstantArray;

    *base = swapped ? second : first;
    *index = swapped ? first : second;
}

static bool constant_kind(enum CXCursorKind k)
{
    return k != CXCursor_StringLiteral && k != CXCursor_InitListExpr;
}

bool tree_constant(CXCursor c, i128 *out)
{
    CXEvalResult r;
    bool ok;
    CXType of = clang_getCanonicalType(clang_getCursorType(c));

    if (!clang_isExpression(tree_kind(c)) || !constant_kind(tree_kind(c)) ||
        of.kind == CXType_Pointer || of.kind == CXType_Record)
        return false;
    r = clang_Cursor_Evaluate(c);
    if (!r)
        return false;
    ok = clang_EvalResult_getKind(r) == CXEval_Int;
    if (ok)
        *out = clang_EvalResult_isUnsignedInt(r) ? (i128)clang_EvalResult_getAsUnsigned(r)
                                                 : (i128)clang_EvalResult_getAsLongLong(r);
    clang_EvalResult_dispose(r);
    return ok;
}

const char *tree_word(translation *t, CXCursor c)
{
    CXFile file;
    unsigned offset;
    size_t size = 0, n = 0;
    const char *bytes;

    clang_getSpellingLocation(clang_getCursorLocation(c), &file, NULL, NULL, &offset);
    bytes = file ? clang_getFileContents(clang_Cursor_getTranslationUnit(c), file, &size) : NULL;
    if (!bytes)
        return "";
    while (offset + n < size && text_is_word(bytes[offset + n]))
        n++;
    return tr_text(t, "%.*s", (int)n, bytes + offset);
}

static unsigned offset_of(CXSourceLocation l)
{
    unsigned offset;

    clang_getExpansionLocation(l, NULL, NULL, NULL, &offset);
    return offset;
}

/* Where the two semicolons of a for statement are; false: they come from a macro. */
static bool semicolons(CXCursor c, unsigned at[2])
{
    CXTranslationUnit unit = clang_Cursor_getTranslationUnit(c);
    CXToken *tokens = NULL;
    unsigned n = 0, found = 0, depth = 0;

    clang_tokenize(unit, clang_getCursorExtent(c), &tokens, &n);
    for (unsigned i = 1; i < n && found < 2; i++) {
        CXString s = clang_getTokenSpelling(unit, tokens[i]);
        char first = clang_getCString(s)[0];
        bool single = !clang_getCString(s)[1];

        if (single && (first == '(' || first == '{'))
            depth++;
        else if (single && (first == ')' || first == '}'))
            depth--;
        else if (single && first == ';' && depth == 1)
            at[found++] = offset_of(clang_getTokenLocation(unit, tokens[i]));
        clang_disposeString(s);
    }
    clang_disposeTokens(unit, tokens, n);
    return found == 2;
}

void tree_for(translation *t, CXCursor c, CXCursor part[4])
{
    cursors list = {0};
    unsigned at[2];

    for (u32 i = 0; i < 4; i++)
        part[i] = clang_getNullCursor();
    tree_children(c, &list);
    part[3] = list.at[list.n - 1];
    if (list.n == 4) {
        memcpy(part, list.at, 3 * sizeof *part);
    } else if (list.n > 1) {
        if (!semicolons(c, at))
            tree_refuse(t, c, "a for statement from a macro; write it out");
        for (u32 i = 0; i + 1 < list.n; i++) {
            unsigned from = offset_of(clang_getRangeStart(clang_getCursorExtent(list.at[i])));

            part[from < at[0] ? 0 : from < at[1] ? 1 : 2] = list.at[i];
        }
    }
    vec_free(&list);
}

const char *tree_source(translation *t, CXCursor c)
{
    CXSourceRange range = clang_getCursorExtent(c);
    CXFile file;
    unsigned from, to;
    size_t size = 0;
    const char *bytes;
    text out = {0};
    const char *copy;

    clang_getExpansionLocation(clang_getRangeStart(range), &file, NULL, NULL, &from);
    clang_getExpansionLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &to);
    bytes = file ? clang_getFileContents(clang_Cursor_getTranslationUnit(c), file, &size) : NULL;
    for (unsigned i = from; bytes && i < to && i < size; i++)
        if (!isspace((unsigned char)bytes[i]))
            text_addc(&out, bytes[i]);
        else if (out.n && out.at[out.n - 1] != ' ')
            text_addc(&out, ' ');
    copy = tr_text(t, "%s", text_str(&out));
    text_free(&out);
    return copy;
}

/* Behind the comment at `at`, if there is one. */
static unsigned comment_end(const char *bytes, unsigned at, unsigned to)
{
    bool line = bytes[at + 1] == '/';

    if (!line && bytes[at + 1] != '*')
        return at + 1;
    for (at += 2; at < to; at++)
        if (line ? bytes[at] == '\n' : bytes[at - 1] == '*' && bytes[at] == '/')
            return at + 1;
    return to;
}

bool tree_is_range(translation *t, CXCursor a, CXCursor b)
{
    CXSourceLocation end = clang_getRangeEnd(clang_getCursorExtent(a)),
                     begin = clang_getRangeStart(clang_getCursorExtent(b));
    CXFile file;
    unsigned from = offset_of(end), to = offset_of(begin);
    size_t size = 0;
    const char *bytes;

    if (from >= to)
        tree_refuse(t, b, "designators from one macro are not translated; write them out");
    clang_getExpansionLocation(end, &file, NULL, NULL, NULL);
    bytes = clang_getFileContents(clang_Cursor_getTranslationUnit(a), file, &size);
    for (unsigned i = from; bytes && i < to && i < size; i++) {
        if (bytes[i] == ']' || bytes[i] == '.')
            return bytes[i] == '.';
        if (bytes[i] == '/') /* a comment; a quotient ends before */
            i = comment_end(bytes, i, to) - 1;
    }
    return false;
}

typedef struct seek {
    bool (*test)(CXCursor c, void *with);
    void *with;
    bool found;
} seek;

static enum CXChildVisitResult seek_below(CXCursor c, CXCursor parent, CXClientData data)
{
    seek *s = data;

    (void)parent;
    if (s->test(c, s->with)) {
        s->found = true;
        return CXChildVisit_Break;
    }
    return CXChildVisit_Recurse;
}

bool tree_any(CXCursor c, bool (*test)(CXCursor c, void *with), void *with)
{
    seek s = {test, with, test(c, with)};

    if (!s.found)
        clang_visitChildren(c, seek_below, &s);
    return s.found;
}

/* Shows what clang says; ends the process after errors. */
static void show_diagnostics(CXTranslationUnit unit, const char *file)
{
    bool bad = false;

    for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
        CXDiagnostic d = clang_getDiagnostic(unit, i);
        CXString s = clang_formatDiagnostic(d, CXDiagnostic_DisplaySourceLocation |
                                                   CXDiagnostic_DisplayColumn);
        bool error = clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error;

        if (error || clang_getDiagnosticSeverity(d) == CXDiagnostic_Warning)
            fprintf(stderr, "%s\n", clang_getCString(s));
        bad |= error;
        clang_disposeString(s);
        clang_disposeDiagnostic(d);
    }
    if (bad)
        fail(EXIT_INPUT, "%s: does not compile; clang says why", file);
}

static void parse(translation *t, const char *file, struct CXUnsavedFile *unsaved, u32 extra)
{
    static const char *const fixed[] = {"-D__HEDDLE__",
                                        "-U_FORTIFY_SOURCE",
                                        "-Wno-error=implicit-function-declaration",
                                        "-Wno-error=implicit-int",
                                        "-Wno-error=int-conversion",
                                        "-Wno-unused-command-line-argument",
                                        "-resource-dir",
                                        HEDDLE_CLANG_RESOURCES,
                                        "-I"};
    string_list args = {0};
    CXTranslationUnit unit;
    enum CXErrorCode error;

    for (u32 i = 0; i < LENGTH(fixed); i++)
        vec_push(&args, fixed[i]);
    vec_push(&args, t->o->include);
    for (u32 i = 0; i < t->o->clang.n; i++)
        vec_push(&args, t->o->clang.at[i]);
    error =
        clang_parseTranslationUnit2(t->index, file, args.at, (int)args.n, unsaved, extra, 0, &unit);
    vec_free(&args);
    if (error != CXError_Success)
        fail(EXIT_INPUT, "%s: libclang cannot read it; is it C?", file);
    show_diagnostics(unit, file);
    vec_push(&t->units, unit);
}

/* The harness goes behind the last file, in one unit with it. */
static void parse_with_harness(translation *t, const char *file)
{
    text source = {0};
    char *whole = realpath(file, NULL);
    struct CXUnsavedFile unsaved = {.Filename = HARNESS_FILE};

    parse(t, file, NULL, 0);
    text_addf(&source, "#include \"%s\"\n", whole ? whole : file);
    harness_write(t, vec_pop(&t->units), &source);
    unsaved.Contents = text_str(&source);
    unsaved.Length = source.n;
    parse(t, HARNESS_FILE, &unsaved, 1);
    text_free(&source);
    free(whole);
}

/* Propositions are functions behind the first file. */
static void parse_with_claims(translation *t, const char *file)
{
    text source = {0};
    struct CXUnsavedFile unsaved = {.Filename = CLAIMS_FILE};

    text_addf(&source, "#include \"%s\"\n", file);
    claim_write(t, &source);
    unsaved.Contents = text_str(&source);
    unsaved.Length = source.n;
    parse(t, CLAIMS_FILE, &unsaved, 1);
    text_free(&source);
}

static void parse_prelude(translation *t)
{
    struct CXUnsavedFile unsaved = {
        .Filename = PRELUDE_FILE, .Contents = prelude_source, .Length = strlen(prelude_source)};

    parse(t, PRELUDE_FILE, &unsaved, 1);
}

void tree_parse(translation *t)
{
    clang_open();
    t->index = clang_createIndex(0, 0);
    for (u32 i = 0; i < t->o->files.n; i++) {
        const char *file = t->o->files.at[i], *dot = strrchr(file, '.');

        if (access(file, R_OK))
            fail(EXIT_INPUT, "%s: cannot be read; give the path of a C file", file);
        if (!dot || (strcmp(dot, ".c") && strcmp(dot, ".i")))
            fail(EXIT_INPUT,
                 "%s: only C files can be translated; give .c or .i, or use heddle check, which "
                 "takes C++",
                 file);
        if (t->o->harness && i + 1 == t->o->files.n)
            parse_with_harness(t, file);
        else if (t->o->claims.n && i == 0)
            parse_with_claims(t, file);
        else
            parse(t, file, NULL, 0);
    }
    parse_prelude(t);
}

void tree_close(translation *t)
{
    for (u32 i = 0; i < t->units.n; i++)
        clang_disposeTranslationUnit(t->units.at[i]);
    clang_disposeIndex(t->index);
    vec_free(&t->units);
}

/* One character of a literal as clang spells it: printable, \\n and its like, or three octal
 * digits.
 */
static char unescaped(const char **at)
{
    static const char plain[] = "abfnrtv", meant[] = "\a\b\f\n\r\t\v";
    const char *s = *at, *letter;

    *at = s + (s[0] != '\\' ? 1 : s[1] >= '0' && s[1] <= '7' ? 4 : 2);
    if (s[0] != '\\')
        return s[0];
    if (s[1] >= '0' && s[1] <= '7')
        return (char)((s[1] - '0') << 6 | (s[2] - '0') << 3 | (s[3] - '0'));
    letter = strchr(plain, s[1]);
    return letter ? meant[letter - plain] : s[1];
}

const char *tree_string(translation *t, CXCursor literal, u32 *length)
{
    CXString spelled = clang_getCursorSpelling(tree_strip_casts(literal));
    const char *s = clang_getCString(spelled), *end = s ? strrchr(s, '"') : NULL;
    char *bytes;

    if (!end || s[0] != '"' || end == s)
        tree_refuse(t, literal, "this string is not translated: %s", tree_source(t, literal));
    bytes = tr_alloc(t, strlen(s));
    *length = 0;
    for (s++; s < end;)
        bytes[(*length)++] = unescaped(&s);
    clang_disposeString(spelled);
    return bytes;
}
