/* A reset in the middle of whatever the program does: every thread is gone, with its stack, its
 * thread-local block and the stores that wait in its buffer; so is the heap; static objects have
 * their first values again, but for those that the program keeps; and main begins.  What is left is
 * the first state of the program with other values in what is kept, and with nothing to race with.
 *
 * No step of another thread can be exchanged with it: its event is opaque, and reductions then
 * leave out no order.  Searches without states are refused such programs (session/check.c), since
 * they take it for granted that a thread that could move still can after a step of another one. */
#include "base/mutant.h"
#include "vm/builtin.h"

/* Pointers that kept memory may still have lead to what is dead.  A handle's slot goes to another
 * thread: slot 0 is always there, and its handle is another one. */
static void end_dynamic(machine *m)
{
    for (u32 id = m->mem.nstatic + 1; id < m->objects.n; id++) {
        object_kill(m, id);
        if (m->objects.at[id].kind == OC_THREAD)
            m->objects.at[id].owner = 0;
    }
    m->mem.locals_listed = false;
}

static void end_threads(machine *m)
{
    for (u32 k = 0; k < m->threads.n; k++) {
        thread *t = &m->threads.at[k];

        vec_clear(&t->frames);
        vec_clear(&t->regs);
        t->state = TS_FREE;
        t->held = t->tls = t->buffer = t->leaf = 0;
        t->kin = (kinship){0};
    }
    m->live_threads = 0;
    m->atomic_owner = 0;
    m->atomic_depth = 0;
    m->place.numbers = 0;
}

/* Is the object among those that the array of pointers names? */
static bool is_kept(const machine *m, u32 id, u64 array, u32 n)
{
    const object *o = &m->objects.at[POINTER_OBJECT(array)];
    u32 each = m->prog->pointer_bytes;

    for (u32 k = 0; k < n; k++) {
        u64 stored = mem_peek(m, o, POINTER_OFFSET(array) + k * each, each);

        if (POINTER_OBJECT(pointer_decode(m, stored)) == id)
            return true;
    }
    return false;
}

static void begin_statics(machine *m, u64 array, u32 n)
{
    for (u32 id = 1; id <= m->mem.nstatic; id++)
        if (m->mem.static_slot[id] != ~0u && !is_kept(m, id, array, n) && !MUTANT(RESET_STATICS))
            static_begin(m, id);
}

static void begin_main(machine *m)
{
    u16 slot = thread_new(m, m->prog->entry, m->prog->argc, m->prog->argv);

    assert(slot == 0);
    m->step.spawned = true;
    m->canon.reshaped = true;
    vm_event(m, EV_CREATE, EVF_RUNTIME | EVF_OPAQUE | EVF_ASIDE, 0, 0)->value = slot;
}

ran builtin_reset(builtin_call *c)
{
    machine *m = c->m;

    if (builtin_rests(c, true))
        return RAN_REST;
    vm_event(m, EV_RESET, EVF_VISIBLE | EVF_RUNTIME | EVF_OPAQUE, 0, 0);
    begin_statics(m, c->args[0], MUTANT(RESET_KEPT) ? 0 : (u32)c->args[1]);
    end_dynamic(m);
    end_threads(m);
    if (m->race && !MUTANT(RESET_RACES))
        race_forget(m);
    begin_main(m);
    return RAN_STOP;
}

ran builtin_is_static(builtin_call *c)
{
    machine *m = c->m;
    u64 p = c->args[0];
    u32 id = POINTER_IS(p) ? POINTER_OBJECT(p) : 0;

    return builtin_result(c, id && id <= m->mem.nstatic && m->mem.static_slot[id] != ~0u &&
                                 !POINTER_OFFSET(p) && m->objects.at[id].size == c->args[1]);
}
