/* A program in heddle's bytecode: what the front end makes and the machine runs.
 *
 * Pointers.  A pointer in a register is 8 bytes: POINTER_TAG in the top byte, 24 bits of object
 * number, 32 bits of offset.  A pointer-class register whose top byte is not the tag holds an
 * integer that was cast (NULL is 0).  Integer-class registers that hold a pointer (after PTRTOINT,
 * or a load of pointer bytes as an integer) carry a provenance mark in the machine's shadow state.
 * In memory a pointer takes pointer_bytes; the machine's pointer map says which words are pointers.
 * In a 32-bit program a pointer in memory is (object << offset_bits | offset).
 *
 * Static objects have fixed numbers: program.objects[i] is object i (0 is no object).  Functions
 * are objects too; a label's address is its function's object with offset 1 + instruction index. */
#ifndef PROGRAM_PROGRAM_H
#define PROGRAM_PROGRAM_H

#include "base/base.h"
#include "base/vec.h"

#define POINTER_TAG             0xA5u
#define POINTER(object, offset) ((u64)POINTER_TAG << 56 | (u64)(object) << 32 | (u32)(offset))
#define POINTER_IS(v)           ((v) >> 56 == POINTER_TAG)
#define POINTER_OBJECT(v)       ((u32)((v) >> 32) & 0xffffffu)
#define POINTER_OFFSET(v)       ((u32)(v))
#define OBJECT_LIMIT            0xffffffu

enum opcode {
#define OP(name, roles, meaning) OP_##name,
#include "program/opcodes.def"
    OP_COUNT
};

enum builtin {
#define BUILTIN(name, arity, flags, meaning) BI_##name,
#include "program/builtins.def"
    BI_COUNT
};

enum math {
#define MATH(name, arity) MATH_##name,
#include "program/math.def"
    MATH_COUNT
};

enum { FT_FLOAT, FT_DOUBLE, FT_LONG, FT_COUNT };

/* FCONV: x = FCONV_(kind) | from type << 8 | to type << 16 (FT_) | FCONV_CHECKED.  Integers wider
 * than 64 are pairs. */
#define FCONV_CHECKED (1u << 24) /* a value that the integer cannot hold is an error */
enum {
    FCONV_FLOAT,
    FCONV_TO_SIGNED,
    FCONV_TO_UNSIGNED,
    FCONV_FROM_SIGNED,
    FCONV_FROM_UNSIGNED,
    FCONV_TO_SIGNED_SAT,
    FCONV_TO_UNSIGNED_SAT
};
/* WIDE: what the operation does, and of how many pairs.  SEXT sign-extends the pair r[b] in place
 * from the width y to 128; TRUNC cuts it to y. */
#define WIDE_OPERATIONS(ROW)     \
    ROW(ADD, COMPUTES, 2)        \
    ROW(SUB, COMPUTES, 2)        \
    ROW(MUL, COMPUTES, 2)        \
    ROW(AND, COMPUTES, 2)        \
    ROW(OR, COMPUTES, 2)         \
    ROW(XOR, COMPUTES, 2)        \
    ROW(SHL, SHIFTS, 2)          \
    ROW(LSHR, SHIFTS, 2)         \
    ROW(ASHR, SHIFTS, 2)         \
    ROW(UDIV, DIVIDES, 2)        \
    ROW(SDIV, DIVIDES_SIGNED, 2) \
    ROW(UREM, DIVIDES, 2)        \
    ROW(SREM, DIVIDES_SIGNED, 2) \
    ROW(EQ, COMPARES, 2)         \
    ROW(NE, COMPARES, 2)         \
    ROW(ULT, COMPARES, 2)        \
    ROW(ULE, COMPARES, 2)        \
    ROW(SLT, COMPARES, 2)        \
    ROW(SLE, COMPARES, 2)        \
    ROW(CTPOP, COMPUTES, 1)      \
    ROW(CTLZ, COMPUTES, 1)       \
    ROW(CTTZ, COMPUTES, 1)       \
    ROW(BSWAP, COMPUTES, 1)      \
    ROW(BITREVERSE, COMPUTES, 1) \
    ROW(SEXT, COMPUTES, 1)       \
    ROW(TRUNC, COMPUTES, 1)
#define WIDE(name, does, pairs) WIDE_##name,
enum { WIDE_OPERATIONS(WIDE) WIDE_COUNT };
#undef WIDE
/* OVF: whether the operands are signed. */
#define OVF_OPERATIONS(ROW) \
    ROW(SADD, true)         \
    ROW(SSUB, true)         \
    ROW(SMUL, true)         \
    ROW(UADD, false)        \
    ROW(USUB, false)        \
    ROW(UMUL, false)
#define OVF(name, is_signed) OVF_##name,
enum { OVF_OPERATIONS(OVF) OVF_COUNT };
#undef OVF
enum {
    BITS_BSWAP,
    BITS_BITREVERSE,
    BITS_CTPOP,
    BITS_CTLZ,
    BITS_CTTZ,
    BITS_ABS,
    BITS_SMIN,
    BITS_SMAX,
    BITS_UMIN,
    BITS_UMAX,
    BITS_SADD_SAT,
    BITS_SSUB_SAT,
    BITS_UADD_SAT,
    BITS_USUB_SAT
};
enum {
    RMW_XCHG,
    RMW_ADD,
    RMW_SUB,
    RMW_AND,
    RMW_NAND,
    RMW_OR,
    RMW_XOR,
    RMW_MAX,
    RMW_MIN,
    RMW_UMAX,
    RMW_UMIN,
    RMW_FADD,
    RMW_FSUB,
    RMW_FMAX,
    RMW_FMIN,
    RMW_UINC_WRAP,
    RMW_UDEC_WRAP,
    RMW_POINTER = 256 /* or'ed: r[a], r[c] are pointer-class (XCHG only) */
};
enum { CAS_WEAK = 1, CAS_POINTER = 2 /* r[a], r[c] and the new value are pointer-class */ };
enum {
    ACCESS_ALIGN = 15,
    ACCESS_ATOMIC = 16,
    ACCESS_VOLATILE = 32,
    ACCESS_RELAXED = 64,
    ACCESS_ACQUIRE = 128,
    ACCESS_RELEASE = 256,
    ACCESS_SEQ_CST = 512,
    ACCESS_ORDERS = ACCESS_RELAXED | ACCESS_ACQUIRE | ACCESS_RELEASE | ACCESS_SEQ_CST
};
/* RMW and CMPXCHG carry no alignment: atomics must be naturally aligned.  The ACCESS_ flags of
 * their memory orders lie in y from these bits on, of a compare-exchange that succeeds and that
 * fails. */
enum { ORDER_FIRST = 6, ORDER_AT = 16, ORDER_FAILS_AT = 20, ORDER_MASK = 15 };
#define ORDER_PUT(flags, at) (((flags) >> ORDER_FIRST & ORDER_MASK) << (at))
#define ORDER_GET(y, at)     (ACCESS_ATOMIC | ((y) >> (at) & ORDER_MASK) << ORDER_FIRST)

enum { WAIT_TIMED = 1, WAIT_NO_CANCEL = 2, WAIT_STRONG = 4 /* never wakes spuriously */ };
enum {
    WAIT_WOKEN,
    WAIT_SPURIOUS,
    WAIT_TIMEOUT,
    WAIT_CANCELED,
    WAIT_SERIAL /* with OPTION_ALONE: and it is the serial thread of the barrier */
};
enum {
    OPTION_MALLOC_MAY_FAIL,
    OPTION_EXIT_STATUS,
    OPTION_LAST_THREAD,   /* 1 when every other thread is over */
    OPTION_REUSE,         /* REUSE_ */
    OPTION_CANCELS,       /* 1 when the program may cancel threads */
    OPTION_LOCKS_STREAMS, /* 1 when it may lock streams */
    OPTION_ALONE /* 1 when each thread runs alone: who waits for whom is not the machine's */
};
/* Of `orders`: acquire, release, each at the place for the readers of a read-write lock; accesses:
 * one that is plain, or an atomic one with its memory order, as C numbers it, in the second byte;
 * the thread comes after whoever cancelled it; those who wait at the object come after the thread,
 * and what was released there is gone. */
enum {
    ORDERS_ACQUIRE = 1,
    ORDERS_RELEASE = 2,
    ORDERS_READERS = 4,
    ORDERS_WRITE = 8,
    ORDERS_LOAD = 16,
    ORDERS_STORE = 32,
    ORDERS_UPDATE = 64,
    ORDERS_CANCELLED = 128,
    ORDERS_HANDS = 1 << 16,
    ORDERS_NOTHING = 1 << 17
};
enum { REUSE_NONE, REUSE_LAST, REUSE_FIRST }; /* which of the objects that were freed come back */
/* Which functions made an object of the heap: its `owner`. */
enum { HEAP_MALLOC, HEAP_NEW, HEAP_NEW_ARRAY, HEAP_OWN };

typedef struct insn {
    u16 op, a, b, c;
    union {
        u64 imm;
        struct {
            u32 x, y;
        };
    };
} insn;

typedef struct srcloc {
    u32 line; /* 0: unknown */
    u16 file; /* index of program.files */
    u16 column;
} srcloc;

typedef struct switch_case {
    u64 value;
    u32 target;
} switch_case;

typedef struct switch_table {
    u32 first, count; /* func.cases, sorted by value */
    u32 other;        /* target of the default */
} switch_table;

/* The shape of a call, compared at indirect calls: one letter a register, e.g. "ip:i": integers of
 * 8, 16, 32 and more bits b, h, i, l; pointers p; float, double and long double f, d, e. */
enum { REG_INT, REG_PTR };

typedef enum var_place { VAR_REG, VAR_MEM /* the register holds the object's address */ } var_place;

typedef struct variable {
    const char *name;
    u32 type; /* index of program.types, 0 unknown */
    var_place place;
    u16 reg;
    u32 from, to; /* instructions where it is in scope */
    u32 line;
    bool parameter;
} variable;

/* One operand of a call: a register; for the variable part of variadic calls also how it is passed.
 */
typedef struct operand {
    u16 reg;
    u8 size;  /* bytes in the variable argument area: 0 for fixed arguments, else 4, 8, 10, 16 */
    u8 align; /* its alignment there */
    bool pointer;
    u32 byval; /* r[reg] points to a copy of a struct of so many bytes, passed by value there */
} operand;

typedef struct func {
    const char *name;
    u32 object;    /* its number among the static objects */
    u32 signature; /* index of program.signatures */
    u32 gap;       /* not defined, but not for want of a body: index of program.gaps + 1 */
    u32 ncode;
    insn *code;
    srcloc *where; /* of each instruction */
    u32 nregs;
    u8 *regclass; /* REG_INT or REG_PTR, of each register; a register never changes class */
    u32 nparams;  /* registers 0..nparams-1, flattened */
    u32 nresults;
    u16 va_reg; /* variadic: the register that receives the variable argument area */
    bool variadic;
    bool atomic;       /* the whole body is one atomic section */
    bool saves_stack;  /* has STACKSAVE: the order of its stack objects matters */
    bool marks_error;  /* to have called it is an error, whatever it does: reach_error */
    bool has_alloca;   /* makes stack objects */
    bool runtime;      /* from runtime/: not shown in traces */
    bool hosts;        /* of C++'s library, with code of the user's that was inlined */
    bool defined;      /* false: a call cuts the run */
    bool adapts;       /* calls a thread function of another shape, of which nothing was said yet */
    bool started;      /* and a thread was started with it: a mark for notes, no part of states */
    bool unprototyped; /* `int f()`: takes no arguments, but a call may pass some */
    VEC(operand) operands;
    VEC(switch_table) switches;
    VEC(switch_case) cases;
    VEC(variable) vars;
    VEC(u32) exits;   /* instructions whose innermost loop can be left as the source has it */
    VEC(u32) endless; /* and cannot */
    srcloc decl;
    u64 *places; /* by instruction: the places (query.place) of its line, as bits; NULL: none */
    void *live;  /* owned by program/live.c */
    void *loops; /* owned by program/loops.c */
} func;

/* Is there code of the user's in it? */
static inline bool func_shown(const func *f)
{
    return !f->runtime || f->hosts;
}

/* Is it a header of C++'s library? */
bool program_header(const char *file);

typedef enum object_kind { OBJ_NONE, OBJ_GLOBAL, OBJ_FUNC } object_kind;

typedef struct reloc {
    u32 offset; /* where in the object */
    u64 value;  /* the pointer stored there */
} reloc;

/* What a static object is of its variable, where an optimiser took that apart, or keeps one of two
 * values as a bit. */
typedef struct var_part {
    u32 base, size; /* bytes of the variable; size 0: the object is the whole of it */
    u64 factor,
        bias; /* the variable's value is the object's, times factor, plus bias; 0: the same */
} var_part;

typedef struct object_init {
    object_kind kind;
    const char *name;
    u32 size, align;
    bool constant;
    u32 func;    /* OBJ_FUNC: index of program.funcs */
    u32 gap;     /* nowhere defined: index of program.gaps + 1; an access cuts the run */
    u32 type;    /* of the variable */
    var_part of; /* the variable */
    u8 *bytes;   /* NULL: all zero */
    VEC(reloc) relocs;
    bool hidden; /* the runtime's or compiler's own: not shown in traces */
    bool memory; /* of observers: QUERY_OBSERVER alone writes it, and nobody watches it */
    srcloc decl;
} object_init;

typedef enum type_kind {
    TYPE_UNKNOWN,
    TYPE_SIGNED,
    TYPE_UNSIGNED,
    TYPE_BOOL,
    TYPE_CHAR,
    TYPE_FLOAT,
    TYPE_POINTER,
    TYPE_STRUCT,
    TYPE_UNION,
    TYPE_ARRAY,
    TYPE_ENUM,
    TYPE_FUNCTION,
    TYPE_VOID
} type_kind;

typedef struct member {
    const char *name; /* of an enum: the constant's name */
    u32 type;
    u64 bit_offset; /* of an enum: the constant's value */
    u32 bits;       /* bit-field width, else 0 */
} member;

typedef struct type {
    type_kind kind; /* typedefs and qualifiers are looked through; `name` keeps the outermost */
    const char *name;
    u64 size;    /* bytes */
    u32 element; /* pointer, array, enum (underlying) */
    u32 count;   /* array */
    VEC(member) members;
} type;

/* A question about a state: does an invariant or a proposition hold, what is the value of an
 * abstraction, is a thread at a place.  All but places are asked by running a function without
 * parameters in it.  An observer is an invariant with a memory: it is run once at the end of each
 * step that wrote what it reads, and returns a string: NULL, all is well; "", the run does not
 * count from here on; else what is wrong. */
typedef enum query_kind {
    QUERY_INVARIANT,
    QUERY_ABSTRACT,
    QUERY_PROPOSITION,
    QUERY_PLACE,
    QUERY_OBSERVER
} query_kind;

typedef struct query {
    query_kind kind;
    const char *text; /* as the user gave it */
    u32 func;
    u32 place;  /* QUERY_PLACE: its bit in func.places */
    i32 thread; /* QUERY_PLACE: the number of the thread, 0 is main's; negative: any */
} query;

enum { PLACES_LIMIT = 64 };

/* Something that the program has and the machine cannot run: a function or a variable that is
 * nowhere defined, assembly or an instruction that is not understood.  A run that comes to it is
 * cut. */
typedef struct program_gap {
    srcloc at; /* where the source has it first */
    const char *what;
} program_gap;

typedef struct program {
    u32 pointer_bytes; /* 8 or 4 */
    u32 offset_bits;   /* 4-byte pointers only */
    VEC(func *) funcs;
    VEC(object_init) objects; /* [0] is unused */
    VEC(type) types;          /* [0] is unknown */
    VEC(const char *) signatures;
    VEC(const char *) files; /* as the compiler was given them */
    VEC(const char *) dirs;  /* compilation folder of each file */
    u32 entry;               /* the runtime's start function: entry(int argc, char **argv) */
    u32 thread_entry;        /* the runtime's first function of each further thread */
    u64 argc, argv;          /* its arguments, argv a pointer to a static object */
    u32 tls_size, tls_align; /* the thread-local block and its first contents */
    object_init tls;
    VEC(variable) tls_vars; /* `from` is the offset in the block */
    VEC(query) queries;
    VEC(program_gap) gaps;
    u32 query_funcs, query_objects; /* from here on what only queries need; constant.  0: nothing */
    u64 hash;                       /* of everything that behaviour depends on, queries left out */
    const char *level;              /* "-O0" ... as printed with the verdict */
    srcloc weak_order;           /* the first access or fence of the user's weaker than seq_cst */
    struct string_pool *strings; /* owns every name above; see program_string */
    void *future;                /* owned by program/future.c */
} program;

enum { UNREACHABLE_FAILS = 1 };

extern const char *const opcode_names[OP_COUNT];
extern const char *const opcode_roles[OP_COUNT];

/* What an opcode does, in the tables' words. */
enum { OPCODE_LOADS = 1, OPCODE_STORES };
enum { BYTES_Y = 17, BYTES_POINTER };
enum { OPCODE_JUMPS = 1, OPCODE_ENDS };
typedef struct opcode_traits {
    u8 access;  /* 0: it is neither a load nor a store */
    u8 bytes;   /* of the access, up to 8, or BYTES_ */
    u8 control; /* 0: the next instruction follows */
    bool fails;
} opcode_traits;
extern const opcode_traits opcode_does[OP_COUNT];
typedef struct wide_traits {
    enum { WIDE_COMPUTES, WIDE_SHIFTS, WIDE_DIVIDES, WIDE_DIVIDES_SIGNED, WIDE_COMPARES } does;
    u8 pairs; /* operands */
} wide_traits;
extern const wide_traits wide_does[WIDE_COUNT];
/* How many bytes a load or store accesses. */
static inline u32 insn_bytes(const program *p, const insn *i)
{
    u32 bytes = opcode_does[i->op].bytes;

    return bytes == BYTES_POINTER ? p->pointer_bytes : bytes == BYTES_Y ? i->y : bytes;
}

extern const char *const builtin_names[BI_COUNT];
extern const u8 builtin_arity[BI_COUNT];
extern const char *const builtin_flags[BI_COUNT];

/* Frees the program; arrays are mem_free'd, names belong to the pool of program_string. */
void program_free(program *p);
/* A byte for each instruction: how many there are, and by function where its own begin. */
size_t program_marks_size(const program *p);
u8 **program_marks(const program *p, u8 *first);
/* A copy of s[0..n) that lives as long as the program; equal strings give the same pointer. */
const char *program_string(program *p, const char *s, size_t n);
/* The number of a copy of the function, which nothing calls yet; no machine has the program. */
u32 program_copy_function(program *p, u32 of);
/* Has it a function of that name, with a body? */
bool program_defines(const program *p, const char *name);
/* Has it an instruction with this builtin? */
bool program_calls(const program *p, enum builtin which);
/* Or a weak compare-exchange? */
bool program_tries_weakly(const program *p);
/* Or one of the user's that may be of pointers? */
bool program_exchanges_pointers(const program *p);
/* May f be called as the signature says?  What its arguments are decides, not the results. */
bool program_takes(const program *p, const func *f, u32 signature);
/* Dies naming the first instruction that breaks an invariant of this file. */
void program_verify(const program *p);
/* FNV-like digest of all that behaviour depends on; sets p->hash. */
void program_digest(program *p);
/* The program as bytes, appended, for another process of the same version. */
struct text;
void program_pack(const program *p, struct text *out);
/* The program of such bytes, or NULL and what is wrong with them. */
program *program_unpack(const void *bytes, size_t n, const char **problem);
/* The program as a file for another process of the same version; false: errno says why. */
bool program_write(const program *p, const char *path);
/* The program of such a file, or NULL and what is wrong with it. */
program *program_read(const char *path, const char **problem);
/* Human-readable listing, with source lines; `only` is a function name or NULL for all but the
 * runtime's. */
void program_print(const program *p, const char *only, struct text *out);

/* Liveness.  The registers that are live when the thread rests *before* code[pc] (the operands of
 * code[pc] included), or, with after_call, when a frame waits for the call at pc to return (the
 * call's results excluded).  Sorted; owned by the function, computed once. */
typedef struct live_set {
    u32 n;
    u16 *regs;
} live_set;
const live_set *live_at(func *f, u32 pc, bool after_call);
void live_free(func *f);

#endif
