/* Calls functions of the real library, each in a process of its own, under AddressSanitizer.
 *
 * A line asks for one call: the name, then capacity and bytes of two buffers, then the arguments: a0+3 and b0-1 are
 * places in the buffers, n is null, i5 an integer, x room for one, f a format in hexadecimal. What stands behind a + in a name says which of
 * several results is meant. The answer is the result and the bytes of both buffers after it, or the word crash. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

const char *__asan_default_options(void)
{
    return "strict_string_checks=1:detect_leaks=0:symbolize=0:check_printf=1";
}

struct buffer { char *bytes; long cap; };
static struct buffer buffers[2];
static long numbers[8];
static char *pointers[8];
static int count, room;

static int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

static char *decode(const char *hex, long *size)
{
    long n = (long)strlen(hex) / 2;
    char *bytes = malloc(n ? n : 1);
    for (long i = 0; i < n; i++)
        bytes[i] = (char)(digit(hex[2 * i]) * 16 + digit(hex[2 * i + 1]));
    *size = n;
    return bytes;
}

static void show_bytes(const char *bytes, long size)
{
    putchar(' ');
    putchar('.');
    for (long i = 0; i < size; i++)
        printf("%02x", (unsigned char)bytes[i]);
}

static void finish(void)
{
    show_bytes(buffers[0].bytes, buffers[0].cap);
    show_bytes(buffers[1].bytes, buffers[1].cap);
    putchar('\n');
    fflush(stdout);
    _exit(0);
}

static void give_number(long value)
{
    printf("i %ld", value);
    finish();
}

static void give_pointer(const char *p)
{
    if (!p) {
        printf("n 0");
        finish();
    }
    for (int k = 0; k < 2; k++)
        if (p >= buffers[k].bytes && p <= buffers[k].bytes + buffers[k].cap) {
            printf("%c %ld", 'a' + k, (long)(p - buffers[k].bytes));
            finish();
        }
    printf("s .");
    for (; *p; p++)
        printf("%02x", (unsigned char)*p);
    finish();
}

/* Not in every library: as the manual defines them. */
static size_t limited_copy(char *to, const char *from, size_t size)
{
    size_t length = strlen(from), part = length < size ? length : size - 1;
    if (size) {
        memmove(to, from, part);
        to[part] = 0;
    }
    return length;
}

static size_t limited_append(char *to, const char *from, size_t size)
{
    size_t there = strnlen(to, size), length = strlen(from);
    if (there < size)
        limited_copy(to + there, from, size - there);
    return there + length;
}

/* The sanitizer wants a NUL where the standard does not. */
static char *limited_duplicate(const char *from, size_t size)
{
    size_t length = strnlen(from, size);
    char *copy = calloc(length + 1, 1);
    return memcpy(copy, from, length);
}

#define P pointers
#define N numbers
#define IS(name) (!strcmp(function, name))

static void call_pointers(const char *function)
{
    if (IS("strcpy")) give_pointer(strcpy(P[0], P[1]));
    if (IS("stpcpy")) give_pointer(stpcpy(P[0], P[1]));
    if (IS("strncpy")) give_pointer(strncpy(P[0], P[1], N[2]));
    if (IS("stpncpy")) give_pointer(stpncpy(P[0], P[1], N[2]));
    if (IS("strcat")) give_pointer(strcat(P[0], P[1]));
    if (IS("strncat")) give_pointer(strncat(P[0], P[1], N[2]));
    if (IS("memcpy")) give_pointer(memcpy(P[0], P[1], N[2]));
    if (IS("mempcpy")) give_pointer(mempcpy(P[0], P[1], N[2]));
    if (IS("memmove")) give_pointer(memmove(P[0], P[1], N[2]));
    if (IS("memset")) give_pointer(memset(P[0], (int)N[1], N[2]));
    if (IS("strchr") || IS("index")) give_pointer(strchr(P[0], (int)N[1]));
    if (IS("strrchr") || IS("rindex")) give_pointer(strrchr(P[0], (int)N[1]));
    if (IS("strchrnul")) give_pointer(strchrnul(P[0], (int)N[1]));
    if (IS("memchr")) give_pointer(memchr(P[0], (int)N[1], N[2]));
    if (IS("strstr")) give_pointer(strstr(P[0], P[1]));
    if (IS("strpbrk")) give_pointer(strpbrk(P[0], P[1]));
    if (IS("strdup")) give_pointer(strdup(P[0]));
    if (IS("strndup")) give_pointer(limited_duplicate(P[0], N[1]));
}

/* What the second buffer holds comes in as from outside. */
static FILE *stream(void)
{
    return fmemopen(buffers[1].bytes, buffers[1].cap, "r");
}

static int descriptor(void)
{
    int ends[2];
    if (pipe(ends) || write(ends[1], buffers[1].bytes, buffers[1].cap) != buffers[1].cap)
        _exit(2);
    close(ends[1]);
    return ends[0];
}

static void call_inputs(const char *function)
{
    if (IS("fgets")) give_pointer(fgets(P[0], (int)N[1], stream()));
    if (IS("read")) give_number(read(descriptor(), P[1], N[2]));
    if (IS("fread")) give_number((long)fread(P[0], 1, N[2], stream()));
    if (IS("getcwd") && !chdir("/")) give_pointer(getcwd(P[0], N[1]));
}

/* The sanitizer does not watch all that is read here: every one of them must be a string. */
static void watch(const char *function)
{
    if (IS("realloc") || (!P[0] && !strncmp(function, "strsep", 6)))
        return;
    if (strlen(P[0]) + (P[1] ? strlen(P[1]) : 0) > 1000)
        _exit(2);
}

static void call_tokens(const char *function)
{
    static const char *const prefixes[] = { "strsep", "strtok", "strto", "sscanf", "realloc" };
    char *rest = P[0];
    int is_one = 0;
    for (int k = 0; k < 5; k++)
        is_one |= !strncmp(function, prefixes[k], strlen(prefixes[k]));
    if (!is_one)
        return;
    watch(function);
    if (IS("strsep")) give_pointer(strsep(&rest, P[1]));
    if (IS("strsep+left")) {
        strsep(&rest, P[1]);
        give_pointer(rest);
    }
    if (IS("strtok")) give_pointer(strtok(P[0], P[1]));
    if (IS("strtok+next")) {
        strtok(P[0], P[1]);
        give_pointer(strtok(NULL, P[1]));
    }
    if (IS("strtok_r")) give_pointer(strtok_r(P[0], P[1], &rest));
    if (IS("strtok_r+left")) {
        strtok_r(P[0], P[1], &rest);
        give_pointer(rest);
    }
    if (IS("strtol")) give_number(strtol(P[0], NULL, (int)N[2]));
    if (IS("strtoul")) give_number((long)strtoul(P[0], NULL, (int)N[2]));
    if (IS("strtol+left")) {
        strtol(P[0], &rest, (int)N[2]);
        give_pointer(rest);
    }
    if (IS("sscanf") || IS("sscanf+number")) give_number(sscanf(P[0], P[1], P[2], P[3]));
    if (IS("realloc")) {
        long size = buffers[0].cap, length = 0;
        char *copy = memcpy(malloc(size), buffers[0].bytes, size), *new = realloc(P[0], N[1]);
        buffers[0].bytes = copy;
        while (length < N[1] && new[length])
            length++;
        printf("s");
        show_bytes(new, length);
        finish();
    }
}

static void call_numbers(const char *function)
{
    if (IS("strlcpy")) give_number((long)limited_copy(P[0], P[1], N[2]));
    if (IS("strlcat")) give_number((long)limited_append(P[0], P[1], N[2]));
    if (IS("strlen")) give_number((long)strlen(P[0]));
    if (IS("strnlen")) give_number((long)strnlen(P[0], N[1]));
    if (IS("strspn")) give_number((long)strspn(P[0], P[1]));
    if (IS("strcspn")) give_number((long)strcspn(P[0], P[1]));
    if (IS("strcmp")) give_number(strcmp(P[0], P[1]));
    if (IS("strncmp")) give_number(strncmp(P[0], P[1], N[2]));
    if (IS("strcasecmp")) give_number(strcasecmp(P[0], P[1]));
    if (IS("strncasecmp")) give_number(strncasecmp(P[0], P[1], N[2]));
    if (IS("memcmp")) give_number(memcmp(P[0], P[1], N[2]));
    if (IS("atoi")) give_number(atoi(P[0]));
    if (IS("atol")) give_number(atol(P[0]));
    if (IS("abs")) give_number(abs((int)N[0]));
    if (IS("sprintf")) give_number(sprintf(P[0], P[1], P[2], (int)N[3]));
    if (IS("snprintf")) give_number(snprintf(P[0], N[1], P[2], P[3], (int)N[4]));
    if (IS("tolower")) give_number(tolower((int)N[0]));
    if (IS("toupper")) give_number(toupper((int)N[0]));
    if (IS("isalpha")) give_number(!!isalpha((int)N[0]));
    if (IS("isdigit")) give_number(!!isdigit((int)N[0]));
    if (IS("isalnum")) give_number(!!isalnum((int)N[0]));
    if (IS("isspace")) give_number(!!isspace((int)N[0]));
    if (IS("isblank")) give_number(!!isblank((int)N[0]));
    if (IS("isupper")) give_number(!!isupper((int)N[0]));
    if (IS("islower")) give_number(!!islower((int)N[0]));
    if (IS("isxdigit")) give_number(!!isxdigit((int)N[0]));
    if (IS("ispunct")) give_number(!!ispunct((int)N[0]));
    if (IS("isprint")) give_number(!!isprint((int)N[0]));
    if (IS("isgraph")) give_number(!!isgraph((int)N[0]));
    if (IS("iscntrl")) give_number(!!iscntrl((int)N[0]));
    if (IS("isascii")) give_number(!!isascii((int)N[0]));
    if (IS("bzero")) {
        bzero(P[0], N[1]);
        give_number(0);
    }
    if (IS("bcopy")) {
        bcopy(P[0], P[1], N[2]);
        give_number(0);
    }
}

static void argument(const char *text)
{
    long size;
    switch (text[0]) {
    case 'a':
    case 'b':
        pointers[count] = buffers[text[0] - 'a'].bytes + atol(text + 1);
        break;
    case 'f':
        pointers[count] = decode(text + 1, &size);
        pointers[count] = realloc(pointers[count], size + 1);
        pointers[count][size] = 0;
        break;
    case 'x':
        pointers[count] = (char *)&room;
        break;
    case 'n':
        pointers[count] = NULL;
        break;
    default:
        numbers[count] = atol(text + 1);
    }
    count++;
}

static void answer(char *line)
{
    const char *function = strtok(line, " \n");
    for (int k = 0; k < 2; k++)
        buffers[k].bytes = decode(strtok(NULL, " \n") + 1, &buffers[k].cap);
    for (char *text; (text = strtok(NULL, " \n"));)
        argument(text);
    if (!freopen("/dev/null", "w", stderr))
        _exit(2);
    call_pointers(function);
    call_inputs(function);
    call_tokens(function);
    call_numbers(function);
    printf("unknown\n");
    fflush(stdout);
    _exit(0);
}

int main(void)
{
    static char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        int status;
        pid_t child = fork();
        if (child == 0)
            answer(line);
        if (waitpid(child, &status, 0) != child || status != 0)
            printf("crash\n");
        fflush(stdout);
    }
    return 0;
}
