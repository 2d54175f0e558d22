/* The part of the C library that is translated with the program. */
#ifndef PROMELA_PRELUDE_H
#define PROMELA_PRELUDE_H

#define PRELUDE_FILE "heddle-library.c"

#define PRELUDE_ERRNO "thread_errno"
/* What a thread does at its end: the destructors of its keys. */
#define PRELUDE_KEYS "heddle_keys_end"

extern const char prelude_source[];

#endif
