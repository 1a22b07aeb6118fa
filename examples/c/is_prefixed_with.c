/* If there is a result the string begins with the other one, and the result lies behind it.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static const char *prefixed(const char *s, const char *key)
{
    while (*key != 0) {
        if (*s != *key)
            return NULL;
        s++;
        key++;
    }
    return s;
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
    const char *p = prefixed(s, t);
    if (p != NULL) {
        assert(p == s + strlen(t));
        if (k < strlen(t))
            assert(s[k] == t[k]);
    }
    return 0;
}
