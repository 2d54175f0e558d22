/* Debug metadata to program.types, program.files and names.  A type is made once and remembered by
 * its metadata node.  Only pointers can make C types recursive, so what a pointer points to is put
 * off to a list that the outermost call works through: when a typedef or qualifier copies the type
 * it stands for, that one is complete.
 *
 * LLVM's C API gives sizes, offsets, names and the operands of nodes.  The signedness of a basic
 * type follows from its name in C; values of enumerators are read from the printed node.  The
 * operand positions below are those of LLVM 19. */
#include "front/debug.h"
#include "base/map.h"
#include "base/mutant.h"
#include "base/text.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OPERAND_NAME = 2, OPERAND_BASE = 3, OPERAND_ELEMENTS = 4, OPERAND_TEMPLATE = 6 };
enum { VARIABLE_NAME = 1, VARIABLE_TYPE = 3, LABEL_NAME = 1 };
enum { PARAMETER_TYPE = 1 };
enum { BLOCK_SCOPE = 1, LINKAGE_NAME = 3 };
enum { ENUMERATOR_NAME = 0, SUBRANGE_COUNT = 0, RETAINED_NODES = 7, SUBPROGRAM_TYPE = 4 };
enum {
    TAG_ARRAY = 0x01,
    TAG_CLASS = 0x02,
    TAG_ENUM = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_REFERENCE = 0x10,
    TAG_STRUCT = 0x13,
    TAG_FUNCTION = 0x15,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_INHERITANCE = 0x1c,
    TAG_BASE = 0x24,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_MOVED_REFERENCE = 0x42,
    TAG_ATOMIC = 0x47,
};

typedef struct pointee {
    u32 type;
    LLVMMetadataRef to;
} pointee;

struct debug {
    program *p;
    LLVMContextRef context;
    LLVMDIBuilderRef builder;
    LLVMMetadataRef whole; /* the expression of a variable that is all there */
    unsigned dbg_kind;
    map types, files; /* metadata node: number */
    VEC(pointee) pointees;
    u32 void_type;
    LLVMMetadataRef last_scope; /* and its file, as instructions come in runs */
    u16 last_file;
};

debug *debug_open(program *p, LLVMModuleRef m)
{
    debug *d = mem_alloc(sizeof *d);

    d->p = p;
    d->context = LLVMGetModuleContext(m);
    d->builder = LLVMCreateDIBuilderDisallowUnresolved(m);
    d->whole = LLVMDIBuilderCreateExpression(d->builder, NULL, 0);
    d->dbg_kind = LLVMGetMDKindIDInContext(d->context, "dbg", 3);
    if (!p->types.n)
        vec_push(&p->types, (type){.name = NULL});
    return d;
}

void debug_close(debug *d)
{
    LLVMDisposeDIBuilder(d->builder);
    map_free(&d->types);
    map_free(&d->files);
    vec_free(&d->pointees);
    mem_free(d);
}

/* The operands of a node; owned by the caller.  Absent ones are NULL. */
typedef struct node {
    LLVMValueRef *at;
    u32 n;
} node;

static node node_open(const debug *d, LLVMMetadataRef md)
{
    LLVMValueRef v = LLVMMetadataAsValue(d->context, md);
    node k = {.n = LLVMGetMDNodeNumOperands(v)};

    k.at = mem_alloc(k.n * sizeof *k.at);
    if (k.n)
        LLVMGetMDNodeOperands(v, k.at);
    return k;
}

static LLVMMetadataRef node_child(const node *k, u32 i)
{
    return i < k->n && k->at[i] ? LLVMValueAsMetadata(k->at[i]) : NULL;
}

static LLVMMetadataRef operand_of(const debug *d, LLVMMetadataRef md, u32 i)
{
    node k = node_open(d, md);
    LLVMMetadataRef child = node_child(&k, i);

    mem_free(k.at);
    return child;
}

/* The string operand, or NULL when it is absent or empty. */
static const char *string_of(const debug *d, LLVMMetadataRef md, u32 i)
{
    node k = node_open(d, md);
    unsigned length = 0;
    const char *s = i < k.n && k.at[i] ? LLVMGetMDString(k.at[i], &length) : NULL;

    mem_free(k.at);
    return s && length ? program_string(d->p, s, length) : NULL;
}

u32 debug_operands(debug *d, LLVMMetadataRef md)
{
    return LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(d->context, md));
}

LLVMMetadataRef debug_operand(debug *d, LLVMMetadataRef md, u32 i)
{
    return operand_of(d, md, i);
}

const char *debug_string(debug *d, LLVMMetadataRef md, u32 i)
{
    return string_of(d, md, i);
}

static const char *type_name(const debug *d, LLVMMetadataRef md, const char *keyword)
{
    size_t n = 0;
    const char *s = LLVMDITypeGetName(md, &n);
    char *joined;
    const char *name;

    if (!s || !n)
        return NULL;
    if (!*keyword)
        return program_string(d->p, s, n);
    joined = mem_alloc(strlen(keyword) + n + 1);
    strcpy(joined, keyword);
    memcpy(joined + strlen(keyword), s, n);
    name = program_string(d->p, joined, strlen(keyword) + n);
    mem_free(joined);
    return name;
}

static u32 new_type(debug *d, LLVMMetadataRef md, type_kind kind, const char *keyword)
{
    u32 index = d->p->types.n;

    vec_push(&d->p->types, (type){.kind = kind,
                                  .name = type_name(d, md, keyword),
                                  .size = LLVMDITypeGetSizeInBits(md) / 8});
    map_put(&d->types, map_key(md), index);
    return index;
}

static type_kind base_kind(const char *name)
{
    if (!name)
        return TYPE_UNKNOWN;
    if (!strcmp(name, "char") || (MUTANT(REPORT_SIGNS) && strstr(name, " char")))
        return TYPE_CHAR;
    if (!strcmp(name, "_Bool") || !strcmp(name, "bool"))
        return TYPE_BOOL;
    if (strstr(name, "omplex"))
        return TYPE_UNKNOWN;
    if (!strcmp(name, "float") || !strcmp(name, "double") || !strcmp(name, "long double") ||
        text_starts(name, "_Float") || text_starts(name, "__float") || text_starts(name, "__fp"))
        return TYPE_FLOAT;
    return text_starts(name, "unsigned") ? TYPE_UNSIGNED : TYPE_SIGNED;
}

static u32 resolve(debug *d, LLVMMetadataRef md);

static u32 make_base(debug *d, LLVMMetadataRef md)
{
    u32 index = new_type(d, md, TYPE_UNKNOWN, "");

    d->p->types.at[index].kind = base_kind(d->p->types.at[index].name);
    return index;
}

static u32 make_pointer(debug *d, LLVMMetadataRef md)
{
    u32 index = new_type(d, md, TYPE_POINTER, "");

    vec_push(&d->pointees, (pointee){index, operand_of(d, md, OPERAND_BASE)});
    return index;
}

/* What one of the types points to or holds, another one does too. */
static void share_pointee(debug *d, u32 from, u32 to)
{
    for (u32 i = 0, n = d->pointees.n; i < n; i++)
        if (d->pointees.at[i].type == from)
            vec_push(&d->pointees, (pointee){to, d->pointees.at[i].to});
}

/* A typedef or qualifier: a copy of what it stands for; a typedef gives it its name. */
static u32 make_alias(debug *d, LLVMMetadataRef md)
{
    bool named = LLVMGetDINodeTag(md) == TAG_TYPEDEF;
    u32 base = resolve(d, operand_of(d, md, OPERAND_BASE));
    const type *from = &d->p->types.at[base];
    type copy = *from;
    u32 index = d->p->types.n;

    if (!named || copy.kind == TYPE_VOID) {
        map_put(&d->types, map_key(md), base);
        return base;
    }
    memset(&copy.members, 0, sizeof copy.members);
    for (u32 i = 0; i < from->members.n; i++)
        vec_push(&copy.members, from->members.at[i]);
    copy.name = type_name(d, md, "");
    vec_push(&d->p->types, copy);
    map_put(&d->types, map_key(md), index);
    share_pointee(d, base, index);
    return index;
}

/* The members of a base class are the class's own.  Where a virtual base lies the object tells. */
static void add_base(debug *d, u32 to, LLVMMetadataRef md)
{
    u32 base = resolve(d, operand_of(d, md, OPERAND_BASE));
    u64 offset = LLVMDITypeGetOffsetInBits(md);

    if (LLVMDITypeGetFlags(md) & LLVMDIFlagVirtual)
        return;
    if (d->p->types.at[base].kind != TYPE_STRUCT) { /* it stands for its only member */
        vec_push(&d->p->types.at[to].members,
                 (member){.name = "_M_base", .type = base, .bit_offset = offset});
        return;
    }
    for (u32 i = 0; i < d->p->types.at[base].members.n; i++) {
        member m = d->p->types.at[base].members.at[i];

        m.bit_offset += offset;
        vec_push(&d->p->types.at[to].members, m);
    }
}

/* Static members of a class lie elsewhere, and nobody wrote the pointer to its functions. */
static bool is_shown_member(LLVMMetadataRef md, const char *name, size_t n)
{
    return LLVMGetDINodeTag(md) == TAG_MEMBER &&
           !(LLVMDITypeGetFlags(md) & LLVMDIFlagStaticMember) &&
           !(n > 5 && strncmp(name, "_vptr", 5) == 0);
}

static void add_member(debug *d, u32 to, LLVMMetadataRef md)
{
    size_t n = 0;

    if (LLVMGetDINodeTag(md) == TAG_INHERITANCE) {
        add_base(d, to, md);
        return;
    }
    if (LLVMGetDINodeTag(md) != TAG_MEMBER)
        return;

    const char *name = LLVMDITypeGetName(md, &n);
    member m = {.bit_offset = LLVMDITypeGetOffsetInBits(md)};

    if (!is_shown_member(md, name, n))
        return;
    m.name = n ? program_string(d->p, name, n) : NULL;
    m.type = resolve(d, operand_of(d, md, OPERAND_BASE));
    if (LLVMDITypeGetFlags(md) & LLVMDIFlagBitField)
        m.bits = (u32)LLVMDITypeGetSizeInBits(md);
    vec_push(&d->p->types.at[to].members, m);
}

/* Calls `each` on the elements of a composite type. */
static void for_elements(debug *d, u32 index, LLVMMetadataRef md,
                         void (*each)(debug *, u32, LLVMMetadataRef))
{
    LLVMMetadataRef elements = operand_of(d, md, OPERAND_ELEMENTS);
    node k;

    if (!elements)
        return;
    k = node_open(d, elements);
    for (u32 i = 0; i < k.n; i++)
        if (k.at[i])
            each(d, index, LLVMValueAsMetadata(k.at[i]));
    mem_free(k.at);
}

/* Classes of C++'s library wrap what they are about: a std::atomic<int> is shown as its int, a
 * std::mutex as the mutex that it has. */
static void stand_for_member(debug *d, u32 index)
{
    type *t = &d->p->types.at[index], *only;
    u32 of;

    if (t->kind != TYPE_STRUCT || t->members.n != 1 || !t->members.at[0].name ||
        !text_starts(t->members.at[0].name, "_M_") || t->members.at[0].bit_offset ||
        t->members.at[0].bits)
        return;
    of = t->members.at[0].type;
    only = &d->p->types.at[of];
    if (only->size != t->size || only->kind == TYPE_UNKNOWN || only->kind == TYPE_ARRAY)
        return;
    t->kind = only->kind;
    t->element = only->element;
    t->count = only->count;
    vec_clear(&t->members);
    for (u32 i = 0; i < only->members.n; i++)
        vec_push(&t->members, only->members.at[i]);
    share_pointee(d, of, index);
}

/* What a class of C++'s library with nodes of its own holds is the `element` of its type: one of
 * its template's arguments, which no member names. */
static void note_held(debug *d, u32 index, LLVMMetadataRef md)
{
    static const struct {
        const char *name;
        u32 argument;
    } holders[] = {{"struct _Rb_tree<", 1},
                   {"struct _Hashtable<", 1},
                   {"struct list<", 0},
                   {"struct _Uninitialized<", 0}};
    const char *name = d->p->types.at[index].name;
    LLVMMetadataRef arguments = operand_of(d, md, OPERAND_TEMPLATE), parameter;

    for (u32 i = 0; name && arguments && i < LENGTH(holders); i++) {
        parameter = text_starts(name, holders[i].name)
                        ? operand_of(d, arguments, holders[i].argument)
                        : NULL;
        if (parameter)
            vec_push(&d->pointees, (pointee){index, operand_of(d, parameter, PARAMETER_TYPE)});
    }
}

static u32 make_record(debug *d, LLVMMetadataRef md)
{
    bool is_union = LLVMGetDINodeTag(md) == TAG_UNION;
    u32 index =
        new_type(d, md, is_union ? TYPE_UNION : TYPE_STRUCT, is_union ? "union " : "struct ");

    for_elements(d, index, md, add_member);
    stand_for_member(d, index);
    note_held(d, index, md);
    return index;
}

/* The number after "value: " in `!DIEnumerator(name: "A", value: -3)`.  A node that no instruction
 * uses prints without numbering the module first. */
static u64 enumerator_value(const debug *d, LLVMMetadataRef md)
{
    char *printed = LLVMPrintValueToString(LLVMMetadataAsValue(d->context, md));
    const char *at = strstr(printed, ", value: ");
    u64 value = 0;

    if (at)
        value = at[9] == '-' ? (u64)strtoll(at + 9, NULL, 10) : strtoull(at + 9, NULL, 10);
    LLVMDisposeMessage(printed);
    return value;
}

static void add_enumerator(debug *d, u32 to, LLVMMetadataRef md)
{
    member m = {.name = string_of(d, md, ENUMERATOR_NAME), .bit_offset = enumerator_value(d, md)};

    vec_push(&d->p->types.at[to].members, m);
}

static u32 make_enum(debug *d, LLVMMetadataRef md)
{
    u32 index = new_type(d, md, TYPE_ENUM, "enum ");
    u32 element = resolve(d, operand_of(d, md, OPERAND_BASE));

    d->p->types.at[index].element = element;
    for_elements(d, index, md, add_enumerator);
    return index;
}

/* The count of a dimension; 0 when it is not constant. */
static u32 dimension(const debug *d, LLVMMetadataRef md)
{
    node k = node_open(d, md);
    LLVMValueRef v = SUBRANGE_COUNT < k.n ? k.at[SUBRANGE_COUNT] : NULL;
    i64 count = v && LLVMIsAConstantInt(v) ? LLVMConstIntGetSExtValue(v) : 0;

    mem_free(k.at);
    return count < 0 || count > (i64)UINT32_MAX ? 0 : (u32)count;
}

/* int a[2][3] is an array of 2 arrays of 3; the type of `md` is the outermost. */
static u32 make_array(debug *d, LLVMMetadataRef md)
{
    u32 index = new_type(d, md, TYPE_ARRAY, "");
    u32 element = resolve(d, operand_of(d, md, OPERAND_BASE));
    LLVMMetadataRef dimensions = operand_of(d, md, OPERAND_ELEMENTS);
    node k = dimensions ? node_open(d, dimensions) : (node){0};

    for (u32 i = k.n; i-- > 0;) {
        u32 count = k.at[i] ? dimension(d, LLVMValueAsMetadata(k.at[i])) : 0;
        type *inner = &d->p->types.at[element];
        type made = {.kind = TYPE_ARRAY, .element = element, .count = count};

        made.size = inner->size * count;
        if (i == 0) {
            made.name = d->p->types.at[index].name;
            d->p->types.at[index] = made;
        } else {
            element = d->p->types.n;
            vec_push(&d->p->types, made);
        }
    }
    mem_free(k.at);
    return index;
}

static u32 make(debug *d, LLVMMetadataRef md)
{
    switch (LLVMGetDINodeTag(md)) {
    case TAG_BASE:
        return make_base(d, md);
    case TAG_POINTER:
    case TAG_REFERENCE:
    case TAG_MOVED_REFERENCE:
        return make_pointer(d, md);
    case TAG_TYPEDEF:
    case TAG_CONST:
    case TAG_VOLATILE:
    case TAG_RESTRICT:
    case TAG_ATOMIC:
        return make_alias(d, md);
    case TAG_CLASS:
    case TAG_STRUCT:
    case TAG_UNION:
        return make_record(d, md);
    case TAG_ENUM:
        return make_enum(d, md);
    case TAG_ARRAY:
        return make_array(d, md);
    case TAG_FUNCTION:
        return new_type(d, md, TYPE_FUNCTION, "");
    default:
        return new_type(d, md, TYPE_UNKNOWN, "");
    }
}

/* The type of a node; an absent one is void, as in `void *` and `const void`. */
static u32 resolve(debug *d, LLVMMetadataRef md)
{
    u64 index;

    if (md)
        return map_get(&d->types, map_key(md), &index) ? (u32)index : make(d, md);
    if (!d->void_type) {
        d->void_type = d->p->types.n;
        vec_push(&d->p->types, (type){.kind = TYPE_VOID, .name = program_string(d->p, "void", 4)});
    }
    return d->void_type;
}

u32 debug_type(debug *d, LLVMMetadataRef md)
{
    u32 index;

    if (!md)
        return 0;
    index = resolve(d, md);
    for (u32 i = 0; i < d->pointees.n; i++) {
        pointee k = d->pointees.at[i];
        u32 element = resolve(d, k.to);

        d->p->types.at[k.type].element = element;
    }
    vec_clear(&d->pointees);
    return index;
}

static u32 find_file(debug *d, const char *name, const char *dir)
{
    for (u32 i = 0; i < d->p->files.n; i++)
        if (d->p->files.at[i] == name && d->p->dirs.at[i] == dir)
            return i;
    vec_push(&d->p->files, name);
    vec_push(&d->p->dirs, dir);
    return d->p->files.n - 1;
}

/* Is a relative name meant from another folder than this one?  So it is of what was compiled
 * elsewhere, and of absolute names: the compiler splits them where they leave the folder it runs
 * in, and the first part is then a folder above that one. */
static bool from_elsewhere(const char *name, const char *dir, size_t n)
{
    char *folder = mem_strndup(dir, n);
    struct stat there, here;
    bool elsewhere = *name != '/' && *folder == '/' &&
                     (stat(folder, &there) != 0 || stat(".", &here) != 0 ||
                      there.st_dev != here.st_dev || there.st_ino != here.st_ino);

    mem_free(folder);
    return elsewhere;
}

/* What was compiled in a folder below this one is named from here. */
static size_t prefix_below(const char *dir, size_t n)
{
    char *here = getcwd(NULL, 0);
    size_t length = here ? strlen(here) : 0;
    bool below = length && n > length && dir[length] == '/' && !strncmp(dir, here, length);

    mem_free(here);
    return below ? length + 1 : 0;
}

static u16 file_of(debug *d, LLVMMetadataRef file)
{
    unsigned name_length = 0, dir_length = 0;
    const char *name, *dir;
    text whole = {0};
    u64 index = 0;

    if (!file || map_get(&d->files, map_key(file), &index))
        return (u16)index;
    name = LLVMDIFileGetFilename(file, &name_length);
    dir = LLVMDIFileGetDirectory(file, &dir_length);
    if (name && dir && from_elsewhere(name, dir, dir_length))
        text_addf(&whole, "%.*s/", (int)(dir_length - prefix_below(dir, dir_length)),
                  dir + prefix_below(dir, dir_length));
    text_addn(&whole, name ? name : "", name_length);
    index = find_file(d, program_string(d->p, text_str(&whole), whole.n),
                      program_string(d->p, dir ? dir : "", dir_length));
    text_free(&whole);
    if (index > UINT16_MAX)
        fail(EXIT_INPUT, "%s: more than 65535 source files; check fewer at once", name);
    map_put(&d->files, map_key(file), index);
    return (u16)index;
}

const char *debug_file(debug *d, LLVMMetadataRef file)
{
    u16 number = file ? file_of(d, file) : 0;

    return file ? d->p->files.at[number] : "";
}

static void place(debug *d, LLVMMetadataRef file, u32 line, srcloc *out)
{
    *out = (srcloc){0};
    if (!file || !line)
        return;
    out->file = file_of(d, file);
    out->line = line;
}

/* The numbers after an operation of a printed `!DIExpression(...)`; false: it has none of that
 * name. */
static bool expression_numbers(const char *printed, const char *operation, u64 *first, u64 *second)
{
    const char *at = strstr(printed, operation);
    char *end;

    if (!at)
        return false;
    *first = strtoull(at + strlen(operation), &end, 10);
    if (second && *end == ',')
        *second = strtoull(end + 1, NULL, 10);
    return true;
}

/* The optimiser leaves `DW_OP_LLVM_fragment, 32, 32` of a variable that it took apart, and
 * `DW_OP_constu, 7, DW_OP_mul, DW_OP_constu, 0, DW_OP_plus` of one that is either 0 or 7. */
static var_part part_of(const debug *d, LLVMMetadataRef expression)
{
    char *printed = LLVMPrintValueToString(LLVMMetadataAsValue(d->context, expression));
    const char *plus = strstr(printed, "DW_OP_mul, DW_OP_constu, ");
    u64 from = 0, bits = 0;
    var_part p = {0};

    if (expression_numbers(printed, "DW_OP_LLVM_fragment, ", &from, &bits))
        p = (var_part){.base = (u32)(from / 8), .size = (u32)(bits / 8)};
    if (plus && expression_numbers(printed, "DW_OP_constu, ", &p.factor, NULL))
        expression_numbers(plus, "DW_OP_mul, DW_OP_constu, ", &p.bias, NULL);
    LLVMDisposeMessage(printed);
    return p;
}

void debug_global(debug *d, LLVMValueRef global, object_init *out)
{
    size_t n = 0;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);

    for (unsigned i = 0; i < n; i++) {
        LLVMMetadataRef both, var;
        const char *name;

        if (LLVMValueMetadataEntriesGetKind(all, i) != d->dbg_kind)
            continue;
        both = LLVMValueMetadataEntriesGetMetadata(all, i);
        var = LLVMDIGlobalVariableExpressionGetVariable(both);
        name = string_of(d, var, VARIABLE_NAME);
        if (name)
            out->name = name;
        out->type = debug_type(d, operand_of(d, var, VARIABLE_TYPE));
        out->of = part_of(d, LLVMDIGlobalVariableExpressionGetExpression(both));
        if (out->of.factor && !out->of.size)
            out->of.size = (u32)d->p->types.at[out->type].size;
        place(d, LLVMDIVariableGetFile(var), LLVMDIVariableGetLine(var), &out->decl);
        break;
    }
    LLVMDisposeValueMetadataEntries(all);
}

/* The number of parameters that a subprogram's type lists. */
static u32 parameter_count(const debug *d, LLVMMetadataRef subprogram)
{
    LLVMMetadataRef shape = operand_of(d, subprogram, SUBPROGRAM_TYPE);
    LLVMMetadataRef list = shape ? operand_of(d, shape, OPERAND_BASE) : NULL;
    u32 n;
    node k;

    if (!list)
        return 0;
    k = node_open(d, list);
    n = k.n ? k.n - 1 : 0;
    if (n && !k.at[k.n - 1]) /* the dots */
        n--;
    mem_free(k.at);
    return n;
}

/* Parameters come first among the variables that a subprogram retains, and its own block holds
 * them. */
static bool is_parameter(const debug *d, LLVMMetadataRef var)
{
    LLVMMetadataRef scope = LLVMDIVariableGetScope(var), list;
    bool found = false;
    u32 n;
    node k;

    if (!scope || LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind)
        return false;
    list = operand_of(d, scope, RETAINED_NODES);
    if (!list)
        return false;
    n = parameter_count(d, scope);
    k = node_open(d, list);
    for (u32 i = 0; i < k.n && i < n; i++)
        found |= node_child(&k, i) == var;
    mem_free(k.at);
    return found;
}

/* The object of a member function.  That of a lambda has a class without a name, and nobody wrote
 * it. */
static bool is_this(debug *d, LLVMMetadataRef var, const char *name)
{
    LLVMMetadataRef of = operand_of(d, var, VARIABLE_TYPE);

    if (strcmp(name, "this") != 0 || !is_parameter(d, var))
        return false;
    while (of && !string_of(d, of, OPERAND_NAME))
        of = operand_of(d, of, OPERAND_BASE);
    return of != NULL;
}

bool debug_local(debug *d, LLVMValueRef call, variable *out)
{
    LLVMMetadataRef var = LLVMValueAsMetadata(LLVMGetOperand(call, 1));

    if (LLVMValueAsMetadata(LLVMGetOperand(call, 2)) != d->whole)
        return false;
    out->name = string_of(d, var, VARIABLE_NAME);
    if (!out->name || (!LLVMDIVariableGetLine(var) && !is_this(d, var, out->name)))
        return false; /* the compiler's own have no line */
    out->type = debug_type(d, operand_of(d, var, VARIABLE_TYPE));
    out->line = LLVMDIVariableGetLine(var);
    out->parameter = is_parameter(d, var);
    return true;
}

const char *debug_label(debug *d, LLVMValueRef call)
{
    return string_of(d, LLVMValueAsMetadata(LLVMGetOperand(call, 0)), LABEL_NAME);
}

static u16 file_of_scope(debug *d, LLVMMetadataRef scope)
{
    if (scope != d->last_scope) {
        d->last_file = file_of(d, LLVMDIScopeGetFile(scope));
        d->last_scope = scope;
    }
    return d->last_file;
}

static bool in_library(debug *d, LLVMMetadataRef loc)
{
    u16 file = file_of_scope(d, LLVMDILocationGetScope(loc));

    return program_header(d->p->files.at[file]);
}

LLVMMetadataRef debug_users(debug *d, LLVMMetadataRef loc)
{
    LLVMMetadataRef at = loc;

    while (at && in_library(d, at))
        at = LLVMDILocationGetInlinedAt(at);
    return at ? at : loc;
}

/* Blocks lie in their function. */
LLVMMetadataRef debug_subprogram(debug *d, LLVMMetadataRef scope)
{
    while (scope && LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind)
        scope = debug_operand(d, scope, BLOCK_SCOPE);
    return scope;
}

const char *debug_linkage_name(debug *d, LLVMMetadataRef function)
{
    return debug_string(d, function, LINKAGE_NAME);
}

void debug_loc(debug *d, LLVMValueRef instruction, srcloc *out)
{
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(instruction);

    *out = (srcloc){0};
    if (!loc)
        return;
    loc = debug_users(d, loc);
    out->file = file_of_scope(d, LLVMDILocationGetScope(loc));
    out->line = LLVMDILocationGetLine(loc);
    out->column = (u16)LLVMDILocationGetColumn(loc);
}

void debug_function(debug *d, LLVMValueRef fn, srcloc *decl)
{
    LLVMMetadataRef sp = LLVMGetSubprogram(fn);

    *decl = (srcloc){0};
    if (sp)
        place(d, LLVMDIScopeGetFile(sp), LLVMDISubprogramGetLine(sp), decl);
}
