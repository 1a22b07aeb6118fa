static int f(void) { static _Thread_local int n; return n++; }
int main(void) { char a[2] = { 0 }; f(); f(); return a[f()]; }
