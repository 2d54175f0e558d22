/* Closing an open program: what its parts share.  A program is open where values come from outside
 * of it; closed, the same program needs none.  After C. Colby, P. Godefroid, L. J. Jagadeesan,
 * "Automatically Closing Open Reactive Programs", PLDI 1998. */
#ifndef FRONT_CLOSE_H
#define FRONT_CLOSE_H

#include "base/map.h"
#include "base/text.h"
#include "front/clang.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

/* Bytes of an object: a pointer points to one of those from `offset` to `offset + span`. */
typedef struct target {
    u32 object, offset, span;
} target;

enum { ANYWHERE = UINT32_MAX }; /* as a span, or a size: all of the object */

/* What a value may be: where it may point to, and whether it depends on inputs. */
typedef struct content {
    VEC(target) at;
    bool input;
} content;

typedef struct close_cell {
    u32 offset, size;
    content holds;
} close_cell;

/* A variable, a function, what an allocation made, or what is outside. */
typedef struct storage {
    LLVMValueRef origin; /* NULL: of no value */
    u32 size;
    VEC(close_cell) cells;
} storage;

typedef struct remark {
    char *file;
    u32 line;
    char *words;
} remark;
typedef VEC(remark) remark_list;

typedef enum library_class {
    LIBRARY_SOURCE, /* its result, and what it writes, are inputs */
    LIBRARY_KEEP,   /* an operation that stays; neither its arguments nor the first `length` bytes
                       that they point to may depend on inputs */
    LIBRARY_TIMED,  /* the same with a deadline, which may */
    LIBRARY_DATA,   /* computes or prints; is cut where it would need an input */
    LIBRARY_PRINT,  /* the same; its format may have it write how much was printed */
    LIBRARY_ALLOC,
    LIBRARY_FREE,
    LIBRARY_ASSERT,
    LIBRARY_ASSUME,
    LIBRARY_CREATE,  /* starts a function; `writes` is the number of its argument */
    LIBRARY_CALL,    /* the same, without a value for it */
    LIBRARY_AT_EXIT, /* a handler of the end, which gets the status and a value */
    LIBRARY_KEY,     /* the same, with what threads keep: a destructor */
    LIBRARY_JOIN,
    LIBRARY_LEAVE, /* the end of a thread: its value may be cut */
    LIBRARY_EXIT,  /* the same of the process */
    LIBRARY_ERRNO, /* where the C library's number of an error lies, which inputs may change */
    LIBRARY_SPECIFIC_SET,
    LIBRARY_SPECIFIC_GET,
    LIBRARY_VARIADIC, /* a list of arguments without a name */
    LIBRARY_COPY,
    LIBRARY_SET,
    LIBRARY_NOTHING, /* marks of the compiler's */
    LIBRARY_PURE,    /* intrinsics that compute */
    LIBRARY_STRICT,  /* any other function of the C library: nothing that it can reach may depend
                        on inputs; it may give back what any of them was given */
    LIBRARY_UNKNOWN, /* one of which nothing is known: refused */
    LIBRARY_OUTSIDE  /* a function that nobody defines: an input */
} library_class;

enum { RESULT_INPUT = -2 }; /* as the result of a row */

typedef struct library_row {
    const char *name; /* may end with * */
    library_class kind;
    u32 writes; /* bits: arguments that point to what is written */
    u32 unread; /* bits: arguments that point to what is not read */
    i32 length; /* the argument that says how many bytes are written; -1: none does */
    i32 result; /* the argument that it returns, or a part of; -1: none; -2: an input */
} library_row;

typedef struct closing {
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    const close_options *o;
    map numbers; /* of values; of what functions return under key + 1 */
    VEC(content *) contents;
    map origins; /* of objects */
    VEC(storage) objects;
    u32 results, specifics, outside; /* objects: what threads return; what is kept for threads */
    u32 library;                     /* what the C library was given, and may give back */
    u32 variadic;                    /* all arguments without a name */
    bool destructors; /* what is kept for threads is handed to functions of the program */
    bool changed;
    bool channels; /* the program makes pipes or sockets itself: to read may be no input */
    bool streams;  /* it has streams on them */
    bool replaced; /* its standard streams may be they */
    bool files;    /* it meets others at files: to open one is no input */
    map names;     /* of local variables: indices in strings */
    VEC(char *) strings;
    remark_list said, refused;
    u32 tosses, cuts, inputs, unsure;
} closing;

/* close.c */
/* The files' modules become one, the first of the list, and are closed. */
void close_files(const front_options *o, module_list *modules, text *said);

/* close_memory.c */
content *content_of(closing *c, LLVMValueRef v);
/* What the function returns. */
content *content_returned(closing *c, LLVMValueRef function);
void content_add(closing *c, content *to, const content *from);
void content_input(closing *c, content *to);
void content_target(closing *c, content *to, target t);
/* The same targets, each as all of its object. */
void content_blur(closing *c, content *to, const content *from);
u32 memory_object(closing *c, LLVMValueRef origin, u32 size);
void memory_load(closing *c, content *to, const content *from, u32 size);
void memory_store(closing *c, const content *to, u32 size, const content *what);
void memory_copy(closing *c, const content *to, const content *from, u32 size);
bool memory_is_input(closing *c, const content *from, u32 size);
/* The objects that can be reached from these, as targets. */
void memory_reach(closing *c, const content *from, content *all);
u32 size_of(closing *c, LLVMTypeRef of);
/* Where a pointer computed from a base points to; `step` is a getelementptr. */
void memory_element(closing *c, content *to, const content *base, LLVMValueRef step);
/* An index that is not known, into an array of so many elements that is part of an object: it may
 * leave the array unseen.  `operand` is its number among those of the getelementptr. */
typedef struct inner_index {
    u32 operand;
    u64 count;
} inner_index;
typedef VEC(inner_index) index_list;
void memory_inner_indices(closing *c, LLVMValueRef step, index_list *out);
bool element_direct(LLVMValueRef step);

/* close_library.c */
library_row library_find(closing *c, LLVMValueRef function);
void library_flow(closing *c, const library_row *row, LLVMValueRef call);
/* Something that threads leave for others, in an object of its own: loaded, or stored. */
void library_kept(closing *c, u32 number, content *to, const content *from);
/* Is there such a name in the C library? */
bool library_has(const char *name);
/* Does the call read, at once or through pointers, what depends on inputs? */
bool library_touches(closing *c, const library_row *row, LLVMValueRef call);

/* close.c: is it said to be an input? */
bool close_is_named(const closing *c, const char *name);

/* close_flow.c: contents of all values. */
void close_flow(closing *c);
/* Is the body of the function part of the closed program? */
bool close_has_body(closing *c, LLVMValueRef function);
void close_bind(closing *c, LLVMValueRef function, u32 parameter, const content *what);
/* The functions that a call may call. */
typedef VEC(LLVMValueRef) value_list;
void close_callees(closing *c, LLVMValueRef call, value_list *out);

/* close_cut.c: changes the module; or fills `refused` and changes nothing. */
void close_cut(closing *c);
/* close_path.c */
void close_tidy(LLVMValueRef function);
LLVMValueRef close_toss(LLVMBuilderRef b, LLVMModuleRef m, u32 n);
/* The branch becomes a toss; false: it leads to one place whichever way it goes. */
bool close_branch(closing *c, LLVMValueRef branch, const map *tossed);
bool close_private(LLVMValueRef slot);

/* close_said.c */
void close_say(closing *c, remark_list *to, LLVMValueRef at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* 'name' of the variable that a value comes from, in quotes; of a call its name. */
void close_name(closing *c, LLVMValueRef v, text *out);
void close_names(closing *c);
void close_print(remark_list *all, text *out);
void close_forget(remark_list *all);

#endif
