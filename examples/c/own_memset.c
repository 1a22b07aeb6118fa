/* The contract of memset: this loop leaves the same text of length 0.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void *own(void *to, int c, size_t count)
{
    char *at = to;
    if (count == 0)
        return to;
    at[0] = c;
    for (size_t i = 1; i < count; i++)
        at[i] = c;
    return to;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    char *s = malloc(size);
    char *theirs = malloc(size);
    assert(own(s, 0, size) == s && memset(theirs, 0, size) == theirs);
    assert(strlen(s) == strlen(theirs));
    return 0;
}
