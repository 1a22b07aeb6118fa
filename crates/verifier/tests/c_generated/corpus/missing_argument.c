int f(a, b) int a, b; { char t[4] = { 0 }; return t[b] + a; }
int main(void) { return f(1); }
