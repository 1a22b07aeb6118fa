/* Two bit fields in one byte are two members, also behind a pointer. */
struct s { unsigned a : 3; unsigned b : 3; };
int main(void) { struct s x; struct s *p = &x; char t[4] = { 0 }; p->a = 7; p->b = 0; return t[p->a]; }
