# heddle sim: every command by a pipe, what it changes and what it says of bad input; going back restores
# states exactly; a terminal with history and completion.
. "$(dirname "$0")/lib"

cat >list.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
    unsigned flags : 3, rest : 29;
};

enum colour { RED, GREEN = 5 };
static struct node *head;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static enum colour shade;
static double rate = 0.5;
static int table[20];
static _Thread_local int mine = 7;

static int square(int n)
{
    int r = n * n;

    return r;
}

static void *push(void *arg)
{
    struct node *n = malloc(sizeof *n);
    int sum = 0;

    for (int i = 0; i < 3; i++)
        sum += square(i);
    n->value = sum;
    n->flags = 5;
    n->rest = 1;
    pthread_mutex_lock(&m);
    n->next = head;
    head = n;
    table[3]++;
    shade = GREEN;
    rate = rate * 3;
    pthread_mutex_unlock(&m);
    printf("pushed %d\n", sum);
    mine++;
    return arg;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, push, NULL);
    pthread_create(&b, NULL, push, &a);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(head->next->value == 5);
    return 0;
}
END
cat >spin.c <<'END'
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *setter(void *arg)
{
    flag = 1;
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, setter, NULL);
    while (!flag)
        ;
    pthread_join(t, NULL);
    return 0;
}
END

# The commands, with ; between them, end with this status and print this.
sim() { # STATUS SUBSTRING COMMANDS [ARGUMENT...]
    wanted=$1 what=$2
    printf '%s\n' "$3" | tr ';' '\n' | sed 's/^ *//' >script
    shift 3
    [ $# -gt 0 ] || set -- list.c
    expect "$wanted" "$what" "$heddle" sim --script script "$@"
}
lacks() { # SUBSTRING: what the last one printed has it not
    if grep -qF -- "$1" .out; then
        bad "the output has: $1" "$(cat script)"
    else
        passed=$((passed + 1))
    fi
}

# Moving.
sim 0 "   1  T0 main            starts" "moves"
sim 0 "   2  T1 push            starts" "step; moves"
sim 0 "step 3: T1 push" "step; step T0; step T1"
sim 0 "T1 push in push, list.c:37" "step; step T1; step"
sim 64 "T0 is blocked: pthread_join(T1)" "step; step; step T0"
sim 0 "T0 main is blocked: pthread_join(T1)" "continue"
sim 0 "list.c:35" "step; thread T1; until 35"
sim 0 "T1 push in square, list.c:22" "step; thread T1; next; next; next; next; next"
sim 0 "T1 push in push, list.c:34" "step; thread T1; next; over; over; over; over; over; over; over; over; over; over; over"
lacks "in square"
sim 0 "n = 1" "step; thread T1; until square(); until n == 1; print n"
sim 0 "T1 push in push, list.c:33" "step; thread T1; until square(); out"
sim 0 "step 2: T1 push" "step; thread T1; until 33; until visible"
sim 0 "step 2: T2 push(&main:a)" "step; choose 3"
sim 0 "the program has ended, exit status 0" "random 100"
sim 0 "0 steps taken" "random 8; back 8"
sim 0 "3 steps taken" "random 8; goto 3"
sim 0 "step 8:" "random 8; goto 3; run"
sim 0 "step 5:" "random 8; goto 3; forward 2"
sim 0 "1 step taken" "step; thread T1; until 33; back; print head"

# Looking.
sim 0 "* T1 push            push, list.c:37" "step; step T1; threads"
sim 0 "T0 main in main, list.c:55" "step; step T1; thread T0"
sim 0 "  1  push, list.c:33  arg = NULL, n = malloc#1, sum = 0, i = 0" "step; thread T1; until square(); backtrace"
sim 0 "sum = 0" "step; thread T1; until square(); up; print sum"
sim 0 "n = 0" "step; thread T1; until square(); up; down; print n"
sim 0 "T1,T2   37      pthread_mutex_lock(&m);" "step; step T1; step T2; list"
sim 0 "  20  static int square(int n)" "step; list 20"
sim 0 "malloc#1, 24 bytes, by T1, list.c:29; pointed to by T1:n" "step; step T1; heap"
sim 0 "nothing is allocated" "heap"
sim 0 "m locked by T1; waited for by T2" "step; step T1; step T2; step T1; locks"
sim 0 "pushed 5" "random 100; output"
sim 0 "nothing was printed" "random 100; goto 0; output"
sim 0 "head: NULL -> malloc#1" "step; continue T1; diff 0"
sim 0 "nothing differs" "step; diff 1 1"
sim 0 "m locked by T2" "step; step T1; step T2; step; history"
sim 0 "1  T0  53  creates T1 push" "step; history"

# Expressions.
while IFS='~' read -r expression value; do
    sim 0 "$expression = $value" "step; continue T1; step T2; print $expression"
done <<'END'
head->value~5
*head~{value = 5, next = NULL, flags = 5, rest = 1}
head->flags~5
head->next == 0~1
head && head->value == 5~1
!head || head->value > 5~0
&head->value~malloc#1
&table[3] - table~3
table[1 + 2]~1
*(table + 3)~1
table~{0, 0, 0, 1, 0, 0, 0, 0, ...}
shade~GREEN
shade == GREEN~1
shade + 1~6
rate~1.5
rate * 2~3
mine~7
T2:sum~5
T2:n->value~5
sizeof(struct node)~24
sizeof table / sizeof table[0]~20
((struct node *)head)->value~5
(char)('a' + 1)~98
(unsigned char)300~44
-1 < 0u~0
-1 < 0~1
7 / -2~-3
-7 % 4~-3
1 << 4 | 1~17
255 & 0xfff~255
1 ? 2 : 1 / 0~2
0 && 1 / 0~0
2 + 3 * 4 - 1~13
0x7fffffff + 1~-2147483648
10 - 4 - 3~3
1, 2~2
END
while IFS='~' read -r expression problem; do
    sim 64 "wrong: $problem" "step; continue T1; print $expression"
done <<'END'
nosuch~nosuch is not known here, or has no value
head->nosuch~there is no member nosuch
head->next->value~the pointer is NULL
1 / 0~division by zero
table[~an expression is expected at ''
(1~a ')' is missing
1 +~an expression is expected at ''
1 2~'2' does not belong to the expression
table[3] = 2~an expression may change nothing: = does; == compares
square(2)~functions are not called: that could change the state
table[3]++~an expression may change nothing: ++ and -- do
*shade~only a pointer leads to something
table[1000]~there is no memory at that address
T9:x~there is no such thread now
12abc~'12abc' is no number
&table[0] < &head~pointers to different objects have no order
*head + 1~a struct, a union or what has no type is no number and no pointer
END
expect 64 "wrong: the expression is nested too deeply" sh -c "printf 'print%5000s\n' | sed 's/ /(/g; s/(/ /' | '$heddle' sim list.c"

# Random expressions: as a compiler evaluates them.
awk -v seed="${SEED:-1}" '
    function pick(n) { return int(rand() * n) }
    function number(   k) {
        k = pick(6)
        return k == 0 ? pick(5) : k == 1 ? pick(300) "u" : k == 2 ? pick(100000) "l" : \
               k == 3 ? "0x" substr("fffffffe", 1, 1 + pick(8)) : k == 4 ? "(signed char)" pick(300) : pick(3) "ul"
    }
    function expression(depth,   k, op) {
        if (depth == 0 || rand() < 0.15) return number()
        k = pick(12)
        if (k == 0) return "-" "(" expression(depth - 1) ")"
        if (k == 1) return "~" "(" expression(depth - 1) ")"
        if (k == 2) return "!" expression(0)
        if (k == 3) return "(" expression(depth - 1) " ? " expression(depth - 1) " : " expression(depth - 1) ")"
        if (k == 4) return "(" casts[pick(8)] ")(" expression(depth - 1) ")"
        if (k == 5) return "(" expression(depth - 1) " << " pick(8) ")"
        if (k == 6) return "(" expression(depth - 1) " >> " pick(8) ")"
        if (k == 7) return "(" expression(depth - 1) (rand() < 0.5 ? " / " : " % ") (1 + pick(9)) ")"
        op = operators[pick(16)]
        return rand() < 0.5 ? "(" expression(depth - 1) " " op " " expression(depth - 1) ")" : \
                              expression(0) " " op " " expression(0) " " operators[pick(16)] " " expression(0)
    }
    BEGIN {
        srand(seed)
        split("+ - * & | ^ < > <= >= == != && || + -", from, " ")
        for (i = 1; i <= 16; i++) operators[i - 1] = from[i]
        split("int|unsigned|long|unsigned long|short|unsigned char|signed char|unsigned short", from, "|")
        for (i = 1; i <= 8; i++) casts[i - 1] = from[i]
        for (i = 0; i < 300; i++) print "(" expression(4) ")"
    }' >expressions
{ echo '#include <stdio.h>'; echo 'int main(void) {'; sed 's/.*/printf("%lld\\n", (long long)(&));/' expressions; echo '}'; } >evaluate.c
sed 's/.*/print (long long)(&)/' expressions >script
check_that "expressions compile" gcc -w -fwrapv -o evaluate evaluate.c
./evaluate >compiled
timeout 60 "$heddle" sim --script script list.c | sed -n 's/^.* = \([^ ]*\)$/\1/p' >evaluated
check_that "expressions have the values that a compiler gives them" diff compiled evaluated

# Why.
sim 0 "step 5 wrote it: T1 push, list.c:39  head = n: head = malloc#1, was NULL" "step; continue T1; why head"
sim 0 "no step up to here wrote head: it is as it was at the start" "step; why head"
sim 0 "T1 took it at step 4" "step; step T1; step T2; step T1; why T2"
sim 0 "T0 main is blocked: pthread_join(T1)" "step; step; why"
sim 0 "it is so since step 2, of T1 push" "step; step T1; why sum"
sim 0 "T0 turns in a loop and waits to see another value:" "step; step T0; step T0; step T0; why" spin.c
sim 0 "flag = 0, read 3 times; no step has written it" "step; step T0; step T0; step T0; why" spin.c

# Stops.
sim 0 "stop 1: 39" "break 39; step; continue T1"
sim 0 "stop 1: list.c:39" "break list.c:39; step; continue T1"
sim 0 "stop 1: square" "break square; step; continue T1; print n"
sim 0 "n = 2" "break square if n == 2; step; continue T1; print n"
sim 0 "head != 0 is true" "break if head != 0; step; continue T1"
sim 0 "table[3] was 0, is now 1" "watch table[3]; step; continue T1"
sim 0 "   1  square if n == 2" "break square if n == 2; breaks"
sim 0 "there are no stops" "break 39; delete 1; breaks"
sim 0 "there are no stops" "break 39; watch head; delete; breaks"
sim 0 "step 9:" "break 39; delete; step; continue T1"
lacks "stop 1"
sim 0 "stop 1: 33" "break 33; random 100"
sim 0 "stop 1: 39" "step; continue T1; goto 0; break 39; run"

sim 0 "the state is that after step 2: T0 turns in a loop" "step; continue T0" spin.c
sim 0 "step 13:" "break 39; step; continue T1; continue"
cp .out said
check_that "a line is stopped at once" sh -c "test \$(grep -c '^stop 1' said) = 1"
sim 0 "step 13:" "break push; step; continue T1; continue"
cp .out said
check_that "a function is entered once" sh -c "test \$(grep -c '^stop 1' said) = 1"
sim 0 "stop 1: square" "break square; random 2"

# Inside a step.
sim 0 "T1 is within its step; after that:" "step; thread T1; until 33; moves"
sim 0 "within step 2" "step; thread T1; until 33; state"
sim 0 "1 step written to inside.trace" "step; thread T1; until 33; save inside.trace"
sim 0 "1 step, 0 preemptions, no error" "step; thread T1; until 33; history"
sim 0 "before this step, after step 1:" "step; thread T1; until 33; why"
sim 0 "step 3: T2 push(&main:a)" "step; thread T1; until 33; step T2"
sim 64 "T1 is within its step; step ends it" "step; thread T1; until 33; choose 1"
sim 0 "2 steps taken" "step; thread T1; until 33; goto 0; step; step T1; thread T2; until 33; goto 2"
sim 0 "           31" "step; thread T1; until 33; list"

# A trace, saved and shown and loaded again.
sim 0 "13 steps written to here.trace" "step; continue T1; save here.trace"
expect 2 "UNKNOWN: there is no error in this run" "$heddle" replay here.trace
expect 2 "\"verdict\": \"UNKNOWN\"" sh -c "'$heddle' replay here.trace --html page.html >/dev/null; status=\$?; grep -o '\"verdict\": *\"UNKNOWN\"' page.html | sed 's/: */: /'; exit \$status"
sim 0 "13 steps lie ahead" "run" --load here.trace
sim 0 "step 13: T1 push" "run" --load here.trace
cp "$root/examples/account.c" account.c
"$heddle" check -q account.c >/dev/null
sim 0 "account.c:16: error: assertion failed: balance >= 0" "run" --load account.trace
sim 0 "balance = 40" "run; back; print balance" --load account.trace
sim 0 "8 steps written to again.trace" "run; back 3; run; save again.trace" --load account.trace
expect 1 "FAILED: assertion" "$heddle" replay again.trace
mkdir elsewhere
cd elsewhere || exit 70
printf 'run\nsave mine.trace\n' >script
expect 0 "steps written to mine.trace" "$heddle" sim --load ../account.trace --script script
check_that "the trace is where the user is" test -s mine.trace
cd ..
cat >hang.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *setter(void *arg) { return arg; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, setter, NULL);
    while (!flag)
        ;
    return 0;
}
END
"$heddle" check -q hang.c >/dev/null
sim 0 "error: hang" "run" --load hang.trace
sim 0 "steps written to hang2.trace" "run; save hang2.trace" --load hang.trace
expect 1 "FAILED: hang" "$heddle" replay hang2.trace

# Choices.
cat >choice.c <<'END'
#include <heddle.h>
#include <stdio.h>
int main(void)
{
    int n = heddle_choose(3);
    printf("chose %d\n", n);
    return 0;
}
END
sim 0 "chose 2" "step; step T0 2; output" choice.c
sim 0 "chose 1" "step; choose 1 1; output" choice.c
sim 64 "there is no choice 3: it has 3, from 0" "step; step T0 3" choice.c
cat >wait.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *waiter(void *arg)
{
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_join(t, NULL);
    return 0;
}
END
sim 0 "wakes up without a signal" "step; step T1; step T1; step T1; moves" wait.c
sim 0 "nobody has signalled it yet" "step; step T1; step T1; step T1; why T1" wait.c

# Assembly and programs that run.
sim 0 "[1] = 1" "step; step T1; step T1; step T1; print [1]" "$root/examples/asm/mutex_broken.casm"
sim 0 "step 4 wrote it: T1 P0" "step; step T1; step T1; step T1; why [1]" "$root/examples/asm/mutex_broken.casm"
sim 0 "[1] = 1" "step system; step P0; step P0; step P0; print [1]" "$root/examples/asm/mutex_broken.casm"
sim 64 "'P' is no thread; they are called T0, T1, ..." "step; step P" "$root/examples/asm/mutex_broken.casm"
sim 0 "error: invariant" "step; step T1; step T2; step T1; step T2; step T1; step T2" "$root/examples/asm/mutex_broken.casm"
sim 0 "stop 1: 7" "break 7; random 50" "$root/examples/asm/mutex_broken.casm"
sim 0 "T0 system has not begun" "threads" "$root/examples/asm/mutex_broken.casm"
sim 0 "   1  T0 system          begins" "moves" "$root/examples/asm/mutex_broken.casm"
sim 0 "   6  jne spin" "step; step T1; step T1" "$root/examples/asm/mutex_broken.casm"
# What matters of an error that the run has come to.
expect 1 FAILED "$heddle" check -q "$root/examples/treiber.c"
printf 'run\nwhy\n' >why
expect 0 "T1 read malloc#2 from top at step 3, T2 freed it at step 10, T1 still uses it" "$heddle" sim --script why --load treiber.trace
said "T1 worker has failed: history shows the run"
if gcc -g -O0 -o list list.c -pthread 2>/dev/null; then
    sim 0 "the program has ended, exit status 0" "random 200" -- ./list
    sim 0 "table[3] = 1" "until 55; continue T1; print table[3]" -- ./list
    sim 0 "0 steps taken" "random 6; back 6" -- ./list
    printf '#include <unistd.h>\nint main(void) { return write(1, "it \\"runs\\"\\n", 10) != 10; }\n' >prints.c
    cc -g -o prints prints.c
    sim 0 'it "runs"' "continue; output" -- ./prints
    sim 0 "nothing was printed, or it waits" "continue; goto 0; output" -- ./prints
    sim 0 "steps written to native.trace" "random 6; save native.trace" -- ./list
    expect 2 "UNKNOWN: there is no error in this run" "$heddle" replay native.trace
fi

# Bad input: one line, and the session goes on.
while IFS='|' read -r command problem; do
    sim 64 "wrong: $problem" "$command; print 41 + 1"
    cp .out said
    check_that "and the session goes on" grep -q '41 + 1 = 42' said
    check_that "one line" sh -c "test \$(grep -c '^wrong: ' said) = 1"
done <<'END'
nonsense|there is no command 'nonsense', or several begin so; help lists them
step T9|there is no thread T9; threads lists them
step T0 x|'x' is no number
step T0 0 1|'1' is too much
step worker|'worker' is no thread; they are called T0, T1, ...
choose|which? choose MOVE [CHOICE]; moves lists them
choose 7|there is no move 7; moves lists them
back 3|only 0 steps are taken
back x|'x' is no number
goto|where to? goto N
goto 9|there are 0 steps
forward|0 steps lie ahead
run|nothing lies ahead; continue, random and step go on from here
until|until what? a line, a function with (), visible or an expression
until nosuch()|the program has no function nosuch
until 1 +|an expression is expected at ''
break|where? break LINE, FILE:LINE, FUNCTION or if EXPR
break nosuch|the program has no function nosuch
watch|what? watch EXPR
watch nosuch|nosuch is not known here, or has no value
delete 4|there is no stop 4; breaks lists them
print|what? print EXPR
up|this is the outermost frame
down|this is the innermost frame
list|the thread is at no line; list FILE:LINE
diff|with what? diff N, or diff M N
diff 4|there are 0 steps
save|where to? save FILE
save /nonexistent/x|/nonexistent/x: No such file or directory
thread|which? thread T1
gdb|gdb is for programs that run: heddle sim -- ./prog
help nonsense|there is no command 'nonsense'; help lists them
moves now|moves takes nothing: 'now' is too much
END
expect 64 "no file was given" "$heddle" sim
expect 64 "does not go with --load" "$heddle" sim --load account.trace list.c
expect 64 "nosuch.txt: No such file" "$heddle" sim --script nosuch.txt list.c
expect 65 "nosuch.c" "$heddle" sim nosuch.c
expect 65 "absent.trace" "$heddle" sim --load absent.trace
expect 64 "--set" "$heddle" sim --set N=3 list.c
sed 's/balance -= 60/balance -= 61/' "$root/examples/account.c" >account.c
expect 65 "not the one this trace was recorded from" "$heddle" sim --load account.trace
expect 0 "T0 main has not begun" sh -c "head -c 3000 /dev/urandom | '$heddle' sim list.c; test \$? = 64"

# Help, by the table.
sim 0 "the value of a C expression; T2:x is the x of thread T2" "help print"
sim 0 "Stops" "help"
expect 0 "print, p EXPR" "$heddle" help sim

# Back after random walks: every state is the one that was there, in one session and in another.
walk() { # SEED FILE...
    seed=$1
    shift
    { for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo random; echo state; done; } >there
    { for i in 12 11 10 9 8 7 6 5 4 3 2 1; do echo "goto $i"; echo state; done; } >back
    { for i in 3 9 1 12 5 5 11 2; do echo "goto $i"; echo state; done; } >about
    cat there back about >script
    timeout 60 "$heddle" sim --seed "$seed" --script script "$@" | grep '^after step' >.states
    awk '{ if ($3 in was && was[$3] != $0) { print "another: " $0; bad = 1 } was[$3] = $0 }
         END { if (NR != 32) { print NR " states"; bad = 1 } exit bad }' .states
}
for seed in 1 2 3 4 5 6 7 8; do
    walk $seed list.c >.walk
    check_that "states of random walk $seed come back" test ! -s .walk
    walk $seed "$root/examples/asm/mutex_broken.casm" >.walk
    check_that "states of random walk $seed of an assembly system come back" test ! -s .walk
done
check_that "states differ" sh -c 'test $(sort -u .states | wc -l) -gt 8'

# A terminal: prompt, completion, history, an empty line, the end of the input.
if gcc -o pty "$root/tests/cli/pty.c" -lutil 2>/dev/null; then
    cat >keys <<'END'
wait T0>
send hea\t\n
wait nothing is allocated
wait 0 T0>
send step\n
wait 1 T0>
send step T1\n
wait 2 T1>
send print he\t\n
wait head = NULL
wait 2 T1>
send \e[A\n
wait head = NULL
send nonsense\n
wait there is no command
wait 2 T1>
send back\n
wait 1 T1>
send quit\n
END
    expect 0 "head = NULL" sh -c "env TERM=xterm HOME=. ./pty '$heddle' sim list.c <keys"
    cat >long.c <<'END'
#include <pthread.h>
static volatile unsigned long n;
static void *other(void *arg) { n = 0; return arg; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    for (;;)
        n++;
}
END
    printf 'wait T0>\nsend step\\n\nwait 1 T0>\nsend continue\\n\nwait step 20:\nnow \\c\nwait interrupted\nwait T0>\nsend quit\\n\n' >keys
    expect 0 "interrupted" sh -c "env TERM=xterm HOME=. ./pty '$heddle' sim long.c <keys"
    printf 'wait T0>\nsend \\d\n' >keys
    expect 0 "T0 main has not begun" sh -c "env TERM=xterm HOME=. ./pty '$heddle' sim list.c <keys"
    printf 'wait T0>\nsend random\\n\nwait 1 T\nsend \\n\nwait 2 T\nsend quit\\n\n' >keys
    expect 0 "step 2:" sh -c "env TERM=xterm HOME=. ./pty '$heddle' sim list.c <keys"
fi

# A thread of C++ has the name of the function that it runs.
cat >named.cpp <<'END'
#include <atomic>
#include <thread>
static std::atomic<int> x;
static void worker(int n) { x = n; x = n + 1; }
int main() { std::thread t(worker, 1); int seen = x; t.join(); return seen; }
END
for level in -O0 -O2; do
    printf 'step T0\nstep T1\nstep T1\nstep T1\nthreads\n' | "$heddle" sim $level named.cpp >said 2>&1
    check_that "the name of a thread, $level" sh -c "grep -q 'T1 worker' said"
    check_that "and not of what the library gave it, $level" sh -c "! grep -q 'T1 std::thread(' said"
done
