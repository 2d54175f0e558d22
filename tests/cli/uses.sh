# heddle native --uses: declared objects, persistent sets from them, and the paper's philosophers by its own operations.
. "$(dirname "$0")/lib"

cc -g -o philosopher "$root/examples/native/philosopher.c" || exit 70
# three OPTIONS...: three philosophers
cat >three <<END
#!/bin/sh
exec "$heddle" native --no-trace --allow-deadlock --hide table --hide exit "\$@" -- ./philosopher 0 3 -- ./philosopher 1 3 -- ./philosopher 2 3
END
chmod +x three
transitions() {
    sed -n 's/.*; \([0-9,]*\) executions.* \([0-9,]*\) transitions.*/\2/p' .out
}

# Two of them, every order: the paper's operations and nothing else.
expect 0 '; 4 executions, 18 transitions' "$heddle" native --no-trace --search full --allow-deadlock --hide table --hide exit \
    -- ./philosopher 0 2 -- ./philosopher 1 2

cp "$root/examples/native/philosophers3.uses" uses
expect 0 '; 396 executions, 1,680 transitions' ./three --search full
expect 0 '; 7 executions, 2 redundant, 64 transitions' ./three --search persistent+sleep --uses uses
persistent=$(transitions)
expect 0 '; 7 executions' ./three --search sleep
sleeping=$(transitions)
check_that "persistent sets take fewer transitions than sleep sets alone: $persistent, $sleeping" [ "$persistent" -lt "$sleeping" ]
expect 1 'FAILED: deadlock' "$heddle" native --no-trace --search persistent+sleep --uses uses --hide table --hide exit \
    -- ./philosopher 0 3 -- ./philosopher 1 3 -- ./philosopher 2 3

# What is not declared is an error, whichever the search.
sed 's/; set 0, 0$//' uses >less
for search in dpor persistent+sleep; do
    expect 1 'error: semop of set 0, 0: not declared for T2 in less' ./three --search $search --uses less
done
printf 'T0: set *\nT1: set *\nT2: set *\n' >all
expect 0 '; 7 executions' ./three --search persistent+sleep --uses all
expect 1 'FAILED: misuse' ./three --search dpor --uses /dev/null

expect 64 'say it with --uses' "$heddle" native --search persistent+sleep -- ./philosopher
echo 'philosopher 1: set' >wrong
expect 65 'wrong:1: write T1: object; object' ./three --uses wrong
expect 65 'nowhere: ' ./three --uses nowhere
# Whoever waits for processes that end cannot have their end hidden.
cat >waits.c <<'END'
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
    if (fork() == 0)
        return 0;
    return wait(0) < 0;
}
END
cc -g -o waits waits.c
expect 2 'leave out --hide exit' "$heddle" native --no-trace --hide exit -- ./waits
