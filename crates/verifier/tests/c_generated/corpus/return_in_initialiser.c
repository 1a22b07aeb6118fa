static int f(int c) { int x = ({ if (c) return 100; 3; }); return x; }
int main(void) { char a[4] = { 0 }; return a[f(1)]; }
