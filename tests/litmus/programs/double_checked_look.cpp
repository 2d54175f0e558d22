// verdict: FAILED data-race
// The pointer is looked at by a relaxed load: what it points to may be read from before.
#define LOOK    std::memory_order_relaxed
#define PUBLISH std::memory_order_release
#include "double_checked.cpp"
