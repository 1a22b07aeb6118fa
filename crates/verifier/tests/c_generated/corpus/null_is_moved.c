/* A null pointer that is moved is no null pointer. */
struct s { int a, b; }; void *malloc(unsigned long); int __VERIFIER_nondet_int(void);
int main(void) { struct s *p = __VERIFIER_nondet_int() ? 0 : malloc(8); int *q = &p->b; return q ? *q : 0; }
