/* Types as rows of scalars.
 *
 * A value of any first-class type lives in consecutive registers: structs, arrays and vectors are
 * flattened to their scalars in order, and a scalar wider than 64 bits takes two registers.  A
 * shape says which register and which memory offset each scalar has; it is made once for each type.
 */
#include "front/lower_state.h"

#include "base/mutant.h"

static void add_piece(shape *s, piece_kind kind, u32 bits, u64 offset)
{
    u32 regs = kind == PIECE_INT ? (bits + 63) / 64 : kind == PIECE_LONG ? 2 : 1;

    if ((s->n & (s->n + 1)) == 0)
        s->at = mem_resize(s->at, ((size_t)s->n + 1) * 2 * sizeof *s->at);
    s->at[s->n++] = (piece){kind, bits, s->nregs, regs, offset};
    s->nregs += regs;
}

static bool is_float(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);

    return k == LLVMHalfTypeKind || k == LLVMBFloatTypeKind || k == LLVMFP128TypeKind ||
           k == LLVMPPC_FP128TypeKind;
}

/* Lowering goes on with something of the same nature, to find what else is not supported. */
static void unsupported(lower *l, shape *s, LLVMTypeRef t, u64 offset)
{
    char *name = LLVMPrintTypeToString(t);

    lower_refuse(l,
                 "type '%s' is not supported; use float, double, long double or an integer of at "
                 "most 128 bits",
                 name);
    LLVMDisposeMessage(name);
    add_piece(s, is_float(t) ? PIECE_DOUBLE : PIECE_INT, 64, offset);
}

static void flatten(lower *l, shape *s, LLVMTypeRef t, u64 offset);

static void flatten_struct(lower *l, shape *s, LLVMTypeRef t, u64 offset)
{
    u32 n = LLVMCountStructElementTypes(t);

    for (u32 i = 0; i < n; i++)
        flatten(l, s, LLVMStructGetTypeAtIndex(t, i),
                offset + LLVMOffsetOfElement(l->layout, t, i));
}

static void flatten_array(lower *l, shape *s, LLVMTypeRef t, u64 offset)
{
    LLVMTypeRef element = LLVMGetElementType(t);
    u64 n = LLVMGetArrayLength2(t), size = LLVMABISizeOfType(l->layout, element);

    if (n > UINT16_MAX) {
        unsupported(l, s, t, offset);
        return;
    }
    for (u64 i = 0; i < n; i++)
        flatten(l, s, element, offset + i * size);
}

static void flatten_vector(lower *l, shape *s, LLVMTypeRef t, u64 offset)
{
    LLVMTypeRef element = LLVMGetElementType(t);
    u32 n = LLVMGetVectorSize(t);
    u64 bits = LLVMSizeOfTypeInBits(l->layout, element);

    s->vector = true;
    s->bitwise = bits % 8 != 0;
    for (u32 i = 0; i < n; i++)
        flatten(l, s, element, offset + (s->bitwise ? i * bits : i * bits / 8));
}

static void flatten(lower *l, shape *s, LLVMTypeRef t, u64 offset)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind:
        if (LLVMGetIntTypeWidth(t) > 64 * HUGE_WORDS)
            unsupported(l, s, t, offset);
        else
            add_piece(s, PIECE_INT, LLVMGetIntTypeWidth(t), offset);
        break;
    case LLVMPointerTypeKind:
        if (LLVMGetPointerAddressSpace(t) != 0)
            unsupported(l, s, t, offset);
        else
            add_piece(s, PIECE_PTR, l->pointer_bits, offset);
        break;
    case LLVMFloatTypeKind:
        add_piece(s, PIECE_FLOAT, 32, offset);
        break;
    case LLVMDoubleTypeKind:
        add_piece(s, PIECE_DOUBLE, 64, offset);
        break;
    case LLVMX86_FP80TypeKind:
        add_piece(s, PIECE_LONG, 80, offset);
        break;
    case LLVMStructTypeKind:
        flatten_struct(l, s, t, offset);
        break;
    case LLVMArrayTypeKind:
        flatten_array(l, s, t, offset);
        break;
    case LLVMVectorTypeKind:
        flatten_vector(l, s, t, offset);
        break;
    case LLVMVoidTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMTokenTypeKind:
        break;
    default:
        unsupported(l, s, t, offset);
    }
}

const shape *shape_of(lower *l, LLVMTypeRef t)
{
    u64 known;

    if (map_get(&l->shapes, map_key(t), &known))
        return (const shape *)(uintptr_t)known;
    shape *s = mem_alloc(sizeof *s);
    flatten(l, s, t, 0);
    s->classes = mem_alloc(s->nregs + 1);
    for (u32 i = 0; i < s->n; i++)
        s->classes[s->at[i].reg] = s->at[i].kind == PIECE_PTR ? REG_PTR : REG_INT;
    if (s->n)
        s->bytes = LLVMStoreSizeOfType(l->layout, t);
    map_put(&l->shapes, map_key(t), map_key(s));
    return s;
}

u32 shape_piece(lower *l, LLVMTypeRef t, const unsigned *indices, u32 n)
{
    u32 at = 0;

    for (u32 i = 0; i < n; i++) {
        if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            for (u32 k = 0; k < indices[i]; k++)
                at += shape_of(l, LLVMStructGetTypeAtIndex(t, k))->n;
            t = LLVMStructGetTypeAtIndex(t, indices[i]);
        } else {
            t = LLVMGetElementType(t);
            at += indices[i] * shape_of(l, t)->n;
        }
    }
    return at;
}

void shape_free(lower *l)
{
    for (u32 i = 0; i < l->shapes.values.n; i++) {
        shape *s = (shape *)(uintptr_t)l->shapes.values.at[i];

        mem_free(s->at);
        mem_free(s->classes);
        mem_free(s);
    }
    map_free(&l->shapes);
}

static char piece_letter(const piece *p)
{
    static const char letters[] = {
        [PIECE_PTR] = 'p', [PIECE_FLOAT] = 'f', [PIECE_DOUBLE] = 'd', [PIECE_LONG] = 'e'};

    if (p->kind != PIECE_INT)
        return MUTANT(CALL_KINDS) && p->kind != PIECE_PTR ? 'i' : letters[p->kind];
    if (MUTANT(CALL_SIZES))
        return 'i';
    return p->bits <= 8 ? 'b' : p->bits <= 16 ? 'h' : p->bits <= 32 ? 'i' : 'l';
}

void piece_letters(const piece *p, text *out)
{
    for (u32 i = 0; i < p->regs; i++)
        text_addc(out, piece_letter(p));
}

void shape_letters(const shape *s, text *out)
{
    for (u32 i = 0; i < s->n; i++)
        piece_letters(&s->at[i], out);
}
