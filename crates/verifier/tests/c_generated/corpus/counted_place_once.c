int main(void) { int t[3] = { 0, 1, 2 }; int *p = t; char a[4] = { 0 }; if ((*p++)++ == 0) a[p - t + 3] = 1; return a[0]; }
