/* Forms of operator new and delete that the program replaces.
 *
 * By the standard most forms are defined by others: delete[] calls delete, delete with a size the
 * one without, nothrow new calls new.  A program that replaces new and delete has them all.  The
 * runtime's own forms do not call each other, for each says of an object which form made it; where
 * the program replaces one, those that the standard defines by it are exchanged for functions of
 * runtime/cxx/new_forward.cc that call it. */
#include "front/forms.h"

#include "base/base.h"
#include "front/front.h"

#include <string.h>

/* A form comes behind the one that it is defined by. */
static const struct {
    const char *form, *defined_by, *forward;
} forms[] = {
    {"_Znam", "_Znwm", "__heddle_new_array"},
    {"_ZnwmRKSt9nothrow_t", "_Znwm", "__heddle_new_nothrow"},
    {"_ZnamRKSt9nothrow_t", "_Znam", "__heddle_new_array_nothrow"},
    {"_ZdaPv", "_ZdlPv", "__heddle_delete_array"},
    {"_ZdlPvm", "_ZdlPv", "__heddle_delete_sized"},
    {"_ZdaPvm", "_ZdaPv", "__heddle_delete_array_sized"},
    {"_ZdlPvRKSt9nothrow_t", "_ZdlPv", "__heddle_delete_nothrow"},
    {"_ZdaPvRKSt9nothrow_t", "_ZdaPv", "__heddle_delete_array_nothrow"},
    {"_ZnamSt11align_val_t", "_ZnwmSt11align_val_t", "__heddle_new_array_aligned"},
    {"_ZnwmSt11align_val_tRKSt9nothrow_t", "_ZnwmSt11align_val_t", "__heddle_new_nothrow_aligned"},
    {"_ZnamSt11align_val_tRKSt9nothrow_t", "_ZnamSt11align_val_t",
     "__heddle_new_array_nothrow_aligned"},
    {"_ZdaPvSt11align_val_t", "_ZdlPvSt11align_val_t", "__heddle_delete_array_aligned"},
    {"_ZdlPvmSt11align_val_t", "_ZdlPvSt11align_val_t", "__heddle_delete_sized_aligned"},
    {"_ZdaPvmSt11align_val_t", "_ZdaPvSt11align_val_t", "__heddle_delete_array_sized_aligned"},
    {"_ZdlPvSt11align_val_tRKSt9nothrow_t", "_ZdlPvSt11align_val_t",
     "__heddle_delete_nothrow_aligned"},
    {"_ZdaPvSt11align_val_tRKSt9nothrow_t", "_ZdaPvSt11align_val_t",
     "__heddle_delete_array_nothrow_aligned"},
};

static bool defined(LLVMModuleRef m, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(m, name);

    return f && !LLVMIsDeclaration(f);
}

static bool forwarded(const bool *done, const char *name)
{
    for (u32 k = 0; k < LENGTH(forms); k++)
        if (done[k] && strcmp(forms[k].form, name) == 0)
            return true;
    return false;
}

/* Whoever calls the form in this module calls `by`. */
static void exchange(LLVMModuleRef in, const char *form, LLVMValueRef by)
{
    LLVMValueRef f = LLVMGetNamedFunction(in, form);

    if (f)
        LLVMReplaceAllUsesWith(f, by);
}

void forms_forward(LLVMModuleRef m, LLVMModuleRef cxx)
{
    bool done[LENGTH(forms)] = {false};

    for (u32 k = 0; k < LENGTH(forms); k++) {
        const char *by = forms[k].forward;

        if (defined(m, forms[k].form) ||
            (!defined(m, forms[k].defined_by) && !forwarded(done, forms[k].defined_by)))
            continue;
        LLVMValueRef own = LLVMGetNamedFunction(cxx, by);

        if (!own)
            fail(EXIT_INPUT, "heddle: the runtime has no function '%s'; build or install it again",
                 by);
        exchange(cxx, forms[k].form, own);
        if (LLVMGetNamedFunction(m, forms[k].form))
            exchange(m, forms[k].form, LLVMAddFunction(m, by, LLVMGlobalGetValueType(own)));
        done[k] = true;
    }
}
