/* Threads, condition variables, call_once and futures: the compiled part, over pthreads. */
#include "cxx_runtime.h"

#include <bits/atomic_futex.h>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace std
{

/* ---- threads ---- */

thread::_State::~_State()
{
}

/* Traces show the thread by this name.  What comes out of it meets no handler: the first round of
 * the search ends the program. */
static void *run_thread(void *with) __asm__("std::thread");

static void *run_thread(void *with)
{
    thread::_State_ptr state{static_cast<thread::_State *>(with)};

    state->_M_run();
    return nullptr;
}

void thread::_M_start_thread(_State_ptr state, void (*)())
{
    int failed = pthread_create(&_M_id._M_thread, nullptr, run_thread, state.get());

    if (failed)
        __throw_system_error(failed);
    state.release();
}

void thread::join()
{
    int failed = EINVAL;

    if (_M_id != id())
        failed = pthread_join(_M_id._M_thread, nullptr);
    if (failed)
        __throw_system_error(failed);
    _M_id = id();
}

void thread::detach()
{
    int failed = EINVAL;

    if (_M_id != id())
        failed = pthread_detach(_M_id._M_thread);
    if (failed)
        __throw_system_error(failed);
    _M_id = id();
}

unsigned thread::hardware_concurrency() noexcept
{
    return 2;
}

namespace this_thread
{

void __sleep_for(chrono::seconds s, chrono::nanoseconds ns)
{
    timespec t = {static_cast<time_t>(s.count()), static_cast<long>(ns.count())};

    nanosleep(&t, nullptr);
}

} // namespace this_thread

/* ---- condition variables ---- */

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;

void condition_variable::wait(unique_lock<mutex> &lock)
{
    _M_cond.wait(*lock.mutex());
}

void condition_variable::notify_one() noexcept
{
    _M_cond.notify_one();
}

void condition_variable::notify_all() noexcept
{
    _M_cond.notify_all();
}

struct told_at_end {
    condition_variable *who;
    mutex *held;
};

static void tell_at_end(void *with)
{
    unique_ptr<told_at_end> told{static_cast<told_at_end *>(with)};

    told->held->unlock();
    told->who->notify_all();
}

void notify_all_at_thread_exit(condition_variable &who, unique_lock<mutex> lock)
{
    heddle_at_thread_end(tell_at_end, new told_at_end{&who, lock.release()});
}

/* ---- call_once ---- */

__thread void *__once_callable;
__thread void (*__once_call)();

extern "C" void __once_proxy()
{
    __once_call();
}

/* ---- futures ---- */

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

void __at_thread_exit(__at_thread_exit_elt *e)
{
    heddle_at_thread_end([](void *with) { static_cast<__at_thread_exit_elt *>(with)->_M_cb(with); },
                         e);
}

void __future_base::_State_baseV2::_Make_ready::_S_run(void *with)
{
    unique_ptr<_Make_ready> ready{static_cast<_Make_ready *>(with)};

    if (auto state = ready->_M_shared_state.lock())
        state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}

void __future_base::_State_baseV2::_Make_ready::_M_set()
{
    _M_cb = &_Make_ready::_S_run;
    __at_thread_exit(this);
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned *word, unsigned value, bool timed,
                                                       chrono::seconds, chrono::nanoseconds)
{
    return heddle_wait_while(word, value, timed);
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned *word, unsigned value,
                                                              bool timed, chrono::seconds,
                                                              chrono::nanoseconds)
{
    return heddle_wait_while(word, value, timed);
}

void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *word)
{
    __heddle_wake_all(word, 0);
}

/* ---- shared_ptr: the old atomic functions lock, and make_shared asks for a type ---- */

static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;

_Sp_locker::_Sp_locker(const void *) noexcept : _M_key1(0), _M_key2(0)
{
    pthread_mutex_lock(&shared_lock);
}

_Sp_locker::_Sp_locker(const void *, const void *) noexcept : _M_key1(0), _M_key2(0)
{
    pthread_mutex_lock(&shared_lock);
}

_Sp_locker::~_Sp_locker()
{
    pthread_mutex_unlock(&shared_lock);
}

bool _Sp_make_shared_tag::_S_eq(const type_info &info) noexcept
{
    return info == typeid(_Sp_make_shared_tag);
}

void __throw_bad_weak_ptr_()
{
    throw bad_weak_ptr();
}

} // namespace std

/* ---- pthread_once, where the routine may throw: the next one who comes tries again ---- */

extern "C" int pthread_once(pthread_once_t *once, void (*routine)())
{
    struct ending {
        pthread_once_t *once;
        int mark;
        ~ending()
        {
            __heddle_visible(EV_ONCE, once, sizeof *once);
            __heddle_orders(once, 1, ORDERS_RELEASE);
            *once = mark;
            __heddle_op_end();
        }
    };

    __heddle_await(EV_ONCE, once, sizeof *once, GUARD_LOCK, 0);
    if (!__heddle_defined(once, sizeof *once))
        __heddle_fail(ERR_DESTROYED, "the once flag was never initialised");
    bool first = *once == 0;
    __heddle_orders(once, 1, ORDERS_ACQUIRE);
    if (first)
        *once = 1;
    __heddle_op_end();
    if (!first)
        return 0;
    ending e = {once, 0};
    routine();
    e.mark = MARK_DONE;
    return 0;
}
