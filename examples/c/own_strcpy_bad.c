/* A copy of a string, but characters are signed: it ends before the first byte above 127.
 * Violated. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static char *own(char *to, const char *from)
{
    char *at = to;
    char c;
    while ((c = *from++) > 0)
        *at++ = c;
    *at = 0;
    return to;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    char *d = malloc(size);
    assert(own(d, s) == d);
    assert(strcmp(d, s) == 0);
    return 0;
}
