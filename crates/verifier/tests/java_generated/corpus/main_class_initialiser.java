class P0 {
static int v = Log.next(3);
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert v != 3;
}
}
