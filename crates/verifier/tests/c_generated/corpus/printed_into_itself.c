int sprintf(char *, const char *, ...);
int main(void) { char b[8] = "abc"; sprintf(b, "%s%s", b, b); return 0; }
