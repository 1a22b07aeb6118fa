int sprintf(char *, const char *, ...);
int main(void) { char b[4]; sprintf(b, "%.*s", -1, "abcdef"); return 0; }
