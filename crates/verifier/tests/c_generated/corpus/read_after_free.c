extern void *malloc(unsigned long); extern void free(void *);
int main(void) { char *p = malloc(4); if (!p) return 0; p[0] = 'a'; free(p); return p[0]; }
