#!/bin/sh
# tests/native/accesses.sh quick|test|soak: programs compiled with heddle cc.  A line `// with FLAGS: CHECK / NATIVE` of
# a program says what heddle check finds, and heddle native where races are errors; where they are steps it must find
# what heddle check does.  The scalable programs have known numbers of executions.
. "$(dirname "$0")/head.sh"
native="$heddle native --max-time $([ $mode = soak ] && echo 600 || echo 60)"

replays() { # WHAT VERDICT
    case $2 in FAILED*) same "$1, again" "$("$heddle" replay --self-check prog.trace 2>&1 | short)" "$2" ;; esac
}

# One program with one list of flags.
variant() { # SOURCE FLAGS CHECK NATIVE COMPILERS
    what="$(basename "$1") $2"
    # shellcheck disable=SC2086
    for with in $5; do
        "$heddle" cc --with "$with" -w $2 -o prog "$1" || { miss "$what: $with does not compile"; continue; }
        same "$what ($with)" "$($native -q -- ./prog 2>&1 | short)" "$4"
        replays "$what ($with)" "$4"
    done
    case $5 in *clang*) ;; *) return ;; esac
    "$heddle" cc --with clang-19 -w $2 -o prog "$1"
    same "$what (races as steps)" "$($native -q --races steps -- ./prog 2>&1 | short)" "$3"
    replays "$what (races as steps)" "$3"
    ! grep -q '^// not for heddle check' "$1" || return 0
    same "$what (heddle check)" "$("$heddle" check -w --no-trace -q $2 "$1" 2>&1 | short)" "$3"
}

variants() { # SOURCE COMPILERS
    sed -nE 's,^// with (.*): ([A-Z].*) / ([A-Z].*),\1|\2|\3,p' "$1" |
        awk -v every="$every" -v seed="${SEED:-1}" -v least="$least" '{ line[NR] = $0 }
            (NR + seed) % every == 0 { print; any = 1 }
            END { if (least && NR && !any) print line[seed % NR + 1] }' >lines
    while IFS='|' read -r flags check races; do
        variant "$1" "$flags" "$check" "$races" "$2"
    done <lines
}

# An optimal search takes each run once, up to the order of independent steps.  Optimised code has fewer dead registers
# and stack slots, which tell rounds of a spinning thread apart.
optimal() { # COUNT PROGRAM FLAGS...
    count=$1 program=$2
    shift 2
    "$heddle" cc --with "$with" -O1 -w -I"$root/include" "$@" -o prog "$root/tests/scalable/$program"
    expect 0 "; $count execution" "$program $* ($with)" \
        $native --no-trace --allow-deadlock --search optimal -q -- ./prog
}

scalable_quick() {
    optimal 8 indexer.c -DN=12
    optimal 64 lastzero.c -DN=5
    optimal 141 fib_bench.c -DN=3
    optimal 6 philosophers.c -DN=3
    optimal 4 msqueue.c -DE=1 -DD=1
    optimal 24 counter.c -DN=4
    optimal 141 additions.c -DK=3
    optimal 7 verisoft.c -DN=3
    optimal 6 mutex_algo.c -DTICKET -DN=3
}

scalable_test() {
    optimal 1 indexer.c -DN=11
    optimal 64 indexer.c -DN=13
    optimal 19 fib_bench.c -DN=2
    optimal 1,107 fib_bench.c -DN=4
    optimal 140 fib_bench.c -DN=2 -DNOJOIN
    optimal 14 philosophers.c -DN=4
    optimal 15 philosophers.c -DN=4 -DDEADLOCK
    optimal 90 philosophers.c -DN=3 -DR=2
    optimal 188 msqueue.c -DE=2 -DD=1
    optimal 24 mutex_algo.c -DTICKET -DN=4
    optimal 36 mutex_algo.c -DTTAS -DN=3
    optimal 24 counter.c -DN=4 -DMUTEX
    optimal 36 counter.c -DN=3 -DRACY -DNOCHECK
    optimal 256 readers.c -DN=8
    optimal 1 lists.c -DN=3
    optimal 4 mutex_algo.c -DFILTER -DN=2
    optimal 145 mutex_algo.c -DFILTER -DN=3
}

scalable_soak() {
    optimal 512 indexer.c -DN=14
    optimal 704 lastzero.c -DN=8
    optimal 3,328 lastzero.c -DN=10
    optimal 1,698 fib_bench.c -DN=3 -DNOJOIN
    optimal 30 philosophers.c -DN=5
    optimal 62 philosophers.c -DN=6
    optimal 1,680 philosophers.c -DN=3 -DR=3
    optimal 786 philosophers.c -DN=4 -DR=2
    optimal 1,054 msqueue.c -DE=1 -DD=3
    optimal 120 mutex_algo.c -DTICKET -DN=5
    optimal 576 mutex_algo.c -DTTAS -DN=4
    optimal 720 counter.c -DN=6
    optimal 576 counter.c -DN=4 -DRACY -DNOCHECK
    optimal 4,096 readers.c -DN=12
    optimal 1,107 additions.c -DK=4
    optimal 1,676 mutex_algo.c -DFILTER -DN=2 -DR=4
}

# What a person sees, and what is refused.
cc_itself() {
    source=$here/accesses/counter.c
    "$heddle" cc -DATOMIC -o prog "$source"
    expect 0 '' "a program runs without heddle" ./prog
    "$heddle" cc -o prog "$source"
    expect 1 'counter\.c:31: error: data race at n: .* by T[12] at .*counter\.c:31, not ordered with .*counter\.c:31' \
        "both places of a race" $native --no-trace -- ./prog
    "$heddle" cc -w -DSPLIT -o prog "$source"
    expect 1 'n = 1' "values in a trace" $native --no-trace -- ./prog
    expect 0 'accesses of what heddle cc compiled are seen' "the condition of VERIFIED" \
        sh -c "'$heddle' cc -DATOMIC -o prog '$source' && $native -- ./prog"
    "$heddle" cc -DAGAIN -o prog "$here/accesses/message.c"
    expect 1 'FAILED: data-race' "release sequences of C++20" $native --std c++20 -- ./prog
    expect 1 'FAILED: data-race' "and again" "$heddle" replay prog.trace
    "$heddle" cc -c -DATOMIC -o counter.o "$source" && "$heddle" cc -o prog counter.o
    expect 0 VERIFIED "compiled and linked apart" $native -- ./prog
    expect 0 'instrumented by hand' "flags by hand" sh -c "clang-19 -g -fsanitize=thread -c -o by_hand.o '$source' &&
        '$heddle' cc -o prog by_hand.o && $native --no-trace -- ./prog | grep -q 'FAILED: data-race' && echo instrumented by hand"
    "$heddle" cc -w '-DWRITE=strcpy(name,arg)' '-DREAD=strstr(name,"ell")!=0' -o prog "$here/accesses/strings.c"
    expect 1 'data race at name\[0\]: .*strings\.c' "a string that is searched" $native --no-trace -- ./prog
    expect 2 'a call that reads or writes memory that races' "and is no step" $native --races steps -- ./prog
    "$heddle" cc --with gcc -o prog -DATOMIC "$source"
    expect 0 "gcc's code without structs" "what gcc does not report" $native -- ./prog
    expect 1 'gathers.c:11:.*does not see what llvm.x86.avx2.gather' "an intrinsic that is not seen" \
        "$heddle" cc --with clang-19 -mavx2 -c -o gathers.o "$here/programs/gathers.c"
    "$heddle" cc --with gcc -o prog "$source"
    expect 2 'only where clang compiled' "races as steps need clang" $native --races steps -- ./prog
    CC=gcc expect 0 'Free Software Foundation' "CC names the compiler" "$heddle" cc --version
    expect 64 'no file was given' "cc without a file" "$heddle" cc
    expect 64 'needs the name of a compiler' "cc --with and nothing" "$heddle" cc --with
    expect 65 'no-such-compiler' "a compiler that is not there" "$heddle" cc --with no-such-compiler "$source"
    expect 64 'does not go with' "another sanitizer" "$heddle" cc -fsanitize=address "$source"
    expect 64 'linked dynamically' "cc -static" "$heddle" cc -static "$source"
    expect 0 'with COMPILER' "cc --help" "$heddle" cc --help
    expect 0 'heddle c\+\+' "c++ --help" "$heddle" c++ --help
    expect 64 'not the address of a word' "--racy" $native --racy 3 -- ./prog
}

cplusplus() { # SOURCE
    sed -nE 's,^// with (.*): ([A-Z].*),\1|\2,p' "$1" >lines
    while IFS='|' read -r flags wanted; do
        for with in clang++-19 g++; do
            # shellcheck disable=SC2086
            "$heddle" c++ --with $with -w $flags -o prog "$1"
            same "$(basename "$1") $flags ($with)" "$($native --no-trace -q -- ./prog 2>&1 | short)" "$wanted"
        done
    done <lines
}

# Processes that count in memory they share.
shared() {
    for type in int 'volatile int' atomic_int; do
        "$heddle" cc -w "-DTYPE=$type" -o prog "$here/programs/counted.c"
        expect 1 'FAILED: assertion' "shared by processes, $type" $native --no-trace -- ./prog
    done
    "$heddle" cc -w -DTYPE=atomic_int -DADD -o prog "$here/programs/counted.c"
    expect 0 'VERIFIED' "shared by processes, added" $native -- ./prog
}

# A handler ends the loop of a thread that spins.
handled() {
    "$heddle" cc -O1 -w -o prog "$here/programs/handled.c"
    expect 1 'FAILED: assertion' "a handler that ends a loop" $native --no-trace -- ./prog
}

# Threads that spin for ever, and the same programs mended.
hangs() {
    for one in abba mcs sense; do
        "$heddle" cc -O1 -g -w -o prog "$here/../programs/hang_$one.c"
        expect 1 'waits: spins at' "$one hangs" $native --no-trace -- ./prog
        expect 0 VERIFIED "$one may hang" $native --allow-hang -- ./prog
        "$heddle" cc -O1 -g -w -DMENDED -o prog "$here/../programs/hang_$one.c"
        expect 0 VERIFIED "$one does not hang" $native -- ./prog
    done
}

pairs() {
    "$heddle" cc -w -mcx16 -o prog "$here/accesses/wide.c"
    expect 0 VERIFIED "16 bytes" $native -- ./prog
    "$heddle" cc -w -mcx16 -DSPLIT -o prog "$here/accesses/wide.c"
    expect 1 'FAILED: assertion' "16 bytes, split" $native --no-trace -- ./prog
}

# Of a program's variants those that the seed picks, one at least, and all of them in a soak.
case $mode in quick) every=24 least=0 ;; test) every=8 least=1 ;; *) every=1 least=1 ;; esac
for source in "$here"/accesses/*.c; do
    compilers="clang-19 gcc"
    ! grep -q '^// clang alone' "$source" || compilers=clang-19
    case $mode in quick) compilers=clang-19 ;; esac
    variants "$source" "$compilers"
done
cc_itself
cplusplus "$here/accesses/cplusplus.cc"
cplusplus "$here/accesses/spinning.cc"
pairs
shared
handled
hangs
for with in clang-19 gcc; do
    scalable_quick
    [ $mode != quick ] || break
done
with=clang-19
[ $mode = quick ] || scalable_test
[ $mode != soak ] || scalable_soak
finish
