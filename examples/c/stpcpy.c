/* A copy into a buffer that is one larger than the string; the result is where the copy ends.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static char *copy(char *to, const char *from)
{
    while ((*to = *from) != 0) {
        to++;
        from++;
    }
    return to;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    char *to = malloc(size);
    char *end = copy(to, s);
    assert(end - to < size);
    assert(*end == 0);
    return 0;
}
