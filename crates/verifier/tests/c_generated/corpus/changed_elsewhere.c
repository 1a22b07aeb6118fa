extern void init(void);
int n = 1;
int main(void) { char b[4] = { 0 }; init(); return b[n]; }
