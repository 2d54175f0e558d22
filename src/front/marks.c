/* Marks are attributes btf_decl_tag, which clang keeps in the debug information of functions and of
 * members of structs.  The operand positions are those of LLVM 19.
 *
 * What a port may be follows from the proof (docs/induction.md): whatever a block writes to it,
 * chaos must be able to write too.  So its fields are numbers with few values, and there is nothing
 * else in it: holes between the fields, and bits that a bit-field leaves, could carry values that
 * chaos does not know of. */
#include "front/marks.h"
#include "front/command.h"
#include "front/debug.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { TYPE_BASE = 3, TYPE_ELEMENTS = 4, MEMBER_MARKS = 5, FUNCTION_TYPE = 4, FUNCTION_MARKS = 11 };
enum {
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_STRUCT = 0x13,
    TAG_TYPEDEF = 0x16,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
};
#define MARK "heddle "

typedef struct reader {
    const front_options *o;
    marks *f;
    program *scratch; /* types */
    debug *d;
    LLVMMetadataRef port;
    char *file; /* of what is being read, and its line there */
    u32 line;
    u64 bits; /* of the fields so far */
} reader;

static _Noreturn void wrong(const reader *r, const char *what, const char *name, const char *advice)
{
    fail(EXIT_INPUT, "%s:%u: %s '%s'; %s", r->file, r->line, what, name, advice);
}

/* What is read from here on is at this place. */
static void set_place(reader *r, LLVMMetadataRef node, u32 line)
{
    LLVMMetadataRef file = LLVMDIScopeGetFile(node);
    unsigned n = 0;
    const char *name = file ? LLVMDIFileGetFilename(file, &n) : NULL;

    mem_free(r->file);
    r->file = name ? mem_strndup(name, n) : mem_strdup(r->f->file);
    r->line = line;
}

/* The words of the k-th mark among the annotations of a node; NULL: there are no more. */
static const char *mark_of(reader *r, LLVMMetadataRef node, u32 at, u32 k)
{
    LLVMMetadataRef all = at < debug_operands(r->d, node) ? debug_operand(r->d, node, at) : NULL;
    u32 n = all ? debug_operands(r->d, all) : 0;

    for (u32 i = 0; i < n; i++) {
        LLVMMetadataRef one = debug_operand(r->d, all, i);
        const char *words = one ? debug_string(r->d, one, 1) : NULL;

        if (text_starts(words, MARK) && !k--)
            return words + strlen(MARK);
    }
    return NULL;
}

static bool has_mark(reader *r, LLVMMetadataRef node, u32 at, const char *word)
{
    const char *words;

    for (u32 k = 0; (words = mark_of(r, node, at, k)); k++)
        if (!strcmp(words, word))
            return true;
    return false;
}

/* ---- types ---- */

static bool is_qualifier(u16 tag)
{
    return tag == TAG_CONST || tag == TAG_VOLATILE || tag == TAG_RESTRICT;
}

/* What a parameter points to, without qualifiers; NULL: it is no pointer. */
static LLVMMetadataRef pointee(reader *r, LLVMMetadataRef of)
{
    while (of && is_qualifier(LLVMGetDINodeTag(of)))
        of = debug_operand(r->d, of, TYPE_BASE);
    if (!of || LLVMGetDINodeTag(of) != TAG_POINTER)
        return NULL;
    of = debug_operand(r->d, of, TYPE_BASE);
    while (of && is_qualifier(LLVMGetDINodeTag(of)))
        of = debug_operand(r->d, of, TYPE_BASE);
    return of;
}

/* A type as C text; NULL: it is no struct, or has no name. */
static char *struct_text(LLVMMetadataRef of)
{
    size_t n = 0;
    u16 tag = of ? LLVMGetDINodeTag(of) : 0;
    const char *name = tag == TAG_STRUCT || tag == TAG_TYPEDEF ? LLVMDITypeGetName(of, &n) : NULL;
    text t = {0};
    char *out;

    if (!name || !n)
        return NULL;
    text_add(&t, tag == TAG_STRUCT ? "struct " : "");
    text_addn(&t, name, n);
    out = mem_strdup(text_str(&t));
    text_free(&t);
    return out;
}

/* The struct behind typedefs. */
static LLVMMetadataRef struct_of(reader *r, LLVMMetadataRef of)
{
    while (of && (LLVMGetDINodeTag(of) == TAG_TYPEDEF || is_qualifier(LLVMGetDINodeTag(of))))
        of = debug_operand(r->d, of, TYPE_BASE);
    return of && LLVMGetDINodeTag(of) == TAG_STRUCT ? of : NULL;
}

/* ---- fields ---- */

static char *text_take(text *t)
{
    char *out = mem_strdup(text_str(t));

    text_free(t);
    return out;
}

static void take_range(reader *r, port_field *field, const char *range)
{
    const char *dots = range ? strstr(range, " .. ") : NULL;
    text t = {0};

    if (dots) {
        text_addn(&t, range, (size_t)(dots - range));
        field->low = text_take(&t);
        field->high = mem_strdup(dots + strlen(" .. "));
    } else if (r->o->nondet.set) {
        text_addf(&t, "%lld", (long long)r->o->nondet.low);
        field->low = text_take(&t);
        text_addf(&t, "%lld", (long long)r->o->nondet.high);
        field->high = text_take(&t);
    } else {
        wrong(r, "the values of a port's field are not known:", field->name,
              "add heddle_range(LOW, HIGH), or give --nondet-range");
    }
}

static void add_scalar(reader *r, const type *t, const char *name, bool above, const char *range)
{
    port_field field = {.name = mem_strdup(name), .above = above, .line = r->line};

    r->bits += t->size * 8;
    switch (t->kind) {
    case TYPE_BOOL:
        field.is_bool = true;
        field.low = mem_strdup("0");
        field.high = mem_strdup("1");
        break;
    case TYPE_ENUM:
        for (u32 i = 0; !range && i < t->members.n; i++)
            vec_push(&field.values, (i64)t->members.at[i].bit_offset);
        if (range)
            take_range(r, &field, range);
        break;
    case TYPE_SIGNED:
    case TYPE_UNSIGNED:
    case TYPE_CHAR:
        take_range(r, &field, range);
        break;
    default:
        wrong(r, "a field of a port that is no number:", name,
              "ports hold bool, enum and integers, and arrays and structs of them");
    }
    vec_push(&r->f->fields, field);
}

static void add_field(reader *r, u32 of, const char *name, bool above, const char *range)
{
    const type t = r->scratch->types.at[of];
    u32 n = t.kind == TYPE_ARRAY ? t.count : t.kind == TYPE_STRUCT ? t.members.n : 0;

    if (t.kind != TYPE_ARRAY && t.kind != TYPE_STRUCT) {
        add_scalar(r, &t, name, above, range);
        return;
    }
    for (u32 i = 0; i < n; i++) {
        text inner = {0};
        const member *m = t.kind == TYPE_STRUCT ? &t.members.at[i] : NULL;

        if (m && (m->bits || !m->name))
            wrong(r, "a bit-field, or a struct without a name, in a port:", name,
                  "a side must be able to write its fields without the other's");
        if (m)
            text_addf(&inner, "%s.%s", name, m->name);
        else
            text_addf(&inner, "%s[%u]", name, i);
        add_field(r, m ? m->type : t.element, text_str(&inner), above, range);
        text_free(&inner);
    }
}

static const char *range_of(reader *r, LLVMMetadataRef node)
{
    const char *words;

    for (u32 k = 0; (words = mark_of(r, node, MEMBER_MARKS, k)); k++)
        if (!strncmp(words, "range ", strlen("range ")))
            return words + strlen("range ");
    return NULL;
}

static void add_member(reader *r, LLVMMetadataRef node)
{
    size_t n = 0;
    const char *words = LLVMDITypeGetName(node, &n);
    char *name = mem_strndup(words ? words : "", n);
    bool below = has_mark(r, node, MEMBER_MARKS, "below"),
         above = has_mark(r, node, MEMBER_MARKS, "above");

    set_place(r, node, LLVMDITypeGetLine(node));
    if (LLVMGetDINodeTag(node) != TAG_MEMBER || !*name)
        wrong(r, "a port with a member without a name:", r->f->port, "give it one");
    if (LLVMDITypeGetFlags(node) & LLVMDIFlagBitField)
        wrong(r, "a bit-field in a port:", name,
              "it shares its bytes with others; make it a bool or an integer with heddle_range");
    if (below == above)
        wrong(r, "which side of the port writes the field is not said:", name,
              "mark it with heddle_below or heddle_above, one of them");
    add_field(r, debug_type(r->d, debug_operand(r->d, node, TYPE_BASE)), name, above,
              range_of(r, node));
    mem_free(name);
}

static void read_port(reader *r)
{
    LLVMMetadataRef record = struct_of(r, r->port),
                    members = record ? debug_operand(r->d, record, TYPE_ELEMENTS) : NULL;
    u32 n = members ? debug_operands(r->d, members) : 0;

    for (u32 i = 0; i < n; i++)
        add_member(r, debug_operand(r->d, members, i));
    if (record)
        set_place(r, record, LLVMDITypeGetLine(record));
    if (!r->f->fields.n)
        wrong(r, "a port without fields:", r->f->port, "it needs some");
    r->f->port_file = mem_strdup(r->file);
    r->f->port_line = r->line;
    if (r->bits != LLVMDITypeGetSizeInBits(record))
        wrong(r, "a port with holes between its fields:", r->f->port,
              "order them by their size, or make them of one size");
}

/* ---- functions ---- */

typedef struct signature {
    LLVMMetadataRef types; /* the result, then the parameters */
    u32 parameters;
} signature;

static signature signature_of(reader *r, LLVMMetadataRef function)
{
    LLVMMetadataRef of = debug_operand(r->d, function, FUNCTION_TYPE),
                    types = of ? debug_operand(r->d, of, TYPE_BASE) : NULL;

    return (signature){types, types ? debug_operands(r->d, types) - 1 : 0};
}

static LLVMMetadataRef parameter(reader *r, const signature *s, u32 i)
{
    return pointee(r, debug_operand(r->d, s->types, i + 1));
}

/* The first port that is met says which struct ports are. */
static void take_port(reader *r, const signature *s, u32 i, const char *function)
{
    LLVMMetadataRef to = parameter(r, s, i);
    char *words = struct_text(to);

    if (!words || !struct_of(r, to))
        wrong(r, "a parameter that is no pointer to a struct with a name, in", function,
              "ports are such");
    if (!r->port) {
        r->port = to;
        r->f->port = words;
        return;
    }
    if (strcmp(r->f->port, words))
        wrong(r, "another port than the one of the other marked functions, in", function,
              "all ports of a family are of one type");
    mem_free(words);
}

/* The memory of an observer is kept in states as it is: without addresses. */
static bool has_addresses(reader *r, u32 of)
{
    const type t = r->scratch->types.at[of];

    if (t.kind == TYPE_ARRAY)
        return has_addresses(r, t.element);
    for (u32 i = 0; (t.kind == TYPE_STRUCT || t.kind == TYPE_UNION) && i < t.members.n; i++)
        if (has_addresses(r, t.members.at[i].type))
            return true;
    return t.kind == TYPE_POINTER || t.kind == TYPE_UNKNOWN || t.kind == TYPE_FUNCTION;
}

static void add_observer(reader *r, const signature *s, const char *name, bool lemma)
{
    marked_observer made = {.name = mem_strdup(name), .lemma = lemma};

    if (s->parameters < 1 || s->parameters > 2 || !debug_operand(r->d, s->types, 0))
        wrong(r, "an observer of another form:", name,
              "it is bool f(const struct PORT *) or bool f(const struct PORT *, struct MEMORY *)");
    take_port(r, s, 0, name);
    if (s->parameters == 2) {
        LLVMMetadataRef memory = parameter(r, s, 1);

        made.memory = struct_text(memory);
        if (!made.memory || !struct_of(r, memory))
            wrong(r, "the memory is no pointer to a struct with a name, of the observer", name,
                  "give it one");
        if (has_addresses(r, debug_type(r->d, memory)))
            wrong(r, "the memory has addresses in it, of the observer", name, "keep numbers");
    }
    vec_push(&r->f->observers, made);
}

static void set_once(reader *r, char **name, const char *value, const char *what)
{
    if (*name)
        wrong(r, what, value, "a program has one family");
    *name = mem_strdup(value);
}

static bool asked_for(const front_options *o, const char *name)
{
    for (u32 i = 0; i < o->strengthen.n; i++)
        if (!strcmp(o->strengthen.at[i], name))
            return true;
    return false;
}

static void take_function(reader *r, LLVMMetadataRef function, const char *mark, const char *name)
{
    signature s = signature_of(r, function);
    bool lemma = !strcmp(mark, "lemma");

    set_place(r, function, LLVMDISubprogramGetLine(function));
    if (!strcmp(mark, "base")) {
        set_once(r, &r->f->base, name, "a second base:");
        if (s.parameters != 1)
            wrong(r, "a base of another form:", name, "it is void f(struct PORT *above)");
        take_port(r, &s, 0, name);
    } else if (!strcmp(mark, "component")) {
        set_once(r, &r->f->component, name, "a second component:");
        if (s.parameters < 2)
            wrong(r, "a component of another form:", name,
                  "it is void f(struct PORT *below, struct PORT *above), or with more ports below");
        for (u32 i = 0; i < s.parameters; i++)
            take_port(r, &s, i, name);
        r->f->belows = s.parameters - 1;
    } else if (!lemma || asked_for(r->o, name)) {
        add_observer(r, &s, name, lemma);
    }
}

static void read_function(reader *r, LLVMValueRef f)
{
    LLVMMetadataRef of = LLVMGetSubprogram(f);
    const char *words = of ? mark_of(r, of, FUNCTION_MARKS, 0) : NULL;
    size_t n;

    if (words)
        take_function(r, of, words, LLVMGetValueName2(f, &n));
}

/* ---- the whole ---- */

static bool read_module(reader *r, LLVMModuleRef m)
{
    r->scratch = mem_alloc(sizeof *r->scratch);
    r->d = debug_open(r->scratch, m);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            read_function(r, f);
    if (r->port)
        read_port(r);
    debug_close(r->d);
    program_free(r->scratch);
    mem_free(r->file);
    return r->port != NULL;
}

static bool declared_lemma(const marks *f, const char *name)
{
    for (u32 i = 0; i < f->observers.n; i++)
        if (f->observers.at[i].lemma && !strcmp(f->observers.at[i].name, name))
            return true;
    return false;
}

static void check_whole(const front_options *o, const marks *f)
{
    const char *missing = !f->base        ? "base: mark one with heddle_base"
                          : !f->component ? "component: mark one with heddle_component"
                                          : NULL;
    bool any = false;

    if (missing)
        fail(EXIT_INPUT, "%s: --induction: the family has no %s", f->file, missing);
    for (u32 i = 0; i < f->observers.n; i++)
        any |= !f->observers.at[i].lemma;
    if (!any)
        fail(EXIT_INPUT,
             "%s: --induction: the family has no observer: mark one with "
             "heddle_observer",
             f->file);
    for (u32 i = 0; i < o->strengthen.n; i++)
        if (!declared_lemma(f, o->strengthen.at[i]))
            fail(EXIT_USAGE,
                 "heddle check: --strengthen %s; %s has no function of that name that is marked "
                 "with heddle_lemma",
                 o->strengthen.at[i], f->file);
}

void marks_read(const front_options *o, const module_list *modules, marks *out)
{
    *out = (marks){0};
    if (command_optimises(o))
        fail(EXIT_USAGE,
             "heddle check: --induction proves the program as it is written; leave %s "
             "out",
             command_level(o));
    for (u32 i = 0; i < o->files.n; i++) {
        reader r = {.o = o, .f = out};

        if (!clang_is_source(o->files.at[i]))
            continue;
        if (!out->port) {
            out->file = o->files.at[i];
            out->module = i;
        }
        if (read_module(&r, modules->at[i]) && out->module != i)
            fail(EXIT_INPUT,
                 "%s: --induction: %s has marked functions too; keep a family in one "
                 "file",
                 o->files.at[i], out->file);
    }
    if (!out->port)
        fail(EXIT_INPUT,
             "%s: --induction: no function is marked with heddle_base, "
             "heddle_component or heddle_observer of heddle.h",
             o->files.at[0]);
    check_whole(o, out);
}

void observer_free(marked_observer *o)
{
    mem_free(o->name);
    mem_free(o->memory);
}

void marks_free(marks *f)
{
    for (u32 i = 0; i < f->fields.n; i++) {
        mem_free(f->fields.at[i].name);
        mem_free(f->fields.at[i].low);
        mem_free(f->fields.at[i].high);
        vec_free(&f->fields.at[i].values);
    }
    for (u32 i = 0; i < f->observers.n; i++)
        observer_free(&f->observers.at[i]);
    vec_free(&f->fields);
    vec_free(&f->observers);
    mem_free(f->port);
    mem_free(f->port_file);
    mem_free(f->base);
    mem_free(f->component);
}
