/* The bytes of a member end before the next member. */
struct s { char b[4]; int n; }; void *malloc(unsigned long); int __VERIFIER_nondet_int(void);
int f(struct s *p, int i) { return i < 0 || i > 4 ? 0 : p[1].b[i]; }
int main(void) { struct s *p = malloc(3 * sizeof *p); return f(p, __VERIFIER_nondet_int()); }
