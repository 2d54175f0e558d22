/* What values may be, and memory: objects with cells.  One content for each value and one for each
 * cell, whenever it is looked at: nothing is ever taken out of one, so that the order of statements
 * and of threads plays no part.  A cell is as many bytes as one access had; accesses that overlap
 * meet.  Pointers are kept apart by the byte that they point to, so that members of a struct are
 * apart, and elements of small arrays; an index that is not known may be any element of its array.
 *
 * That an index stays within an array that is only a part of its object is for C to say, not for
 * the machine to check; close_cut.c adds assertions of it. */
#include "front/close.h"

#include <assert.h>
#include <string.h>

enum { MOST_TARGETS = 64 };

static content *by_key(closing *c, u64 key)
{
    u32 n = map_number(&c->numbers, key);

    while (c->contents.n <= n)
        vec_push(&c->contents, (content *)mem_alloc(sizeof(content)));
    return c->contents.at[n];
}

content *content_returned(closing *c, LLVMValueRef function)
{
    return by_key(c, map_key(function) + 1);
}

void content_input(closing *c, content *to)
{
    c->changed |= !to->input;
    to->input = true;
}

static bool covers(target a, target b)
{
    return a.object == b.object &&
           (a.span == ANYWHERE || (a.offset == b.offset && a.span == b.span));
}

static u32 count_of(const content *v, u32 number)
{
    u32 n = 0;

    for (u32 i = 0; i < v->at.n; i++)
        n += v->at.at[i].object == number;
    return n;
}

void content_target(closing *c, content *to, target t)
{
    for (u32 i = 0; i < to->at.n; i++)
        if (covers(to->at.at[i], t))
            return;
    if (t.span != ANYWHERE && count_of(to, t.object) >= MOST_TARGETS)
        t = (target){t.object, 0, ANYWHERE};
    vec_push(&to->at, t);
    assert(t.span == ANYWHERE || count_of(to, t.object) <= MOST_TARGETS);
    c->changed = true;
}

void content_add(closing *c, content *to, const content *from)
{
    if (to == from)
        return;
    for (u32 i = 0; i < from->at.n; i++)
        content_target(c, to, from->at.at[i]);
    if (from->input)
        content_input(c, to);
}

void content_blur(closing *c, content *to, const content *from)
{
    for (u32 i = 0; i < from->at.n; i++)
        content_target(c, to, (target){from->at.at[i].object, 0, ANYWHERE});
    if (from->input)
        content_input(c, to);
}

u32 size_of(closing *c, LLVMTypeRef of)
{
    u64 n = LLVMTypeIsSized(of) ? LLVMABISizeOfType(c->layout, of) : ANYWHERE;

    return n < ANYWHERE ? (u32)n : ANYWHERE;
}

static u64 end_of(u32 offset, u64 size)
{
    return size >= ANYWHERE ? UINT64_MAX : offset + size;
}

static bool overlaps(const close_cell *k, target t, u32 size)
{
    u64 reach = t.span == ANYWHERE || size == ANYWHERE ? ANYWHERE : (u64)t.span + size;

    return k->offset < end_of(t.offset, reach) && t.offset < end_of(k->offset, k->size);
}

static void load_one(closing *c, content *to, target t, u32 size)
{
    for (u32 i = 0; i < c->objects.at[t.object].cells.n; i++)
        if (overlaps(&c->objects.at[t.object].cells.at[i], t, size))
            content_add(c, to, &c->objects.at[t.object].cells.at[i].holds);
}

void memory_load(closing *c, content *to, const content *from, u32 size)
{
    for (u32 i = 0; i < from->at.n; i++)
        load_one(c, to, from->at.at[i], size);
    if (from->input)
        content_input(c, to);
}

bool memory_is_input(closing *c, const content *from, u32 size)
{
    for (u32 i = 0; i < from->at.n; i++) {
        const storage *o = &c->objects.at[from->at.at[i].object];

        for (u32 k = 0; k < o->cells.n; k++)
            if (o->cells.at[k].holds.input && overlaps(&o->cells.at[k], from->at.at[i], size))
                return true;
    }
    return false;
}

static close_cell *cell_at(closing *c, target t, u32 size)
{
    storage *o = &c->objects.at[t.object];
    u64 all = t.span == ANYWHERE || size == ANYWHERE ? ANYWHERE : (u64)t.span + size;
    u32 reach = all < ANYWHERE ? (u32)all : ANYWHERE;

    for (u32 i = 0; i < o->cells.n; i++)
        if (o->cells.at[i].offset == t.offset && o->cells.at[i].size == reach)
            return &o->cells.at[i];
    vec_push(&o->cells, (close_cell){t.offset, reach, {{0}, false}});
    return &vec_last(&o->cells);
}

void memory_store(closing *c, const content *to, u32 size, const content *what)
{
    if (!what->at.n && !what->input && !to->input)
        return;
    for (u32 i = 0; i < to->at.n; i++) {
        close_cell *k = cell_at(c, to->at.at[i], size);

        content_add(c, &k->holds, what);
        if (to->input) /* which of them is written depends on inputs, and so what each holds */
            content_input(c, &k->holds);
    }
}

/* One cell as part of a copy from one place to another. */
static void copy_cell(closing *c, target to, target from, u32 size, u32 number)
{
    close_cell k = c->objects.at[from.object].cells.at[number];
    content place = {{0}, false}, holds = {{0}, false};
    i64 offset = (i64)to.offset + k.offset - from.offset;
    bool exact = !to.span && !from.span && size != ANYWHERE && offset >= 0, before = c->changed;

    content_add(c, &holds, &k.holds);
    content_target(c, &place, exact ? (target){to.object, (u32)offset, 0} : to);
    c->changed = before;
    memory_store(c, &place, exact ? k.size : size, &holds);
    vec_free(&place.at);
    vec_free(&holds.at);
}

void memory_copy(closing *c, const content *to, const content *from, u32 size)
{
    for (u32 i = 0; i < from->at.n; i++) {
        target t = from->at.at[i];

        for (u32 k = 0; k < c->objects.at[t.object].cells.n; k++)
            for (u32 j = 0; j < to->at.n; j++)
                if (overlaps(&c->objects.at[t.object].cells.at[k], t, size))
                    copy_cell(c, to->at.at[j], t, size, k);
    }
}

void memory_reach(closing *c, const content *from, content *all)
{
    bool before = c->changed;

    content_blur(c, all, from);
    for (u32 i = 0; i < all->at.n; i++)
        for (u32 k = 0; k < c->objects.at[all->at.at[i].object].cells.n; k++)
            content_blur(c, all, &c->objects.at[all->at.at[i].object].cells.at[k].holds);
    c->changed = before;
}

static bool is_constant(LLVMValueRef v, i64 *value)
{
    if (!LLVMIsAConstantInt(v))
        return false;
    *value = LLVMConstIntGetSExtValue(v);
    return true;
}

/* One index of a getelementptr that is not known; count 0: the object's own bounds are all. */
typedef struct unknown {
    u32 stride;
    u64 count;
    u32 number; /* of the operand */
} unknown;

typedef struct steps {
    i64 offset;
    VEC(unknown) unknowns;
} steps;

static void add_index(steps *s, LLVMValueRef step, u32 number, u64 stride, u64 count)
{
    i64 value;

    if (is_constant(LLVMGetOperand(step, number), &value))
        s->offset += value * (i64)stride;
    else
        vec_push(&s->unknowns,
                 (unknown){stride < ANYWHERE ? (u32)stride : ANYWHERE, count, number});
}

static void read_steps(closing *c, LLVMValueRef step, steps *s)
{
    LLVMTypeRef inside = LLVMGetGEPSourceElementType(step);
    u32 n = (u32)LLVMGetNumOperands(step);

    add_index(s, step, 1, size_of(c, inside), 0);
    for (u32 i = 2; i < n; i++) {
        i64 field;

        if (LLVMGetTypeKind(inside) == LLVMStructTypeKind &&
            is_constant(LLVMGetOperand(step, i), &field)) {
            s->offset += (i64)LLVMOffsetOfElement(c->layout, inside, (unsigned)field);
            inside = LLVMStructGetTypeAtIndex(inside, (unsigned)field);
        } else {
            bool array = LLVMGetTypeKind(inside) == LLVMArrayTypeKind;
            u64 count = array ? LLVMGetArrayLength2(inside) : LLVMGetVectorSize(inside);

            inside = LLVMGetElementType(inside);
            add_index(s, step, i, size_of(c, inside), count);
        }
    }
}

void memory_inner_indices(closing *c, LLVMValueRef step, index_list *out)
{
    steps s = {0};

    read_steps(c, step, &s);
    for (u32 i = 0; i < s.unknowns.n; i++)
        if (s.unknowns.at[i].count)
            vec_push(out, (inner_index){s.unknowns.at[i].number, s.unknowns.at[i].count});
    vec_free(&s.unknowns);
}

static bool steps_are_known(LLVMValueRef step)
{
    for (u32 i = 1; i < (u32)LLVMGetNumOperands(step); i++)
        if (!LLVMIsAConstantInt(LLVMGetOperand(step, i)))
            return false;
    return true;
}

static void add_moved(closing *c, content *to, target t, i64 by)
{
    i64 offset = (i64)t.offset + by;

    if (t.span == ANYWHERE || offset < 0 || offset >= ANYWHERE)
        t = (target){t.object, 0, ANYWHERE};
    else
        t.offset = (u32)offset;
    content_target(c, to, t);
}

/* Is the pointer used for nothing but accesses to the element, or to parts of it? */
bool element_direct(LLVMValueRef step)
{
    for (LLVMUseRef u = LLVMGetFirstUse(step); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool access =
            LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != step);

        if (!access && !(LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == step &&
                         steps_are_known(user) && element_direct(user)))
            return false;
    }
    return true;
}

/* The first elements of an array inside of the object. */
static void add_elements(closing *c, content *to, target t, const unknown *u, u64 count)
{
    if (t.span || count > MOST_TARGETS) {
        u64 span = t.span == ANYWHERE ? ANYWHERE : t.span + (count - 1) * u->stride;

        content_target(c, to,
                       span < ANYWHERE ? (target){t.object, t.offset, (u32)span}
                                       : (target){t.object, 0, ANYWHERE});
        return;
    }
    for (u64 k = 0; k < count; k++)
        add_moved(c, to, t, (i64)(k * u->stride));
}

/* Every place in the object that is as far from this one as a number of elements. */
static void add_strides(closing *c, content *to, target t, u32 stride)
{
    u32 size = c->objects.at[t.object].size;

    if (t.span || !stride || size == ANYWHERE || size / stride >= MOST_TARGETS) {
        content_target(c, to, (target){t.object, 0, ANYWHERE});
        return;
    }
    for (u32 offset = t.offset % stride; offset <= size; offset += stride)
        content_target(c, to, (target){t.object, offset, 0});
}

void memory_element(closing *c, content *to, const content *base, LLVMValueRef step)
{
    bool before = c->changed, behind = !LLVMIsAInstruction(step) || !element_direct(step);
    content now = {{0}, false}, next = {{0}, false};
    steps s = {0};

    read_steps(c, step, &s);
    for (u32 i = 0; i < base->at.n; i++)
        add_moved(c, &now, base->at.at[i], s.offset);
    for (u32 k = 0; k < s.unknowns.n; k++) {
        const unknown *u = &s.unknowns.at[k];

        next = (content){{0}, false};
        for (u32 i = 0; i < now.at.n; i++)
            if (u->count)
                add_elements(c, &next, now.at.at[i], u, u->count + behind);
            else
                add_strides(c, &next, now.at.at[i], u->stride);
        vec_free(&now.at);
        now = next;
    }
    c->changed = before;
    content_add(c, to, &now);
    for (u32 i = 0; i < (u32)LLVMGetNumOperands(step); i++)
        if (content_of(c, LLVMGetOperand(step, i))->input)
            content_input(c, to);
    vec_free(&now.at);
    vec_free(&s.unknowns);
}

static void add_initial(closing *c, u32 into, u32 offset, LLVMValueRef value)
{
    LLVMTypeRef inside = LLVMTypeOf(value);
    LLVMTypeKind kind = LLVMGetTypeKind(inside);
    content place = {{0}, false};

    if (LLVMIsNull(value) || LLVMIsUndef(value) || LLVMIsAConstantDataSequential(value))
        return;
    if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind) {
        for (u32 i = 0; i < (u32)LLVMGetNumOperands(value); i++) {
            u64 at = kind == LLVMStructTypeKind ? LLVMOffsetOfElement(c->layout, inside, i)
                                                : (u64)i * size_of(c, LLVMGetElementType(inside));

            add_initial(c, into, offset + (u32)at, LLVMGetOperand(value, i));
        }
        return;
    }
    content_target(c, &place, (target){into, offset, 0});
    memory_store(c, &place, size_of(c, inside), content_of(c, value));
    vec_free(&place.at);
}

u32 memory_object(closing *c, LLVMValueRef origin, u32 size)
{
    u32 known = origin ? map_find(&c->origins, map_key(origin)) : NO_NUMBER;
    u32 n = c->objects.n;
    u64 number;

    if (known != NO_NUMBER && map_get(&c->origins, map_key(origin), &number))
        return (u32)number;
    vec_push(&c->objects, (storage){.origin = origin, .size = size});
    if (origin)
        map_put(&c->origins, map_key(origin), n);
    if (origin && LLVMIsAGlobalVariable(origin) && LLVMGetInitializer(origin))
        add_initial(c, n, 0, LLVMGetInitializer(origin));
    return n;
}

/* A constant: the address of something, or computed from one. */
static void constant(closing *c, content *to, LLVMValueRef v)
{
    if (LLVMIsAGlobalVariable(v)) {
        u32 n = memory_object(c, v, size_of(c, LLVMGlobalGetValueType(v)));

        content_target(c, to, (target){n, 0, 0});
    } else if (LLVMIsAFunction(v)) {
        content_target(c, to, (target){memory_object(c, v, 0), 0, 0});
    } else if (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr) {
        memory_element(c, to, content_of(c, LLVMGetOperand(v, 0)), v);
    } else if (LLVMIsAConstantExpr(v) || LLVMIsAGlobalAlias(v) || LLVMIsAConstantArray(v) ||
               LLVMIsAConstantStruct(v) || LLVMIsAConstantVector(v)) {
        for (u32 i = 0; i < (u32)LLVMGetNumOperands(v); i++)
            content_blur(c, to, content_of(c, LLVMGetOperand(v, i)));
    }
}

content *content_of(closing *c, LLVMValueRef v)
{
    bool is_new = map_find(&c->numbers, map_key(v)) == NO_NUMBER;
    content *of = by_key(c, map_key(v));

    if (is_new && LLVMIsConstant(v))
        constant(c, of, v);
    return of;
}
