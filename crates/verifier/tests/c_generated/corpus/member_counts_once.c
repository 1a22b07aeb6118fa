struct s { int n; char b[4]; };
int main(void) { struct s v = { 3, "ab" }; struct s *q = &v; q->b[++q->n] = 'x'; return 0; }
