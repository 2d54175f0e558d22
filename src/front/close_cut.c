/* Cuts what depends on inputs out of a program, when the contents of all values are known.
 *
 * A statement whose value depends on inputs is gone, or stays with 0 in the place of the value
 * where it may fail or meet other threads for another reason: a store through a pointer that may be
 * null, an access to memory that others reach, a division by what does not depend on inputs.
 * Branches become tosses (close_path.c).  So a run of the open program, with any inputs, is one of
 * the closed one: it has the same control, and the same values wherever a value does not depend on
 * inputs.
 *
 * What cannot be cut so is refused by name: an operation on an object that inputs choose, a
 * function that inputs choose.  What could fail because of an input is refused, too, unless the
 * user says that it may fail (a toss), or that he does not want to know. */
#include "base/mutant.h"
#include "front/close_cut.h"

#include <string.h>
#include <sys/syscall.h>

enum { TIME_SIZE = 16 }; /* bytes of a struct timespec */

static bool is_input(const cutter *k, LLVMValueRef v)
{
    return content_of(k->c, v)->input;
}

static void say(cutter *k, LLVMValueRef at, const char *before, LLVMValueRef of, const char *after)
{
    text name = {0};

    close_name(k->c, of, &name);
    close_say(k->c, &k->c->said, at, "%s%s%s", before, text_str(&name), after);
    text_free(&name);
}

static void refuse(cutter *k, LLVMValueRef at, LLVMValueRef of, const char *what)
{
    text name = {0};

    close_name(k->c, of, &name);
    close_say(k->c, &k->c->refused, at, "error: %s depends on inputs, by %s", what,
              text_str(&name));
    text_free(&name);
}

static void drop(cutter *k, LLVMValueRef v)
{
    vec_push(&k->gone, v);
    k->c->cuts++;
}

/* Something that may be an error for some inputs. */
static void say_unsure(cutter *k, LLVMValueRef at, LLVMValueRef of, const char *what)
{
    text name = {0};

    close_name(k->c, of, &name);
    k->c->unsure++;
    if (k->c->o->errors == CLOSE_REFUSE)
        close_say(k->c, &k->c->refused, at,
                  "error: %s depends on inputs, by %s, and may fail for some; --input-errors fail "
                  "or drop says what to do",
                  what, text_str(&name));
    else
        close_say(k->c, &k->c->said, at, "%s depends on inputs, by %s: %s", what, text_str(&name),
                  k->c->o->errors == CLOSE_FAIL ? "it may fail"
                                                : "whether it fails is not looked for");
    text_free(&name);
}

static void unsure(cutter *k, LLVMValueRef at, LLVMValueRef of, const char *what)
{
    say_unsure(k, at, of, what);
    if (k->c->o->errors == CLOSE_FAIL)
        vec_push(&k->checks, at);
}

/* ---- what becomes of an instruction ---- */

static void decide_load(cutter *k, LLVMValueRef v)
{
    LLVMValueRef from = LLVMGetOperand(v, 0);

    if (is_input(k, from)) {
        unsure(k, v, from, "where this reads");
        drop(k, v);
    } else if (is_input(k, v)) {
        if (close_private(from))
            drop(k, v);
        else
            vec_push(&k->blank, v);
    }
}

static void decide_store(cutter *k, LLVMValueRef v)
{
    LLVMValueRef what = LLVMGetOperand(v, 0), to = LLVMGetOperand(v, 1);
    bool dead = close_private(to) &&
                memory_is_input(k->c, content_of(k->c, to), size_of(k->c, LLVMTypeOf(what)));

    if (is_input(k, to)) {
        unsure(k, v, to, "where this writes");
        say(k, v, "what is stored by way of ", to, " is cut");
        drop(k, v);
    } else if (is_input(k, what)) {
        say(k, v, "what is stored in ", to, " is cut");
        if (dead)
            drop(k, v);
    } else if (dead) {
        drop(k, v);
    }
}

/* By a number that is neither 0 nor -1, and does not reach the width. */
static bool is_safe_divisor(LLVMValueRef v)
{
    return LLVMIsAConstantInt(v) && !LLVMIsNull(v) && LLVMConstIntGetSExtValue(v) != -1;
}

static void decide_division(cutter *k, LLVMValueRef v, bool is_signed)
{
    LLVMValueRef by = LLVMGetOperand(v, 1);

    if (!is_input(k, v))
        return;
    if (is_input(k, by) || (is_signed && !is_safe_divisor(by)))
        unsure(k, v, is_input(k, by) ? by : v, "what this divides");
    if (is_input(k, by) || is_safe_divisor(by))
        drop(k, v);
    else
        vec_push(&k->blank, v);
}

static void decide_shift(cutter *k, LLVMValueRef v)
{
    LLVMValueRef by = LLVMGetOperand(v, 1);

    if (!is_input(k, v))
        return;
    if (is_input(k, by))
        unsure(k, v, by, "how far this shifts");
    if (is_input(k, by) || LLVMIsAConstantInt(by))
        drop(k, v);
    else
        vec_push(&k->blank, v);
}

static void decide_branch(cutter *k, LLVMValueRef v)
{
    LLVMValueRef on = LLVMIsASwitchInst(v) ? LLVMGetOperand(v, 0) : LLVMGetCondition(v);
    bool asserts;

    if (!is_input(k, on))
        return;
    asserts = LLVMIsABranchInst(v) &&
              cut_fails(LLVMGetSuccessor(v, 0)) != cut_fails(LLVMGetSuccessor(v, 1));
    if (asserts && k->c->o->errors == CLOSE_FAIL)
        say(k, v, "the assertion may fail: it depends on inputs, by ", on, "");
    else if (asserts)
        unsure(k, v, on, "the assertion");
    if (asserts && k->c->o->errors == CLOSE_DROP) {
        vec_push(&k->dropped, v);
        return;
    }
    say(k, v, "the branch on ", on, " is a toss");
    vec_push(&k->tosses, v);
    vec_push(&k->remarks, k->c->said.n - 1);
    map_number(&k->tossed, map_key(v));
}

static void decide_select(cutter *k, LLVMValueRef v)
{
    if (is_input(k, v))
        drop(k, v);
    else if (is_input(k, LLVMGetOperand(v, 0))) {
        say(k, v, "the choice by ", LLVMGetOperand(v, 0), " is a toss");
        vec_push(&k->selects, v);
    }
}

static void decide_return(cutter *k, LLVMValueRef v)
{
    if (LLVMGetNumOperands(v) && is_input(k, LLVMGetOperand(v, 0)))
        say(k, v, "what ", k->function, " returns is cut");
}

/* ---- calls ---- */

static LLVMValueRef first_input(const cutter *k, LLVMValueRef call)
{
    for (u32 i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (is_input(k, LLVMGetOperand(call, i)))
            return LLVMGetOperand(call, i);
    return call;
}

static void keep_call(cutter *k, LLVMValueRef call, LLVMValueRef callee)
{
    if (is_input(k, call))
        vec_push(&k->blank, call);
    for (u32 i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (is_input(k, LLVMGetOperand(call, i)))
            say(k, call, "an argument of ", callee, " is cut");
}

/* Functions of the program that something outside could call. */
static bool hands_out_function(cutter *k, LLVMValueRef call)
{
    content all = {{0}, false};
    bool found = false;

    for (u32 i = 0; i < LLVMGetNumArgOperands(call); i++)
        memory_reach(k->c, content_of(k->c, LLVMGetOperand(call, i)), &all);
    for (u32 i = 0; i < all.at.n; i++) {
        LLVMValueRef f = k->c->objects.at[all.at.at[i].object].origin;

        found |= f && LLVMIsAFunction(f) && close_has_body(k->c, f);
    }
    vec_free(&all.at);
    return found;
}

/* A thread may be cancelled where it would have waited for an input, or written one. */
static void keep_point(cutter *k, LLVMValueRef call, LLVMValueRef callee)
{
    static const char *const names[] = {
        "read",  "pread", "readv", "recv",   "recvfrom", "recvmsg", "open",  "open64", "openat",
        "creat", "poll",  "ppoll", "select", "pselect",  "close",   "write", "send"};
    size_t n;

    if (!LLVMGetNamedFunction(k->c->module, "pthread_cancel") || MUTANT(CLOSE_POINT))
        return;
    for (u32 i = 0; i < LENGTH(names); i++)
        if (!strcmp(LLVMGetValueName2(callee, &n), names[i]))
            vec_push(&k->points, call);
}

static void cut_source(cutter *k, LLVMValueRef call, LLVMValueRef callee, bool outside)
{
    if (outside && hands_out_function(k, call))
        close_say(k->c, &k->c->refused, call,
                  "error: the call hands a function of the program to what is outside of it");
    say(k, call, "the call of ", callee, " is an input");
    k->c->inputs++;
    keep_point(k, call, callee);
    drop(k, call);
}

static void cut_data(cutter *k, LLVMValueRef call, LLVMValueRef callee, const library_row *row)
{
    if (!library_touches(k->c, row, call))
        return;
    if (row->kind != LIBRARY_PURE)
        say(k, call, "the call of ", callee, " is cut");
    keep_point(k, call, callee);
    drop(k, call);
}

static void cut_failing(cutter *k, LLVMValueRef call, LLVMValueRef of, const char *what)
{
    if (!is_input(k, of))
        return;
    unsure(k, call, of, what);
    drop(k, call);
}

static void decide_memory(cutter *k, LLVMValueRef call, const library_row *row)
{
    LLVMValueRef of = LLVMGetOperand(call, 0);

    if (row->kind == LIBRARY_COPY && !is_input(k, of))
        of = LLVMGetOperand(call, 1);
    if (!is_input(k, of))
        of = LLVMGetOperand(call, 2);
    cut_failing(k, call, of, "the memory that this uses");
    if (row->kind == LIBRARY_SET && is_input(k, LLVMGetOperand(call, 1)) && !is_input(k, of))
        say(k, call, "what is stored in ", LLVMGetOperand(call, 0), " is cut");
}

/* The function and the object of a thread, not what it is given. */
static void decide_create(cutter *k, LLVMValueRef call, const library_row *row)
{
    for (u32 i = 0; i < LLVMGetNumArgOperands(call); i++)
        if ((i32)i != row->length && is_input(k, LLVMGetOperand(call, i)))
            refuse(k, call, LLVMGetOperand(call, i), "what this starts");
}

/* When it ends may depend on inputs; what is no time at all is an error of the call's. */
static void decide_timed(cutter *k, LLVMValueRef call, const library_row *row)
{
    LLVMValueRef deadline = LLVMGetOperand(call, row->writes);

    if (library_touches(k->c, row, call)) {
        refuse(k, call, first_input(k, call), "what this call works on");
    } else if (memory_is_input(k->c, content_of(k->c, deadline), TIME_SIZE)) {
        say_unsure(k, call, deadline, "the deadline of this call");
        vec_push(&k->timed, call);
        vec_push(&k->deadlines, row->writes);
    }
}

/* Those that bring nothing from outside are few. */
static void refuse_system_call(cutter *k, LLVMValueRef call, const library_row *row)
{
    static const u32 known[] = {SYS_gettid, SYS_futex};
    LLVMValueRef number;

    if (strcmp(row->name, "syscall") != 0)
        return;
    number = LLVMGetOperand(call, 0);
    for (u32 i = 0; i < LENGTH(known); i++)
        if (LLVMIsAConstantInt(number) && LLVMConstIntGetZExtValue(number) == known[i])
            return;
    close_say(k->c, &k->c->refused, call, "error: what this system call does is not known");
}

static void decide_library(cutter *k, LLVMValueRef call, LLVMValueRef callee)
{
    library_row row = library_find(k->c, callee);
    u32 n = LLVMGetNumArgOperands(call);

    switch (row.kind) {
    case LIBRARY_SOURCE:
        cut_source(k, call, callee, false);
        break;
    case LIBRARY_OUTSIDE:
        cut_source(k, call, callee, true);
        break;
    case LIBRARY_DATA:
    case LIBRARY_PRINT:
    case LIBRARY_PURE:
        cut_data(k, call, callee, &row);
        break;
    case LIBRARY_ASSUME:
        if (!is_input(k, first_input(k, call)))
            break;
        say(k, call, "the call of ", callee, " is cut");
        drop(k, call);
        break;
    case LIBRARY_ALLOC:
        if (is_input(k, call))
            drop(k, call);
        break;
    case LIBRARY_FREE:
        cut_failing(k, call, LLVMGetOperand(call, 0), "what this frees");
        break;
    case LIBRARY_ASSERT:
        cut_failing(k, call, LLVMGetOperand(call, 0), "the assertion");
        break;
    case LIBRARY_COPY:
    case LIBRARY_SET:
        decide_memory(k, call, &row);
        break;
    case LIBRARY_CREATE:
    case LIBRARY_AT_EXIT:
    case LIBRARY_KEY:
        decide_create(k, call, &row);
        break;
    case LIBRARY_SPECIFIC_SET:
    case LIBRARY_SPECIFIC_GET:
        if (is_input(k, LLVMGetOperand(call, 0)))
            refuse(k, call, LLVMGetOperand(call, 0), "the key of this call");
        keep_call(k, call, callee);
        if (row.kind == LIBRARY_SPECIFIC_SET && k->c->destructors &&
            is_input(k, LLVMGetOperand(call, 1))) {
            say(k, call, "whether ", callee, " keeps a null pointer is a toss");
            vec_push(&k->kept, call);
            k->c->tosses++;
        }
        break;
    case LIBRARY_LEAVE:
    case LIBRARY_EXIT:
        keep_call(k, call, callee);
        break;
    case LIBRARY_JOIN:
    case LIBRARY_CALL:
    case LIBRARY_KEEP:
    case LIBRARY_STRICT:
        if (n && library_touches(k->c, &row, call))
            refuse(k, call, first_input(k, call), "what this call works on");
        if (row.result == RESULT_INPUT)
            vec_push(&k->blank, call);
        refuse_system_call(k, call, &row);
        break;
    case LIBRARY_TIMED:
        decide_timed(k, call, &row);
        break;
    case LIBRARY_UNKNOWN:
        close_say(k->c, &k->c->refused, call,
                  "error: what '%s' of the C library does is not known; --input %s says that it "
                  "is an input",
                  row.name, row.name);
        break;
    case LIBRARY_VARIADIC:
    case LIBRARY_ERRNO:
    case LIBRARY_NOTHING:
        break;
    }
}

/* Nobody can call the others. */
static bool is_used(LLVMValueRef function)
{
    size_t n;

    return LLVMGetFirstUse(function) || !strcmp(LLVMGetValueName2(function, &n), "main");
}

/* Does it matter to the contents of values which function the call calls? */
static bool passes_content(cutter *k, LLVMValueRef call)
{
    for (u32 i = 0; i < LLVMGetNumArgOperands(call); i++) {
        const content *v = content_of(k->c, LLVMGetOperand(call, i));

        if (v->input || v->at.n)
            return true;
    }
    return LLVMGetFirstUse(call) != NULL;
}

static void decide_call(cutter *k, LLVMValueRef call)
{
    LLVMValueRef called = LLVMGetCalledValue(call);
    value_list callees = {0};
    bool bodies = false;

    if (LLVMIsAInlineAsm(called)) {
        close_say(k->c, &k->c->refused, call, "error: inline assembly is not closed");
        return;
    }
    if (is_input(k, called)) {
        refuse(k, call, called, "the function that is called");
        return;
    }
    close_callees(k->c, call, &callees);
    if (!callees.n && is_used(k->function) && passes_content(k, call))
        close_say(k->c, &k->c->refused, call, "error: no function is known that this could call");
    for (u32 i = 0; i < callees.n; i++)
        bodies |= close_has_body(k->c, callees.at[i]);
    for (u32 i = 0; i < callees.n; i++) {
        if (bodies && !close_has_body(k->c, callees.at[i]))
            close_say(k->c, &k->c->refused, call,
                      "error: a pointer to functions of the program and of a library is called");
        else if (!bodies && i == 0)
            decide_library(k, call, callees.at[i]);
    }
    if (bodies)
        keep_call(k, call, called);
    if (!bodies && callees.n > 1)
        close_say(k->c, &k->c->refused, call,
                  "error: a pointer to several functions of libraries is called");
    vec_free(&callees);
}

/* ---- the rest ---- */

/* Is the array all of each object that it may be? */
static bool is_whole(cutter *k, LLVMValueRef step)
{
    const content *base = content_of(k->c, LLVMGetOperand(step, 0));
    u32 size = size_of(k->c, LLVMGetGEPSourceElementType(step));

    for (u32 i = 0; i < base->at.n; i++) {
        target t = base->at.at[i];

        if (t.offset || t.span || k->c->objects.at[t.object].size != size)
            return false;
    }
    return LLVMGetTypeKind(LLVMGetGEPSourceElementType(step)) == LLVMArrayTypeKind &&
           LLVMGetNumOperands(step) == 3;
}

static void decide_element(cutter *k, LLVMValueRef v)
{
    index_list indices = {0};

    if (is_input(k, v)) {
        drop(k, v);
        return;
    }
    memory_inner_indices(k->c, v, &indices);
    if (indices.n && !is_whole(k, v))
        vec_push(&k->inner, v);
    vec_free(&indices);
}

static void decide(cutter *k, LLVMValueRef v)
{
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMBr:
        if (LLVMIsConditional(v))
            decide_branch(k, v);
        break;
    case LLVMSwitch:
        decide_branch(k, v);
        break;
    case LLVMSelect:
        decide_select(k, v);
        break;
    case LLVMLoad:
        decide_load(k, v);
        break;
    case LLVMStore:
        decide_store(k, v);
        break;
    case LLVMCall:
        decide_call(k, v);
        break;
    case LLVMRet:
        decide_return(k, v);
        break;
    case LLVMGetElementPtr:
        decide_element(k, v);
        break;
    case LLVMUDiv:
    case LLVMURem:
        decide_division(k, v, false);
        break;
    case LLVMSDiv:
    case LLVMSRem:
        decide_division(k, v, true);
        break;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        decide_shift(k, v);
        break;
    case LLVMFPToSI:
    case LLVMFPToUI:
        if (is_input(k, v)) {
            unsure(k, v, v, "what this converts to an integer");
            drop(k, v);
        }
        break;
    case LLVMAtomicRMW:
        if (is_input(k, LLVMGetOperand(v, 0)))
            refuse(k, v, LLVMGetOperand(v, 0), "the object of this atomic operation");
        else if (is_input(k, v))
            vec_push(&k->blank, v);
        break;
    case LLVMAtomicCmpXchg:
        if (is_input(k, v) || is_input(k, LLVMGetOperand(v, 0)))
            refuse(k, v, LLVMGetOperand(v, 0), "what this compares and exchanges");
        break;
    case LLVMAlloca:
        if (is_input(k, LLVMGetOperand(v, 0)))
            refuse(k, v, LLVMGetOperand(v, 0), "the size of this variable");
        break;
    case LLVMIndirectBr:
        if (is_input(k, LLVMGetOperand(v, 0)))
            refuse(k, v, LLVMGetOperand(v, 0), "where this jumps");
        break;
    case LLVMInvoke:
    case LLVMLandingPad:
    case LLVMCallBr:
    case LLVMVAArg:
        close_say(k->c, &k->c->refused, v,
                  "error: exceptions, jumps of assembly and arguments without a name are not "
                  "closed");
        break;
    case LLVMFence:
    case LLVMUnreachable:
        break;
    default:
        if (is_input(k, v))
            drop(k, v);
        break;
    }
}

static void decide_function(cutter *k)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(k->function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            decide(k, v);
}

void close_cut(closing *c)
{
    VEC(cutter) all = {0};

    for (LLVMValueRef f = LLVMGetFirstFunction(c->module); f; f = LLVMGetNextFunction(f)) {
        cutter k = {.c = c, .function = f};

        if (!close_has_body(c, f))
            continue;
        decide_function(&k);
        vec_push(&all, k);
    }
    for (u32 i = 0; i < all.n; i++) {
        if (!c->refused.n)
            cut_change(&all.at[i]);
        cut_forget(&all.at[i]);
    }
    vec_free(&all);
}
