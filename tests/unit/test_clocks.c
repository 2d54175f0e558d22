/* Which functions are waits until a point of a clock that the runtime does not know: names as clang
 * makes them. */
#include "front/clocks.h"

#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* clang-format off */
static const struct {
    const char *name, *wait; /* NULL: it is none */
} names[] = {
    {"_ZNSt18condition_variable10wait_untilI3ownNSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEEEESt9cv_"
     "statusRSt11unique_lockISt5mutexERKNS2_10time_pointIT_T0_EE",
     "std::condition_variable::wait_until"},
    {"_ZNSt18condition_variable10wait_untilIZ4mainE1LNSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEEEES"
     "t9cv_statusRSt11unique_lockISt5mutexERKNS2_10time_pointIT_T0_EE",
     "std::condition_variable::wait_until"},
    {"_ZNSt18condition_variable10wait_untilI4owntINSt6chrono3_V212steady_clockEENS2_8durationIlSt5ratioILl"
     "1ELl1000000000EEEEEESt9cv_statusRSt11unique_lockISt5mutexERKNS2_10time_pointIT_T0_EE",
     "std::condition_variable::wait_until"},
    {"_ZNSt18condition_variable10wait_untilINSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEEEESt9cv_stat"
     "usRSt11unique_lockISt5mutexERKNS1_10time_pointINS1_3_V212steady_clockET_EE",
     NULL},
    {"_ZNSt18condition_variable10wait_untilINSt10filesystem12__file_clockENSt6chrono8durationIlSt5ratioILl"
     "1ELl1000000000EEEEEESt9cv_statusRSt11unique_lockISt5mutexERKNS3_10time_pointIT_T0_EE",
     "std::condition_variable::wait_until"},
    {"_ZNSt3_V222condition_variable_any10wait_untilISt11unique_lockISt5mutexE3ownNSt6chrono8durationIlSt5r"
     "atioILl1ELl1000000000EEEEEESt9cv_statusRT_RKNS6_10time_pointIT0_T1_EE",
     "std::_V2::condition_variable_any::wait_until"},
    {"_ZNSt3_V222condition_variable_any10wait_untilISt11unique_lockISt5mutexEZ4mainE1LNSt6chrono8durationI"
     "lSt5ratioILl1ELl1000000000EEEEEESt9cv_statusRT_RKNS6_10time_pointIT0_T1_EE",
     "std::_V2::condition_variable_any::wait_until"},
    {"_ZNSt3_V222condition_variable_any10wait_untilISt11unique_lockISt5mutexE4owntINSt6chrono3_V212steady_"
     "clockEENS6_8durationIlSt5ratioILl1ELl1000000000EEEEEESt9cv_statusRT_RKNS6_10time_pointIT0_T1_EE",
     "std::_V2::condition_variable_any::wait_until"},
    {"_ZNSt3_V222condition_variable_any10wait_untilISt11unique_lockISt5mutexENSt6chrono3_V212steady_clockE"
     "NS5_8durationIlSt5ratioILl1ELl1000000000EEEEEESt9cv_statusRT_RKNS5_10time_pointIT0_T1_EE",
     NULL},
    {"_ZNSt3_V222condition_variable_any10wait_untilISt11unique_lockISt5mutexENSt10filesystem12__file_clock"
     "ENSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEEEESt9cv_statusRT_RKNS7_10time_pointIT0_T1_EE",
     "std::_V2::condition_variable_any::wait_until"},
    {"_ZNSt11timed_mutex14try_lock_untilI3ownNSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEEEEbRKNS2_10"
     "time_pointIT_T0_EE",
     "std::timed_mutex::try_lock_until"},
    {"_ZNSt11timed_mutex14try_lock_untilIZ4mainE1LNSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEEEEbRKN"
     "S2_10time_pointIT_T0_EE",
     "std::timed_mutex::try_lock_until"},
    {"_ZNSt11timed_mutex14try_lock_untilI4owntINSt6chrono3_V212steady_clockEENS2_8durationIlSt5ratioILl1EL"
     "l1000000000EEEEEEbRKNS2_10time_pointIT_T0_EE",
     "std::timed_mutex::try_lock_until"},
    {"_ZNSt11timed_mutex14try_lock_untilINSt6chrono3_V212steady_clockENS1_8durationIlSt5ratioILl1ELl100000"
     "0000EEEEEEbRKNS1_10time_pointIT_T0_EE",
     NULL},
    {"_ZNSt11timed_mutex14try_lock_untilINSt10filesystem12__file_clockENSt6chrono8durationIlSt5ratioILl1EL"
     "l1000000000EEEEEEbRKNS3_10time_pointIT_T0_EE",
     "std::timed_mutex::try_lock_until"},
    {"_ZNSt21recursive_timed_mutex14try_lock_untilI3ownNSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEEE"
     "EbRKNS2_10time_pointIT_T0_EE",
     "std::recursive_timed_mutex::try_lock_until"},
    {"_ZNSt21recursive_timed_mutex14try_lock_untilIZ4mainE1LNSt6chrono8durationIlSt5ratioILl1ELl1000000000"
     "EEEEEEbRKNS2_10time_pointIT_T0_EE",
     "std::recursive_timed_mutex::try_lock_until"},
    {"_ZNSt21recursive_timed_mutex14try_lock_untilI4owntINSt6chrono3_V212steady_clockEENS2_8durationIlSt5r"
     "atioILl1ELl1000000000EEEEEEbRKNS2_10time_pointIT_T0_EE",
     "std::recursive_timed_mutex::try_lock_until"},
    {"_ZNSt21recursive_timed_mutex14try_lock_untilINSt6chrono3_V212steady_clockENS1_8durationIlSt5ratioILl"
     "1ELl1000000000EEEEEEbRKNS1_10time_pointIT_T0_EE",
     NULL},
    {"_ZNSt21recursive_timed_mutex14try_lock_untilINSt10filesystem12__file_clockENSt6chrono8durationIlSt5r"
     "atioILl1ELl1000000000EEEEEEbRKNS3_10time_pointIT_T0_EE",
     "std::recursive_timed_mutex::try_lock_until"},
    {"_ZNSt18shared_timed_mutex14try_lock_untilI3ownNSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEEEEbR"
     "KNS2_10time_pointIT_T0_EE",
     "std::shared_timed_mutex::try_lock_until"},
    {"_ZNSt18shared_timed_mutex14try_lock_untilIZ4mainE1LNSt6chrono8durationIlSt5ratioILl1ELl1000000000EEE"
     "EEEbRKNS2_10time_pointIT_T0_EE",
     "std::shared_timed_mutex::try_lock_until"},
    {"_ZNSt18shared_timed_mutex14try_lock_untilI4owntINSt6chrono3_V212steady_clockEENS2_8durationIlSt5rati"
     "oILl1ELl1000000000EEEEEEbRKNS2_10time_pointIT_T0_EE",
     "std::shared_timed_mutex::try_lock_until"},
    {"_ZNSt18shared_timed_mutex14try_lock_untilINSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEEEEbRKNS1"
     "_10time_pointINS1_3_V212steady_clockET_EE",
     NULL},
    {"_ZNSt18shared_timed_mutex14try_lock_untilINSt10filesystem12__file_clockENSt6chrono8durationIlSt5rati"
     "oILl1ELl1000000000EEEEEEbRKNS3_10time_pointIT_T0_EE",
     "std::shared_timed_mutex::try_lock_until"},
    {"_ZNSt18shared_timed_mutex21try_lock_shared_untilI3ownNSt6chrono8durationIlSt5ratioILl1ELl1000000000E"
     "EEEEEbRKNS2_10time_pointIT_T0_EE",
     "std::shared_timed_mutex::try_lock_shared_until"},
    {"_ZNSt18shared_timed_mutex21try_lock_shared_untilIZ4mainE1LNSt6chrono8durationIlSt5ratioILl1ELl100000"
     "0000EEEEEEbRKNS2_10time_pointIT_T0_EE",
     "std::shared_timed_mutex::try_lock_shared_until"},
    {"_ZNSt18shared_timed_mutex21try_lock_shared_untilI4owntINSt6chrono3_V212steady_clockEENS2_8durationIl"
     "St5ratioILl1ELl1000000000EEEEEEbRKNS2_10time_pointIT_T0_EE",
     "std::shared_timed_mutex::try_lock_shared_until"},
    {"_ZNSt18shared_timed_mutex21try_lock_shared_untilINSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEEE"
     "EbRKNS1_10time_pointINS1_3_V212steady_clockET_EE",
     NULL},
    {"_ZNSt18shared_timed_mutex21try_lock_shared_untilINSt10filesystem12__file_clockENSt6chrono8durationIl"
     "St5ratioILl1ELl1000000000EEEEEEbRKNS3_10time_pointIT_T0_EE",
     "std::shared_timed_mutex::try_lock_shared_until"},
    {"_ZNSt18counting_semaphoreILl3EE17try_acquire_untilI3ownNSt6chrono8durationIlSt5ratioILl1ELl100000000"
     "0EEEEEEbRKNS3_10time_pointIT_T0_EE",
     "std::counting_semaphore::try_acquire_until"},
    {"_ZNSt18counting_semaphoreILl3EE17try_acquire_untilIZ4mainE1LNSt6chrono8durationIlSt5ratioILl1ELl1000"
     "000000EEEEEEbRKNS3_10time_pointIT_T0_EE",
     "std::counting_semaphore::try_acquire_until"},
    {"_ZNSt18counting_semaphoreILl3EE17try_acquire_untilI4owntINSt6chrono3_V212steady_clockEENS3_8duration"
     "IlSt5ratioILl1ELl1000000000EEEEEEbRKNS3_10time_pointIT_T0_EE",
     "std::counting_semaphore::try_acquire_until"},
    {"_ZNSt18counting_semaphoreILl3EE17try_acquire_untilINSt6chrono3_V212steady_clockENS2_8durationIlSt5ra"
     "tioILl1ELl1000000000EEEEEEbRKNS2_10time_pointIT_T0_EE",
     NULL},
    {"_ZNSt18counting_semaphoreILl3EE17try_acquire_untilINSt10filesystem12__file_clockENSt6chrono8duration"
     "IlSt5ratioILl1ELl1000000000EEEEEEbRKNS4_10time_pointIT_T0_EE",
     NULL},
    {"_ZNKSt14__basic_futureIiE10wait_untilI3ownNSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEEEESt13fu"
     "ture_statusRKNS3_10time_pointIT_T0_EE",
     "std::__basic_future::wait_until"},
    {"_ZNKSt14__basic_futureIiE10wait_untilIZ4mainE1LNSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEEEES"
     "t13future_statusRKNS3_10time_pointIT_T0_EE",
     "std::__basic_future::wait_until"},
    {"_ZNKSt14__basic_futureIiE10wait_untilI4owntINSt6chrono3_V212steady_clockEENS3_8durationIlSt5ratioILl"
     "1ELl1000000000EEEEEESt13future_statusRKNS3_10time_pointIT_T0_EE",
     "std::__basic_future::wait_until"},
    {"_ZNKSt14__basic_futureIiE10wait_untilINSt6chrono3_V212steady_clockENS2_8durationIlSt5ratioILl1ELl100"
     "0000000EEEEEESt13future_statusRKNS2_10time_pointIT_T0_EE",
     NULL},
    {"_ZNKSt14__basic_futureIiE10wait_untilINSt10filesystem12__file_clockENSt6chrono8durationIlSt5ratioILl"
     "1ELl1000000000EEEEEESt13future_statusRKNS4_10time_pointIT_T0_EE",
     "std::__basic_future::wait_until"},
    {"_ZNSt11this_thread11sleep_untilI3ownNSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEEEEvRKNS2_10tim"
     "e_pointIT_T0_EE",
     "std::this_thread::sleep_until"},
    {"_ZNSt11this_thread11sleep_untilIZ4mainE1LNSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEEEEvRKNS2_"
     "10time_pointIT_T0_EE",
     "std::this_thread::sleep_until"},
    {"_ZNSt11this_thread11sleep_untilI4owntINSt6chrono3_V212steady_clockEENS2_8durationIlSt5ratioILl1ELl10"
     "00000000EEEEEEvRKNS2_10time_pointIT_T0_EE",
     "std::this_thread::sleep_until"},
    {"_ZNSt11this_thread11sleep_untilINSt6chrono3_V212steady_clockENS1_8durationIlSt5ratioILl1ELl100000000"
     "0EEEEEEvRKNS1_10time_pointIT_T0_EE",
     NULL},
    {"_ZNSt11this_thread11sleep_untilINSt10filesystem12__file_clockENSt6chrono8durationIlSt5ratioILl1ELl10"
     "00000000EEEEEEvRKNS3_10time_pointIT_T0_EE",
     NULL},
    {"_ZNSt18condition_variable10wait_untilI3ownNSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEEZ3allIS1"
     "_EvvEUlvE_EEbRSt11unique_lockISt5mutexERKNS2_10time_pointIT_T0_EET1_",
     "std::condition_variable::wait_until"},
    {"_ZNSt3_V222condition_variable_any10wait_untilISt11unique_lockISt5mutexE3ownNSt6chrono8durationIlSt5r"
     "atioILl1ELl1000000000EEEEZ3allIS5_EvvEUlvE0_EEbRT_RKNS6_10time_pointIT0_T1_EET2_",
     "std::_V2::condition_variable_any::wait_until"},
    {"_ZNSt3_V222condition_variable_any10wait_untilISt11unique_lockISt5mutexE3ownNSt6chrono8durationIlSt5r"
     "atioILl1ELl1000000000EEEEZ3allIS5_EvvEUlvE1_EEbRT_St10stop_tokenRKNS6_10time_pointIT0_T1_EET2_",
     "std::_V2::condition_variable_any::wait_until"},
    {"_ZZNSt3_V222condition_variable_any10wait_untilISt11unique_lockISt5mutexE3ownNSt6chrono8durationIlSt5"
     "ratioILl1ELl1000000000EEEEZ3allIS5_EvvEUlvE1_EEbRT_St10stop_tokenRKNS6_10time_pointIT0_T1_EET2_ENKUl"
     "vE_clEv",
     NULL},
    {"_ZNSt11unique_lockISt11timed_mutexE14try_lock_untilI3ownNSt6chrono8durationIlSt5ratioILl1ELl10000000"
     "00EEEEEEbRKNS4_10time_pointIT_T0_EE",
     NULL},
    {"_ZNSt9__condvar10wait_untilERSt5mutexiR8timespec",
     NULL},
    {"_ZNSt3_V222condition_variable_any10wait_untilI6lockofIXadL_ZNK1PltERKS3_EEE3ownNSt6chrono8durationIl"
     "St5ratioILl1ELl1000000000EEEEEESt9cv_statusRT_RKNS8_10time_pointIT0_T1_EE",
     "std::_V2::condition_variable_any::wait_until"},
    {"_ZNSt3_V222condition_variable_any10wait_untilI6lockofIXadL_ZNK1PgtERKS3_EEE3ownNSt6chrono8durationIl"
     "St5ratioILl1ELl1000000000EEEEEESt9cv_statusRT_RKNS8_10time_pointIT0_T1_EE",
     "std::_V2::condition_variable_any::wait_until"},
    {"_ZNSt3_V222condition_variable_any10wait_untilI6lockofIXadL_ZNK1PltERKS3_EEENSt6chrono3_V212steady_cl"
     "ockENS7_8durationIlSt5ratioILl1ELl1000000000EEEEEESt9cv_statusRT_RKNS7_10time_pointIT0_T1_EE",
     NULL},
    {"_ZNSt3_V222condition_variable_any10wait_untilI6lockofIXadL_ZNK1PgtERKS3_EEENSt6chrono3_V212steady_cl"
     "ockENS7_8durationIlSt5ratioILl1ELl1000000000EEEEEESt9cv_statusRT_RKNS7_10time_pointIT0_T1_EE",
     NULL},
    {"_ZNSt3_V222condition_variable_any10wait_untilI2loIXadL_ZN1PptEvEEE3ownNSt6chrono8durationIlSt5ratioI"
     "Ll1ELl1000000000EEEEEESt9cv_statusRT_RKNS6_10time_pointIT0_T1_EE",
     "std::_V2::condition_variable_any::wait_until"},
    {"_ZNSt3_V222condition_variable_any10wait_untilI2loIXadL_ZN1PptEvEEENSt6chrono3_V212system_clockENS5_8"
     "durationIlSt5ratioILl1ELl1000000000EEEEEESt9cv_statusRT_RKNS5_10time_pointIT0_T1_EE",
     NULL},
    {"_Z9run_untilI1QEvRT_i",
     NULL},
    {"_ZN1Q10wait_untilI4DoneEEbT_",
     NULL},
    {"_ZNSt6threadC2IZ9run_untilI1QEvRT_iEUlvE_JEvEEOS3_",
     NULL},
    {"wait_until",
     NULL},
    {"_Z5untilv",
     NULL},
};
/* clang-format on */

static void finds_waits(void **state)
{
    (void)state;
    for (u32 i = 0; i < LENGTH(names); i++) {
        const char *wait = clocks_own(names[i].name);

        if (!wait != !names[i].wait || (wait && strcmp(wait, names[i].wait) != 0))
            fail_msg("%s: %s", names[i].name, wait ? wait : "no wait");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_waits)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
