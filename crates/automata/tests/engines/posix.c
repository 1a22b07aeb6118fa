/* Answers questions about patterns on standard input, one a line:
     pattern TAB flags TAB word,word,...      (all but the flags in hexadecimal)
   with one line each: "reject", or for each word two digits: found, and matched as a whole. */
#define _GNU_SOURCE
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int digit(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Turns hexadecimal text into bytes in place and returns how many there are. */
static size_t decode(char *text)
{
    size_t length = strlen(text) / 2;
    for (size_t i = 0; i < length; i++)
        text[i] = (char)(digit(text[2 * i]) << 4 | digit(text[2 * i + 1]));
    text[length] = '\0';
    return length;
}

static void answer_word(const regex_t *regex, char *word)
{
    regmatch_t match = {.rm_so = 0, .rm_eo = (regoff_t)decode(word)};
    regoff_t length = match.rm_eo;
    int found = regexec(regex, word, 1, &match, REG_STARTEND) == 0;
    int whole = found && match.rm_so == 0 && match.rm_eo == length;
    printf("%d%d", found, whole);
}

static void answer(char *line)
{
    char *pattern = strsep(&line, "\t");
    char *flags = strsep(&line, "\t");
    regex_t regex;
    decode(pattern);
    if (regcomp(&regex, pattern, REG_EXTENDED | (strchr(flags, 'i') ? REG_ICASE : 0)) != 0) {
        puts("reject");
        return;
    }
    for (char *word; (word = strsep(&line, ",")) != NULL;)
        answer_word(&regex, word);
    putchar('\n');
    regfree(&regex);
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    while ((length = getline(&line, &size, stdin)) > 0) {
        line[length - 1] = '\0';
        answer(line);
    }
    free(line);
    return 0;
}
