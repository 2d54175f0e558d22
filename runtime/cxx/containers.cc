/* The compiled part of list, map, set and the unordered containers. */
#include "cxx_runtime.h"

#include <cstring>
#include <list>
#include <map>
#include <memory>
#include <unordered_map>

namespace std
{

/* ---- lists ---- */

namespace __detail
{

void _List_node_base::swap(_List_node_base &x, _List_node_base &y) noexcept
{
    _List_node_base *xn = x._M_next == &x ? &y : x._M_next, *xp = x._M_prev == &x ? &y : x._M_prev;
    _List_node_base *yn = y._M_next == &y ? &x : y._M_next, *yp = y._M_prev == &y ? &x : y._M_prev;

    x._M_next = yn;
    x._M_prev = yp;
    y._M_next = xn;
    y._M_prev = xp;
    x._M_next->_M_prev = x._M_prev->_M_next = &x;
    y._M_next->_M_prev = y._M_prev->_M_next = &y;
}

void _List_node_base::_M_transfer(_List_node_base *first, _List_node_base *last) noexcept
{
    if (this == last)
        return;
    last->_M_prev->_M_next = this;
    first->_M_prev->_M_next = last;
    _M_prev->_M_next = first;
    _List_node_base *before = _M_prev;
    _M_prev = last->_M_prev;
    last->_M_prev = first->_M_prev;
    first->_M_prev = before;
}

void _List_node_base::_M_reverse() noexcept
{
    _List_node_base *n = this;

    do {
        _List_node_base *next = n->_M_next;

        n->_M_next = n->_M_prev;
        n->_M_prev = next;
        n = next;
    } while (n != this);
}

void _List_node_base::_M_hook(_List_node_base *position) noexcept
{
    _M_next = position;
    _M_prev = position->_M_prev;
    position->_M_prev->_M_next = this;
    position->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept
{
    _M_prev->_M_next = _M_next;
    _M_next->_M_prev = _M_prev;
}

} // namespace __detail

/* ---- red-black trees ---- */

typedef _Rb_tree_node_base tree_node;

static tree_node *next_node(tree_node *x)
{
    if (x->_M_right) {
        x = x->_M_right;
        while (x->_M_left)
            x = x->_M_left;
        return x;
    }
    tree_node *y = x->_M_parent;
    while (x == y->_M_right) {
        x = y;
        y = y->_M_parent;
    }
    return x->_M_right != y ? y : x;
}

static tree_node *previous_node(tree_node *x)
{
    if (x->_M_color == _S_red && x->_M_parent->_M_parent == x)
        return x->_M_right;
    if (x->_M_left) {
        tree_node *y = x->_M_left;

        while (y->_M_right)
            y = y->_M_right;
        return y;
    }
    tree_node *y = x->_M_parent;
    while (x == y->_M_left) {
        x = y;
        y = y->_M_parent;
    }
    return y;
}

tree_node *_Rb_tree_increment(tree_node *x) noexcept
{
    return next_node(x);
}

const tree_node *_Rb_tree_increment(const tree_node *x) noexcept
{
    return next_node(const_cast<tree_node *>(x));
}

tree_node *_Rb_tree_decrement(tree_node *x) noexcept
{
    return previous_node(x);
}

const tree_node *_Rb_tree_decrement(const tree_node *x) noexcept
{
    return previous_node(const_cast<tree_node *>(x));
}

/* x's child on the side goes up in its place. */
static void rotate(tree_node *x, bool left, tree_node *&root)
{
    tree_node *y = left ? x->_M_right : x->_M_left, *inner = left ? y->_M_left : y->_M_right;

    (left ? x->_M_right : x->_M_left) = inner;
    if (inner)
        inner->_M_parent = x;
    y->_M_parent = x->_M_parent;
    if (x == root)
        root = y;
    else if (x == x->_M_parent->_M_left)
        x->_M_parent->_M_left = y;
    else
        x->_M_parent->_M_right = y;
    (left ? y->_M_left : y->_M_right) = x;
    x->_M_parent = y;
}

static void hang(bool left, tree_node *x, tree_node *p, tree_node &header)
{
    x->_M_parent = p;
    x->_M_left = x->_M_right = nullptr;
    x->_M_color = _S_red;
    if (left) {
        p->_M_left = x; /* the leftmost too, when p is the header */
        if (p == &header) {
            header._M_parent = x;
            header._M_right = x;
        } else if (p == header._M_left) {
            header._M_left = x;
        }
    } else {
        p->_M_right = x;
        if (p == header._M_right)
            header._M_right = x;
    }
}

void _Rb_tree_insert_and_rebalance(const bool left, tree_node *x, tree_node *p,
                                   tree_node &header) noexcept
{
    tree_node *&root = header._M_parent;

    hang(left, x, p, header);
    while (x != root && x->_M_parent->_M_color == _S_red) {
        tree_node *const grand = x->_M_parent->_M_parent;
        bool on_left = x->_M_parent == grand->_M_left;
        tree_node *const uncle = on_left ? grand->_M_right : grand->_M_left;

        if (uncle && uncle->_M_color == _S_red) {
            x->_M_parent->_M_color = uncle->_M_color = _S_black;
            grand->_M_color = _S_red;
            x = grand;
            continue;
        }
        if (x == (on_left ? x->_M_parent->_M_right : x->_M_parent->_M_left)) {
            x = x->_M_parent;
            rotate(x, on_left, root);
        }
        x->_M_parent->_M_color = _S_black;
        grand->_M_color = _S_red;
        rotate(grand, !on_left, root);
    }
    root->_M_color = _S_black;
}

static tree_node *least(tree_node *x)
{
    while (x->_M_left)
        x = x->_M_left;
    return x;
}

static tree_node *greatest(tree_node *x)
{
    while (x->_M_right)
        x = x->_M_right;
    return x;
}

static void replace_child(tree_node *of, tree_node *by, tree_node *&root)
{
    if (root == of)
        root = by;
    else if (of->_M_parent->_M_left == of)
        of->_M_parent->_M_left = by;
    else
        of->_M_parent->_M_right = by;
}

/* A black node is missing on the way to x, the child of p. */
static void refill(tree_node *x, tree_node *p, tree_node *&root)
{
    while (x != root && (!x || x->_M_color == _S_black)) {
        bool left = x == p->_M_left;
        tree_node *w = left ? p->_M_right : p->_M_left;

        if (w->_M_color == _S_red) {
            w->_M_color = _S_black;
            p->_M_color = _S_red;
            rotate(p, left, root);
            w = left ? p->_M_right : p->_M_left;
        }
        tree_node *near = left ? w->_M_left : w->_M_right, *far = left ? w->_M_right : w->_M_left;
        if ((!near || near->_M_color == _S_black) && (!far || far->_M_color == _S_black)) {
            w->_M_color = _S_red;
            x = p;
            p = p->_M_parent;
            continue;
        }
        if (!far || far->_M_color == _S_black) {
            near->_M_color = _S_black;
            w->_M_color = _S_red;
            rotate(w, !left, root);
            w = left ? p->_M_right : p->_M_left;
            far = left ? w->_M_right : w->_M_left;
        }
        w->_M_color = p->_M_color;
        p->_M_color = _S_black;
        if (far)
            far->_M_color = _S_black;
        rotate(p, left, root);
        break;
    }
    if (x)
        x->_M_color = _S_black;
}

tree_node *_Rb_tree_rebalance_for_erase(tree_node *const z, tree_node &header) noexcept
{
    tree_node *&root = header._M_parent, *y = z, *x, *p;

    if (!z->_M_left)
        x = z->_M_right;
    else if (!z->_M_right)
        x = z->_M_left;
    else {
        y = least(z->_M_right);
        x = y->_M_right;
    }
    if (y != z) { /* y takes the place of z */
        z->_M_left->_M_parent = y;
        y->_M_left = z->_M_left;
        if (y != z->_M_right) {
            p = y->_M_parent;
            if (x)
                x->_M_parent = p;
            p->_M_left = x;
            y->_M_right = z->_M_right;
            z->_M_right->_M_parent = y;
        } else {
            p = y;
        }
        replace_child(z, y, root);
        y->_M_parent = z->_M_parent;
        std::swap(y->_M_color, z->_M_color);
    } else {
        p = z->_M_parent;
        if (x)
            x->_M_parent = p;
        replace_child(z, x, root);
        if (header._M_left == z)
            header._M_left = x ? least(x) : p;
        if (header._M_right == z)
            header._M_right = x ? greatest(x) : p;
    }
    if (z->_M_color == _S_black)
        refill(x, p, root);
    return z;
}

/* ---- unordered containers ---- */

namespace __detail
{

static bool is_prime(size_t n)
{
    for (size_t d = 3; d * d <= n; d += 2)
        if (n % d == 0)
            return false;
    return n % 2 != 0;
}

/* The library's own first sizes, from its table of primes; then the next prime. */
size_t _Prime_rehash_policy::_M_next_bkt(size_t n) const
{
    static const unsigned char first[] = {2, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13};
    static const unsigned char small[] = {2,  3,  5,  7,  11, 13,  17,  19,  23, 29,
                                          31, 37, 41, 43, 47, 53,  59,  61,  67, 71,
                                          73, 79, 83, 89, 97, 103, 109, 113, 127};

    if (n < sizeof first) {
        if (n == 0)
            return 1;
        _M_next_resize =
            static_cast<size_t>(__builtin_floor(first[n] * (double)_M_max_load_factor));
        return first[n];
    }
    size_t size = n | 1;
    for (size_t i = 0; i < sizeof small; i++)
        if (small[i] >= n) {
            size = small[i];
            _M_next_resize =
                static_cast<size_t>(__builtin_floor((double)size * (double)_M_max_load_factor));
            return size;
        }
    while (!is_prime(size))
        size += 2;
    _M_next_resize =
        static_cast<size_t>(__builtin_floor((double)size * (double)_M_max_load_factor));
    return size;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements,
                                                        size_t more) const
{
    if (elements + more <= _M_next_resize)
        return {false, 0};
    double least =
        (double)max<size_t>(elements + more, _M_next_resize ? 0 : 11) / (double)_M_max_load_factor;
    if (least >= (double)buckets)
        return {true, _M_next_bkt(max<size_t>(static_cast<size_t>(__builtin_floor(least)) + 1,
                                              buckets * 2))};
    _M_next_resize =
        static_cast<size_t>(__builtin_floor((double)buckets * (double)_M_max_load_factor));
    return {false, 0};
}

} // namespace __detail

/* MurmurHash, as the library has it. */
size_t _Hash_bytes(const void *bytes, size_t n, size_t seed)
{
    static const size_t mul = (0xc6a4a793UL << 32) + 0x5bd1e995UL;
    const char *at = static_cast<const char *>(bytes);
    size_t whole = n & ~static_cast<size_t>(7), hash = seed ^ (n * mul), data;

    for (const char *end = at + whole; at != end; at += 8) {
        memcpy(&data, at, 8);
        data *= mul;
        data = (data ^ (data >> 47)) * mul;
        hash = (hash ^ data) * mul;
    }
    if (n & 7) {
        data = 0;
        for (size_t k = n & 7; k-- > 0;)
            data = (data << 8) + static_cast<unsigned char>(at[k]);
        hash = (hash ^ data) * mul;
    }
    hash = (hash ^ (hash >> 47)) * mul;
    return hash ^ (hash >> 47);
}

size_t _Fnv_hash_bytes(const void *bytes, size_t n, size_t hash)
{
    const char *at = static_cast<const char *>(bytes);

    while (n--)
        hash = (hash ^ static_cast<unsigned char>(*at++)) * 1099511628211UL;
    return hash;
}

} // namespace std
