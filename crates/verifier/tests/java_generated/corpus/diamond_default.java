class P0 {
interface A { default int f() { return 1; } }
interface B extends A { default int f() { return 2; } }
static class C implements A, B { }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert new C().f() != 2;
}
}
