# Builds: make with CC='heddle cc', CMake with heddle-cc, a database of commands; what they make can be checked.
. "$(dirname "$0")/lib"
PATH=$(dirname "$heddle"):$PATH
export PATH
unset CC CXX

mkdir -p project/src project/inc
cat >project/Makefile <<'END'
CFLAGS = -O2 -Wall -Iinc -DSTART=3
prog: src/main.o libcount.a
	$(CC) -o $@ src/main.o -L. -lcount -lpthread
libcount.a: src/count.o
	$(AR) rcs $@ $<
src/count.o: src/count.c
	cd src && $(CC) $(CFLAGS) -I../inc -MMD -c count.c
-include src/count.d
END
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(counts C)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
find_package(Threads REQUIRED)
add_library(count STATIC src/count.c)
target_include_directories(count PUBLIC inc)
target_compile_definitions(count PUBLIC START=3 "TEXT=\"a b\"")
add_executable(prog src/main.c)
target_link_libraries(prog count Threads::Threads)
END
cat >project/inc/count.h <<'END'
void bump(void);
int value(void);
END
cat >project/src/count.c <<'END'
#include "count.h"
static int n = START;
void bump(void) { n++; }
int value(void) { return n; }
END
cat >project/src/main.c <<'END'
#include <assert.h>
#include <pthread.h>
#include "count.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a)
{
#ifdef LOCKED
    pthread_mutex_lock(&lock);
#endif
    bump();
#ifdef LOCKED
    pthread_mutex_unlock(&lock);
#endif
    return a;
}
int main(int n, char **v)
{
    pthread_t t;
    pthread_create(&t, 0, f, &lock);
    f(v);
    pthread_join(t, 0);
    assert(value() == START + 1 + n);
}
END
cd project || exit 70

check_that "make CC='heddle cc'" make -s CC='heddle cc'
check_that "the program runs" ./prog
expect 1 'src/main.c:22: error: assertion failed: value() == START + 1 + n' heddle check ./prog
expect 1 'src/count.c:3  n++' heddle replay prog.trace
expect 1 'FAILED: data-race' heddle native --no-trace -- ./prog
expect 1 'FAILED: assertion (-O2)' heddle check -q --no-trace -O2 ./prog
expect 1 'FAILED: invariant' heddle check -q --no-trace --invariant 'n < START + 2' ./prog -- one
expect 1 'FAILED: assertion' heddle check -q --no-trace src/main.o src/count.o
check_that "nothing is left to do" make -q CC='heddle cc'
rm -f src/*.o src/*.d libcount.a prog
check_that "make, locked" make -s CC='heddle cc' CFLAGS='-O2 -Iinc -DSTART=3 -DLOCKED'
expect 0 VERIFIED heddle check -q ./prog
touch src/main.c
check_that "the same by the environment" env CC='heddle cc' make -s -e CFLAGS='-O2 -Iinc -DSTART=3 -DLOCKED'
expect 0 VERIFIED heddle check -q ./prog
expect 0 VERIFIED heddle check -q --exit-status ./prog --engine bfs

# At once, without objects; another compiler; without bitcode.
check_that "compile and link" heddle cc -Iinc -DSTART=1 src/main.c src/count.c -o once
expect 1 'FAILED: assertion' heddle check -q --no-trace ./once
check_that "gcc does the work" heddle cc --with gcc -Iinc -DSTART=1 src/main.c src/count.c -o once
expect 1 'FAILED: assertion' heddle check -q --no-trace ./once
check_that "CC names another" env CC='gcc -DSTART=1' heddle cc -Iinc -DSTART=1 src/main.c src/count.c -o once
check_that "without bitcode" heddle cc --no-bitcode -Iinc -DSTART=1 src/main.c src/count.c -o once
expect 65 "./once: has no bitcode; build it with heddle cc (make CC='heddle cc'), give its C files, or run it: heddle native -- ./once" \
    heddle check ./once
expect 65 'has no bitcode' heddle check /bin/true
expect 1 'error' heddle cc -c -Iinc src/main.c -o bad.o
cp prog damaged
at=$(grep -abo HEDDLEBC damaged | head -n 1 | cut -d: -f1)
printf XXXX | dd of=damaged bs=1 seek=$((at + 300)) conv=notrunc 2>/dev/null
expect 65 'damaged: the section .heddle_bc is damaged' heddle check damaged
cat >gnu.c <<'END'
int main(void) { int f(int x) { return x; } return f(0); }
END
check_that "what only gcc compiles" heddle cc --with gcc gnu.c -o gnu
expect 65 'clang made no bitcode of' heddle check gnu

# C++.
cat >both.cpp <<'END'
#include <cassert>
#include <mutex>
#include <thread>
std::mutex m;
int n;
static void f() { std::lock_guard<std::mutex> hold(m); n++; }
int main() { std::thread t(f); f(); t.join(); assert(n == WANTED); }
END
check_that "C++ at once" heddle c++ -std=c++20 -DWANTED=2 both.cpp -o both
expect 0 VERIFIED heddle check -q ./both
check_that "C++ in an object" heddle c++ -DWANTED=3 -c both.cpp
check_that "and its link" heddle c++ both.o -o both
expect 1 'FAILED: assertion' heddle check -q --no-trace ./both

# CMake.
# autoconf: configure tries the compiler, and the Makefile comes from it, elsewhere than the sources.
if command -v autoconf >/dev/null; then
    cat >configure.ac <<'END'
AC_INIT([counts], [1.0])
AC_CONFIG_SRCDIR([src/main.c])
AC_CONFIG_HEADERS([config.h])
AC_PROG_CC
AC_CHECK_FUNCS([pthread_create no_such_function])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
END
    mv Makefile Makefile.kept
    cat >Makefile.in <<'END'
CFLAGS = @CFLAGS@ @DEFS@ -DSTART=3 -I. -I@srcdir@/inc -include config.h
prog: main.o count.o
	@CC@ $(CFLAGS) $(MORE) -o $@ main.o count.o @LIBS@ -lpthread
%.o: @srcdir@/src/%.c
	@CC@ $(CFLAGS) $(MORE) -c -o $@ $<
END
    check_that "autoconf" autoconf
    check_that "autoheader" autoheader
    mkdir auto
    LIMIT=600
    check_that "configure" sh -c "cd auto && ../configure CC='heddle cc'"
    LIMIT=60
    check_that "config.h" grep -q '^#define HAVE_PTHREAD_CREATE 1' auto/config.h
    check_that "and what there is not" grep -q 'undef HAVE_NO_SUCH_FUNCTION' auto/config.h
    check_that "its build" make -C auto
    expect 1 'FAILED: assertion' heddle check -q --no-trace ./auto/prog
    rm auto/*.o auto/prog
    check_that "its build" make -C auto MORE=-DLOCKED
    expect 0 'VERIFIED' heddle check -q ./auto/prog
    mv Makefile.kept Makefile
else
    echo "build.sh: there is no autoconf"
fi
if command -v cmake >/dev/null; then
    check_that "cmake" cmake -S . -B made -DCMAKE_C_COMPILER=heddle-cc
    check_that "its build" cmake --build made
    expect 1 'FAILED: assertion' heddle check -q --no-trace made/prog
    check_that "cmake by CC" env CC='heddle cc' cmake -S . -B other
    check_that "its build" cmake --build other
    expect 1 'FAILED: assertion' heddle check -q --no-trace other/prog
    expect 1 'src/main.c:22: error: ' heddle check --no-trace -p made src/main.c src/count.c
    expect 0 VERIFIED heddle check -q -p made src/main.c src/count.c -DLOCKED
    expect 1 'FAILED: invariant' heddle check -q --no-trace -p made src/count.c src/main.c --invariant 'n < START + 1'
else
    echo "build.sh: there is no cmake"
fi
expect 65 'nowhere/compile_commands.json: No such file or directory; cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON' \
    heddle check -p nowhere src/main.c
mkdir base
cat >base/compile_commands.json <<END
[
  {"other": [1, {"a": null}, "\\u00e9"], "directory": "$PWD/src", "file": "count.c",
   "arguments": ["gcc", "-I../inc", "-D", "START=5", "-O3", "-c", "count.c"]},
  {"directory": "$PWD", "command": "cc -Iinc -DSTART=5 '-DTEXT=\\"a b\\"' -Wall -c src/main.c", "file": "src/main.c"}
]
END
expect 1 'FAILED: assertion; ' heddle check -q --no-trace -p base src/main.c src/count.c
expect 65 'base/compile_commands.json: has no command for gnu.c' heddle check -p base gnu.c
echo '[{"file": "x.c" "directory": "."}]' >base/compile_commands.json
expect 65 "base/compile_commands.json:1: a '}' is missing" heddle check -p base src/main.c

# The function for CMake, and what docs/ci.md has for editors.
if command -v cmake >/dev/null; then
    cat >>CMakeLists.txt <<END
enable_testing()
set(HEDDLE $heddle)
include($root/cmake/heddle.cmake)
heddle_add_check(unlocked SOURCES src/main.c src/count.c OPTIONS -Iinc -DSTART=2 EXPECT "FAILED: assertion")
heddle_add_check(locked SOURCES src/main.c src/count.c OPTIONS -Iinc -DSTART=2 -DLOCKED)
heddle_add_check(built TARGET prog EXPECT FAILED)
heddle_add_check(words TARGET prog ARGUMENTS one EXPECT "FAILED: assertion")
heddle_add_check(wrong SOURCES src/main.c src/count.c OPTIONS -Iinc -DSTART=2)
heddle_add_check(late SOURCES src/main.c src/count.c OPTIONS -Iinc -DSTART=2 -DLOCKED --max-states=2)
END
    check_that "cmake again" cmake -S . -B made
    check_that "its build again" cmake --build made
    run ctest --test-dir made
    for test in unlocked locked built words; do
        expect 0 '100% tests passed' ctest --test-dir made -R "^$test\$"
    done
    for test in wrong late; do
        expect 8 '0% tests passed' ctest --test-dir made -R "^$test\$"
    done
fi
heddle check --no-trace src/main.c src/count.c -Iinc -DSTART=1 >failure 2>/dev/null
check_that "the problem matcher of docs/ci.md" node -e '
    const fs = require("fs"), text = fs.readFileSync(process.argv[1], "utf8");
    const pattern = JSON.parse(text.match(/"pattern": (\{.*\})/)[1]);
    const found = fs.readFileSync("failure", "utf8").split("\n").map(l => l.match(new RegExp(pattern.regexp))).filter(m => m);
    if (found.length !== 1 || found[0][pattern.file] !== "src/main.c" || found[0][pattern.line] !== "22") process.exit(1)' \
    "$root/docs/ci.md"
