extern char *strcpy(char *, const char *);
int main(void) { char b[5]; strcpy(b, __func__); return b[0]; }
