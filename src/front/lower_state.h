/* What the parts of the lowering share: the module's state, one function's state, and the calls
 * between the parts.  lower.c tells how a function goes through them. */
#ifndef FRONT_LOWER_STATE_H
#define FRONT_LOWER_STATE_H

#include "base/map.h"
#include "base/text.h"
#include "front/debug.h"
#include "front/lower.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <string.h>

#define NO_REG   UINT32_MAX
#define NO_SLOT  UINT32_MAX
#define NO_BLOCK UINT32_MAX

#define HUGE_WORDS 16 /* registers of the widest integer */

/* ---- shapes: a type as a row of scalars (lower_shape.c) ---- */

typedef enum piece_kind { PIECE_INT, PIECE_PTR, PIECE_FLOAT, PIECE_DOUBLE, PIECE_LONG } piece_kind;

/* One scalar: its registers count from the value's first register. */
typedef struct piece {
    piece_kind kind;
    u32 bits; /* of a pointer: its size in memory */
    u32 reg;
    u32 regs;   /* 1; 2 above 64 bits; more above 128 */
    u64 offset; /* in memory, bytes; bits when shape.bitwise */
} piece;

typedef struct shape {
    u32 n, nregs;
    piece *at;
    u8 *classes; /* REG_INT or REG_PTR of each register */
    u64 bytes;   /* store size */
    bool vector;
    bool bitwise; /* a vector whose elements are no whole bytes */
} shape;

/* ---- constants (lower_const.c) ---- */

typedef enum konst_kind {
    KONST_NUMBER,
    KONST_POINTER, /* object and offset; of an integer type: the cast pointer */
    KONST_LABEL,   /* address of a block */
    KONST_DIFF,    /* label - other */
    KONST_TLS,     /* address in the thread-local block, offset */
    KONST_UNDEF,
    KONST_OTHER /* an expression for which code is needed */
} konst_kind;

typedef struct konst {
    konst_kind kind;
    u64 lo, hi;
    u32 object;
    i64 offset;
    LLVMBasicBlockRef label, other;
} konst;

/* ---- the module ---- */

typedef struct label_fix {
    u32 func, pc; /* a CONST of a function, or */
    u32 object,
        offset; /* bytes of an object (object 0: the thread-local block), when func is NO_REG */
    u32 bytes;
    u32 reloc; /* the index of the object's reloc, when a lone label */
    LLVMBasicBlockRef label, other;
} label_fix;

/* A label of the source, and the first code behind it. */
typedef struct c_label {
    const char *name;
    u32 func, pc;
} c_label;

typedef struct complaint {
    srcloc at;
    u32 order;
    char *message;
} complaint;

typedef struct lower {
    program *p;
    LLVMModuleRef m;
    LLVMTargetDataRef layout;
    debug *dbg;
    lower_options o;
    u32 pointer_bits;
    map objects;    /* global value -> object */
    map functions;  /* function -> index of program.funcs */
    map shapes;     /* type -> shape */
    map tls;        /* thread-local variable -> offset */
    map labels;     /* block of a function with computed goto -> instruction */
    map intrinsics; /* function -> intrinsic number + 1 */
    map landings;   /* landing pad -> object of its clauses */
    map own_clocks; /* inlined place -> is it of a wait by a clock of the program's own */
    VEC(LLVMValueRef) todo_functions;
    VEC(LLVMValueRef) todo_globals;
    VEC(LLVMValueRef) todo_tls;
    VEC(label_fix) fixes;
    VEC(c_label) c_labels;
    VEC(bool *) guessed; /* fn.guessed by function, where places are asked for */
    VEC(complaint) complaints;
    struct fn *now;      /* the function whose code is being made; NULL: none */
    bool querying;       /* what is asked for now belongs to queries alone */
    srcloc at;           /* of what is being lowered */
    srcloc user;         /* the last line of the user's on the way there from the roots */
    VEC(srcloc) reached; /* the same of where an object was first asked for, by object */
    unsigned byval_kind, returns_twice_kind, inline_kind;
} lower;

/* Number of the object of a global variable or function; queues it to be lowered. */
u32 lower_object(lower *l, LLVMValueRef global);
/* Index in program.funcs of a function that has a body, or gets one. */
u32 lower_function(lower *l, LLVMValueRef v);
/* Offset of a thread-local variable in the block. */
u32 lower_tls(lower *l, LLVMValueRef global);
/* A global value without aliases in between. */
LLVMValueRef lower_aliasee(LLVMValueRef v);
u32 lower_signature(lower *l, const char *s);
/* What is not understood, at l->at: inside a function the run is cut there, unless all is to be
 * refused.  Lowering goes on, so that all is listed. */
void lower_reject(lower *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* What the program cannot do without. */
void lower_refuse(lower *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

const shape *shape_of(lower *l, LLVMTypeRef t);
/* One letter for each register: integers i, pointers p, and f, d, e by the size of the others. */
void shape_letters(const shape *s, text *out);
void piece_letters(const piece *p, text *out);
/* Which piece `indices` of the type lead to. */
u32 shape_piece(lower *l, LLVMTypeRef t, const unsigned *indices, u32 n);
void shape_free(lower *l);

/* The value of a scalar constant. */
konst konst_eval(lower *l, LLVMValueRef c);
/* The scalar constant that is piece `i` of any constant. */
LLVMValueRef konst_leaf(lower *l, LLVMValueRef c, u32 i);
/* Lays down an initialiser in the object (0: the thread-local block) at `offset`. */
void konst_store(lower *l, u32 object, u64 offset, LLVMValueRef c);
/* The offset that constant indices of a GEP give; false when one of them is no constant. */
bool konst_gep_offset(lower *l, LLVMValueRef gep, i64 *offset);

/* ---- one function ---- */

typedef enum val_kind {
    VAL_OWN,     /* registers of its own */
    VAL_FORWARD, /* those of `base`, `offset` registers further */
    VAL_ADDRESS, /* `base` + `offset` bytes, only used to load and store */
    VAL_CHAIN,   /* an insertion that only the next insertion uses */
    VAL_ALIAS,   /* a load of a slot that can be read in place */
    VAL_SLOT,    /* an alloca that is a slot */
    VAL_GONE     /* nothing to do */
} val_kind;

/* An argument or instruction; its position is its index in fn.vals. */
typedef struct val {
    LLVMValueRef v;
    LLVMValueRef base;
    const shape *shape; /* NULL: no value */
    i64 offset;
    u8 kind;
    u8 opcode;       /* LLVMOpcode; 0: an argument */
    bool local;      /* used in its own block alone */
    bool marked;     /* an alloca with lifetime markers */
    bool difference; /* of two pointers */
    bool inside;     /* a phi that only its own block uses */
    u32 block, last, uses;
    u32 reg;
    u32 slot;         /* of an alloca, load, store or marker; of a value computed into a slot */
    bool fused;       /* computed into `slot` */
    u32 expire, next; /* list of the values whose last use is here */
} val;

/* A phi of a successor and which of its incoming values belongs to the edge. */
typedef struct incoming {
    u32 phi, index;
    u32 next; /* of the same block */
} incoming;

typedef struct block {
    LLVMBasicBlockRef v;
    u32 incoming;   /* first of fn.incoming */
    u32 first, end; /* positions */
    u32 label;
    u32 stub_from, stub; /* the latest edge into it that needed code of its own */
    bool phis;
} block;

/* A promoted local variable. */
typedef struct slot {
    u32 alloca; /* position */
    const shape *shape;
    u32 reg;
    bool undefined; /* may be read before it is written */
} slot;

typedef struct run {
    u32 reg, n;
} run;

/* A variable whose range of instructions is still open, by its metadata. */
typedef struct open_var {
    LLVMValueRef key;
    u32 var; /* in func.vars */
} open_var;

typedef struct declared_var {
    u32 var;
    LLVMMetadataRef scope;
} declared_var;

/* A block of C and the instruction after its last one. */
typedef struct scope_end {
    LLVMMetadataRef scope;
    u32 end;
} scope_end;

typedef struct stub {
    u32 label, from, to;
} stub;

typedef struct fn {
    lower *l;
    LLVMValueRef v;
    func *out;
    u32 index;
    u32 first_fix;     /* of lower.fixes that may be its own */
    u32 first_c_label; /* of lower.c_labels: from here on all are */
    bool optimised, no_reuse, computed_goto;
    map index_of; /* value -> position */
    map block_of;
    VEC(val) vals;
    VEC(block) blocks; /* the reachable ones, in order */
    VEC(slot) slots;
    VEC(insn) code;
    VEC(srcloc) where;
    VEC(bool) guessed; /* by instruction: its line is that of the code above, in another block */
    VEC(u8) regclass;
    VEC(u32) labels; /* label -> instruction */
    VEC(u32) free[2];
    VEC(run) runs, scratch;
    VEC(stub) stubs;
    VEC(incoming) incoming;
    VEC(u32)
    readers, writer; /* of each register, among the moves on an edge; all zero in between */
    VEC(open_var) open_vars;
    VEC(declared_var) declared;
    VEC(scope_end) scopes;
    map scope_of; /* scope -> index of scopes */
    LLVMMetadataRef last_scope;
    u32 last_scope_index;
    srcloc loc;
    bool guessing; /* loc is the end of the block above */
    u32 pos, block;
    u32 thrown; /* register that says whether the invoke at hand threw; NO_REG: it cannot */
} fn;

/* One register's worth of operand. */
typedef struct arg {
    bool constant;
    u64 imm;
    u32 reg;
} arg;

typedef struct address {
    u32 reg;
    i32 offset;
} address;

/* lower_scan.c: numbering, laziness, uses. */
void scan_function(fn *f);
val *scan_val(fn *f, LLVMValueRef v);       /* NULL for constants */
u32 scan_block(fn *f, LLVMBasicBlockRef b); /* NO_BLOCK when unreachable */
/* Calls `visit` for each value that the instruction at `pos`, or operand v there, really reads. */
typedef void (*use_visit)(fn *f, void *with, val *x, u32 pos, u32 at);
void scan_uses(fn *f, u32 pos, use_visit visit, void *with);
void scan_use(fn *f, LLVMValueRef v, u32 pos, u32 at, use_visit visit, void *with);

/* lower_slots.c */
void slots_find(fn *f);   /* which allocas are slots; before uses are noted */
void slots_assign(fn *f); /* in-place loads and stores, definite assignment */
/* Does the value become one instruction which reads its operands before it writes? */
bool slots_fusable(const val *x);

/* lower_join.c */
void join_values(fn *f); /* values computed in the register of the phi they go to */

/* lower_tidy.c */
void tidy_code(fn *f); /* targets become instruction indices; superfluous jumps go */

/* lower_regs.c */
u32 regs_new(fn *f, const u8 *classes, u32 n); /* for the whole function */
void regs_release(fn *f, u32 reg, u32 n);
u32 regs_scratch(fn *f, u8 class); /* until the instruction is done */
u32 regs_scratch_run(fn *f, const u8 *classes, u32 n);
u32 regs_scratch_ints(fn *f, u32 n);
void regs_done(fn *f); /* the instruction is done */
u32 regs_dest(fn *f, val *x);

/* lower_emit.c: instructions and operands. */
u32 emit(fn *f, u32 op, u32 a, u32 b, u32 c, u64 imm);
u32 emit_xy(fn *f, u32 op, u32 a, u32 b, u32 c, u32 x, u32 y);
void emit_const(fn *f, u32 reg, u64 value);
void emit_mov(fn *f, u32 to, u32 from, u32 n);
void emit_konst(fn *f, u32 reg, const konst *k, const piece *p); /* into the piece's registers */
void emit_value(fn *f, u32 reg, LLVMValueRef v); /* any value into given registers */
u32 emit_reg(fn *f, LLVMValueRef v);             /* first register of any value */
u32 emit_piece(fn *f, LLVMValueRef v, u32 i);    /* first register of its piece i */
void emit_piece_into(fn *f, u32 reg, LLVMValueRef v, u32 i);
arg emit_arg(fn *f, LLVMValueRef v, u32 i); /* piece i, of one register */
u32 emit_arg_reg(fn *f, arg a);
address emit_address(fn *f, LLVMValueRef pointer);
u32 emit_label(fn *f);             /* a new label */
void emit_place(fn *f, u32 label); /* here it is */
void emit_select(fn *f, u32 d, u32 cond, u32 yes, u32 no, u32 n);
static inline arg arg_imm(u64 imm)
{
    return (arg){true, imm, NO_REG};
}
static inline arg arg_reg(u32 reg)
{
    return (arg){false, 0, reg};
}

/* lower_func.c: a whole function. */
void func_lower(lower *l, LLVMValueRef v, u32 index);
/* "params:results" of a function type, as an index of program.signatures. */
u32 func_signature(lower *l, LLVMTypeRef t);

/* lower_flow.c: terminators and edges. */
void flow_lower(fn *f, val *x);

/* lower_insn.c: arithmetic, comparisons, casts of one piece. */
void insn_lower(fn *f, val *x);
void insn_expression(fn *f, u32 reg, LLVMValueRef c); /* a constant expression */
void insn_integer(fn *f, LLVMOpcode op, u32 bits, u32 d, arg a, arg b);
void insn_float(fn *f, LLVMOpcode op, piece_kind k, u32 d, u32 a, u32 b);
void insn_fconv(fn *f, u32 conversion, const piece *from, const piece *to, u32 d, u32 a);

/* lower_compare.c */
void compare_numbers(fn *f, LLVMIntPredicate p, u32 bits, u32 d, arg a, arg b);
void compare_integers(fn *f, val *x, u32 d);
void compare_floats(fn *f, val *x, u32 d);

/* lower_fpclass.c: d := is the piece in v of a class in the mask of llvm.is.fpclass? */
void fpclass_test(fn *f, u32 d, u32 v, const piece *p, u32 mask);

/* lower_wide.c: integers of 65..128 bits. */
void wide_binary(fn *f, LLVMOpcode op, u32 bits, u32 d, u32 a, u32 b);
void wide_compare(fn *f, LLVMIntPredicate p, u32 bits, u32 d, u32 a, u32 b);
void wide_cast(fn *f, LLVMOpcode op, u32 from, u32 to, u32 d, u32 a);
/* d, d+1 := result; d+2 := overflowed; op is an OVF_. */
void wide_overflow(fn *f, u32 op, u32 bits, u32 d, u32 a, u32 b);
void wide_bits(fn *f, u32 op, u32 bits, u32 d, u32 a, u32 b); /* op is a BITS_ */
void wide_funnel(fn *f, bool right, u32 bits, u32 d, u32 a, u32 b, u32 c);

/* lower_huge.c: integers above 128 bits. */
void huge_const(fn *f, u32 d, LLVMValueRef c);
void huge_binary(fn *f, LLVMOpcode op, u32 bits, u32 d, LLVMValueRef a, LLVMValueRef b);
void huge_compare(fn *f, LLVMIntPredicate p, u32 bits, u32 d, LLVMValueRef a, LLVMValueRef b);
void huge_cast(fn *f, LLVMOpcode op, u32 from, u32 to, u32 d, u32 a);

/* lower_access.c */
void access_load(fn *f, val *x);
void access_store(fn *f, val *x);
void access_alloca(fn *f, val *x);
void access_alloca_here(fn *f, u32 reg, LLVMValueRef alloca); /* at the start of its life */
void access_gep(fn *f, u32 d, LLVMValueRef gep);
void access_rmw(fn *f, val *x);
void access_cmpxchg(fn *f, val *x);
void access_fence(fn *f, const val *x);
void access_copy(fn *f, u32 to, u32 from, arg bytes, bool overlap);
void access_set(fn *f, u32 to, u32 byte, arg bytes);

/* lower_call.c */
void call_lower(fn *f, val *x);
LLVMValueRef call_forwards(LLVMValueRef call); /* the argument that it returns as it is, or NULL */
void call_synthesise(lower *l, LLVMValueRef v, u32 index); /* a function that has no body in C */
bool call_synthesised(LLVMValueRef v);
void call_math_emit(fn *f, u32 math, u32 type, u32 d, const u32 *regs);

/* lower_intrinsic.c */
void intrinsic_lower(fn *f, val *x, LLVMValueRef callee);
bool intrinsic_is(LLVMValueRef call, const char *prefix); /* a call of llvm.<prefix>... */

/* lower_unwind.c */
void unwind_catch(fn *f, const val *x);  /* behind the call of an invoke; sets f->thrown */
void unwind_landing(fn *f, val *x);      /* landingpad */
void unwind_resume(fn *f, const val *x); /* resume */
u32 unwind_type(lower *l, LLVMValueRef type_info);

/* lower_vector.c */
void vector_insert(fn *f, val *x);  /* insertvalue and insertelement, with their chain */
void vector_extract(fn *f, val *x); /* extractelement at a variable index */
void vector_shuffle(fn *f, val *x);
void vector_bitcast(fn *f, u32 d, const shape *to, LLVMValueRef v);

/* lower_asm.c */
void asm_lower(fn *f, val *x);

/* lower_places.c */
void places_label(fn *f, val *x); /* at a call of dbg.label */
void places_keep(fn *f);          /* what marks need to know of a complete function */
void places_mark(lower *l);       /* when all functions of the program are there */

/* lower_vars.c */
void vars_note(fn *f, val *x);             /* at a call of dbg.declare or dbg.value */
void vars_position(fn *f, LLVMValueRef v); /* the code of an instruction is complete */
void vars_block_end(fn *f);
void vars_finish(fn *f);

#endif
