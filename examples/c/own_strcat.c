/* The contract of strcat: the text is as long as both together, and its end is the source.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

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
    char *d = malloc(first + second);
    d[first - 1] = 0;
    char *s = malloc(second);
    s[second - 1] = 0;
    size_t k = __VERIFIER_nondet_ulong();
    size_t n = strlen(d);
    assert(own(d, s) == d);
    assert(strlen(d) == n + strlen(s));
    if (k < strlen(s))
        assert(d[n + k] == s[k]);
    return 0;
}
