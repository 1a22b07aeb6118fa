class P0 {
interface I { int X = Log.next(4); default int f() { return 1; } }
static class C implements I {}
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
new C();
assert Log.count == 0;
}
}
