struct s { int t[4]; int n; };
int main(void) { struct s v = { { 0 }, 1 }; struct s *p = &v; int i = 4; return p->t[i]; }
