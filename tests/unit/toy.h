/* A system small enough to know by heart: up to three threads over one shared number and two locks,
 * whose programs are strings.  Its states are numbers, interned so that keys are small.
 *
 *   r    reg := x               w    x := reg + 1          A n  error unless x == n
 *   a b  lock 0, lock 1         u v  unlock 0, unlock 1    .    nothing, but visible
 *   c    reg := one of 0..2     p    prune unless reg == 0
 *   l    a limit                d    diverges              s    creates the next thread
 *   q    sleeps: only a weak move leads on                 o    from the beginning again
 *   f    x := 1 - x (of 0 and 1)                           g    waits until x is 0
 *   t    waits: only a time-out leads on
 *
 * An error's line is the place of its A in the program of thread 0, plus 100 for each further
 * thread. */
#ifndef TOY_H
#define TOY_H

#include "store/intern.h"
#include "system.h"

#include <string.h>

#define TOY_THREADS 3

enum { TOY_FORGETS = 1, TOY_LIES = 2, TOY_WAVERS = 4 };

typedef struct toy_state {
    u8 pc[TOY_THREADS], reg[TOY_THREADS];
    u8 x, born;
    u8 lock[2]; /* 0, or the owner + 1 */
} toy_state;

typedef struct toy {
    sys base;
    const char *programs[TOY_THREADS];
    u32 started;
    int broken; /* rules to break, for the self-check */
    u32 steps;
    toy_state now;
    intern keys;
} toy;

static char toy_next(const toy *t, u32 i)
{
    return t->programs[i][t->now.pc[i]];
}

static bool toy_alive(const toy *t, u32 i)
{
    return i < t->now.born && toy_next(t, i);
}

static u8 toy_event(char c)
{
    switch (c) {
    case 'r':
        return EV_READ;
    case 'w':
    case 'f':
        return EV_WRITE;
    case 'a':
    case 'b':
        return EV_LOCK;
    case 'u':
    case 'v':
        return EV_UNLOCK;
    case 'c':
        return EV_CHOOSE;
    case 's':
        return EV_CREATE;
    case 'q':
    case 't':
        return EV_WOKEN;
    default:
        return EV_SYNC;
    }
}

static event toy_pending(const toy *t, u32 i)
{
    char c = toy_next(t, i);
    event e = {
        .kind = toy_event(c), .thread = (u16)i, .size = 1, .object = 1, .flags = EVF_VISIBLE};

    if (strchr("abuv", c))
        e.object = c == 'a' || c == 'u' ? 2 : 3;
    if (c == 's')
        e.value = t->now.born;
    return e;
}

static bool toy_enabled(const toy *t, char c)
{
    return !((c == 'a' && t->now.lock[0]) || (c == 'b' && t->now.lock[1]) ||
             (c == 'g' && t->now.x));
}

static move toy_move(const toy *t, u32 i)
{
    char c = toy_next(t, i);
    move m = {.thread = (u16)i, .choices = c == 'c' ? 3 : 1, .next = toy_pending(t, i)};

    m.flags = toy_enabled(t, c) ? MOVE_ENABLED : 0;
    m.kind = c == 'q' ? MOVE_SPURIOUS : c == 't' ? MOVE_TIMEOUT : MOVE_RUN;
    if (c == 'q')
        m.flags |= MOVE_WEAK;
    if (c == 'd')
        m.flags |= MOVE_LOCAL;
    return m;
}

static void toy_moves(sys *s, move_list *out)
{
    toy *t = (toy *)s;

    vec_clear(out);
    for (u32 i = 0; i < TOY_THREADS; i++)
        if (toy_alive(t, i))
            vec_push(out, toy_move(t, i));
}

static bool toy_peek(sys *s, u16 i, move *out)
{
    toy *t = (toy *)s;

    if (!toy_alive(t, i))
        return false;
    *out = toy_move(t, i);
    return out->kind == MOVE_RUN;
}

static void toy_fail(toy *t, u16 i, taken *out)
{
    out->outcome = OUT_ERROR;
    out->error = (failure){ERR_ASSERTION, i, "toy", t->now.pc[i] + 100u * i, "x is another"};
}

/* What the instruction does; false: the run ends here. */
static bool toy_do(toy *t, u16 i, char c, u32 choice, taken *out)
{
    toy_state *n = &t->now;

    switch (c) {
    case 'r':
        n->reg[i] = n->x;
        break;
    case 'w':
        n->x = (u8)((n->reg[i] + 1) & 7);
        break;
    case 'f':
        n->x ^= 1;
        break;
    case 'a':
    case 'b':
        n->lock[c - 'a'] = (u8)(i + 1);
        break;
    case 'u':
    case 'v':
        n->lock[c - 'u'] = 0;
        break;
    case 'c':
        n->reg[i] = (u8)choice;
        break;
    case 's':
        n->born++;
        break;
    case 'd':
        return true;
    case 'o':
        n->pc[i] = 0;
        return true;
    case 'p':
        out->outcome = n->reg[i] ? OUT_PRUNED : OUT_RAN;
        break;
    case 'l':
        out->outcome = OUT_LIMIT;
        out->limit = "toys end here (--max-toys)";
        break;
    case 'A':
        if (t->programs[i][n->pc[i] + 1] - '0' != n->x)
            toy_fail(t, i, out);
        n->pc[i]++;
        break;
    default:
        break;
    }
    n->pc[i]++;
    return out->outcome == OUT_RAN;
}

static void toy_step(sys *s, u16 i, move_kind kind, u32 choice, taken *out)
{
    toy *t = (toy *)s;
    event e = toy_pending(t, i);

    (void)kind;
    out->outcome = OUT_RAN;
    out->steps = 1;
    vec_clear(&out->events);
    if (t->broken & TOY_LIES && e.kind == EV_WRITE)
        e.size = 2;
    vec_push(&out->events, e);
    toy_do(t, i, toy_next(t, i), choice, out);
    if (t->broken & TOY_WAVERS && ++t->steps % 2)
        t->now.x ^= 1;
}

static status toy_status(sys *s)
{
    move_list moves = {0};
    bool strong = false, any;

    toy_moves(s, &moves);
    any = moves.n > 0;
    for (u32 i = 0; i < moves.n; i++)
        strong |= (moves.at[i].flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED;
    vec_free(&moves);
    return strong ? ST_RUNNING : any ? ST_DEADLOCK : ST_DONE;
}

static state_key toy_save(sys *s)
{
    const toy_state *n = &((toy *)s)->now;
    u32 key = 0;

    for (u32 i = 0; i < TOY_THREADS; i++)
        key = key << 7 | (u32)n->pc[i] << 3 | n->reg[i];
    key = ((key << 3 | n->x) << 2 | n->born) << 4 | (u32)(n->lock[0] << 2 | n->lock[1]);
    return intern_put(&((toy *)s)->keys, &key, 1, NULL);
}

static void toy_restore(sys *s, state_key id)
{
    toy *t = (toy *)s;
    toy_state *n = &t->now;
    u32 words, key = *intern_get(&t->keys, (u32)id, &words);

    n->lock[1] = key & 3;
    n->lock[0] = key >> 2 & 3;
    n->born = key >> 4 & 3;
    n->x = key >> 6 & 7;
    key >>= 9;
    for (u32 i = TOY_THREADS; i-- > 0; key >>= 7) {
        n->reg[i] = key & 7;
        n->pc[i] = key >> 3 & 15;
    }
    if (t->broken & TOY_FORGETS)
        n->lock[1] = 0;
}

static void toy_reset(sys *s)
{
    toy *t = (toy *)s;

    t->now = (toy_state){.born = (u8)t->started};
}

static void toy_close(sys *s)
{
    intern_close(&((toy *)s)->keys);
    mem_free(s);
}

static void toy_explain(sys *s, failure *out)
{
    (void)s;
    *out = (failure){ERR_DEADLOCK, 0, "toy", 0, "deadlock"};
}

static void toy_outcome(sys *s, text *out)
{
    text_addf(out, "x=%u", ((toy *)s)->now.x);
}

static u64 toy_memory(const sys *s)
{
    (void)s;
    return sizeof(toy);
}

static const system_describe toy_describe = {.outcome = toy_outcome};

static const system_ops toy_ops = {.moves = toy_moves,
                                   .step = toy_step,
                                   .status = toy_status,
                                   .save = toy_save,
                                   .restore = toy_restore,
                                   .reset = toy_reset,
                                   .close = toy_close,
                                   .explain = toy_explain,
                                   .memory = toy_memory,
                                   .peek = toy_peek,
                                   .describe = &toy_describe};

/* The programs of up to three threads, of which the first `started` exist at once. */
static sys *toy_open(u32 started, const char *p, const char *q, const char *r)
{
    toy *t = mem_alloc(sizeof *t);

    t->base.ops = &toy_ops;
    t->programs[0] = p;
    t->programs[1] = q ? q : "";
    t->programs[2] = r ? r : "";
    t->started = started;
    intern_open(&t->keys, 0);
    toy_reset(&t->base);
    return &t->base;
}

#endif
