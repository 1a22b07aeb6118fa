class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int n = 0;
switch (i) { case 0: n++; case 1: n++; case 2: n++; break; case 3: n = 9; }
assert n != 2;
}
}
