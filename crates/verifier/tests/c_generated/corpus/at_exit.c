int atexit(void (*)(void)); void exit(int);
static char b[2]; static int n; static void bye(void) { b[n] = 1; }
int main(void) { atexit(bye); n = 2; exit(0); }
