extern int __VERIFIER_nondet_int(void); struct s { int n; };
int main(void) { struct s x = { 100 }, y = { 0 }; char a[4] = { 0 }; struct s z = __VERIFIER_nondet_int() ? x : y; return a[z.n]; }
