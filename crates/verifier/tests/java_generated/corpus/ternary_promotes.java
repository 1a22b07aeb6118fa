class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Object x = b ? 1 : 2.0;
assert x instanceof Integer || x.equals(2.0);
}
}
