#!/bin/sh
# C++: names and values in traces, messages, queries, mixed files, the other commands.
. "$(dirname "$0")/lib"

cat >words.cpp <<'C'
#include <cassert>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
static int n;
static std::mutex m;
int main()
{
    std::string s = "a long text that lives on the heap";
    std::vector<std::string> v{"x", "y"};
    std::shared_ptr<int> p = std::make_shared<int>(4);
    std::thread t([] {
        std::lock_guard<std::mutex> g(m);
        n++;
    });
    t.join();
    assert(n == 2 && s.empty());
}
C
expect 1 's = "a long text that lives on' "$heddle" check words.cpp
said 'v = {"x"'
said 'std::lock_guard<std::mutex>::lock_guard(&g, &m)'
said 'T1 main::lambda1'
expect 1 'words.cpp:20: error: assertion failed: n == 2 && s.empty()' "$heddle" replay words.trace
"$heddle" check words.cpp >out 2>&1
check_that "no mangled name is shown" [ -z "$(grep -E '_Z[A-Z]' out)" ]

cat >values.cpp <<'C'
#include <array>
#include <atomic>
#include <cassert>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>
struct point { int x, y; };
using table = std::map<int, std::string>;
int main()
{
    std::optional<int> some = 9, none;
    std::array<int, 2> two{1, 2};
    std::string_view view = "text";
    std::tuple<int, char> both{1, 'c'};
    std::atomic<unsigned> counter{3};
    std::unique_ptr<int> owner;
    table names{{2, "two"}, {1, "one"}, {3, "three"}};
    std::set<char> letters{'b', 'a'};
    std::multimap<int, point> spots{{1, {2, 3}}};
    std::list<int> row{3, 1, 2};
    std::deque<int> line, longer(20, 7), bare;
    for (int i = 0; i < 140; i++)
        line.push_back(i);
    for (int i = 0; i < 126; i++)
        line.pop_front();
    for (int i = 0; i < 8; i++)
        line.pop_back();
    std::unordered_map<std::string, int> ages{{"ann", 30}};
    std::pair<int, bool> marked{4, true};
    std::priority_queue<int> first;
    first.push(4);
    first.push(9);
    std::map<int, std::vector<int>> deep{{1, {1, 2}}};
    std::map<int, int> empty;
    std::vector<int> nobody;
    std::variant<int, std::string> either = std::string("word");
    std::variant<int, double> number = 2.5;
    std::function<void()> nothing;
    std::mutex m;
    std::unique_lock<std::mutex> held(m), loose(m, std::defer_lock);
    assert(row.empty() && some && !none && two[0] && view.data() && std::get<0>(both) && counter && owner);
}
C
"$heddle" check values.cpp 2>&1 | tr -s ' \n' '  ' >out
for value in 'some = 9' 'none = nullopt' 'two = {1, 2}' 'view = "text"' "both = {1, 'c'}" 'counter = 3' 'owner = NULL' \
    'names = {{1, "one"}, {2, "two"}, {3, "three"}}' "letters = {'a', 'b'}" 'spots = {{1, {x = 2, y = 3}}}' \
    'row = {3, 1, 2}' 'line = {126, 127, 128, 129, 130, 131}' 'longer = {7, 7, 7, 7, 7, 7, 7, 7, ...}' 'bare = {}' \
    'ages = {{"ann", 30}}' 'marked = {4, true}' 'first = {9, 4}' 'deep = {{1, {1, 2}}}' 'empty = {}' 'nobody = {}' \
    'either = "word"' 'number = 2.5' 'nothing = empty' 'held = &m (owned)' 'loose = &m (not owned)'; do
    check_that "the value is shown: $value" grep -qF "$value" out
done

# Exceptions that are caught are rows, and nothing that the program prints.
cat >caught.cpp <<'C'
#include <cassert>
#include <cstdio>
#include <stdexcept>
#include <thread>
struct refused : std::exception {
    const char *what() const noexcept override
    {
        std::puts("asked");
        return "refused";
    }
};
static int n;
int main()
{
    std::thread t([] {
        try {
            throw refused();
        } catch (...) {
            n++;
        }
    });
    try {
        try {
            throw std::runtime_error("lost");
        } catch (std::runtime_error &) {
            throw;
        }
    } catch (std::exception &) {
        n++;
    }
    t.join();
    assert(n == 2);
}
C
"$heddle" check --races off caught.cpp >out 2>&1
for row in '24  throws std::runtime_error: "lost"' '25  catches std::runtime_error' '26  throws std::runtime_error again' \
    '28  catches std::runtime_error' '17  throws refused' '18  catches refused'; do
    check_that "an exception is a row: $row" grep -qF "$row" out
done
check_that "what() of the program's own is not called" [ -z "$(grep asked out)" ]
printf 'step\noutput\nquit\n' | "$heddle" sim caught.cpp >out 2>&1
check_that "the simulator tells of exceptions" grep -qF '24  throws std::runtime_error' out
check_that "the simulator tells what they say" grep -qF '24  what() is "lost"' out
check_that "the simulator takes them for no output" grep -qF 'nothing was printed' out
check_that "exceptions are no output" [ -z "$("$heddle" run caught.cpp 2>&1)" ]
"$heddle" check --races off --json caught.json caught.cpp >/dev/null 2>&1
check_that "exceptions are events of JSON" grep -qF '"exception": "throws std::runtime_error: \"lost\""' caught.json

# Orders by their names, no arguments that templates have by default, and of long ones nothing; waits as rows say them.
cat >names.cpp <<'C'
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <string>
#include <thread>
#include <utility>
static std::atomic<int> flag;
static std::queue<int> q;
static std::mutex m;
static std::condition_variable c;
template <typename... T> struct holder {
    static void wait_in()
    {
        std::unique_lock<std::mutex> l(m);
        c.wait(l, [] { return q.size() == 2 && flag; });
    }
};
int main()
{
    std::thread t([] {
        std::lock_guard<std::mutex> g(m);
        q.push(1);
        flag.store(1, std::memory_order_release);
        flag.fetch_add(1);
    });
    holder<std::pair<std::string, std::string>, std::pair<std::string, std::string>>::wait_in();
    t.join();
}
C
"$heddle" check names.cpp 2>&1 | tr -s ' \n' '  ' >out
for words in 'std::queue<int>::push(&q' 'store(&flag, 1, release)' 'fetch_add(&flag, 1)' 'T0 waits: std::condition_variable::wait' \
    'holder<...>::wait_in, names.cpp:16'; do
    check_that "the words are: $words" grep -qF "$words" out
done
check_that "no lambda as the compiler numbers it" [ -z "$(grep -E '#_0|[{]lambda' out)" ]

# What a call of the library does in itself is one row, by the name that users know; --all shows it.
cat >folded.cpp <<'C'
#include <cassert>
#include <memory>
#include <thread>
#include <unordered_map>
struct animal {
    virtual ~animal() = default;
};
static std::unordered_map<int, int> table;
static animal *pet;
int main()
{
    auto p = std::make_shared<int>(5);
    std::weak_ptr<int> w = p;
    std::thread t([w] {
        table[1] = 1;
        pet = new animal;
        if (!w.expired())
            assert(w.lock());
    });
    p.reset();
    t.join();
    delete pet;
}
C
expect 1 'std::shared_ptr<int>::reset(&p)' "$heddle" check --races off folded.cpp
said 'use_count of w = 0'
said "what a call of C++'s library does in itself is one row"
"$heddle" check --races off folded.cpp >out 2>&1
check_that "counts have the name that users know" [ -z "$(grep '_M_use_count' out)" ]
check_that "one call is one row" [ "$(grep -c 'operator\[\]' out)" -le 1 ]
expect 1 '_M_use_count' "$heddle" check --all --races off folded.cpp

cat >pure.cpp <<'C'
struct base {
    base() { start(); }
    void start() { run(); }
    virtual void run() = 0;
};
struct derived : base {
    void run() override {}
};
int main()
{
    derived d;
}
C
expect 1 'pure.cpp:3: error: a pure virtual function is called' "$heddle" check pure.cpp
said 'd becomes a base'

cat >stops.cpp <<'C'
#include <mutex>
#include <stop_token>
#include <thread>
static std::mutex m;
int main()
{
    std::stop_source source;
    std::thread t;
    {
        std::stop_callback callback(source.get_token(), [] { std::lock_guard<std::mutex> g(m); });
        t = std::thread([&] { source.request_stop(); });
        m.lock();
    }
    m.unlock();
    t.join();
}
C
expect 1 'std::stop_callback(&callback' "$heddle" check -std=c++20 stops.cpp

printf '#include <thread>\nint main()\n{\n    std::thread t([] {});\n    t = std::thread([] {});\n    t.join();\n}\n' >assigned.cpp
expect 1 'a std::thread that was neither joined nor detached is given another thread' "$heddle" check assigned.cpp
printf '#include <thread>\nint main()\n{\n    std::thread t([] {});\n}\n' >forgotten.cpp
expect 1 'a std::thread that was neither joined nor detached is destroyed' "$heddle" check forgotten.cpp

cat >throws.cpp <<'C'
#include <stdexcept>
struct my_error : std::runtime_error {
    using runtime_error::runtime_error;
};
int main()
{
    throw my_error("what it says");
}
C
expect 1 'throws.cpp:7: error: exception my_error is not caught: what it says' "$heddle" check throws.cpp
expect 1 'uncaught-exception' "$heddle" check -O2 throws.cpp

cat >part.c <<'C'
int shared;
int add(int by) { return shared += by; }
C
cat >whole.cpp <<'C'
#include <thread>
extern "C" int add(int by);
extern "C" int shared;
class counter
{
public:
    int value = 0;
};
static counter c;
int main()
{
    std::thread t([] { c.value++; });
    t.join();
    return add(c.value) - 1;
}
C
expect 0 VERIFIED "$heddle" check --exit-status whole.cpp part.c
expect 0 VERIFIED "$heddle" check --invariant 'c.value >= 0 && shared <= 1' whole.cpp part.c
expect 1 'invariant violated: c.value == 0' "$heddle" check --invariant 'c.value == 0' whole.cpp part.c
expect 0 VERIFIED "$heddle" check --ltl 'F "shared == 1"' whole.cpp part.c
expect 0 VERIFIED "$heddle" check --engine stateless whole.cpp part.c
expect 65 'only C files can be translated' "$heddle" promela whole.cpp
# Futures are shown as what they have, wide strings as their letters; what the library does in a thread around the user's
# function is one row.
cat >futures.cpp <<'C'
#include <future>
#include <stdexcept>
#include <string>
#include <vector>
static int parse(const std::string &s)
{
    if (s.empty())
        throw std::runtime_error("empty");
    return 1;
}
int main()
{
    std::wstring wide = L"wide enough for the heap";
    std::promise<int> open;
    auto later = open.get_future();
    std::vector<std::future<int>> all;
    all.push_back(std::async(std::launch::async, parse, std::string("x")));
    all.push_back(std::async(std::launch::async, parse, std::string()));
    return all[0].get() + all[1].get();
}
C
expect 1 'all = {no state, ready}' "$heddle" check futures.cpp
said 'wide = "wide enough for the heap"'
said 'open = not ready'
said "is in C++'s library, outside of the program's functions"
said 'std::future<int>::get(&all[1])'
check_that "no member of the library's is named" sh -c '! "$0" check futures.cpp | grep -q _M_' "$heddle"

# What the library has not, and an intrinsic of a header without debug information, are named at the user's line.
printf '#include <filesystem>\nint main()\n{\n    return std::filesystem::exists("a");\n}\n' >files.cpp
expect 2 "cut: files.cpp:4: function 'std::filesystem::" "$heddle" check files.cpp
said 'there is cut: files.cpp:4: std::filesystem is not supported, there are no files; leave it out where __HEDDLE__'
expect 65 'files.cpp:4: std::filesystem is not supported, there are no files' "$heddle" check --strict files.cpp
printf '#include <ctime>\n#include <iomanip>\n#include <iostream>\nint main()\n{\n    std::tm t{};\n    std::cout << std::put_time(&t, "%%H");\n}\n' >clock.cpp
expect 65 "const&)' is not in heddle's library of C++ (docs/cpp.md" "$heddle" check --strict clock.cpp
printf '#include <immintrin.h>\nstatic unsigned hash(unsigned n)\n{\n    return _mm_crc32_u32(n, 7);\n}\nint main()\n{\n    return hash(3) == hash(4);\n}\n' >crc.cpp
expect 2 "runs were cut: crc.cpp:4: intrinsic 'llvm.x86.sse42.crc32.32.32' is not supported" "$heddle" check -msse4.2 crc.cpp
expect 65 "crc.cpp:4: intrinsic 'llvm.x86.sse42.crc32.32.32' is not supported; leave it out" "$heddle" check --strict -msse4.2 crc.cpp
printf '#include <coroutine>\n#include <exception>\nstruct task {\n    struct promise_type {\n        task get_return_object() { return {}; }\n        std::suspend_never initial_suspend() { return {}; }\n        std::suspend_never final_suspend() noexcept { return {}; }\n        void return_void() {}\n        void unhandled_exception() { std::terminate(); }\n    };\n};\ntask f() { co_return; }\nint main() { f(); }\n' >co.cpp
expect 0 VERIFIED "$heddle" check -std=c++20 co.cpp

# Optimised: a thread whose function was inlined into the library is at the user's lines all the same.
cat >inlined.cpp <<'C'
#include <atomic>
#include <cassert>
#include <future>
#include <mutex>
#include <thread>
static std::mutex m, n;
static std::atomic<int> total;
static void bump()
{
    int before = total;
    total = before + 1;
}
int main()
{
    auto f = [] {
        bump();
#ifdef LOCKS
        std::lock_guard<std::mutex> g(m);
        std::lock_guard<std::mutex> h(n);
#else
        assert(total != 2);
#endif
    };
    std::thread t(f);
    {
        std::lock_guard<std::mutex> g(n);
        std::lock_guard<std::mutex> h(m);
        bump();
    }
    t.join();
}
C
for level in -O1 -O2 -O3; do
    expect 1 'inlined.cpp:21: error: assertion failed: total != 2' "$heddle" check $level inlined.cpp
    expect 1 'main::lambda1, inlined.cpp:21' "$heddle" replay inlined.trace
    expect 1 '11  total = before + 1' "$heddle" replay inlined.trace
    expect 1 'T1 main::lambda1' "$heddle" replay inlined.trace
    expect 1 'inlined.cpp:27: error: deadlock' "$heddle" check $level -DLOCKS inlined.cpp
    expect 1 'T1 in pthread_mutex_lock(&n) for T0' "$heddle" replay inlined.trace
    "$heddle" replay inlined.trace >out
    check_that "nothing of the library, $level" sh -c '! grep -E "/c\+\+/|runtime/|which is over" out'
done
expect 0 VERIFIED "$heddle" check -O2 -DLOCKS -Dn=m2 -Dm=n2 inlined.cpp --allow-deadlock --html inlined.html
check_that "lines of the thread are among those reached" sh -c "tr -d '\\n ' <inlined.html | grep -q '\[18,true,'"
printf 'random 200\n' | "$heddle" sim -O2 inlined.cpp >out 2>&1
check_that "the simulator" sh -c "grep -A1 ': T1' out | grep -q '11  total = before + 1'"

# Memory orders of C++ are arguments of calls: each call has its own, at each level.
cat >passing.cpp <<'C'
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
static std::atomic<int> data, ready;
int main()
{
    std::thread t([] {
        data.store(42, std::memory_order_relaxed);
        ready.store(1, std::memory_order_relaxed);
    });
    if (ready.load(std::memory_order_acquire))
        assert(data.load(std::memory_order_relaxed) == 42);
    t.join();
}
C
for level in -O0 -O1 -O2; do
    expect 1 '  passing.cpp:10: store: relaxed -> release' "$heddle" check $level --suggest-orders passing.cpp
done
cat >counted.cpp <<'C'
#include <memory>
#include <thread>
static int n;
int main()
{
    auto p = std::make_shared<int>(1);
    std::thread t([p] { n++; });
#ifdef RACE
    n++;
#endif
    p.reset();
    t.join();
}
C
for level in -O0 -O2; do
    expect 0 "orders: no run comes to an atomic access or fence of the program's own" "$heddle" check $level --suggest-orders counted.cpp
    expect 1 "orders: no run comes to an atomic access or fence of the program's own" "$heddle" check $level -DRACE --suggest-orders counted.cpp
done
cat >shared.cpp <<'C'
#include <atomic>
#include <memory>
#include <thread>
static int n;
static std::atomic<int> busy;
int main()
{
    auto p = std::make_shared<int>(1);
    std::thread t([p] { busy.store(1, std::memory_order_relaxed); n++; });
    n++;
    p.reset();
    t.join();
}
C
expect 1 "none will do: with seq_cst at all of the program's own atomic accesses there is still the error data-race" "$heddle" check --suggest-orders shared.cpp
said "(orders of C++'s library itself, as at "

# Executions are told in the user's words, and by the user's lines.
for level in -O0 -O1; do
    expect 1 '    1  T1  passing.cpp:9     data = 42' "$heddle" check $level --memory rc11 --json passing.json --html passing.html passing.cpp
    cp .out out
    check_that "the read of $level" grep -qF 'T0  passing.cpp:12    ready is 1  (written by T1 at 2)' out
    check_that "and the old value" grep -qF 'T0 read an old value of data at step 4: the write of T1 at step 1' out
    check_that "the events of $level" grep -qF '{"step": 2, "thread": "T1", "event": "write", "file": "passing.cpp", "line": 10, "where": "ready", "value": "1"' passing.json
    check_that "the sentence is in the JSON of $level" grep -qF '"summary": "T0 read an old value of data' passing.json
    check_that "each row has a place, $level" sh -c '! grep -qF "(null)" out passing.json passing.html'
    expect 1 '    1  T1  passing.cpp:9     data = 42' "$heddle" replay passing.trace
done
cat >calls.cpp <<'C'
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
static std::mutex a, b;
int main()
{
    auto p = std::make_shared<int>(1);
    std::thread t([p] {
        std::lock_guard<std::mutex> g(a);
        std::lock_guard<std::mutex> h(b);
    });
    {
        std::lock_guard<std::mutex> g(b);
        std::lock_guard<std::mutex> h(a);
    }
    t.join();
}
C
expect 1 'T0 waits in std::lock_guard<std::mutex>::lock_guard(&h, &a) for T1' "$heddle" check --memory rc11 calls.cpp
said 'calls.cpp:14    std::lock_guard<std::mutex>::lock_guard'

# A proof says that weaker orders were taken for seq_cst, wherever they are.
cat >weaker.cpp <<'C'
#include <atomic>
#include <thread>
std::atomic<int> x;
std::atomic_flag f = ATOMIC_FLAG_INIT;
int main()
{
    std::thread t([] { x.ORDER; });
    x = 2;
    t.join();
}
C
for call in 'store(1,memory_order_release)' 'fetch_add(1,memory_order_relaxed)' 'load(memory_order_acquire)' \
    'exchange(1,memory_order_acq_rel)' 'notify_one(),f.clear(memory_order_release)' \
    'notify_one(),std::atomic_thread_fence(memory_order_acquire)' 'notify_one(),x.fetch_or(1,memory_order_relaxed)'; do
    for level in -O0 -O2; do
        expect 0 "note: orders weaker than seq_cst, as at weaker.cpp:7, were taken for seq_cst" "$heddle" check -std=c++20 $level "-DORDER=$(echo "$call" | sed 's/memory_order/std::&/')" weaker.cpp
    done
done
for call in 'store(1)' 'fetch_add(1,std::memory_order_seq_cst)' 'notify_one()'; do
    for level in -O0 -O2; do
        "$heddle" check -std=c++20 $level "-DORDER=$call" weaker.cpp >out 2>&1
        check_that "no note without a reason, $call $level" [ -z "$(grep orders out)" ]
    done
done

# Invariants and formulas speak of what is there when main begins.
cat >built.cpp <<'C'
#include <cassert>
#include <queue>
#include <thread>
#include <vector>
std::vector<int> v{1, 2};
std::queue<int> q;
struct counted {
    int n;
    counted() : n(0) { n = 7; n = 1; }
} c;
int main()
{
    std::thread t([] {
        q.push(1);
        q.push(2);
#ifdef BAD
        q.push(3);
        v.pop_back();
        c.n = 7;
#endif
    });
    t.join();
    c.n++;
}
C
for asks in 'v.size() == 2' 'q.size() <= 2' 'c.n != 7 && c.n > 0'; do
    expect 0 VERIFIED "$heddle" check --invariant "$asks" built.cpp
    expect 1 "invariant violated: $asks" "$heddle" check -DBAD --invariant "$asks" built.cpp
    expect 1 "invariant violated: $asks" "$heddle" replay built.trace
done
for how in '--engine bfs' '--engine stateless' '--memory tso' '-O2'; do
    expect 0 VERIFIED "$heddle" check $how --invariant 'q.size() <= 2' built.cpp
    expect 1 'invariant violated: q.size() <= 2' "$heddle" check $how -DBAD --invariant 'q.size() <= 2' built.cpp
    expect 1 'invariant violated: q.size() <= 2' "$heddle" replay built.trace
done
for formula in 'G "v.size() == 2"' 'G "q.size() <= 2"' 'G "c.n != 7"' '"c.n == 1" U "c.n == 2"' 'F G "c.n == 2"'; do
    expect 0 'the property holds' "$heddle" check --ltl "$formula" built.cpp
    expect 1 "the property does not hold: $formula" "$heddle" check -DBAD --ltl "$formula" built.cpp
    expect 1 "the property does not hold: $formula" "$heddle" replay built.trace
done
for formula in 'F "c.n == 7"' 'F "v.size() == 0"' '"c.n == 0"' 'X "c.n == 0"' '!"q.empty()"'; do
    expect 1 "the property does not hold: $formula" "$heddle" check --ltl "$formula" built.cpp
done
cat >built.c <<'C'
static int n = 1;
static void __attribute__((constructor)) early(void) { n = 7; n = 1; }
int main(void) { return 0; }
C
expect 1 'invariant violated: n == 1' "$heddle" check --invariant 'n == 1' built.c

# A store that waits in a buffer has its order's name.
cat >waits.cpp <<'C'
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<bool> want[2];
static std::atomic<int> both;
static void enter(int i)
{
    want[i].store(true, std::memory_order_relaxed);
    if (!want[1 - i].load(std::memory_order_relaxed)) {
        both++;
        assert(both == 1);
        both--;
    }
}
int main()
{
    std::thread t(enter, 1);
    enter(0);
    t.join();
}
C
for model in tso pso; do
    "$heddle" check --memory $model --json waits.json waits.cpp >out 2>&1
    check_that "the order is named, $model" grep -qF 'std::atomic<bool>::store(&want[1], 1, relaxed)' out
    check_that "the store waits, $model" grep -qF "want[1] = true)" out
    check_that "no header's name, $model" sh -c '! grep -q __atomic_base out waits.json'
    check_that "and in JSON, $model" grep -F '"call": "std::atomic<bool>::store(&want[1], 1, relaxed)"' waits.json
done
printf 'random 200\n' | "$heddle" sim waits.cpp >out 2>&1
check_that "and in the simulator" grep -qF 'std::atomic<bool>::store(&want[1], 1, relaxed)' out

# What there is not is said in one line.
printf '#include <vector>\nint main() { std::vector<int> v; return (int)v.size(); }\n' >narrow.cpp
"$heddle" check -m32 narrow.cpp >out 2>&1
check_that "32 bits are refused by name" sh -c "echo 'narrow.cpp: C++ for 32 bits is not supported; leave -m32 out' | cmp - out"
expect 65 'C++ for 32 bits is not supported' "$heddle" check -m32 narrow.cpp
expect 0 VERIFIED "$heddle" check -m32 -m64 narrow.cpp
printf '#include <string>\n#include <format>\nint main() { return std::format("{}", 3).size() != 1; }\n' >format.cpp
"$heddle" check -std=c++20 format.cpp >out 2>&1
check_that "a header that is not there is named" sh -c "grep -q '^format.cpp:2: <format> is not there: libstdc++ 12' out && ! grep -q fatal out"
expect 65 'leave it out where __HEDDLE__ is defined' "$heddle" check format.cpp

# Executions have neither reductions nor a depth.
"$heddle" check --memory rc11 --json passing.json passing.cpp >/dev/null 2>&1
check_that "no reductions under rc11" grep -qF '"reductions": []' passing.json
check_that "no depth under rc11" grep -qF '"depth": null' passing.json
"$heddle" check --json passing.json passing.cpp >/dev/null 2>&1
check_that "those of the plain search" grep -qF '"reductions": ["store-visibility"' passing.json
check_that "and its depth" grep -qE '"depth": [1-9]' passing.json

# Failures in the user's words: an exception that nothing catches, the member that two threads use, what an optional holds.
cat >told.cpp <<'C'
#include <cassert>
#include <list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
struct node { int v; std::shared_ptr<node> next; };
struct stack {
    std::shared_ptr<node> head;
    void push(int v)
    {
        auto p = std::make_shared<node>();
        p->v = v;
        p->next = head;
        head = p;
    }
};
static void other(stack &l, std::optional<int> &o, std::shared_ptr<node> p)
{
#if defined(THROWS)
    throw std::runtime_error("lost");
#elif defined(RACES)
    l.push(1);
#elif defined(POINTS)
    p->v = 1;
#else
    o = 4;
#endif
}
int main()
{
    stack l;
    std::optional<int> o;
    auto p = std::make_shared<node>();
    std::thread t(other, std::ref(l), std::ref(o), p);
    l.push(2);
    assert(p->v == 0);
    t.join();
    assert(!o);
}
C
expect 1 '21  throws std::runtime_error: "lost"' "$heddle" check -DTHROWS told.cpp
expect 1 'error: data race at main:l.head: ' "$heddle" check -DRACES --races error told.cpp
expect 1 'error: data race at main:l.head: ' "$heddle" replay told.trace
expect 1 'error: data race at main:l.head: ' "$heddle" check -DRACES --memory rc11 told.cpp
expect 1 'main:o = 4' "$heddle" check told.cpp
expect 1 'operator=(&p->next, &l)' "$heddle" check -DPOINTS --races off told.cpp
cat >nodes.cpp <<'C'
#include <cassert>
#include <list>
#include <map>
#include <thread>
int main()
{
    std::map<int, int> m;
    std::list<int> k;
    std::thread t([&] {
        m[3] = 4;
        k.push_back(5);
    });
    t.join();
    k.front()++;
    assert(k.front() == 5);
}
C
expect 1 'an element of main:m' "$heddle" check nodes.cpp
said '(an element of k changes)'
check_that "no node is named" sh -c '! "$0" check nodes.cpp | grep -q _M_' "$heddle"

# A member function has its object among its variables; a lambda's has no name.
cat >member.cpp <<'C'
#include <cassert>
struct counter {
    int n = 0;
    void check(int k) { assert(n == k); }
};
int main()
{
    counter l;
    auto f = [&](int k) { l.check(k); };
    f(3);
}
C
expect 1 'this = &l, k = 3' "$heddle" check member.cpp
said 'assert(n == k)  FAILS: k = 3, l.n = 0'
check_that "a lambda has none" sh -c '[ "$("$0" check member.cpp | grep -c "this = ")" = 1 ]' "$heddle"
