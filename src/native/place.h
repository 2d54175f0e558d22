/* Where an event is: a name of protocol.h as object and offset. */
#ifndef NATIVE_PLACE_H
#define NATIVE_PLACE_H

#include "event.h"

enum { PLACE_STRETCH = 31 }; /* bits of a name that are the offset */

static inline void place_event(event *e, u64 name)
{
    e->object = (name >> PLACE_STRETCH) + 1;
    e->offset = (u32)(name & ((1ull << PLACE_STRETCH) - 1));
}

/* 0: none. */
static inline u64 place_name(const event *e)
{
    return e->object ? ((e->object - 1) << PLACE_STRETCH) + e->offset : 0;
}

#endif
