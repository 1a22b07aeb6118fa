/* The contract of strcpy: this loop gives the same pointer and leaves a text of the same length.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static char *own(char *to, const char *from)
{
    char *at = to;
    while ((*at = *from) != 0) {
        at++;
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
    char *mine = malloc(size);
    char *theirs = malloc(size);
    assert(own(mine, s) == mine && strcpy(theirs, s) == theirs);
    assert(strlen(mine) == strlen(theirs));
    return 0;
}
