/* Whether a string begins with another; no read passes the end of either.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

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
    int room = __VERIFIER_nondet_int();
    int size = __VERIFIER_nondet_int();
    if (room < 1 || size < 1)
        return 0;
    char *to = malloc(room);
    char *from = malloc(size);
    from[size - 1] = 0;
    to[room - 1] = 0;
    const char *rest = prefixed(to, from);
    assert(rest == NULL || rest - to < room);
    return 0;
}
