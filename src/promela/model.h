/* What the translation is about: types, variables and functions of the C program, the values and
 * places that expressions become, and the nodes of the model. */
#ifndef PROMELA_MODEL_H
#define PROMELA_MODEL_H

#include "promela/clang.h"
#include "promela/promela.h"

typedef struct model_type model_type;
typedef struct record record;
typedef struct model_variable model_variable;
typedef struct function function;
typedef struct store store;
typedef struct model_node model_node;

typedef VEC(CXCursor) cursors;
typedef VEC(const char *) texts;

typedef enum model_type_kind {
    TYPE_VOID,
    TYPE_BOOL,
    TYPE_INT,
    TYPE_POINTER,
    TYPE_STRUCT,
    TYPE_ARRAY,
    TYPE_MUTEX,
    TYPE_COND,
    TYPE_SEM,
    TYPE_RWLOCK,
    TYPE_BARRIER,
    TYPE_FUNCTION,
    TYPE_BAD /* floats, unions, ...: refused where a value of it is needed */
} model_type_kind;

struct model_type {
    model_type_kind kind;
    u32 bits;       /* of an integer */
    bool sign;      /* of an integer */
    model_type *to; /* what a pointer points to, what an array is made of */
    u32 n;          /* elements of an array */
    record *record;
    store *store; /* where objects of it live that pointers lead to; NULL: none yet */
    const char *name;
    i64 bytes;
};

typedef struct field {
    const char *name, *c_name;
    model_type *type;
    bool shadowed; /* some instance may be read before it was set */
    bool taken;    /* its address is used: it lives in a store of its own type, from `base` on */
    u32 base, stride;
    u32 bits; /* of a bit-field; 0: it is none */
    u32 unit; /* bit-fields of one number lie side by side: a store to one writes them all */
} field;

struct record {
    CXCursor decl;
    const char *name;
    VEC(field) fields;
    bool pooled;     /* a field's address is used: all instances live in its store */
    const char *tag; /* of a union: the field that says which member was written; NULL: a struct */
    bool printed;
};

enum { STORE_LEAST = 2 }; /* places: SPIN has no arrays of one */

/* The array that holds the objects of one type that pointers lead to; a pointer is an index. */
struct store {
    model_type *type;
    const char *name;
    u32 statics;  /* places 1... that variables have for the whole run, gaps included */
    u32 size;     /* places in all, the first for NULL */
    bool dynamic; /* malloc, or locals of functions */
    bool spans;   /* objects of several places, with a gap behind each */
    bool shadowed;
    u32 tag;                      /* in a void pointer */
    u32 constants, constants_end; /* the static places that nobody may write to */
    VEC(u32) objects;             /* of the static places: the object it belongs to, 0 for a gap */
};

struct model_variable {
    CXCursor decl;
    const char *name, *c_name;
    model_type *type;
    function *owner; /* NULL: global */
    bool taken;      /* its address is used: it lives in a store */
    bool fixed;      /* global, static or of main: its place is `place` */
    u32 place;
    bool shadowed; /* may be read before it was set */
    bool parameter, assigned;
    bool outer;    /* of main's outermost block */
    bool threaded; /* _Thread_local */
    bool constant; /* a string, or a static that is const: nobody writes to it */
    CXCursor init; /* of a static one */
    bool has_init;
};

typedef struct label {
    const char *c_name, *name;
    u32 section; /* as in a jump */
} label;

/* A goto, and the number of the atomic section it is in; 0: in none. */
typedef struct goto_seen {
    CXCursor at;
    const char *to;
    u32 section;
} goto_seen;

struct function {
    CXCursor decl; /* the definition */
    const char *name, *c_name;
    model_type *result;
    VEC(model_variable *) parameters;
    VEC(model_variable *) locals;   /* parameters that need a place of their own among them */
    VEC(const char *) temps, wides; /* of one word, of two */
    VEC(const char *) numbers;      /* with --collect: of one word, and never a pointer */
    VEC(function *) calls;
    VEC(label) labels;
    bool taken;   /* its address is used as a value */
    u32 number;   /* as such a value */
    bool starts;  /* a thread starts with it */
    bool creates; /* it starts threads, itself or by what it calls */
    u32 visit;    /* by the last search that came here */
    bool called;  /* from other functions */
    bool process; /* translated as a process with a return channel */
    bool reached, atomic;
    bool tidies;   /* has locals in stores */
    bool indirect; /* calls through pointers */
    bool loops;    /* its body has a loop or a label */
    u32 cost;      /* visible accesses on a path of its body, at most; 2: several */
    model_node *body;
};

/* The value of an expression.  `text` is an expression of Promela without effects; of a 64-bit
 * integer it is the low half, and `high` the other one, NULL: the sign of the low half.  `low` to
 * `top` bound the value as C sees it. */
typedef struct value {
    model_type *type;
    const char *text, *high;
    i128 low, top;
    bool visible; /* the text has one access that others may see */
    bool constant;
    bool plain;         /* a name or a number */
    bool global;        /* a name of what other functions may change */
    const char *checks; /* must hold when the text is evaluated; NULL: nothing */
    const char *kind;   /* of the error, if not */
} value;

/* Where an object is. */
typedef struct model_place {
    model_type *type;
    const char *base;   /* text, without the index */
    const char *offset; /* of arrays: places from the beginning; NULL: 0 */
    store *store;       /* NULL: `base` is a name; else `offset` is the index in it */
    const char *shadow; /* NULL: always set */
    bool shared, atomic;
    bool global;     /* `base` is a variable that all functions may name */
    const char *tag; /* in a union: what says which of its members is there; NULL: it is in none */
    u32 member;      /* which of them it is, or is a part of, from 1 on */
    bool whole;      /* the member itself */
    const char *checks, *kind;
    const field *bits; /* of a bit-field, whose neighbours are members of `unit`; NULL: none */
    const record *unit;
    const char *whole_text; /* the struct it is in */
    bool release;           /* a store here is a release */
    const char *lives;      /* what says that the object is there, @ for its index; NULL: always */
} model_place;

/* What is printed.  Each has the line of C it comes from. */
typedef enum model_node_kind {
    NODE_STATEMENT, /* text */
    NODE_IF,        /* children are NODE_OPTION */
    NODE_DO,
    NODE_OPTION, /* text is the guard, "else", or NULL; children the rest */
    NODE_ATOMIC, /* children, kept together */
    NODE_SEQUENCE,
    NODE_LABEL,
    NODE_NOTE
} model_node_kind;

struct model_node {
    model_node_kind kind;
    const char *text, *kind_of_error;
    VEC(model_node *) children;
    u8 cost;      /* of the text alone: 0 local, 1 one visible access, 2 more */
    bool bounded; /* of a loop: it ends */
    bool jumps;   /* break or goto */
    const char *file;
    u32 line;
};

/* A variable of the model, or the elements of an array of them, that a store buffer can hold. */
typedef struct cell {
    const char *text, *shadow; /* with @ for indices */
    const char *lives; /* what says that the object is there, @ for its index; NULL: always */
    u32 indices;
    bool wide;
} cell;

typedef struct scope {
    VEC(model_variable *) locals;       /* in stores, to be given back at the end */
    bool loop, target;                  /* break leaves here */
    const char *break_to, *continue_to; /* labels; NULL: plain break */
} scope;

typedef struct translation {
    const promela_options *o;
    CXIndex index;
    VEC(CXTranslationUnit) units;
    VEC(void *) blocks; /* the strings and everything else */
    char *at;
    size_t left;
    VEC(model_type *) types;
    VEC(record *) records;
    VEC(store *) stores;
    VEC(model_variable *) globals;
    VEC(model_variable *) variables; /* all of them */
    VEC(function *) functions;
    VEC(const char *) names; /* taken ones */
    VEC(model_node *) nodes;
    function *main;
    bool scanned, threads, conds, mutexes, ends_early, joins_value, knows_itself, chooses,
        wide_used, udiv_used;
    function *thread_end; /* what threads do when they end; NULL: nothing */
    bool mutex_types;     /* some mutex may be recursive, or check for errors */
    u32 labels;
    /* the function that is being translated */
    function *f;
    model_node *out;
    VEC(scope) scopes;
    VEC(model_variable *) fresh; /* locals that hold what malloc returned and nobody else knows */
    VEC(const char *) known;     /* locals that are not null */
    const char *file;
    u32 line;
    bool alone; /* no other thread exists */
    const char *return_to;
    u32 section, sections; /* the outermost that is open, 0: none; how many there were */
    u32 section_scope;     /* how many scopes are around it */
    VEC(goto_seen) jumps;
    u32 temps, numbers, wides; /* in use */
    VEC(cell) cells;
    bool initialising; /* of what nobody may write to later */
    texts *leaves;     /* for place_leaves */
    bool claiming;     /* a proposition is translated */
    u32 direct;        /* accesses do not go through the store buffer */
} translation;

/* Strings that live as long as the translation. */
void *tr_alloc(translation *t, size_t bytes);
const char *tr_text(translation *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *tr_copy(translation *t, CXString s);

#endif
