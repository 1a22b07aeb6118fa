/* The contract of strlcpy: the length of the source, and as much of its text as fits.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static size_t own(char *to, const char *from, size_t size)
{
    char *at = to;
    if (size != 0) {
        for (size_t left = size - 1; left != 0 && (*at = *from) != 0; left--) {
            at++;
            from++;
        }
        *at = 0;
    }
    return (size_t)(at - to) + strlen(from);
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    int room = __VERIFIER_nondet_int();
    if (size < 1 || room < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    char *d = malloc(room);
    size_t k = __VERIFIER_nondet_ulong();
    size_t n = strlen(s);
    assert(own(d, s, room) == n);
    size_t m = strlen(d);
    assert(m <= n && m < (size_t)room);
    assert(m == n || m == (size_t)room - 1);
    if (k < strlen(d))
        assert(d[k] == s[k]);
    return 0;
}
