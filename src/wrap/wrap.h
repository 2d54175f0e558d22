/* A system over a system: what a wrapper does not change it hands on. */
#ifndef WRAP_WRAP_H
#define WRAP_WRAP_H

#include "system.h"

#include <assert.h>

typedef struct wrapper {
    sys base; /* first: a wrapper is a system */
    system_ops ops;
} wrapper;

/* Every core operation is handed on to the inner system, settled; the wrapper then puts its own in
 * w->ops.  It must set clone, and close where it holds more than itself; and the extensions that
 * its own keys or states make others. */
void wrap_open(wrapper *w, sys *inner, system_kind kind);

static inline sys *wrap_inner(const sys *s)
{
    assert(s->inner);
    return s->inner;
}

#endif
