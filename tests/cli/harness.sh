# heddle test: harnesses with their expectations, and the exit status that tells their ends apart.
. "$(dirname "$0")/lib"

cp -r "$root/examples/test" good
expect 0 '3 harnesses: 3 as expected' "$heddle" test good
check_that "no traces are left" sh -c '! ls good/*.trace 2>/dev/null'
expect 0 'ok' "$heddle" test good/push_pop.c -j 1
expect 0 '1 harness: 1 as expected' "$heddle" test -q good/push_pop.c

mkdir bad slow refused
cat >bad/wrong.c <<'END'
// heddle: verdict VERIFIED
#include <assert.h>
int main(void) { assert(0); }
END
cat >bad/kind.c <<'END'
// heddle: verdict FAILED deadlock
#include <assert.h>
int main(void) { assert(0); }
END
cat >bad/place.c <<'END'
// heddle: verdict FAILED assertion :4
#include <assert.h>
int main(void) { assert(0); }
END
cat >bad/right.c <<'END'
// heddle: verdict FAILED assertion :6
// heddle: options '-DTEXT="a b"' -DN=3
// heddle: args one 'two three'
#include <assert.h>
#include <string.h>
int main(int n, char **v) { assert(!(n == N && !strcmp(v[2], "two three") && !strcmp(TEXT, "a b"))); }
END
cat >slow/slow.c <<'END'
// heddle: verdict VERIFIED
// heddle: options --races off
#include <pthread.h>
int x[4];
void *f(void *a) { for (;;) (*(int *)a)++; }
int main(void) { pthread_t t; for (int i = 0; i < 3; i++) pthread_create(&t, 0, f, x + i); f(x + 3); }
END
cat >slow/cut.c <<'END'
// heddle: verdict UNKNOWN
// heddle: options --max-states 3
#include <pthread.h>
int x;
void *f(void *a) { x++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); }
END
cat >refused/broken.c <<'END'
// heddle: verdict VERIFIED
int main(void) { return missing; }
END
expect 1 '4 harnesses: 1 as expected, 3 wrong' "$heddle" test bad --junit bad.xml
expect 1 'bad/kind.c: expected FAILED deadlock, got FAILED assertion :3' "$heddle" test bad
expect 1 'bad/place.c: expected FAILED assertion :4, got FAILED assertion :3' "$heddle" test bad -q
expect 1 '::error file=bad/wrong.c,line=3,title=heddle%3A bad/wrong.c::expected VERIFIED, got FAILED assertion :3' \
    "$heddle" test bad --annotations github
check_that "JUnit" node "$root/tests/cli/formats/structure.js" bad.xml
check_that "three failures" test "$(grep -c '<failure type="verdict"' bad.xml)" = 3
# The page: what is wrong lies open, and what a harness is named and prints stays text.
mkdir page
cat >'page/a<b>.c' <<'END'
// heddle: verdict VERIFIED
#include <assert.h>
int main(void) { assert(0 && "<script>alert(1)</script>"); }
END
cp good/push_pop.c good/stack.[ch] page/ 2>/dev/null
expect 1 '2 harnesses: 1 as expected, 1 wrong' "$heddle" test page --html page.html
check_that "no markup of a harness" sh -c '! grep -q "<script>\|a<b>" page.html'
check_that "its text" grep -q '&lt;script&gt;alert(1)' page.html
check_that "one lies open" test "$(grep -c '<details class="wrong" open>' page.html)" = 1
check_that "one is closed" test "$(grep -c '<details class="ok">' page.html)" = 1
check_that "totals" grep -q '<h1>2 harnesses: 1 as expected, 1 wrong</h1>' page.html
check_that "the command" grep -q "cd page &amp;&amp; heddle check --html page.html 'a&lt;b&gt;.c'" page.html
expect 64 'none/p.html: No such file or directory' "$heddle" test page --html none/p.html
expect 2 'no verdict' "$heddle" test slow --max-time 1s --junit slow.xml
expect 2 '2 harnesses: 1 as expected, 1 without a verdict' "$heddle" test slow --max-time 1s
check_that "JUnit of a time-out" node "$root/tests/cli/formats/structure.js" slow.xml
check_that "a time-out is an error" grep -q '<error type="unknown" message="UNKNOWN: the limit of 1 s was reached' slow.xml
expect 65 'refused' "$heddle" test refused
expect 1 '1 refused' "$heddle" test refused bad good
expect 0 'as expected' "$heddle" test good -- --engine bfs
expect 65 'refused' "$heddle" test good/push_pop.c -- --no-such-option
expect 65 'was not asked for a verdict' "$heddle" test good/push_pop.c -- --help

cat >line.c <<'END'
// heddle: verdikt VERIFIED
int main(void) {}
END
expect 65 'line.c:1: verdict, options, files, args, native or ltl is needed, not verdikt VERIFIED' "$heddle" test line.c
echo '// heddle: verdict FAILED deadlok' >line.c
expect 65 'line.c:1: no kind of error (heddle list errors): deadlok' "$heddle" test line.c
echo '// heddle: verdict VERIFIED deadlock' >line.c
expect 65 'line.c:1: only FAILED has a kind or a line: deadlock' "$heddle" test line.c
printf '// heddle: verdict VERIFIED\n// heddle: options "-DX\n' >line.c
expect 65 'line.c:2: a quote is not closed' "$heddle" test line.c
echo 'int main(void) {}' >line.c
expect 64 'no file has a line // heddle: verdict' "$heddle" test line.c
expect 65 'nowhere: No such file or directory' "$heddle" test nowhere
expect 64 'no folder was given' "$heddle" test
expect 64 '--junit needs a file that can be written' "$heddle" test good --junit cannot/be/written
expect 74 'cannot be written to /dev/full' "$heddle" test -q good/push_pop.c --junit /dev/full

# Assembly systems, and programs that are built and run.
mkdir fronts
cat >fronts/broken.casm <<'END'
// heddle: verdict FAILED invariant :11
// heddle: options --set FREE=0
const FREE = 1;
shared [1] = FREE;
process P[2] {
    spin: cmp [1] 0;
          jne spin;
          mov [1] 1;
    crit: noop;
}
invariant count(P@crit) <= 1;
END
cat >fronts/run.c <<'END'
// heddle: verdict FAILED relock :12
// heddle: native -DSECOND=a '-DWORDS="two words"'
// heddle: options --search optimal
// heddle: args one
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static const char *words = WORDS;
int main(int argc, char **argv)
{
    pthread_mutex_lock(&a);
    if (argc == 2 && argv[1][0] == 'o' && words[0] == 't')
        pthread_mutex_lock(&SECOND);
}
END
expect 0 '2 harnesses: 2 as expected' "$heddle" test fronts
sed 's/FAILED relock :12/VERIFIED/' fronts/run.c >fronts/wrong.cpp
expect 1 'expected VERIFIED, got FAILED relock :12' "$heddle" test fronts/wrong.cpp
printf '// heddle: verdict VERIFIED\n// heddle: native\nint main(void) { return x; }\n' >fronts/bad.c
expect 65 "bad.c:3:25: error: use of undeclared identifier 'x'" "$heddle" test fronts/bad.c
printf '// heddle: verdict VERIFIED\n// heddle: args x\n' >fronts/args.casm
expect 65 'args.casm: files, args and native are for harnesses of C and C++' "$heddle" test fronts/args.casm
