/* verisoft.h: the names that programs written for VeriSoft use, in terms of heddle.h.  Such a
 * program also builds and runs where heddle is not. */
#ifndef VERISOFT_H
#define VERISOFT_H

#include "heddle.h"

/* A number from 0 to n, every one of them tried. */
static inline int VS_toss(int n)
{
    return (int)heddle_choose((unsigned)n + 1);
}

#define VS_assert(...) heddle_assert(__VA_ARGS__)

#endif
