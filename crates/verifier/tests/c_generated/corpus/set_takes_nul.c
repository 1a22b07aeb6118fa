/* The same with a set that leaves out other characters. */
int scanf(const char *, ...); unsigned long strlen(const char *);
int main(void) { char b[8]; if (scanf("%7[^,]", b) != 1) return 0; return b[strlen(b) - 1]; }
