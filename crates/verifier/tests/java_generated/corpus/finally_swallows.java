class P0 {
static int f() { try { throw new IllegalStateException(); } finally { return 2; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
f();
assert false;
}
}
