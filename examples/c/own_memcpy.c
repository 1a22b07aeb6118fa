/* The contract of memcpy: this loop leaves at least the characters of a text.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void *own(void *to, const void *from, size_t count)
{
    char *d = to;
    const char *s = from;
    for (; count != 0; count--)
        *d++ = *s++;
    return to;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    size_t n = strlen(s);
    char *to = malloc(size);
    assert(own(to, s, n) == to);
    assert(strnlen(to, size) >= n);
    return 0;
}
