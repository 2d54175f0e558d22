/* Integers up to 32 bits are variables of the smallest type of Promela that holds them, as they are
 * in C; an unsigned int is the int with the same bits.  64-bit integers are two ints.  Pointers are
 * ints.  Mutexes, condition variables and semaphores are one number each. */
#include "promela/types.h"
#include "promela/tree.h"

#include <stdio.h>
#include <string.h>

static model_type *add_type(translation *t, model_type like)
{
    model_type *made = tr_alloc(t, sizeof *made);

    *made = like;
    vec_push(&t->types, made);
    return made;
}

static bool same(const model_type *a, const model_type *b)
{
    return a->kind == b->kind && a->bits == b->bits && a->sign == b->sign && a->to == b->to &&
           a->n == b->n && a->record == b->record &&
           (a->kind != TYPE_BAD || !strcmp(a->name, b->name));
}

static model_type *intern(translation *t, model_type like)
{
    for (u32 i = 0; i < t->types.n; i++)
        if (same(t->types.at[i], &like))
            return t->types.at[i];
    return add_type(t, like);
}

static const char *const int_names[][2] = {
    {"uchar", "char"}, {"ushort", "short"}, {"uint", "int"}, {"ulong", "long"}};

model_type *type_int(translation *t, u32 bits, bool sign)
{
    return intern(t, (model_type){.kind = TYPE_INT,
                                  .bits = bits,
                                  .sign = sign,
                                  .bytes = bits / 8,
                                  .name = int_names[bits == 8    ? 0
                                                    : bits == 16 ? 1
                                                    : bits == 32 ? 2
                                                                 : 3][sign]});
}

model_type *type_void(translation *t)
{
    return intern(t, (model_type){.kind = TYPE_VOID, .name = "void", .bytes = 1});
}

model_type *type_pointer(translation *t, model_type *to)
{
    return intern(t, (model_type){.kind = TYPE_POINTER,
                                  .to = to,
                                  .bytes = 8,
                                  .bits = 32,
                                  .sign = true,
                                  .name = tr_text(t, "p_%s", to->name)});
}

/* Names that the model may not use for anything of the program. */
static const char *const reserved[] = {
#define RESERVED(name) #name,
#include "promela/reserved.def"
};

/* Families of names: of store buffers, of the verifier's variables and processes. */
static bool is_foreign(const char *name)
{
    return !strncmp(name, "sb_", 3) || !strncmp(name, "claim_", 6) || !strncmp(name, "ret_", 4) ||
           name[0] == '_' ||
           ((name[0] == 'P' || name[0] == 'Q') && name[1] >= '0' && name[1] <= '9');
}

/* Names that are made of those of the program: of the array of a type, of what is beside it. */
static bool is_made(const char *name)
{
    static const char *const ends[] = {"_mem", "_set", "_valid",  "_next",    "_at",
                                       "_in",  "_hi",  "_result", "_returns", "_ends"};
    size_t n = strlen(name);

    for (u32 i = 0; i < LENGTH(ends); i++)
        if (n > strlen(ends[i]) && !strcmp(name + n - strlen(ends[i]), ends[i]))
            return true;
    return false;
}

static bool is_taken(translation *t, const char *name)
{
    for (u32 i = 0; i < LENGTH(reserved); i++)
        if (!strcmp(reserved[i], name))
            return true;
    for (u32 i = 0; i < t->names.n; i++)
        if (!strcmp(t->names.at[i], name))
            return true;
    return false;
}

const char *type_claim(translation *t, const char *wish, const char *prefix)
{
    const char *name = wish;

    if (is_taken(t, name) && prefix)
        name = tr_text(t, "%s_%s", prefix, wish);
    if (is_made(name) && !is_made(wish)) /* `main_set` would be made of main */
        wish = name = tr_text(t, "%s_of_%s", wish, prefix);
    if (is_foreign(name))
        wish = name = tr_text(t, "v_%s", wish);
    if (is_made(name))
        wish = name = tr_text(t, "%s_v", name);
    for (u32 i = 2; is_taken(t, name); i++)
        name = tr_text(t, "%s_%u", wish, i);
    vec_push(&t->names, name);
    return name;
}

static record *find_record(translation *t, CXCursor decl)
{
    for (u32 i = 0; i < t->records.n; i++)
        if (clang_equalCursors(t->records.at[i]->decl, decl))
            return t->records.at[i];
    return NULL;
}

/* Which of its parent's children this is. */
static u32 ordinal(CXCursor decl)
{
    CXCursor parent = clang_getCursorSemanticParent(decl);
    cursors list = {0};
    u32 n = 0;

    tree_children(parent, &list);
    while (n < list.n && !clang_equalCursors(list.at[n], decl))
        n++;
    vec_free(&list);
    return n;
}

/* Structs without a name, of the same struct, are told apart by their order in it. */
static bool same_order(CXCursor a, CXCursor b)
{
    if (!clang_Cursor_isAnonymousRecordDecl(a))
        return true;
    return ordinal(a) == ordinal(b) &&
           same_order(clang_getCursorSemanticParent(a), clang_getCursorSemanticParent(b));
}

static record *same_record(translation *t, CXCursor decl)
{
    CXString usr = clang_getCursorUSR(decl);
    record *found = NULL;

    for (u32 i = 0; !found && i < t->records.n; i++) {
        CXString other = clang_getCursorUSR(t->records.at[i]->decl);

        if (!strcmp(clang_getCString(usr), clang_getCString(other)) &&
            same_order(decl, t->records.at[i]->decl))
            found = t->records.at[i];
        clang_disposeString(other);
    }
    clang_disposeString(usr);
    return found;
}

static const char *record_name(translation *t, CXCursor decl, CXType c)
{
    const char *name = tree_name(t, decl), *whole = tree_type_name(t, c);

    if (!clang_Cursor_isAnonymous(decl) && *name && !strchr(name, ' '))
        return name;
    return strchr(whole, ' ') || strchr(whole, '(') ? "anonymous" : whole;
}

static void add_fields(translation *t, record *r)
{
    cursors list = {0};
    u32 unit = 0, width = 0;

    tree_children(r->decl, &list);
    for (u32 i = 0; i < list.n; i++) {
        const char *name;
        int bits;

        if (clang_Cursor_isAnonymousRecordDecl(list.at[i])) {
            model_type *inner = type_of_cursor(t, list.at[i]);

            vec_push(&r->fields,
                     (field){.c_name = "", .name = type_claim(t, "inner", r->name), .type = inner});
            continue;
        }
        if (tree_kind(list.at[i]) != CXCursor_FieldDecl)
            continue;
        name = tree_name(t, list.at[i]);
        bits = clang_Cursor_isBitField(list.at[i]) ? clang_getFieldDeclBitWidth(list.at[i]) : 0;
        unit += bits == 0;
        width = bits ? width + (u32)bits : 0;
        if (bits > 32 || width > 64)
            tree_refuse(t, list.at[i],
                        "%s; bit-fields of more than 32 bits, or more than 64 bits of them side by "
                        "side, are not translated",
                        *name ? name : "a bit-field without a name");
        if (clang_Cursor_isBitField(list.at[i]) && !*name)
            continue;
        vec_push(&r->fields, (field){.c_name = name,
                                     .name = type_claim(t, name, r->name),
                                     .type = type_of_cursor(t, list.at[i]),
                                     .bits = (u32)bits,
                                     .unit = unit});
    }
    vec_free(&list);
}

/* 0: not known. */
static i64 alignment(const model_type *of)
{
    i64 most = 1;

    switch (of->kind) {
    case TYPE_ARRAY:
        return alignment(of->to);
    case TYPE_STRUCT:
        for (u32 i = 0; i < of->record->fields.n; i++) {
            i64 one = alignment(of->record->fields.at[i].type);

            if (!one)
                return 0;
            most = one > most ? one : most;
        }
        return most;
    case TYPE_BOOL:
    case TYPE_INT:
    case TYPE_POINTER:
        return of->bytes;
    default:
        return of->bytes % 8 ? 0 : 8;
    }
}

/* An access to a member of a packed struct may be several. */
static void refuse_packed(translation *t, const model_type *of)
{
    i64 size = 0;

    for (u32 i = 0; i < of->record->fields.n && !of->record->tag; i++) {
        model_type *member = of->record->fields.at[i].type;
        i64 to = alignment(member);

        if (of->record->fields.at[i].bits && strstr(tree_source(t, of->record->decl), "packed"))
            tree_refuse(t, of->record->decl, "%s is packed, which is not translated", of->name);
        if (!to || of->record->fields.at[i].bits)
            return;
        size = (size + to - 1) / to * to + member->bytes;
    }
    if (size > of->bytes)
        tree_refuse(t, of->record->decl, "%s is packed, which is not translated", of->name);
}

static model_type *struct_type(translation *t, CXType c)
{
    CXCursor decl = clang_getTypeDeclaration(c), definition = clang_getCursorDefinition(decl);
    record *r;
    model_type *made;

    if (!tree_null(definition))
        decl = definition;
    r = find_record(t, decl);
    if (!r)
        r = same_record(t, decl);
    if (r)
        return intern(t, (model_type){.kind = TYPE_STRUCT, .record = r});
    r = tr_alloc(t, sizeof *r);
    r->decl = decl;
    r->name = type_claim(t, record_name(t, decl, c), "struct");
    if (tree_kind(decl) == CXCursor_UnionDecl)
        r->tag = type_claim(t, "member", r->name);
    vec_push(&t->records, r);
    made = add_type(t, (model_type){.kind = TYPE_STRUCT,
                                    .record = r,
                                    .name = r->name,
                                    .bytes = clang_Type_getSizeOf(c)});
    add_fields(t, r);
    refuse_packed(t, made);
    return made;
}

static const struct {
    const char *name;
    model_type_kind kind;
} library[] = {
    {"pthread_mutex_t", TYPE_MUTEX},
    {"pthread_spinlock_t", TYPE_MUTEX},
    {"mtx_t", TYPE_MUTEX},
    {"pthread_cond_t", TYPE_COND},
    {"cnd_t", TYPE_COND},
    {"sem_t", TYPE_SEM},
    {"pthread_rwlock_t", TYPE_RWLOCK},
    {"pthread_barrier_t", TYPE_BARRIER},
};

static const char *const refused[] = {"jmp_buf", "va_list", "FILE"};

/* Types of the library that are a number of the model. */
static const char *const numbers[] = {"once_flag",
                                      "pthread_t",
                                      "thrd_t",
                                      "pthread_attr_t",
                                      "pthread_mutexattr_t",
                                      "pthread_condattr_t",
                                      "pthread_rwlockattr_t",
                                      "pthread_barrierattr_t"};

static model_type *bad(translation *t, const char *name)
{
    return intern(t, (model_type){.kind = TYPE_BAD, .name = name});
}

/* The types of the library, by the name in the program; NULL: another one. */
static model_type *library_type(translation *t, CXType c)
{
    while (c.kind == CXType_Elaborated || c.kind == CXType_Typedef) {
        const char *name = c.kind == CXType_Typedef ? tr_copy(t, clang_getTypedefName(c)) : "";

        for (u32 i = 0; i < LENGTH(library); i++)
            if (!strcmp(name, library[i].name))
                return intern(t, (model_type){.kind = library[i].kind,
                                              .name = name,
                                              .bytes = clang_Type_getSizeOf(c)});
        for (u32 i = 0; i < LENGTH(refused); i++)
            if (!strcmp(name, refused[i]))
                return bad(t, refused[i]);
        for (u32 i = 0; i < LENGTH(numbers); i++)
            if (!strcmp(name, numbers[i]))
                return type_int(t, 32, true);
        c = c.kind == CXType_Elaborated
                ? clang_Type_getNamedType(c)
                : clang_getTypedefDeclUnderlyingType(clang_getTypeDeclaration(c));
    }
    return NULL;
}

bool type_is_atomic(CXType c)
{
    return clang_getCanonicalType(c).kind == CXType_Atomic;
}

static model_type *array_type(translation *t, CXType c)
{
    model_type *to = type_of(t, clang_getArrayElementType(c));
    i64 n = clang_getArraySize(c);

    if (n < 0 || n > 1 << 20)
        return bad(t, "an array without a size");
    return intern(t, (model_type){.kind = TYPE_ARRAY,
                                  .to = to,
                                  .n = (u32)n,
                                  .bytes = to->bytes * n,
                                  .name = tr_text(t, "%s_%u", to->name, (u32)n)});
}

static model_type *pointer_type(translation *t, CXType c)
{
    CXType to = clang_getPointeeType(c);
    CXType plain = clang_getCanonicalType(to);

    if (plain.kind == CXType_FunctionProto || plain.kind == CXType_FunctionNoProto)
        return intern(t, (model_type){.kind = TYPE_POINTER,
                                      .to = intern(t, (model_type){.kind = TYPE_FUNCTION,
                                                                   .name = "function"}),
                                      .bits = 32,
                                      .sign = true,
                                      .bytes = 8,
                                      .name = "p_function"});
    return type_pointer(t, type_of(t, to));
}

static model_type *enum_type(translation *t, CXType c)
{
    return type_of(t, clang_getEnumDeclIntegerType(clang_getTypeDeclaration(c)));
}

model_type *type_of(translation *t, CXType c)
{
    model_type *known = library_type(t, c);
    CXType plain = clang_getCanonicalType(c);

    if (known)
        return known;
    switch (plain.kind) {
    case CXType_Void:
        return type_void(t);
    case CXType_Bool:
        return intern(t, (model_type){.kind = TYPE_BOOL, .bits = 1, .name = "bool", .bytes = 1});
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
        return type_int(t, (u32)clang_Type_getSizeOf(plain) * 8, true);
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
        return type_int(t, (u32)clang_Type_getSizeOf(plain) * 8, false);
    case CXType_Atomic:
        return type_of(t, clang_Type_getValueType(plain));
    case CXType_Enum:
        return enum_type(t, plain);
    case CXType_Pointer:
        /* the name in the program may be one of the library's */
        return pointer_type(t, c.kind == CXType_Pointer ? c : plain);
    case CXType_ConstantArray:
        return array_type(t, c.kind == CXType_ConstantArray ? c : plain);
    case CXType_Record:
        return struct_type(t, plain);
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        return intern(t, (model_type){.kind = TYPE_FUNCTION, .name = "function"});
    default:
        return bad(t, tree_type_name(t, c));
    }
}

model_type *type_of_cursor(translation *t, CXCursor c)
{
    return type_of(t, clang_getCursorType(c));
}

const char *type_spelling(const translation *t, const model_type *of)
{
    switch (of->kind) {
    case TYPE_BOOL:
        return "bool";
    case TYPE_INT:
        if (of->bits == 64)
            return "wide";
        if (of->bits == 8 && !of->sign)
            return "byte";
        return of->bits == 32 || (of->bits == 16 && !of->sign) ? "int" : "short";
    case TYPE_STRUCT:
        return of->record->name;
    case TYPE_MUTEX:
        return t->mutex_types ? "int" : "byte";
    case TYPE_BARRIER:
        return "barrier";
    default:
        return "int";
    }
}

model_type *type_element(model_type *of)
{
    while (of->kind == TYPE_ARRAY)
        of = of->to;
    return of;
}

u32 type_elements(const model_type *of)
{
    u32 n = 1;

    for (; of->kind == TYPE_ARRAY; of = of->to)
        n *= of->n;
    return n;
}

i128 type_low(const model_type *of)
{
    if (of->kind == TYPE_POINTER)
        return INT32_MIN;
    return of->kind == TYPE_INT && of->sign ? -((i128)1 << (of->bits - 1)) : 0;
}

i128 type_top(const model_type *of)
{
    if (of->kind == TYPE_POINTER)
        return INT32_MAX;
    if (of->kind != TYPE_INT)
        return 1;
    return ((i128)1 << (of->bits - of->sign)) - 1;
}

store *type_store(translation *t, model_type *of)
{
    store *s;

    of = type_element(of);
    if (of->store)
        return of->store;
    s = tr_alloc(t, sizeof *s);
    s->type = of;
    s->name = of->name;
    vec_push(&s->objects, 0u);
    s->statics = 1;
    s->size = t->scanned ? STORE_LEAST : 0;
    vec_push(&t->stores, s);
    s->tag = t->stores.n + 1;
    of->store = s;
    return s;
}
