/* The contract of strlcpy: this loop gives the length of the source and leaves as much of it as fits.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static size_t own(char *to, const char *from, size_t size)
{
    size_t i = 0;
    while (i + 1 < size && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    if (size > 0)
        to[i] = 0;
    return i + strlen(from + i);
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
