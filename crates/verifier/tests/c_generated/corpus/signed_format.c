int sprintf(char *, const char *, ...);
int main(void) { char b[2]; sprintf(b, "%+d", 5); return 0; }
