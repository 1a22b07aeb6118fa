extern char *strerror(int); extern unsigned long strlen(const char *); extern char *strcpy(char *, const char *); extern void *malloc(unsigned long);
int main(void) { char *p = strerror(199); char *b = malloc(strlen(p) + 1); char *q = strerror(1234567890); if (!b) return 0; strcpy(b, p); return q == b; }
