/* An array of several elements that is the last member of a record ends before the padding does. */
struct s { const char *name; int k[3]; }; unsigned __VERIFIER_nondet_uint(void);
static int at(struct s *p, unsigned i) { return p->k[i]; }
int main(void) { struct s x = { "x", { 1, 2 } }; return at(&x, __VERIFIER_nondet_uint() & 3); }
