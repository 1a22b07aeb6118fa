class P0 {
static int f() { int k = 1; try { return k; } finally { k = 2; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert f() != 1;
}
}
