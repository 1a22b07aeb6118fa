/* A pointer to a local of a call leads nowhere when the same call is made again. */
static int f(char **to) { char b[4] = "abc"; if (!*to) { *to = b; return 0; } return (*to)[0]; }
int main(void) { char *p = 0; int s = 0; for (int i = 0; i < 2; i++) s += f(&p); return s; }
