// An intrinsic whose accesses heddle cc does not see; without AVX2 there is nothing to see.
#ifdef __AVX2__
#include <immintrin.h>

static int table[64];

int main(void)
{
    __m256i places = _mm256_set1_epi32(3);

    places = _mm256_i32gather_epi32(table, places, 4);
    return _mm256_extract_epi32(places, 0);
}
#else
int main(void)
{
    return 0;
}
#endif
