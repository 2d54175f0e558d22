#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <stack>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
static unsigned seed = 1;
static int next()
{
    seed = seed * 1103515245 + 12345;
    return static_cast<int>(seed >> 16 & 255);
}
int main()
{
    std::vector<int> v;
    for (int i = 0; i < 40; i++)
        v.push_back(next());
    std::sort(v.begin(), v.end());
    for (int x : v)
        std::printf("%d ", x);
    std::printf("\n%d %zu\n", std::accumulate(v.begin(), v.end(), 0), v.size());
    std::set<int> s;
    std::map<int, std::string> m;
    for (int i = 0; i < 200; i++) {
        int k = next() % 64;
        if (next() & 1) {
            s.insert(k);
            m[k] += static_cast<char>('a' + k % 26);
        } else {
            s.erase(k);
            m.erase(k);
        }
    }
    for (int x : s)
        std::printf("%d ", x);
    for (auto &p : m)
        std::printf("%d=%s ", p.first, p.second.c_str());
    std::printf("\n");
    for (auto i = m.rbegin(); i != m.rend(); ++i)
        std::printf("%d ", i->first);
    std::multimap<int, int> mm;
    for (int i = 0; i < 20; i++)
        mm.emplace(next() % 4, i);
    auto range = mm.equal_range(2);
    for (auto i = range.first; i != range.second; ++i)
        std::printf("%d ", i->second);
    std::unordered_map<std::string, int> um;
    for (int i = 0; i < 50; i++)
        um[std::to_string(next() % 20)]++;
    std::vector<std::pair<std::string, int>> pairs(um.begin(), um.end());
    for (auto &p : pairs)
        std::printf("%s:%d ", p.first.c_str(), p.second);
    std::printf("%zu\n", um.bucket_count());
    std::unordered_set<int> us;
    for (int i = 0; i < 100; i++)
        us.insert(next());
    for (int x : us)
        std::printf("%d ", x);
    std::printf("%zu\n", us.bucket_count());
    std::list<int> l(v.begin(), v.begin() + 10), l2{3, 1, 2};
    l2.sort();
    l.merge(l2);
    l.reverse();
    l.remove(3);
    l.splice(l.begin(), l2);
    for (int x : l)
        std::printf("%d ", x);
    std::forward_list<int> f{1, 2, 3};
    f.push_front(0);
    f.reverse();
    for (int x : f)
        std::printf("%d ", x);
    std::deque<int> d;
    for (int i = 0; i < 300; i++)
        i % 3 ? d.push_back(i) : d.push_front(i);
    while (d.size() > 5)
        d.size() % 2 ? d.pop_back() : d.pop_front();
    for (int x : d)
        std::printf("%d ", x);
    std::priority_queue<int, std::vector<int>, std::greater<int>> q(v.begin(), v.end());
    std::stack<int> st;
    for (; q.size() > 35; q.pop())
        st.push(q.top());
    for (; !st.empty(); st.pop())
        std::printf("%d ", st.top());
    std::array<int, 4> a{4, 3, 2, 1};
    std::next_permutation(a.begin(), a.end());
    std::printf("%d%d%d%d\n", a[0], a[1], a[2], a[3]);
    try {
        v.at(100);
    } catch (std::out_of_range &e) {
        std::printf("%s\n", e.what());
    }
    try {
        std::vector<int> huge;
        huge.reserve(huge.max_size() + 1);
    } catch (std::length_error &e) {
        std::printf("%s\n", e.what());
    }
}
