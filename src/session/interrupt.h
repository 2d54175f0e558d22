#ifndef SESSION_INTERRUPT_H
#define SESSION_INTERRUPT_H

/* Set by the first signal once interrupt_listen was called; the second ends the process. */
extern volatile int interrupted;
void interrupt_listen(void);

#endif
