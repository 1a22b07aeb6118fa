class P0 {
static class A { int w = f(); int v = 3; int f() { return v; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert new A().w != 0;
}
}
