/* If there is a result the string ends there with the other one.
 * Proved. */
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
    for (size_t i = 0; i < m; i++)
        if (s[n - m + i] != key[i])
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
