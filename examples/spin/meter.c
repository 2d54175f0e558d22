/* A meter that counts pulses: an interrupt adds them up, a loop takes them over and keeps the sum in memory that
 * survives a loss of power.  When interrupts and losses of power come is the model's, meter.pml: each in the
 * middle of any function below.
 *
 *   -DUNMASKED   pulses are taken over without masking the interrupt: one that comes between is lost
 *   -DTORN       the record is overwritten in place: half of it is new when the power goes */
#include <assert.h>
#include <stddef.h>

#ifdef UNMASKED
enum { MASK = 0 };
#else
enum { MASK = 1 };
#endif
enum { MAGIC = 0x5a };

struct record {
    int total, check;
};

/* This memory survives. */
struct record kept[2] = {{0, MAGIC}, {0, MAGIC}};
int current;

/* This does not. */
volatile int pulses, masked, idle;
static int total;

void pulse(void)
{
    pulses++;
}

static void take_pulses(void)
{
    int n;

    masked = MASK;
    n = pulses;
    pulses = 0;
    masked = 0;
    total += n;
}

static void keep(void)
{
#ifdef TORN
    int next = current;
#else
    int next = !current;
#endif

    kept[next].total = total;
    kept[next].check = total ^ MAGIC;
    current = next;
}

static void boot(void)
{
    assert(kept[current].check == (kept[current].total ^ MAGIC));
    total = kept[current].total;
}

void *run(void *unused)
{
    boot();
    for (;;) {
        idle = pulses == 0;
        if (idle)
            continue;
        take_pulses();
        keep();
    }
    return unused;
}

int main(void)
{
    run(NULL); /* the model stands in its place */
    return 0;
}
