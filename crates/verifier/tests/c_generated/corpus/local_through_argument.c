static void f(char **to) { char b[4] = "ab"; *to = b; }
int main(void) { char *p; f(&p); return p[0]; }
