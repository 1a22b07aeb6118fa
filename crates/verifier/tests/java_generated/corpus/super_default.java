class P0 {
interface A { default int f() { return 1; } }
static class C implements A { public int f() { return A.super.f() + 10; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert new C().f() != 11;
}
}
