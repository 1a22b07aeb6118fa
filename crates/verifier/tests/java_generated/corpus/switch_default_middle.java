class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int n = 0;
switch (i) { case 1: n = 1; break; default: n = 5; case 3: n += 2; }
assert n != 7;
}
}
