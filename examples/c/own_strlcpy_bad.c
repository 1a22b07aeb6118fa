/* The first characters of a string are there as far as they fit, but the result is how many these are.
 * Violated. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static size_t own(char *to, const char *from, size_t size)
{
    size_t i = 0;
    for (; i + 1 < size && from[i] != 0; i++)
        to[i] = from[i];
    if (size != 0)
        to[i] = 0;
    return i;
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
    assert(strlen(d) == (n < (size_t)room ? n : (size_t)room - 1));
    if (k < strlen(d))
        assert(d[k] == s[k]);
    return 0;
}
