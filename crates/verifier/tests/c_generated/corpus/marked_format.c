int sprintf(char *, const char *, ...);
int main(void) { char b[4]; sprintf(b, "%#x", 255); return 0; }
