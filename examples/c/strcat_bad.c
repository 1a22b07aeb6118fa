/* The same in a buffer that has room only for the first.
 * Violated. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

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
    char *to = malloc(first);
    char *from = malloc(second);
    to[first - 1] = 0;
    from[second - 1] = 0;
    append(to, from);
    return 0;
}
