extern int snprintf(char *, unsigned long, const char *, ...);
int main(void) { char b[4]; int n = -1; return snprintf(b, n, "%s", "a long text"); }
