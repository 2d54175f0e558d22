# Bad input: a clear message and a documented exit status, never a crash.
. "$(dirname "$0")/lib"

expect 65 "missing.c" "$heddle" check missing.c
mkdir folder.c
expect 65 "folder.c" "$heddle" check folder.c
echo 'int main(void) { return 0; }' >secret.txt
expect 65 "secret.txt" "$heddle" check secret.txt

: >empty.c
expect 65 "main" "$heddle" check empty.c
echo 'int helper(void) { return 0; }' >helper.c
expect 65 "main" "$heddle" check helper.c
echo 'int main(void) { return }' >syntax.c
expect 65 "syntax.c:1:" "$heddle" check syntax.c
printf 'int missing(int);\n\nint main(void)\n{\n    return missing(3);\n}\n' >undefined.c
expect 65 "undefined.c:5: " "$heddle" check --strict undefined.c
expect 65 "missing" "$heddle" check --strict undefined.c
expect 2 "UNKNOWN: some runs were cut: undefined.c:5: function 'missing' is not defined" "$heddle" check undefined.c
printf 'int main(int n, char **a)\n{\n    if (n > 1)\n        __asm__ volatile("cli");\n    return n > 2 ? m1() : m2();\n}\n' >asm.c
expect 65 "asm.c:4: " "$heddle" check -w --strict asm.c
expect 2 "cut: asm.c:5: function 'm1' is not defined" "$heddle" check -w asm.c
said "cut: asm.c:4: inline assembly"
said "cut: asm.c:5: function 'm2' is not defined"
printf 'int m1(void);\nint main(int n, char **a)\n{\n    return n > 2 ? m1() : 0;\n}\n' >unreached.c
expect 0 "VERIFIED" "$heddle" check unreached.c
expect 0 "unreached.c:4: function 'm1' is not defined" "$heddle" check -v unreached.c
expect 0 '"not_understood": [{"file": "unreached.c", "line": 4' "$heddle" check --json - unreached.c
printf '#include <pthread.h>\nint x;\nstatic void f(void) { x++; }\nint main(void) { pthread_t t; pthread_create(&t, 0, (void *)f, 0); pthread_join(t, 0); }\n' >shape.c
expect 0 "shape.c:3: 'f' is started as a thread, but is no void *(void *)" "$heddle" check shape.c
printf 'int main(void) { return 0; }\n' >twice.c
expect 65 "main" "$heddle" check twice.c empty.c twice.c

: >empty.bc
expect 65 "empty.bc" "$heddle" check empty.bc
head -c 4096 /dev/urandom >noise.bc
expect 65 "noise.bc" "$heddle" check noise.bc
clang-19 -O1 -c -emit-llvm -o whole.bc twice.c
head -c 700 whole.bc >cut.bc
expect 65 "cut.bc" "$heddle" check cut.bc
head -c 4096 /dev/urandom >noise.c
expect 65 "noise.c" "$heddle" check noise.c
echo 'define i32 @main() { ret i64 0 }' >wrong.ll
expect 65 "wrong.ll" "$heddle" check wrong.ll

expect 65 "syntax.c: does not compile" "$heddle" check syntax.c
ln -s nowhere.c dangling.c
expect 65 "dangling.c" "$heddle" check dangling.c
mkfifo pipe.c
expect 65 "pipe.c" "$heddle" check pipe.c
expect 64 "empty" "$heddle" check ""
if [ "$(id -u)" != 0 ]; then
    cp twice.c closed.c
    chmod 000 closed.c
    expect 65 "closed.c: Permission denied" "$heddle" check closed.c
fi
: >empty.ll
expect 65 "empty.ll" "$heddle" check empty.ll
head -c 4096 /dev/urandom >noise.ll
expect 65 "noise.ll" "$heddle" check noise.ll
printf 'BC\300\336\065\024\000\000\005\000\000\000' >other.bc
expect 65 "other.bc" "$heddle" check other.bc
printf '\336\300\027\013aaaaaaaaaaaaaaaaaaaa' >wrapped.bc
expect 65 "wrapped.bc" "$heddle" check wrapped.bc
printf 'target triple = "aarch64-linux-gnu"\ndefine i32 @main() { ret i32 0 }\n' >arm.ll
expect 65 "arm.ll: made for aarch64" "$heddle" check arm.ll
printf 'int main(void) { int \351 = 0; return \351; }\n' >letters.c
expect 65 "letters.c" "$heddle" check letters.c
printf '#include "nowhere.h"\nint main(void) { return 0; }\n' >header.c
expect 65 "header.c:1:" "$heddle" check header.c
echo 'int main = 3;' >variable.c
expect 65 "main" "$heddle" check variable.c
cp twice.c again.c
expect 65 "again.c:1: 'main' is defined twice; the other definition is at twice.c:1" "$heddle" check twice.c again.c

# Other languages and code that is compiled already.
printf 'namespace missing { int f(int, const char *); }\nint main() { return missing::f(1, ""); }\n' >undefined.cpp
printf 'int f(int n) { return n; }\nint main() { return f(0); }\n' >cppfirst.cpp
printf 'int f(int n) { return n; }\n' >cpptwice.cpp
for suffix in cpp cc cxx c++ C ii; do
    cp twice.c "x.$suffix"
    expect 0 "VERIFIED" "$heddle" check "x.$suffix"
done
for suffix in h hpp hh o a so s S txt; do
    cp twice.c "x.$suffix"
    expect 65 "x.$suffix: " "$heddle" check "x.$suffix"
done
expect 65 "call C++ files .cpp" "$heddle" check -x c++ twice.c
expect 65 "call C++ files .cpp" "$heddle" check -xc++ twice.c
expect 65 "no C++ file is given" "$heddle" check -std=c++17 twice.c
expect 0 "VERIFIED" "$heddle" check -std=c++20 -std=c99 x.cpp
expect 65 "x.cpp: -std=c++1 is no standard that clang knows; it knows c++98 c++11 c++14 c++17 c++20 c++23" "$heddle" check -std=c++1 x.cpp
printf '#include <ranges>\nint main() { return *std::views::single(0).begin(); }\n' >ranges.cpp
expect 65 "ranges.cpp: does not compile as C++17 (there is -std=c++20)" "$heddle" check ranges.cpp
expect 0 VERIFIED "$heddle" check -std=c++20 ranges.cpp
expect 65 "C++ for 32 bits is not supported" "$heddle" check -m32 undefined.cpp
expect 2 "missing::f(int, char const*)" "$heddle" check undefined.cpp
printf 'namespace other {\nextern thread_local int its;\n}\nint main() { return other::its; }\n' >local.cpp
expect 2 "cut: local.cpp:4: variable 'other::its' is not defined" "$heddle" check local.cpp
expect 65 "local.cpp:4: variable 'other::its' is not defined" "$heddle" check --strict local.cpp
expect 65 "undefined.cpp:2: function 'missing::f(int, char const*)' is not defined" "$heddle" check --strict undefined.cpp
cat >own.cpp <<'END'
#include <chrono>
#include <thread>
struct own : std::chrono::steady_clock {
    typedef std::chrono::time_point<own> time_point;
    static time_point now() { return time_point(std::chrono::steady_clock::now().time_since_epoch()); }
};
int main() { std::this_thread::sleep_until(own::now() + std::chrono::seconds(1)); }
END
for level in -O0 -O2; do
    expect 2 "cut: own.cpp:7: function 'std::this_thread::sleep_until' waits until a point of a clock of the program's own" "$heddle" check $level own.cpp
done
expect 65 "cpptwice.cpp:1: 'f(int)' is defined twice; the other definition is at cppfirst.cpp:1" "$heddle" check cppfirst.cpp cpptwice.cpp
expect 65 "-x assembler" "$heddle" check -x assembler twice.c

# Options for clang that heddle cannot honour.
for option in -O4 -O9 -Oxyz -fsanitize=address -fsanitize=thread -fsanitize=undefined -fprofile-generate \
    -fprofile-arcs -ftest-coverage -finstrument-functions -fopenmp -fsyntax-only -m16 -mlong-double-64; do
    expect 64 "heddle: $option: " "$heddle" check "$option" twice.c
done
expect 65 "twice.c: " "$heddle" check -mx32 twice.c
expect 65 "twice.c: -std=nothing is no standard that clang knows; it knows c89" "$heddle" check -std=nothing twice.c
expect 65 "twice.c: does not compile" "$heddle" check -fnothing twice.c
expect 0 "-flto has no effect" "$heddle" check -flto twice.c
for option in -O0 -O -O1 -O2 -O3 -Os -Oz -Og -ansi -std=c89 -std=c90 -std=c99 -std=c11 -std=c17 -std=c2x -std=gnu89 \
    -std=gnu17 -std=gnu2x -m32 -m64 -pthread -g0 -g; do
    expect 0 "VERIFIED" "$heddle" check "$option" twice.c
done

# Unusual but right.
mkdir "a folder"
cp twice.c "a folder/two words.c"
expect 0 "VERIFIED" "$heddle" check "a folder/two words.c"
printf '\357\273\277int main(void)\r\n{\r\n    return 0; /* \351 */\r\n}' >lines.c
expect 0 "VERIFIED" "$heddle" check lines.c
expect 0 "VERIFIED" "$heddle" check empty.c twice.c
echo 'void main(void) { }' >void.c
expect 0 "VERIFIED" "$heddle" check void.c

# A function named __VERIFIER_atomic_... may come from a header, or a macro makes its name.
cat >atomic.h <<'END'
#define ATOMIC(name) __VERIFIER_##atomic_##name
static int ATOMIC(increment)(int *p)
{
    int old = *p;
    *p = old + 1;
    return old;
}
END
sed -e 's/__VERIFIER_atomic_increment(&/ATOMIC(increment)(\&/' -e '/^static int __VERIFIER/,/^}/d' \
    -e '1i #include "atomic.h"' "$root/tests/programs/atomic_function.c" >from_header.c
for level in -O0 -O1 -O2 -O3; do
    expect 0 "VERIFIED" "$heddle" check "$level" from_header.c
done

# What clang made of a program elsewhere can be checked too.
expect 0 "VERIFIED" "$heddle" check whole.bc
clang-19 -O1 -S -emit-llvm -o whole.ll twice.c
expect 0 "VERIFIED" "$heddle" check whole.ll

# Files of other commands: the message names the command.
touch other.casm other.litmus other.trace other.txt
for pair in casm:asm litmus:litmus trace:replay; do
    expect 65 "heddle ${pair#*:} other.${pair%:*} takes it" "$heddle" check "other.${pair%:*}"
done
expect 65 "not a kind of file that heddle reads" "$heddle" check other.txt
touch whole.c
expect 65 "heddle check whole.c takes it" "$heddle" asm whole.c
