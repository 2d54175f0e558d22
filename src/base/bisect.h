/* Search by halves in what is sorted. */
#ifndef BASE_BISECT_H
#define BASE_BISECT_H

#include "base/base.h"

/* `below` holds of the numbers k in [from, to) up to some place, and of none after it: that place
 * becomes k. */
#define bisect(k, from, to, below)           \
    do {                                     \
        u32 low_ = (from), high_ = (to);     \
        while (low_ < high_) {               \
            (k) = low_ + (high_ - low_) / 2; \
            if (below)                       \
                low_ = (k) + 1;              \
            else                             \
                high_ = (k);                 \
        }                                    \
        (k) = low_;                          \
    } while (0)

#endif
