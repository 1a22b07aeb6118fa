extern int __VERIFIER_nondet_int(void);
int main(void) { char t[4] = { 0 }; switch (__VERIFIER_nondet_int()) { int i; i = 1; case 1: return t[i]; } return 0; }
