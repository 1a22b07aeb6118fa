/* The same, but a character that is cut short leads past the NUL.
 * Violated. */
#include <stdio.h>
#include <string.h>
static int width(unsigned char c)
{
    if (c < 0x80) return 1;
    if (c < 0xe0) return 2;
    if (c < 0xf0) return 3;
    return 4;
}
static size_t count(const char *s)
{
    size_t n = 0;
    while (*s) {
        int w = width((unsigned char)*s);
        while (w > 0) { s++; w--; }
        n++;
    }
    return n;
}
int main(int argc, char **argv)
{
    if (argc > 1) printf("%zu\n", count(argv[1]));
    return 0;
}
