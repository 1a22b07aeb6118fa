class P0 {
static class A { int seen; A() { seen = f(); } int f() { return 1; } }
static class B extends A { int v = 3; int f() { return v; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert new B().seen != 0;
}
}
