/* An array in a union ends before the union does. */
struct s { int n; union { char b[2]; int k; }; }; int __VERIFIER_nondet_int(void);
int main(void) { struct s x = { 0 }; int i = __VERIFIER_nondet_int() & 3; return x.b[i]; }
