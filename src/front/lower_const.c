/* Constants: what a constant expression is worth, and the first contents of static objects.
 *
 * A pointer constant is an object and an offset; cast to an integer it stays one, so that its
 * provenance reaches the machine.  Long double and integers above 64 bits, which the C interface of
 * LLVM does not hand out, are read from their printed form. */
#include "front/lower_state.h"

#include <stdlib.h>

static konst number(u64 lo, u64 hi)
{
    return (konst){.kind = KONST_NUMBER, .lo = lo, .hi = hi};
}

static konst other(void)
{
    return (konst){.kind = KONST_OTHER};
}

static u64 cut(u64 v, u32 bits)
{
    return bits >= 64 ? v : v & (((u64)1 << bits) - 1);
}

/* ---- scalars ---- */

static konst wide_integer(LLVMValueRef c, u32 bits)
{
    char *printed = LLVMPrintValueToString(c), *s = strchr(printed, ' ');
    bool negative = s && s[1] == '-';
    u128 v = 0;

    if (!s)
        die("constant '%s' has no value", printed);
    for (s += negative ? 2 : 1; *s >= '0' && *s <= '9'; s++)
        v = v * 10 + (u32)(*s - '0');
    if (negative)
        v = -v;
    LLVMDisposeMessage(printed);
    return number((u64)v, cut((u64)(v >> 64), bits - 64));
}

static konst integer(LLVMValueRef c)
{
    u32 bits = LLVMGetIntTypeWidth(LLVMTypeOf(c));

    if (bits > 128)
        return other();
    return bits > 64 ? wide_integer(c, bits) : number(LLVMConstIntGetZExtValue(c), 0);
}

/* Printed as 0xK, four digits of sign and exponent, sixteen of the significand. */
static konst long_double(LLVMValueRef c)
{
    char *printed = LLVMPrintValueToString(c), *s = strstr(printed, "0xK");
    char high[5] = {0};

    if (!s || strlen(s) < 23)
        die("constant '%s' is no long double", printed);
    memcpy(high, s + 3, 4);
    konst k = number(strtoull(s + 7, NULL, 16), strtoull(high, NULL, 16));
    LLVMDisposeMessage(printed);
    return k;
}

static konst real(LLVMValueRef c)
{
    LLVMBool lossy;
    double d;
    float s;
    u64 bits = 0;

    switch (LLVMGetTypeKind(LLVMTypeOf(c))) {
    case LLVMX86_FP80TypeKind:
        return long_double(c);
    case LLVMFloatTypeKind:
        s = (float)LLVMConstRealGetDouble(c, &lossy);
        memcpy(&bits, &s, sizeof s);
        return number(bits, 0);
    case LLVMDoubleTypeKind:
        d = LLVMConstRealGetDouble(c, &lossy);
        memcpy(&bits, &d, sizeof d);
        return number(bits, 0);
    default:
        return number(0, 0);
    }
}

static konst global(lower *l, LLVMValueRef c)
{
    LLVMValueRef v = lower_aliasee(c);

    if (LLVMIsThreadLocal(v))
        return (konst){.kind = KONST_TLS, .offset = lower_tls(l, v)};
    if (LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalWeakLinkage)
        return number(0, 0);
    return (konst){.kind = KONST_POINTER, .object = lower_object(l, v)};
}

/* ---- expressions ---- */

bool konst_gep_offset(lower *l, LLVMValueRef gep, i64 *offset)
{
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    u32 n = (u32)LLVMGetNumOperands(gep);
    u64 sum = 0;

    for (u32 i = 1; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (!LLVMIsAConstantInt(index))
            return false;
        i64 k = LLVMConstIntGetSExtValue(index);
        if (i == 1) {
            sum += (u64)k * LLVMABISizeOfType(l->layout, t);
        } else if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            sum += LLVMOffsetOfElement(l->layout, t, (unsigned)k);
            t = LLVMStructGetTypeAtIndex(t, (unsigned)k);
        } else {
            t = LLVMGetElementType(t);
            sum += (u64)k * LLVMABISizeOfType(l->layout, t);
        }
    }
    *offset = l->pointer_bits == 32 ? (i32)sum : (i64)sum;
    return true;
}

static konst plus(konst k, i64 offset, u32 bits)
{
    if (k.kind == KONST_NUMBER)
        k.lo = cut(k.lo + (u64)offset, bits);
    else if (k.kind == KONST_POINTER || k.kind == KONST_TLS)
        k.offset += offset;
    else if (k.kind != KONST_UNDEF && offset != 0)
        return other();
    return k;
}

static konst minus(konst a, konst b, u32 bits)
{
    if (b.kind == KONST_NUMBER)
        return plus(a, -(i64)b.lo, bits);
    if (a.kind == KONST_POINTER && b.kind == KONST_POINTER && a.object == b.object)
        return number(cut((u64)(a.offset - b.offset), bits), 0);
    if (a.kind == KONST_LABEL && b.kind == KONST_LABEL)
        return (konst){.kind = KONST_DIFF, .label = a.label, .other = b.label};
    return other();
}

static konst binary(lower *l, LLVMValueRef c, LLVMOpcode op, u32 bits)
{
    konst a = konst_eval(l, LLVMGetOperand(c, 0)), b = konst_eval(l, LLVMGetOperand(c, 1));

    if (bits > 64)
        return other();
    if (op == LLVMSub)
        return minus(a, b, bits);
    if (op == LLVMAdd && b.kind == KONST_NUMBER)
        return plus(a, (i64)b.lo, bits);
    if (op == LLVMAdd && a.kind == KONST_NUMBER)
        return plus(b, (i64)a.lo, bits);
    if (a.kind != KONST_NUMBER || b.kind != KONST_NUMBER)
        return other();
    if (op == LLVMMul)
        return number(cut(a.lo * b.lo, bits), 0);
    if (op == LLVMXor)
        return number(a.lo ^ b.lo, 0);
    return other();
}

static konst cast(lower *l, LLVMValueRef c, LLVMOpcode op)
{
    LLVMValueRef from = LLVMGetOperand(c, 0);
    konst k = konst_eval(l, from);
    LLVMTypeRef t = LLVMTypeOf(c);
    u32 bits = LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : l->pointer_bits;

    if (k.kind == KONST_UNDEF || (k.kind == KONST_NUMBER && bits <= 64)) {
        k.lo = cut(k.lo, bits);
        k.hi = 0;
        return k;
    }
    if (k.kind == KONST_DIFF && op == LLVMTrunc)
        return k;
    if (bits == l->pointer_bits && (op == LLVMPtrToInt || op == LLVMIntToPtr || op == LLVMBitCast))
        return k;
    return other();
}

static konst expression(lower *l, LLVMValueRef c)
{
    LLVMOpcode op = LLVMGetConstOpcode(c);
    i64 offset;

    switch (op) {
    case LLVMGetElementPtr:
        if (!konst_gep_offset(l, c, &offset))
            return other();
        return plus(konst_eval(l, LLVMGetOperand(c, 0)), offset, l->pointer_bits);
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMTrunc:
        return cast(l, c, op);
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMXor:
        return binary(l, c, op, LLVMGetIntTypeWidth(LLVMTypeOf(c)));
    default:
        return other();
    }
}

konst konst_eval(lower *l, LLVMValueRef c)
{
    switch (LLVMGetValueKind(c)) {
    case LLVMConstantIntValueKind:
        return integer(c);
    case LLVMConstantFPValueKind:
        return real(c);
    case LLVMConstantPointerNullValueKind:
    case LLVMConstantAggregateZeroValueKind:
        return number(0, 0);
    case LLVMUndefValueValueKind:
    case LLVMPoisonValueValueKind:
        return (konst){.kind = KONST_UNDEF};
    case LLVMGlobalVariableValueKind:
    case LLVMFunctionValueKind:
    case LLVMGlobalAliasValueKind:
    case LLVMGlobalIFuncValueKind:
        return global(l, c);
    case LLVMBlockAddressValueKind:
        lower_object(l, LLVMGetBlockAddressFunction(c));
        return (konst){.kind = KONST_LABEL, .label = LLVMGetBlockAddressBasicBlock(c)};
    case LLVMConstantExprValueKind:
        return expression(l, c);
    default:
        return other();
    }
}

LLVMValueRef konst_leaf(lower *l, LLVMValueRef c, u32 i)
{
    for (;;) {
        LLVMTypeRef t = LLVMTypeOf(c);
        LLVMTypeKind kind = LLVMGetTypeKind(t);
        u32 element = 0, n;
        if (kind == LLVMStructTypeKind) {
            while (i >= (n = shape_of(l, LLVMStructGetTypeAtIndex(t, element))->n)) {
                i -= n;
                element++;
            }
        } else if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
            n = shape_of(l, LLVMGetElementType(t))->n;
            element = i / n;
            i %= n;
        } else {
            return c;
        }
        LLVMValueRef inner = LLVMGetAggregateElement(c, element);
        if (!inner)
            return c;
        c = inner;
    }
}

/* ---- initialisers ---- */

static object_init *object_at(lower *l, u32 object)
{
    return object ? &l->p->objects.at[object] : &l->p->tls;
}

static void put_bytes(lower *l, u32 object, u64 offset, const void *from, u64 n)
{
    object_init *o = object_at(l, object);

    if (!o->bytes)
        o->bytes = mem_alloc(o->size);
    if (offset + n > o->size)
        die("initialiser of %s leaves the object", o->name);
    memcpy(o->bytes + offset, from, n);
}

static void put_number(lower *l, u32 object, u64 offset, const konst *k, u64 bytes)
{
    u64 words[2] = {k->lo, k->hi};

    if (k->lo || k->hi)
        put_bytes(l, object, offset, words, bytes);
}

static void put_label(lower *l, u32 object, u64 offset, const konst *k, u64 bytes)
{
    object_init *o = object_at(l, object);
    label_fix fix = {.func = NO_REG,
                     .object = object,
                     .offset = (u32)offset,
                     .bytes = (u32)bytes,
                     .label = k->label,
                     .other = k->other};

    if (k->kind == KONST_LABEL) {
        fix.reloc = o->relocs.n;
        vec_push(&o->relocs, (reloc){(u32)offset, 0});
    } else {
        u64 zero = 0;
        put_bytes(l, object, offset, &zero, bytes);
    }
    vec_push(&l->fixes, fix);
}

static void put_scalar(lower *l, u32 object, u64 offset, LLVMValueRef c)
{
    konst k = konst_eval(l, c);
    u64 bytes = LLVMStoreSizeOfType(l->layout, LLVMTypeOf(c));
    object_init *o = object_at(l, object);

    switch (k.kind) {
    case KONST_NUMBER:
        put_number(l, object, offset, &k, bytes);
        break;
    case KONST_UNDEF:
        break;
    case KONST_POINTER:
        vec_push(&o->relocs, (reloc){(u32)offset, POINTER(k.object, k.offset)});
        break;
    case KONST_LABEL:
    case KONST_DIFF:
        put_label(l, object, offset, &k, bytes);
        break;
    default:
        lower_refuse(l, "the initialiser of '%s' is not supported; set it at run time", o->name);
    }
}

/* Vectors of elements that are no whole bytes are packed, lowest bit first. */
static void put_bits(lower *l, u32 object, u64 offset, LLVMValueRef c)
{
    u32 n = LLVMGetVectorSize(LLVMTypeOf(c));
    u64 width = LLVMSizeOfTypeInBits(l->layout, LLVMGetElementType(LLVMTypeOf(c)));
    u8 packed[1024] = {0};

    if (n * width > 8 * sizeof packed)
        die("a vector constant of %u elements", n);
    for (u32 i = 0; i < n; i++) {
        konst k = konst_eval(l, LLVMGetAggregateElement(c, i));
        for (u64 b = 0; b < width && k.kind == KONST_NUMBER; b++) {
            u64 at = i * width + b, word = b < 64 ? k.lo >> b : k.hi >> (b - 64);
            packed[at / 8] |= (u8)((word & 1) << (at % 8));
        }
    }
    put_bytes(l, object, offset, packed, (n * width + 7) / 8);
}

static void put_elements(lower *l, u32 object, u64 offset, LLVMValueRef c)
{
    LLVMTypeRef t = LLVMTypeOf(c), element = LLVMGetElementType(t);
    bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    u64 n = vector ? LLVMGetVectorSize(t) : LLVMGetArrayLength2(t);
    u64 bits = LLVMSizeOfTypeInBits(l->layout, element);
    u64 size = vector ? bits / 8 : LLVMABISizeOfType(l->layout, element);

    if (vector && bits % 8 != 0) {
        put_bits(l, object, offset, c);
        return;
    }
    for (u64 i = 0; i < n; i++)
        konst_store(l, object, offset + i * size, LLVMGetAggregateElement(c, (unsigned)i));
}

static void put_struct(lower *l, u32 object, u64 offset, LLVMValueRef c)
{
    LLVMTypeRef t = LLVMTypeOf(c);
    u32 n = LLVMCountStructElementTypes(t);

    for (u32 i = 0; i < n; i++)
        konst_store(l, object, offset + LLVMOffsetOfElement(l->layout, t, i),
                    LLVMGetAggregateElement(c, i));
}

void konst_store(lower *l, u32 object, u64 offset, LLVMValueRef c)
{
    size_t n;

    if (LLVMIsNull(c) || LLVMIsUndef(c))
        return;
    switch (LLVMGetTypeKind(LLVMTypeOf(c))) {
    case LLVMStructTypeKind:
        put_struct(l, object, offset, c);
        break;
    case LLVMArrayTypeKind:
        if (LLVMIsConstantString(c)) {
            const char *s = LLVMGetAsString(c, &n);
            put_bytes(l, object, offset, s, n);
            break;
        }
        put_elements(l, object, offset, c);
        break;
    case LLVMVectorTypeKind:
        put_elements(l, object, offset, c);
        break;
    default:
        put_scalar(l, object, offset, c);
    }
}
