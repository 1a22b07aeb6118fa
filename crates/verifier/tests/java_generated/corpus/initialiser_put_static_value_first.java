class P0 {
static class A { static int x; static int seen = Log.count; }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
A.x = Log.next(1);
assert A.seen != 1;
}
}
