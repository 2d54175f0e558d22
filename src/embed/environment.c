/* A model around the program.
 *
 * A call is a thread that is started at its gate (gate.c) and stepped until it is over, before
 * anybody else moves: to the model it is one step.  So it cannot wait for another thread, and where
 * the program has a choice the model is to make it.  All that the machine checks in a step is
 * checked in a call: accesses, assertions, invariants.
 *
 * Variables are found by name through what the machine says of types (system_values).  Reading
 * changes nothing; writing is a call of a setter, so that it is checked like any store. */
#include "embed/environment.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 1 << 20, NAME_BYTES = 200 };

static env_answer refuse(environment *e, const char *name, const char *why)
{
    text_clear(&e->problem);
    text_addf(&e->problem, "'%s' %s", name, why);
    return ENV_REFUSED;
}

/* ---- calls ---- */

static void start(environment *e, const char *gate, u64 arg)
{
    text problem = {0};

    if (!vm_start_thread(e->s, gate, arg, &problem))
        die("%s", text_str(&problem));
}

void env_begin(environment *e)
{
    sys_reset(e->s);
    start(e, GATE_KEEPER, 0);
}

/* Has the thread a move, or waits for one? */
static bool lives(environment *e, u16 slot)
{
    sys_moves(e->s, &e->moves);
    for (u32 i = 0; i < e->moves.n; i++)
        if (e->moves.at[i].thread == slot)
            return true;
    return false;
}

/* Which slots have a thread now. */
static void list_slots(environment *e)
{
    vec_clear(&e->slots);
    sys_moves(e->s, &e->moves);
    for (u32 i = 0; i < e->moves.n; i++)
        vec_push(&e->slots, e->moves.at[i].thread);
}

static bool listed(const environment *e, u16 slot)
{
    for (u32 i = 0; i < e->slots.n; i++)
        if (e->slots.at[i] == slot)
            return true;
    return false;
}

/* The slot that a thread has now and that was not listed. */
static u16 new_slot(environment *e)
{
    sys_moves(e->s, &e->moves);
    for (u32 i = 0; i < e->moves.n; i++)
        if (!listed(e, e->moves.at[i].thread))
            return e->moves.at[i].thread;
    die("a thread that was started is not there");
}

static u16 start_in_slot(environment *e, const char *gate, u64 arg)
{
    list_slots(e);
    start(e, gate, arg);
    return new_slot(e);
}

bool env_start(environment *e, const char *function, u64 arg, u16 slot, text *problem)
{
    list_slots(e);
    if (!vm_start_thread(e->s, function, arg, problem))
        return false;
    if (new_slot(e) == slot)
        return true;
    text_addf(problem, "'%s' becomes thread %u, not %u: a thread has the smallest free number",
              function, new_slot(e) - 1u, slot - 1u);
    return false;
}

/* The result is what the gate stores first at its place; then it clears that. */
static void note_result(const environment *e, bool *had, u64 *result)
{
    for (u32 i = 0; i < e->taken.events.n; i++) {
        const event *v = &e->taken.events.at[i];

        if (*had || v->object != e->object || !event_writes(v) || v->offset != 8 * GATE_RESULT)
            continue;
        *had = true;
        *result = v->value;
    }
}

static env_answer judge(environment *e, const char *name)
{
    switch (e->taken.outcome) {
    case OUT_RAN:
        return ENV_DONE;
    case OUT_PRUNED:
        return ENV_PRUNED;
    case OUT_ERROR:
        e->error = e->taken.error;
        return ENV_FAILED;
    case OUT_LIMIT:
        break;
    }
    text_clear(&e->problem);
    text_addf(&e->problem, "in '%s': %s", name,
              e->taken.limit ? e->taken.limit : "a limit was reached");
    return ENV_LIMIT;
}

/* The thread's only way to go on; NULL: it has one, else why it has not. */
static const char *stuck(environment *e, u16 slot, move *next)
{
    if (!sys_peek(e->s, slot, next) || !(next->flags & MOVE_ENABLED))
        return "waits for another thread: what is called must run to its end; start it as a thread";
    if (next->choices > 1)
        return "chooses: let the model choose, and pass it on as an argument";
    return next->flags & MOVE_ENDLESS ? "never returns" : NULL;
}

static env_answer run(environment *e, u16 slot, const char *name, u64 *result)
{
    bool had = false;
    move next;

    for (u32 steps = 0; lives(e, slot); steps++) {
        const char *why = steps < MOST_STEPS ? stuck(e, slot, &next) : "does not return";
        env_answer answer;

        if (why)
            return refuse(e, name, why);
        sys_step(e->s, slot, (move_kind)next.kind, 0, &e->taken);
        answer = judge(e, name);
        if (answer != ENV_DONE)
            return answer;
        note_result(e, &had, result);
        if (sys_status(e->s) != ST_RUNNING)
            break;
    }
    return ENV_DONE;
}

static void put_argument(environment *e, u32 word, u64 value)
{
    u32 bytes = vm_word_bytes(e->s);
    vm_word words[2] = {{.data = bytes == 8 ? value : (u32)value}, {.data = value >> 32}};

    if (!vm_put(e->s, e->object, 8 * word, 8, words))
        die("the object of the gates is gone");
}

static const func *find_function(const environment *e, const char *name)
{
    for (u32 k = 0; k < e->p->funcs.n; k++)
        if (e->p->funcs.at[k]->defined && !strcmp(e->p->funcs.at[k]->name, name))
            return e->p->funcs.at[k];
    return NULL;
}

static long long extended(u64 value, u32 bits)
{
    return bits && bits < 64 ? (long long)(value << (64 - bits)) >> (64 - bits) : (long long)value;
}

env_answer env_call(environment *e, const char *function, const long long *args, u32 n,
                    long long *result)
{
    const func *f = find_function(e, function);
    text gate = {0};
    u64 value = 0;
    env_answer answer;

    *result = 0;
    if (!f)
        return refuse(e, function, "is no function of the program");
    if (gate_lacks(e->p, f))
        return refuse(e, function, gate_lacks(e->p, f));
    if (gate_parameters(e->p, f) != n)
        return refuse(e, function, "is called with another number of arguments than it has");
    text_addf(&gate, GATE_CALL "%s", function);
    for (u32 k = 0; k < n; k++)
        put_argument(e, k, (u64)args[k]);
    answer = run(e, start_in_slot(e, text_str(&gate), 0), function, &value);
    text_free(&gate);
    *result = POINTER_IS(value) ? 1 : extended(value, gate_result_bits(e->p, f));
    return answer;
}

/* ---- variables ---- */

static const system_values *values(environment *e)
{
    return e->s->ops->values;
}

/* A name, from *at on. */
static bool take_name(const char **at, char *name)
{
    size_t n = strspn(*at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");

    if (!n || n >= NAME_BYTES || (**at >= '0' && **at <= '9'))
        return false;
    memcpy(name, *at, n);
    name[n] = 0;
    *at += n;
    return true;
}

/* What the pointer points to. */
static bool follow(environment *e, c_value *v)
{
    c_type t = values(e)->type_of(e->s, v->type);

    if (t.class != C_POINTER || !values(e)->load(e->s, v) || v->undefined || !POINTER_IS(v->value))
        return false;
    *v = (c_value){.type = t.element, .placed = true, .at = v->value};
    return true;
}

static bool take_member(environment *e, const char **at, c_value *v)
{
    char name[NAME_BYTES];
    bool arrow = **at == '-';

    *at += arrow ? 2 : 1;
    return take_name(at, name) && (!arrow || follow(e, v)) && values(e)->member(e->s, v, name);
}

static bool take_index(environment *e, const char **at, c_value *v)
{
    c_type t = values(e)->type_of(e->s, v->type);
    char *end;
    unsigned long k = strtoul(*at + 1, &end, 10);

    if (*end != ']' || end == *at + 1)
        return false;
    *at = end + 1;
    if (t.class == C_POINTER && !follow(e, v))
        return false;
    if (t.class != C_POINTER && (t.class != C_ARRAY || k >= t.count))
        return false;
    v->type = t.element;
    v->at = values(e)->advance(e->s, v->at, (i64)(k * values(e)->type_of(e->s, t.element).size));
    return true;
}

static bool find_place(environment *e, const char *path, c_value *v)
{
    char name[NAME_BYTES];
    const char *at = path;

    if (!take_name(&at, name) || !values(e)->variable(e->s, NO_THREAD, 0, name, v))
        return false;
    while (*at)
        if (*at == '[' ? !take_index(e, &at, v)
                       : !(*at == '.' || !strncmp(at, "->", 2)) || !take_member(e, &at, v))
            return false;
    return true;
}

static bool is_number(const c_type *t)
{
    return t->class == C_SIGNED || t->class == C_UNSIGNED || t->class == C_BOOL ||
           t->class == C_POINTER;
}

/* The place of the path, which has a number or a pointer. */
static env_answer find_number(environment *e, const char *path, c_value *v, c_type *t)
{
    if (!find_place(e, path, v))
        return refuse(e, path, "is no variable of the program, or has no place now");
    *t = values(e)->type_of(e->s, v->type);
    if (!is_number(t) || t->size > 8)
        return refuse(e, path, "is neither an integer nor a pointer");
    return ENV_DONE;
}

env_answer env_get(environment *e, const char *path, long long *value)
{
    c_value v;
    c_type t;
    env_answer answer = find_number(e, path, &v, &t);

    *value = 0;
    if (answer != ENV_DONE)
        return answer;
    if (!values(e)->load(e->s, &v) || v.undefined)
        return refuse(e, path, "has no value now");
    if (t.class == C_POINTER)
        *value = v.value != 0;
    else
        *value = t.class == C_SIGNED ? extended(v.value, v.bits ? v.bits : 8 * (u32)t.size)
                                     : (long long)v.value;
    return ENV_DONE;
}

/* Has the optimiser another form of the variable than the source? */
static bool transformed(const environment *e, u64 at)
{
    u32 id = POINTER_OBJECT(at);

    return id < e->p->objects.n && e->p->objects.at[id].of.factor;
}

env_answer env_set(environment *e, const char *path, long long value)
{
    c_value v;
    c_type t;
    env_answer answer = find_number(e, path, &v, &t);
    text gate = {0};
    u64 none;

    if (answer != ENV_DONE)
        return answer;
    if (!v.placed || v.bits || transformed(e, v.at))
        return refuse(e, path, "cannot be set from outside; call a function that does it");
    if (t.class == C_POINTER && value)
        return refuse(e, path, "is a pointer, which the model can only set to 0");
    text_addf(&gate, GATE_SET "%u", (u32)t.size);
    put_argument(e, 0, t.class == C_BOOL ? value != 0 : (u64)value);
    answer = run(e, start_in_slot(e, text_str(&gate), v.at), path, &none);
    text_free(&gate);
    return answer;
}

/* ---- whole variables ---- */

/* Words of static objects alone mean the same after the program began anew. */
static bool points_away(const env_kept *kept)
{
    for (u32 i = 0; i < kept->words.n; i++)
        if (kept->words.at[i].target >> 32)
            return true;
    return false;
}

env_answer env_keep(environment *e, const char *name, env_kept *kept)
{
    c_value v;

    if (!find_place(e, name, &v) || !v.placed || POINTER_OFFSET(v.at) ||
        POINTER_OBJECT(v.at) >= e->p->objects.n || strpbrk(name, ".-["))
        return refuse(e, name, "is no static variable of the program");
    kept->object = POINTER_OBJECT(v.at);
    kept->size = e->p->objects.at[kept->object].size;
    vec_clear(&kept->words);
    for (u32 i = 0; i < vm_words(e->s, 0, kept->size); i++)
        vec_push(&kept->words, (vm_word){0});
    if (!vm_take(e->s, kept->object, 0, kept->size, kept->words.at))
        return refuse(e, name, "has no bytes");
    if (points_away(kept))
        return refuse(e, name, "points to what the program made, which is gone after a reset");
    return ENV_DONE;
}

/* The machine takes what is put for a state of its own only after something moved. */
void env_settle(environment *e)
{
    u64 none;

    if (run(e, start_in_slot(e, GATE_KEEPER, 0), GATE_KEEPER, &none) != ENV_DONE)
        die("a thread that does nothing does not end");
}

void env_put_back(environment *e, const env_kept *kept)
{
    if (!vm_put(e->s, kept->object, 0, kept->size, kept->words.at))
        die("a static variable is gone");
}

void env_blank(environment *e, const env_kept *kept)
{
    vm_word *zeros = mem_alloc(vm_words(e->s, 0, kept->size) * sizeof *zeros);

    if (!vm_put(e->s, kept->object, 0, kept->size, zeros))
        die("a static variable is gone");
    mem_free(zeros);
}
