extern char *strncpy(char *, const char *, unsigned long);
int main(void) { char b[4]; strncpy(b, "a", 5); return b[0]; }
