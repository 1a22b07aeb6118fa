/* A copy of at most as many bytes as the buffer has, filled up with zeros.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void copy(char *to, const char *from, size_t count)
{
    size_t i = 0;
    while (i < count && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    while (i < count) {
        to[i] = 0;
        i++;
    }
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
    copy(to, from, room);
    return 0;
}
