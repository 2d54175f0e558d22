/* Functions that the user declared visible: a trap lies on the first byte of each.  The thread that
 * comes to it rests, then takes the instruction that was there in a single step, and the trap is
 * put back.  No other thread can come by meanwhile, since one runs at a time. */
#define _GNU_SOURCE
#include "native/preload/probes.h"

#include <string.h>
#include <sys/mman.h>

#define TRAP      0xcc
#define TRAP_FLAG 0x100 /* of the processor: after one instruction */
#define PAGE      4096ull
#define ARGUMENTS 6

static native_probe probes[NATIVE_PROBES];
static uint8_t bytes[NATIVE_PROBES];
static uint32_t count;
static __thread native_probe *stepping;

static uint8_t *code(const native_probe *p)
{
    return (uint8_t *)p->address;
}

void probes_set(const native_shared *shared, uint32_t program)
{
    if (count)
        return;
    for (uint32_t i = 0; i < shared->probes; i++) {
        const native_probe *p = &shared->probe[i];

        if (p->program != program || !p->address)
            continue;
        mprotect((void *)(p->address & ~(PAGE - 1)), 2 * PAGE, PROT_READ | PROT_WRITE | PROT_EXEC);
        probes[count] = *p;
        bytes[count++] = *code(p);
        *code(p) = TRAP;
    }
}

static uint64_t argument_of(const ucontext_t *c, uint32_t which)
{
    static const int registers[ARGUMENTS] = {REG_RDI, REG_RSI, REG_RDX, REG_RCX, REG_R8, REG_R9};

    return which && which <= ARGUMENTS ? (uint64_t)c->uc_mcontext.gregs[registers[which - 1]] : 0;
}

static void rest(const ucontext_t *c, const native_probe *p)
{
    uint64_t object = argument_of(c, p->argument);

    control_ask(&(ask){.operation = p->writes ? NATIVE_PROBE_WRITE : NATIVE_PROBE_READ,
                       .object = control_name((void *)(object ? object : p->address)),
                       .argument = p->number,
                       .other = IPC_AT_ONCE,
                       .caller = *(uint64_t *)c->uc_mcontext.gregs[REG_RSP]});
}

bool probes_hit(ucontext_t *c)
{
    uint64_t at = (uint64_t)c->uc_mcontext.gregs[REG_RIP] - 1;

    if (stepping) {
        *code(stepping) = TRAP;
        stepping = NULL;
        c->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
        return true;
    }
    for (uint32_t i = 0; i < count; i++)
        if (probes[i].address == at) {
            rest(c, &probes[i]);
            *code(&probes[i]) = bytes[i];
            stepping = &probes[i];
            c->uc_mcontext.gregs[REG_RIP] = (long long)at;
            c->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
            return true;
        }
    return false;
}
