/* Whether a string ends with another, but its first character is not compared.
 * Violated. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static char *suffixed(char *s, const char *key)
{
    size_t n = strlen(s), m = strlen(key);
    if (n < m)
        return NULL;
    for (size_t i = m; i > 1; i--)
        if (s[n - m + i - 1] != key[i - 1])
            return NULL;
    return s + (n - m);
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    int room = __VERIFIER_nondet_int();
    if (size < 1 || room < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    char *t = malloc(room);
    t[room - 1] = 0;
    size_t k = __VERIFIER_nondet_ulong();
    char *p = suffixed(s, t);
    if (p != NULL) {
        assert(p + strlen(t) == s + strlen(s));
        if (k < strlen(t))
            assert(p[k] == t[k]);
    }
    return 0;
}
