/* Where interrupts are kept away: between OFF and ON, with -DMASKED. */
#include <heddle.h>
#ifdef MASKED
#define OFF heddle_interrupts_off()
#define ON  heddle_interrupts_on()
#else
#define OFF
#define ON
#endif
