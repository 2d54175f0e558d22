# Compiled programs are kept: nothing is compiled twice, and nothing that changed is taken for what it was.
. "$(dirname "$0")/lib"
export HEDDLE_CACHE="$work/cache" CALLS="$work/calls"
clang=$(command -v "${HEDDLE_CLANG:-clang-19}")

# A compiler that counts its calls; a script would not be trusted.
compiler() { # NAME EXTRA-OPTION
    cat >count.c <<END
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int main(int n, char **v)
{
    char *w[n + 2];
    int fd = open(getenv("CALLS"), O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (write(fd, "x", 1) != 1)
        return 1;
    for (int i = 0; i < n; i++)
        w[i] = v[i];
    w[n] = "$2";
    w[n + 1] = 0;
    w[0] = "$clang";
    execv(w[0], w);
    return 1;
}
END
    cc -o "$1" count.c
    rm count.c
}
compiler clang1 -DCOMPILER=1
compiler clang2 -DCOMPILER=2
export HEDDLE_CLANG="$work/clang1"

calls() { cat "$CALLS" 2>/dev/null; : >"$CALLS"; }
settle() { sleep 0.05; } # what was written at the moment that clang begins is not kept
# The command ends with this status and says this, and calls the compiler: yes or no.
calling() { # yes|no STATUS SUBSTRING COMMAND...
    called=$1
    shift
    settle
    calls >/dev/null
    expect "$@"
    case $called$(calls) in
    yesx* | no) passed=$((passed + 1)) ;;
    *) bad "is the compiler called? not: $called" "$*" ;;
    esac
}

mkdir inc first
cat >prog.c <<'END'
#include <assert.h>
#include <pthread.h>
#include "limit.h"
#ifndef COMPILER
#define COMPILER 0
#endif
#ifndef MORE
#define MORE 0
#endif
static int n;
static void *f(void *a) { n++; return a; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    assert(n + MORE < LIMIT + 10 * (COMPILER == 2));
    return 0;
}
END
echo '#define LIMIT 2' >inc/limit.h

check="$heddle check -q --no-trace -Ifirst -Iinc prog.c"
calling yes 0 'VERIFIED' $check
calling no 0 'VERIFIED' $check
calling no 0 'VERIFIED' $check --max-depth 100
calling yes 0 'VERIFIED' $check --no-cache
calling yes 0 'VERIFIED' env HEDDLE_CACHE=off $check
calling no 0 'VERIFIED' $check

# What decides has changed: a flag, a header, the file, the compiler, a property, the folder.
calling yes 1 'FAILED: assertion' $check -DMORE=1
calling no 1 'FAILED: assertion' $check -DMORE=1
cp -p inc/limit.h old.h
echo '#define LIMIT 1' >inc/limit.h
touch -r old.h inc/limit.h
calling yes 1 'FAILED: assertion' $check
calling no 1 'FAILED: assertion' $check
cp -p old.h inc/limit.h
calling yes 0 'VERIFIED' $check
calling yes 0 'VERIFIED' env HEDDLE_CLANG="$work/clang2" $check -DMORE=1
calling no 0 'VERIFIED' env HEDDLE_CLANG="$work/clang2" $check -DMORE=1
calling yes 1 'FAILED: invariant' $check --invariant 'n == 0'
calling no 1 'FAILED: invariant' $check --invariant 'n == 0'
calling no 0 'VERIFIED' $check
sed -i 's/n++;/n += 2;/' prog.c
calling yes 1 'FAILED: assertion' $check
sed -i 's/n += 2;/n++;/' prog.c
calling yes 0 'VERIFIED' $check

# A header that is new in a folder which is searched earlier; one that was asked for; a variable of clang.
calling no 0 'VERIFIED' $check
echo '#define LIMIT 1' >first/limit.h
calling yes 1 'FAILED: assertion' $check
rm first/limit.h
calling yes 0 'VERIFIED' $check
cat >asks.c <<'END'
#if __has_include("here.h")
#error it is here
#endif
int main(void) { return 0; }
END
calling yes 0 'VERIFIED' "$heddle" check -q asks.c
calling no 0 'VERIFIED' "$heddle" check -q asks.c
: >here.h
calling yes 65 'it is here' "$heddle" check -q asks.c
mkdir other
echo '#define LIMIT 1' >other/limit.h
bare="$heddle check -q --no-trace prog.c"
calling yes 0 'VERIFIED' env CPATH=inc $bare
calling yes 1 'FAILED' env CPATH=other $bare
calling no 0 'VERIFIED' env CPATH=inc $bare

# The time of day is no constant; a script may be any compiler.
echo 'const char *when = __TIME__; int main(void) { return 0; }' >clock.c
calling yes 0 'VERIFIED' "$heddle" check -q clock.c
calling yes 0 'VERIFIED' "$heddle" check -q clock.c
printf '#!/bin/sh\nexec %s "$@"\n' "$work/clang1" >script
chmod +x script
calling yes 0 'VERIFIED' env HEDDLE_CLANG="$work/script" $check
calling yes 0 'VERIFIED' env HEDDLE_CLANG="$work/script" $check

# What clang says is said again, and so are heddle's remarks.
cat >warns.c <<'END'
#include <pthread.h>
static int f(int a) { return a; }
int main(void)
{
    pthread_t t;
    int unused;
    pthread_create(&t, 0, (void *(*)(void *))f, 0);
    return pthread_join(t, 0);
}
END
settle
"$heddle" check -q -Wall warns.c >said.1 2>&1
settle
calls >/dev/null
"$heddle" check -q -Wall warns.c >said.2 2>&1
sed -i 's/[0-9.]* s,/N s,/; s/[0-9.]* kB/N kB/' said.1 said.2
check_that "warnings and remarks come again" cmp said.1 said.2
check_that "a warning is among them" grep -q "unused variable" said.2
check_that "a remark is among them" grep -q "is started as a thread" said.2
check_that "they come from the cache" test ! -s "$CALLS"

# The same program, to the last name and line.
for options in "" "-O2" "--overflow" "-m32" "-O2 --keep n"; do
    "$heddle" dump --all --no-cache -Iinc $options prog.c >dump.0 2>&1
    settle
    "$heddle" dump --all -Iinc $options prog.c >dump.1 2>&1
    calls >/dev/null
    "$heddle" dump --all -Iinc $options prog.c >dump.2 2>&1
    check_that "compiled, $options" cmp dump.0 dump.1
    check_that "from the cache, $options" cmp dump.0 dump.2
    check_that "no compiler, $options" test ! -s "$CALLS"
done
cat >spins.c <<'END'
#include <pthread.h>
static int go;
static void *f(void *a) { while (!go) ; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); go = 1; pthread_join(t, 0); return 0; }
END
for options in "" -O2; do
    "$heddle" check -q --no-trace --no-cache $options spins.c 2>&1 | sed 's/;.*//' >verdict.0
    "$heddle" check -q --no-trace $options spins.c 2>&1 | sed 's/;.*//' >verdict.1
    "$heddle" check -q --no-trace $options spins.c 2>&1 | sed 's/;.*//' >verdict.2
    check_that "the verdict compiled, $options" cmp verdict.0 verdict.1
    check_that "the verdict from the cache, $options" cmp verdict.0 verdict.2
done

# Traces replay from the cache; the whole report is the same.
"$heddle" check -Iinc -DMORE=1 prog.c >report.1 2>&1
calls >/dev/null
"$heddle" replay prog.trace >replay.1 2>&1
check_that "replay does not compile" test ! -s "$CALLS"
"$heddle" replay --no-cache prog.trace >replay.2 2>&1
check_that "and shows the same" cmp replay.1 replay.2
check_that "replay --no-cache compiles" test -s "$CALLS"

# Damaged entries, at any place.
rm -rf cache
calling yes 0 'VERIFIED' $check
entry=$(ls cache/*.program)
cp "$entry" whole
size=$(stat -c %s whole)
for at in 3 20 60 $((size / 3)) $((size / 2)) $((size - 9)); do
    cp whole "$entry"
    printf '\377\001' | dd of="$entry" bs=1 seek="$at" conv=notrunc 2>/dev/null
    calling yes 0 'VERIFIED' $check
    calling no 0 'VERIFIED' $check
done
for size in 0 5 100 $((size - 1)); do
    head -c "$size" whole >"$entry"
    calling yes 0 'VERIFIED' $check
done
cat whole whole >"$entry"
calling yes 0 'VERIFIED' $check

# Several at once.
rm -rf cache
settle
for i in 1 2 3 4; do $check >at.$i 2>&1 & done
wait
for i in 1 2 3 4; do check_that "one of several at once" grep -q VERIFIED at.$i; done
check_that "one entry is left" test "$(ls cache | wc -l)" = 1
calling no 0 'VERIFIED' $check

# Oldest entries go; a folder that cannot be is none; others' files stay.
truncate -s 400M cache/00.program
touch -d '2 days ago' cache/00.program
truncate -s 300M cache/11.program
touch -d '1 day ago' cache/11.program
: >cache/mine
calling yes 1 'FAILED' $check -DMORE=1
check_that "the oldest is gone" test ! -e cache/00.program
check_that "the others are there" test -e cache/11.program -a -e cache/mine
calling no 0 'VERIFIED' $check
: >file
calling yes 0 'VERIFIED' env HEDDLE_CACHE=file/cache $check
calling yes 0 'VERIFIED' env HEDDLE_CACHE=/proc/no/cache $check
check_that "nothing is said of it" test "$(HEDDLE_CACHE=/proc/no/cache $check 2>&1 | wc -l)" = 1
calling yes 0 'VERIFIED' env -u HEDDLE_CACHE XDG_CACHE_HOME="$work/xdg" $check
check_that "where XDG_CACHE_HOME says" test -d xdg/heddle
calling yes 0 'VERIFIED' env -u HEDDLE_CACHE -u XDG_CACHE_HOME HOME="$work/home" $check
check_that "or below HOME" test -d home/.cache/heddle

# A program that heddle cc built, and a database.
unset CC
"$heddle" cc -Iinc -o prog prog.c -lpthread
calling yes 0 'VERIFIED' "$heddle" check -q -O1 ./prog
calling no 0 'VERIFIED' "$heddle" check -q -O1 ./prog
"$heddle" cc -Iinc -DMORE=1 -o prog prog.c -lpthread
calling yes 1 'FAILED' "$heddle" check -q --no-trace -O1 ./prog
echo "[{\"directory\": \"$work\", \"command\": \"cc -Iinc -c prog.c\", \"file\": \"prog.c\"}]" >compile_commands.json
calling yes 0 'VERIFIED' "$heddle" check -q -p . prog.c
calling no 0 'VERIFIED' "$heddle" check -q -p . prog.c
sed -i 's/-Iinc/-Iinc -DMORE=1/' compile_commands.json
calling yes 1 'FAILED' "$heddle" check -q --no-trace -p . prog.c
