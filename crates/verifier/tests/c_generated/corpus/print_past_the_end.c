extern int snprintf(char *, unsigned long, const char *, ...);
int main(void) { char b[3]; snprintf(b, 4, "%s", "abcdef"); return b[0]; }
