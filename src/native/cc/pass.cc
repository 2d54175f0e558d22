/* A pass of clang for `heddle cc`: the accesses that the thread sanitizer's instrumentation leaves
 * out.  That one reports loads and stores of 1, 2, 4, 8 and 16 bytes and copies of blocks.  This
 * one, which clang runs before it, reports
 *
 *   - loads and stores of other sizes: long double, wide vectors, bit-fields of 3 bytes, _BitInt;
 *   - structs that a call takes by value: the call itself copies them;
 *   - vectors of which a mask selects the lanes, in a row or each at an address of its own.
 *
 * A loop that has no exit and does nothing, or sleeps, for (;;);, calls __heddle_parked in each
 * round.  Loops are looked for as they were written, before the optimiser.
 *
 * Atomic accesses of other sizes do not exist: clang calls libatomic for them (atomics.c).  Other
 * intrinsics that take an address are refused with their name and line. */
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

using namespace llvm;

namespace
{

enum way { READS, WRITES, NO_ACCESS };

/* Intrinsics of the processor with an address: which operand is the address, and which the mask,
 * whose sign bits select lanes; without a mask it is all of the result, or 4 bytes. */
struct intrinsic {
    const char *prefix;
    way does;
    unsigned address;
    int mask;
};

const intrinsic known[] = {
    {"llvm.x86.avx.maskload.", READS, 0, 1},     {"llvm.x86.avx2.maskload.", READS, 0, 1},
    {"llvm.x86.avx.maskstore.", WRITES, 0, 1},   {"llvm.x86.avx2.maskstore.", WRITES, 0, 1},
    {"llvm.x86.sse2.maskmov.dqu", WRITES, 2, 1}, {"llvm.x86.sse3.ldu.dq", READS, 0, -1},
    {"llvm.x86.avx.ldu.dq.256", READS, 0, -1},   {"llvm.x86.sse.ldmxcsr", READS, 0, -1},
    {"llvm.x86.sse.stmxcsr", WRITES, 0, -1},     {"llvm.x86.sse2.clflush", NO_ACCESS, 0, -1},
    {"llvm.x86.clflushopt", NO_ACCESS, 0, -1},   {"llvm.x86.clwb", NO_ACCESS, 0, -1},
};

/* One function of a program. */
class reporter
{
  public:
    explicit reporter(Function &f) : function(f), layout(f.getParent()->getDataLayout())
    {
    }

    bool run()
    {
        SmallVector<Instruction *, 64> all;

        for (Instruction &i : instructions(function))
            all.push_back(&i);
        for (Instruction *i : all)
            report(*i);
        return changed;
    }

  private:
    Function &function;
    const DataLayout &layout;
    bool changed = false;

    void report(Instruction &i)
    {
        if (auto *l = dyn_cast<LoadInst>(&i))
            sized(i, l->getPointerOperand(), l->getType(), READS, l->isVolatile());
        else if (auto *s = dyn_cast<StoreInst>(&i))
            sized(i, s->getPointerOperand(), s->getValueOperand()->getType(), WRITES,
                  s->isVolatile());
        else if (auto *in = dyn_cast<IntrinsicInst>(&i))
            intrinsic_call(*in);
        else if (auto *c = dyn_cast<CallBase>(&i))
            by_value(*c);
    }

    /* Nobody else writes it, or nobody else knows it. */
    static bool is_private(Value *at)
    {
        const Value *object = getUnderlyingObject(at);

        if (auto *g = dyn_cast<GlobalVariable>(object))
            return g->isConstant();
        return isa<AllocaInst>(object) && !PointerMayBeCaptured(object, true, true);
    }

    void call(Instruction &before, const char *name, ArrayRef<Value *> arguments)
    {
        IRBuilder<> b(&before);
        SmallVector<Type *, 4> types;

        for (Value *v : arguments)
            types.push_back(v->getType());
        b.CreateCall(function.getParent()->getOrInsertFunction(
                         name, FunctionType::get(b.getVoidTy(), types, false)),
                     arguments);
        changed = true;
    }

    static bool is_usual(uint64_t size)
    {
        return isPowerOf2_64(size) && size <= 16;
    }

    void sized(Instruction &i, Value *at, Type *type, way does, bool is_volatile)
    {
        uint64_t size = layout.getTypeStoreSize(type);

        if (is_usual(size) || i.isAtomic())
            return;
        range(i, at, size, does, is_volatile);
    }

    void range(Instruction &i, Value *at, uint64_t size, way does, bool is_volatile)
    {
        static const char *const names[2][2] = {
            {"__tsan_read_range", "__tsan_write_range"},
            {"__heddle_volatile_read_range", "__heddle_volatile_write_range"}};

        if (size && !is_private(at))
            call(i, names[is_volatile][does],
                 {at, ConstantInt::get(Type::getInt64Ty(i.getContext()), size)});
    }

    void by_value(CallBase &c)
    {
        for (unsigned n = 0; n < c.arg_size(); n++)
            if (Type *type = c.getParamByValType(n))
                range(c, c.getArgOperand(n), layout.getTypeStoreSize(type), READS, false);
    }

    /* A mask of bits, one for each lane. */
    void lanes(Instruction &i, Value *at, Type *vector, Value *mask, way does)
    {
        auto *v = cast<FixedVectorType>(vector);
        IRBuilder<> b(&i);
        Value *bits = b.CreateBitCast(mask, b.getIntNTy(v->getNumElements()));

        if (is_private(at))
            return;
        call(i, does == READS ? "__heddle_read_lanes" : "__heddle_write_lanes",
             {at, b.getInt64(layout.getTypeStoreSize(v->getElementType())),
              b.CreateZExtOrTrunc(bits, b.getInt64Ty())});
    }

    /* A vector of addresses. */
    void scattered(Instruction &i, Value *at, Type *vector, Value *mask, way does)
    {
        auto *v = cast<FixedVectorType>(vector);
        auto *one = FixedVectorType::get(v->getElementType(), 1);
        IRBuilder<> b(&i);

        for (unsigned n = 0; n < v->getNumElements(); n++) {
            Value *bit = b.CreateExtractElement(mask, n);

            lanes(i, b.CreateExtractElement(at, n), one,
                  b.CreateBitCast(bit, FixedVectorType::get(b.getInt1Ty(), 1)), does);
        }
    }

    void intrinsic_call(IntrinsicInst &i)
    {
        switch (i.getIntrinsicID()) {
        case Intrinsic::masked_load:
            return lanes(i, i.getArgOperand(0), i.getType(), i.getArgOperand(2), READS);
        case Intrinsic::masked_store:
            return lanes(i, i.getArgOperand(1), i.getArgOperand(0)->getType(), i.getArgOperand(3),
                         WRITES);
        case Intrinsic::masked_gather:
            return scattered(i, i.getArgOperand(0), i.getType(), i.getArgOperand(2), READS);
        case Intrinsic::masked_scatter:
            return scattered(i, i.getArgOperand(1), i.getArgOperand(0)->getType(),
                             i.getArgOperand(3), WRITES);
        default:
            of_processor(i);
        }
    }

    static bool takes_address(const IntrinsicInst &i)
    {
        return any_of(i.args(), [](const Use &u) { return u->getType()->isPtrOrPtrVectorTy(); });
    }

    void of_processor(IntrinsicInst &i)
    {
        StringRef name = i.getCalledFunction()->getName();
        bool vectors = name.starts_with("llvm.vp.") || name.starts_with("llvm.masked.");

        if ((!name.starts_with("llvm.x86.") && !vectors) || !takes_address(i))
            return;
        for (const intrinsic &k : known)
            if (name.starts_with(k.prefix))
                return known_intrinsic(i, k);
        function.getContext().diagnose(DiagnosticInfoUnsupported(
            function, "heddle cc does not see what " + name + " accesses", i.getDebugLoc()));
    }

    void known_intrinsic(IntrinsicInst &i, const intrinsic &k)
    {
        Value *at = i.getArgOperand(k.address);

        if (k.does == NO_ACCESS)
            return;
        if (k.mask < 0)
            return range(i, at, i.getType()->isVoidTy() ? 4 : layout.getTypeStoreSize(i.getType()),
                         k.does, false);
        IRBuilder<> b(&i);
        Value *mask = i.getArgOperand((unsigned)k.mask);
        Value *signs = b.CreateICmpSLT(mask, Constant::getNullValue(mask->getType()));

        lanes(i, at, mask->getType(), signs, k.does);
    }
};

struct pass : PassInfoMixin<pass> {
    PreservedAnalyses run(Module &m, ModuleAnalysisManager &)
    {
        bool changed = false;

        for (Function &f : m)
            if (f.hasFnAttribute(Attribute::SanitizeThread) && !f.isDeclaration())
                changed |= reporter(f).run();
        return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
    }

    static bool isRequired()
    {
        return true;
    } /* also without optimisation */
};

/* Loops that have no exit and do nothing. */
struct parker : PassInfoMixin<parker> {
    static bool sleeps(const Instruction &i)
    {
        auto *c = dyn_cast<CallBase>(&i);
        const Function *f = c ? c->getCalledFunction() : nullptr;

        return f &&
               (f->getName() == "sleep" || f->getName() == "usleep" || f->getName() == "pause");
    }

    static bool is_idle(const Instruction &i)
    {
        if (auto *l = dyn_cast<LoadInst>(&i))
            return isa<AllocaInst>(l->getPointerOperand()) && !l->isVolatile() && !l->isAtomic();
        if (auto *s = dyn_cast<StoreInst>(&i))
            return isa<AllocaInst>(s->getPointerOperand()) && !s->isVolatile() && !s->isAtomic();
        if (auto *c = dyn_cast<CallBase>(&i))
            return isa<DbgInfoIntrinsic>(c) || sleeps(*c) ||
                   (c->getCalledFunction() && c->getCalledFunction()->getName() == "sched_yield");
        return i.isTerminator() || isSafeToSpeculativelyExecute(&i);
    }

    static bool parks(const Loop &l)
    {
        SmallVector<BasicBlock *, 4> exits;

        l.getExitingBlocks(exits);
        return exits.empty() && all_of(l.blocks(), [](const BasicBlock *b) {
                   return !isa<UnreachableInst>(b->getTerminator()) &&
                          all_of(*b, [](const Instruction &i) { return is_idle(i); });
               });
    }

    static void mark(Module &m, const Loop &l)
    {
        IRBuilder<> b(&*l.getHeader()->getFirstInsertionPt());
        bool asleep = any_of(l.blocks(), [](const BasicBlock *k) {
            return any_of(*k, [](const Instruction &i) { return sleeps(i); });
        });
        FunctionType *type = FunctionType::get(b.getVoidTy(), {b.getInt32Ty()}, false);
        CallInst *call =
            b.CreateCall(m.getOrInsertFunction("__heddle_parked", type), {b.getInt32(asleep)});
        DebugLoc at = l.getStartLoc();

        call->setDebugLoc(at ? at : l.getHeader()->getTerminator()->getDebugLoc());
    }

    PreservedAnalyses run(Module &m, ModuleAnalysisManager &)
    {
        bool changed = false;

        for (Function &f : m) {
            if (!f.hasFnAttribute(Attribute::SanitizeThread) || f.isDeclaration())
                continue;
            DominatorTree tree(f);
            LoopInfo loops(tree);

            for (Loop *l : loops)
                if (parks(*l)) {
                    mark(m, *l);
                    changed = true;
                }
        }
        return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
    }

    static bool isRequired()
    {
        return true;
    }
};

void register_pass(PassBuilder &b)
{
    b.registerPipelineStartEPCallback(
        [](ModulePassManager &m, OptimizationLevel) { m.addPass(parker()); });
    b.registerOptimizerLastEPCallback(
        [](ModulePassManager &m, OptimizationLevel) { m.addPass(pass()); });
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo()
{
    return {LLVM_PLUGIN_API_VERSION, "heddle-cc", "1", register_pass};
}
