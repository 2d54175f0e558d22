/* std::random_device: any number, as nondeterministic values are. */
#include "cxx_runtime.h"

#include <random>

namespace std
{

void random_device::_M_init(const string &)
{
}

void random_device::_M_init_pretr1(const string &)
{
}

void random_device::_M_fini()
{
}

random_device::result_type random_device::_M_getval()
{
    return static_cast<result_type>(__heddle_nondet(32, 0));
}

random_device::result_type random_device::_M_getval_pretr1()
{
    return _M_getval();
}

double random_device::_M_getentropy() const noexcept
{
    return 32;
}

} // namespace std
