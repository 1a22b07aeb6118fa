struct s { unsigned a : 3; unsigned b : 3; };
int main(void) { struct s x; struct s *p = &x; char t[4] = { 0 }; p->a = 0; p->b = 7; return t[p->a]; }
