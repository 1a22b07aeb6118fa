extern void *malloc(unsigned long); extern void *realloc(void *, unsigned long); extern void free(void *);
struct s { int n; char name[8]; };
int main(void) { struct s *p = malloc(sizeof *p); if (!p) return 0; p->name[0] = 'a'; char *q = p->name; p = realloc(p, 40960); if (!p) return 0; q[0] = 'b'; free(p); return 0; }
