/* System V semaphores.  Each is an object with its value; a set's lie one behind the other, so that
 * what touches several is a stretch of them.  Several operations are done in their order, all or
 * none, as Linux does them.  What SEM_UNDO is to add at the end of a process is kept apart. */
#include "native/semaphores.h"

#include <errno.h>
#include <sys/ipc.h>
#include <sys/sem.h>

#define MOST_VALUE 32767 /* SEMVMX */

static u64 set_of(const native_slot *s)
{
    return s->object & ~(u64)0x3ffff;
}

static u64 address_of(const native_slot *s, u32 each)
{
    return set_of(s) | (u64)each << 2;
}

static native_object *semaphore_at(model *m, u64 address)
{
    if (!model_find(m, address))
        vec_push(&m->objects, (native_object){.address = address});
    return model_find(m, address);
}

static i32 value_of(const model *m, u64 address)
{
    const native_object *o = model_find(m, address);

    return o ? (i32)o->word : 0;
}

static bool removed(const model *m, const native_slot *s)
{
    const native_object *first = model_find(m, address_of(s, 0));

    return first && first->dead;
}

u64 semaphores_guard(const native_slot *s)
{
    i32 n = s->several[0].add;

    if (n > 0 || s->several[0].flags & IPC_NOWAIT)
        return event_guard(GUARD_ALWAYS, 0);
    return n ? event_guard(GUARD_GE, (u32)-n) : event_guard(GUARD_EQ, 0);
}

/* The value of the semaphore of operation k after those before it. */
static i32 value_before(const model *m, const native_slot *s, u32 k)
{
    i32 value = value_of(m, address_of(s, s->several[k].each));

    for (u32 i = 0; i < k; i++)
        if (s->several[i].each == s->several[k].each)
            value += s->several[i].add;
    return value;
}

/* As if the set was there: 0; an error; or -1: it has to wait. */
static int try_all(const model *m, const native_slot *s)
{
    for (u32 k = 0; k < s->argument; k++) {
        const native_semop *one = &s->several[k];
        i32 before = value_before(m, s, k);

        if (one->add ? before + one->add < 0 : before)
            return one->flags & IPC_NOWAIT ? EAGAIN : -1;
        if (before + one->add > MOST_VALUE)
            return ERANGE;
    }
    return 0;
}

/* Of a set that was removed: who waited is told so, who comes later finds none. */
static int attempt(const model *m, const native_slot *s, u32 choice)
{
    if (!removed(m, s))
        return try_all(m, s);
    return choice == 0 && try_all(m, s) < 0 ? EIDRM : EINVAL;
}

u32 semaphores_choices(const model *m, const native_slot *s)
{
    bool operates = s->operation == NATIVE_SEMOP || s->operation == NATIVE_SEMOPS;

    return operates && removed(m, s) && try_all(m, s) < 0 ? 2 : 1;
}

bool semaphores_hold(const model *m, const native_slot *s)
{
    return attempt(m, s, 0) >= 0;
}

static u32 size_of(const model *m, const native_slot *s)
{
    u64 set = (set_of(s) >> 18 & 0xffff) - 1;

    return set < NATIVE_SETS ? m->shared->set_sizes[set] : 1;
}

void semaphores_event(const model *m, const native_slot *s, event *e)
{
    u32 first = UINT16_MAX, last = 0;

    switch (s->operation) {
    case NATIVE_SEMOPS:
        for (u32 k = 0; k < s->argument; k++) {
            first = s->several[k].each < first ? s->several[k].each : first;
            last = s->several[k].each > last ? s->several[k].each : last;
        }
        e->offset += first << 2;
        e->size = (last - first + 1) << 2;
        e->flags |= EVF_GUARD;
        break;
    case NATIVE_SEMSET_ALL:
    case NATIVE_SEMREAD_ALL:
    case NATIVE_SEMREMOVE:
    case NATIVE_SEM_UNDO:
        e->size = size_of(m, s) << 2;
        break;
    default:
        break;
    }
}

static undo *undo_of(model *m, u32 home, u64 address)
{
    for (u32 i = 0; i < m->undos.n; i++)
        if (m->undos.at[i].home == home && m->undos.at[i].address == address)
            return &m->undos.at[i];
    vec_push(&m->undos, (undo){.home = home, .address = address});
    return &vec_last(&m->undos);
}

static void operate(model *m, u32 slot, native_slot *s, u32 choice)
{
    int error = attempt(m, s, choice);

    s->status = error;
    for (u32 k = 0; !error && k < s->argument; k++) {
        const native_semop *one = &s->several[k];
        u64 address = address_of(s, one->each);

        semaphore_at(m, address)->word += (u32)one->add;
        if (one->flags & SEM_UNDO)
            undo_of(m, m->shared->homes[slot], address)->add -= one->add;
    }
}

/* A value that is set is not undone. */
static void set_value(model *m, u64 address, u32 value)
{
    semaphore_at(m, address)->word = value;
    for (u32 i = 0; i < m->undos.n; i++)
        if (m->undos.at[i].address == address)
            m->undos.at[i].add = 0;
}

static void set_or_read_all(model *m, native_slot *s)
{
    for (u32 i = 0; i < size_of(m, s) && i < NATIVE_AT_ONCE; i++)
        if (s->operation == NATIVE_SEMSET_ALL)
            set_value(m, address_of(s, i), (u32)s->several[i].add);
        else
            s->several[i].add = value_of(m, address_of(s, i));
}

/* The values tell who waited. */
static void remove_set(model *m, const native_slot *s)
{
    for (u32 i = 0; i < size_of(m, s); i++)
        semaphore_at(m, address_of(s, i))->dead = true;
}

static void give_back(model *m, u32 home, const native_slot *s)
{
    for (u32 i = 0; i < m->undos.n; i++) {
        undo *u = &m->undos.at[i];
        i32 value = value_of(m, u->address) + u->add;

        if (u->home != home || (u->address & ~(u64)0x3ffff) != set_of(s) || removed(m, s))
            continue;
        semaphore_at(m, u->address)->word = value < 0 ? 0 : (u32)value;
        u->add = 0;
    }
}

void semaphores_take(model *m, u32 slot, native_slot *s, u32 choice, move_kind kind)
{
    switch (s->operation) {
    case NATIVE_SEMOP:
    case NATIVE_SEMOPS:
        if (kind == MOVE_TIMEOUT)
            s->status = EAGAIN;
        else
            operate(m, slot, s, choice);
        break;
    case NATIVE_SEMSET:
        set_value(m, s->object, (u32)s->argument);
        break;
    case NATIVE_SEMREAD:
        s->result = (u64)value_of(m, s->object);
        break;
    case NATIVE_SEMSET_ALL:
    case NATIVE_SEMREAD_ALL:
        set_or_read_all(m, s);
        break;
    case NATIVE_SEMREMOVE:
        remove_set(m, s);
        break;
    case NATIVE_SEM_UNDO:
        give_back(m, m->shared->homes[slot], s);
        break;
    default:
        break;
    }
}
