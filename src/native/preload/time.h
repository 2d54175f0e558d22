/* The clocks of threads. */
#ifndef NATIVE_PRELOAD_TIME_H
#define NATIVE_PRELOAD_TIME_H

#include <stdint.h>

/* The thread makes another one. */
void time_start(uint32_t slot);
/* Of a thread that begins. */
void time_begin(void);
/* The end of a thread or process was waited for. */
void time_join(uint32_t slot);

#endif
