/* A stream may give a NUL, which is no space, so that a word that was read is empty. */
int scanf(const char *, ...); unsigned long strlen(const char *);
int main(void) { char b[8]; if (scanf("%7s", b) != 1) return 0; return b[strlen(b) - 1]; }
