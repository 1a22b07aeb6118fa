class P0 {
static int f() { try { return 1; } finally { return 2; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert f() != 2;
}
}
