extern int __VERIFIER_nondet_int(void);
int main(void) { char t[2] = { 0 }; int i = 0; switch (__VERIFIER_nondet_int()) { case 1: i = 1; case 2: i++; break; default: i = 0; } return t[i]; }
