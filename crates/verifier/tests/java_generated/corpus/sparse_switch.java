class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int n = 0;
switch (i) { case -2147483648: n = 1; break; case 2147483647: n = 2; break; case 5: n = 3; }
assert n != 2;
}
}
