/* What stands before a replayed source. The entry is called by the harness; what alloca gives is allocated, so that it has
 * bytes of its own, and lives too long. */
#ifndef STRINGENT_PRELUDE
#define STRINGENT_PRELUDE
void stringent_fill(void *object, unsigned long size, const char *who);
void *stringent_alloca(unsigned long size);
void *stringent_object(unsigned long size, const char *bytes, unsigned long count);
#define main stringent_main
#define alloca stringent_alloca
#define __builtin_alloca stringent_alloca
#endif
