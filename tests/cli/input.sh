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
expect 65 "undefined.c:5: " "$heddle" check undefined.c
expect 65 "missing" "$heddle" check undefined.c
printf 'int main(void)\n{\n    __asm__ volatile("cpuid" ::: "eax", "ebx", "ecx", "edx");\n    return 0;\n}\n' >asm.c
expect 65 "asm.c:3: " "$heddle" check asm.c
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

# What clang made of a program elsewhere can be checked too.
expect 0 "VERIFIED" "$heddle" check whole.bc
clang-19 -O1 -S -emit-llvm -o whole.ll twice.c
expect 0 "VERIFIED" "$heddle" check whole.ll
