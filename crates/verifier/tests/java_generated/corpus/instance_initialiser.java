class P0 {
static class A { int v; { v = 2; } A(int k) { v += k; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert new A(1).v != 3;
}
}
