class P0 {
static class Loud2 { static int v = Log.count; static void f(int k) { } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Loud2.f(Log.next(1));
assert Loud2.v != 1;
}
}
