#!/bin/sh
# What C programmers do with addresses (tests/idioms): the verdict of the first line by default, UNKNOWN with the advice
# and never FAILED; with --addresses layout they are decided.
. "$(dirname "$0")/lib"

cp "$root"/tests/idioms/*.c .
for program in *.c; do
    case $(sed -n 's,^// default: ,,p' "$program") in
    VERIFIED) expect 0 VERIFIED "$heddle" check --self-check --no-trace "$program" ;;
    UNKNOWN) expect 2 "--addresses layout checks it for one layout" "$heddle" check --self-check --no-trace "$program" ;;
    *) bad "no verdict" "$program" ;;
    esac
    expect 0 VERIFIED "$heddle" check --self-check --no-trace --addresses layout --layouts 4 "$program"
    expect 0 VERIFIED "$heddle" check -O2 --self-check --no-trace --addresses layout "$program"
    expect 0 VERIFIED "$heddle" check --engine stateless --self-check --no-trace --addresses layout --layout 2 "$program"
done
