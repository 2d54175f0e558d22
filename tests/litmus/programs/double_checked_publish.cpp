// verdict: FAILED data-race
// The pointer is published by a relaxed store: what it points to may come later.
#define LOOK    std::memory_order_acquire
#define PUBLISH std::memory_order_relaxed
#include "double_checked.cpp"
