class P0 {
static int f(int k) { return 1; }
static int f(Object k) { return 2; }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert f('a') != 1;
}
}
