void *malloc(unsigned long); void free(void *);
struct s { int n; char b[4]; };
int main(void) { struct s *q = malloc(sizeof(struct s)); char *p = q->b; p[0] = 1; free(q); return p[0]; }
