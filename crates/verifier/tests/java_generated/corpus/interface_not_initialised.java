class P0 {
interface I { int X = Log.next(4); int f(); }
static class C implements I { public int f() { return 1; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
new C();
assert Log.count != 0;
}
}
