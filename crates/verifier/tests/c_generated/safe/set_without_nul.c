/* A set that leaves NUL out takes at least one character of it. */
int scanf(const char *, ...); unsigned long strlen(const char *);
int main(void) { char b[8]; if (scanf("%7[a-z]", b) != 1) return 0; return b[strlen(b) - 1]; }
