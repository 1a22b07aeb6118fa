/* Runs a source on the values of a failing run. Linked with the source, under AddressSanitizer and UBSan.
 *
 * The values stand in a queue, each under the name of who asked for it, in the order in which the run asked. A function
 * that gets its values from the outside is wrapped by the linker and takes them from the queue; when the queue is empty, the
 * run is at the place of the violation, and what comes from the outside is as much as the caller says that it can take.
 * Nothing here protects anything: the source can define and change what it likes. The sandbox is made before all of this is
 * executed, by the launcher. */
#undef main
#undef alloca
#undef __builtin_alloca
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct answer {
    const char *who;
    long long number;
    const char *bytes;
    unsigned long size;
};

extern const struct answer stringent_answers[];
extern const unsigned long stringent_count;
extern int stringent_start(void);
extern void __sanitizer_print_stack_trace(void);

static unsigned long next;

const char *__asan_default_options(void)
{
    return "detect_leaks=0:exitcode=99:hard_rss_limit_mb=2048:strict_string_checks=1:max_malloc_fill_size=0:"
           "detect_stack_use_after_return=1:handle_sigfpe=1:color=never:print_legend=0:allocator_may_return_null=0";
}

const char *__ubsan_default_options(void)
{
    return "print_stacktrace=0:color=never:report_error_type=0";
}

static void end(const char *what, const char *who)
{
    fprintf(stderr, "stringent-replay: %s%s\n", what, who);
    _exit(97);
}

/* The next value, when it is one of this name; none when the queue is empty. */
static const struct answer *take(const char *who)
{
    if (next == stringent_count)
        return NULL;
    if (strcmp(stringent_answers[next].who, who) != 0)
        end("the real run asks for another value than was found: ", who);
    return &stringent_answers[next++];
}

/* A number that nobody says anything of any more is 0. */
long long stringent_number(const char *who)
{
    const struct answer *answer = take(who);
    return answer == NULL ? 0 : answer->number;
}

/* Sets the bytes of an object that nothing has set; those that were not found are 0. */
void stringent_fill(void *object, unsigned long size, const char *who)
{
    if (next == stringent_count || strcmp(stringent_answers[next].who, who) != 0)
        return;
    const struct answer *answer = &stringent_answers[next++];
    if (answer->bytes == NULL) {
        memcpy(object, &answer->number, size < sizeof answer->number ? size : sizeof answer->number);
        return;
    }
    memset(object, 0, size);
    memcpy(object, answer->bytes, answer->size < size ? answer->size : size);
}

void *stringent_alloca(unsigned long size)
{
    void *object = calloc(1, size);
    stringent_fill(object, size, "alloca");
    return object;
}

/* An object for a parameter. */
void *stringent_object(unsigned long size, const char *bytes, unsigned long count)
{
    char *object = calloc(1, size);
    memcpy(object, bytes, count < size ? count : size);
    return object;
}

static void fail(void)
{
    fprintf(stderr, "stringent-replay: an assertion fails\n");
    __sanitizer_print_stack_trace();
    _exit(98);
}

/* Conventions of verification tasks, where the source does not define them. */
#pragma GCC diagnostic ignored "-Wbuiltin-declaration-mismatch"
__attribute__((weak)) void reach_error(void) { fail(); }
__attribute__((weak)) void __VERIFIER_error(void) { fail(); }
__attribute__((weak)) void __VERIFIER_assert(int holds) { if (!holds) fail(); }
__attribute__((weak)) void assert(int holds) { if (!holds) fail(); }
__attribute__((weak)) void __VERIFIER_assume(int holds) { if (!holds) end("an assumption of the source does not hold", ""); }
__attribute__((weak)) void assume(int holds) { __VERIFIER_assume(holds); }
__attribute__((weak)) void __CPROVER_assume(int holds) { __VERIFIER_assume(holds); }

void __wrap___assert_fail(void) { fail(); }

void *__real_realloc(void *, size_t);

void *__wrap_malloc(size_t size)
{
    void *object = calloc(1, size);
    if (object != NULL)
        stringent_fill(object, size, "malloc");
    return object;
}

void *__wrap_realloc(void *old, size_t size)
{
    void *object = __real_realloc(old, size);
    if (old == NULL && object != NULL)
        stringent_fill(object, size, "realloc");
    return object;
}

/* Each string gets an object of its own size, so that a read past its end is seen. */
char *__wrap_getenv(const char *name)
{
    (void)strlen(name);
    const struct answer *text = take("getenv");
    const struct answer *exists = take("getenv");
    if (text == NULL || (exists != NULL && !exists->number))
        return NULL;
    char *copy = malloc(text->size + 1);
    memcpy(copy, text->bytes, text->size);
    copy[text->size] = 0;
    return copy;
}

char *__wrap_getcwd(char *to, size_t size)
{
    const struct answer *success = take("getcwd");
    const struct answer *path = success != NULL && success->number && size > 1 ? take("getcwd") : NULL;
    if (path != NULL)
        memcpy(memset(to, 0, path->size + 1), path->bytes, path->size);
    else if (next == stringent_count && size > 1)
        memset(memset(to, 0, size), '/', size - 1);
    return path != NULL || (next == stringent_count && size > 1) ? to : NULL;
}

char *__wrap_fgets(char *to, int size, FILE *stream)
{
    (void)stream;
    const struct answer *success = take("fgets");
    const struct answer *line = success != NULL && success->number && size > 0 ? take("fgets") : NULL;
    if (line != NULL) {
        memcpy(to, line->bytes, line->size);
        to[line->size] = 0;
        return to;
    }
    if (next < stringent_count || size <= 0)
        return NULL;
    memset(to, 'A', size - 1);
    to[size - 1] = 0;
    return to;
}

char *__wrap_gets(char *to)
{
    const struct answer *success = take("gets");
    const struct answer *line = success != NULL && success->number ? take("gets") : NULL;
    if (line == NULL)
        return NULL;
    memcpy(to, line->bytes, line->size);
    to[line->size] = 0;
    return to;
}

/* Writes what was found, or as many bytes as there may be; how many. */
static long given(const char *who, char *to, long count, size_t room)
{
    if (next == stringent_count) {
        memset(to, 'A', room);
        return (long)room;
    }
    if (count <= 0)
        return count;
    const struct answer *bytes = take(who);
    memset(to, 0, count);
    memcpy(to, bytes->bytes, bytes->size);
    return count;
}

ssize_t __wrap_read(int from, void *to, size_t size)
{
    (void)from;
    return given("read", to, stringent_number("read"), size);
}

ssize_t __wrap_recv(int from, void *to, size_t size, int flags)
{
    (void)from, (void)flags;
    return given("recv", to, stringent_number("recv"), size);
}

size_t __wrap_fread(void *to, size_t size, size_t members, FILE *stream)
{
    (void)stream;
    long count = stringent_number("fread");
    given("fread", to, stringent_number("fread"), size * members);
    return count;
}

int __wrap_getchar(void) { return stringent_number("getchar"); }
int __wrap_getc(FILE *stream) { (void)stream; return stringent_number("getc"); }
int __wrap_fgetc(FILE *stream) { (void)stream; return stringent_number("fgetc"); }
int __wrap_rand(void) { return stringent_number("rand"); }
long __wrap_random(void) { return stringent_number("random"); }
long __wrap_time(long *to) { (void)to; return stringent_number("time"); }

int main(void)
{
    stringent_start();
    end("the run ends and no sanitizer complains", "");
}
