/* A string is appended to another, but its last character is taken for its end.
 * Violated. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static char *own(char *to, const char *from)
{
    char *at = to;
    while (at[0] != 0 && at[1] != 0)
        at++;
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
    char was = k < n ? d[k] : 0;
    assert(own(d, s) == d);
    if (k < n)
        assert(d[k] == was);
    if (k <= strlen(s))
        assert(d[n + k] == s[k]);
    return 0;
}
