class P0 {
static class A { private int f() { return 1; } int g() { return f(); } }
static class B extends A { int f() { return 2; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert new B().g() != 1;
}
}
