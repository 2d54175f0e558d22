# heddle run: one schedule, the program's own output and exit status.
. "$(dirname "$0")/lib"

cat >hello.c <<'END'
#include <stdio.h>
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        printf("%s,", argv[i]);
    puts("");
    fprintf(stderr, "to stderr\n");
    return 7;
}
END
expect 7 "one,two," "$heddle" run hello.c -- one two
expect 7 "to stderr" "$heddle" run hello.c
check_that "standard output is apart" sh -c "'$heddle' run hello.c -- a 2>/dev/null | grep -qx 'a,'"

cat >choose.c <<'END'
#include <heddle.h>
#include <stdio.h>
int main(void)
{
    printf("%u%u%u%u%u\n", heddle_choose(9), heddle_choose(9), heddle_choose(9), heddle_choose(9), heddle_choose(9));
    return 0;
}
END
expect 0 "00000" "$heddle" run choose.c
check_that "a seed repeats" sh -c "test \"\$('$heddle' run --seed 5 choose.c)\" = \"\$('$heddle' run --seed 5 choose.c)\""
check_that "seeds differ" sh -c "test \"\$('$heddle' run --seed 5 choose.c)\" != \"\$('$heddle' run --seed 6 choose.c)\""

cat >block.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) { pthread_mutex_lock(&m); return arg; }
int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, worker, NULL);
    return pthread_join(t, NULL);
}
END
expect 1 "error: deadlock" "$heddle" run block.c
cat >null.c <<'END'
int main(void) { int *p = 0; return *p; }
END
expect 1 "null.c:1: error: " "$heddle" run null.c
echo 'static volatile int n; int main(void) { for (;;) n ^= 1; }' >forever.c
expect 2 "--max-time" "$heddle" run --max-time 1s forever.c
