class P0 {
static int f(Object... a) { return a.length; }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert f(new Object[] {1, 2}) != 2;
}
}
