enum e { GREAT = 0xfffffff0 };
int main(void) { char a[4] = { 0 }; long x = GREAT; return a[x > 0 ? 9 : 0]; }
