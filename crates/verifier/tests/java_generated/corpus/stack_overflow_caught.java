class P0 {
static int f(int k) { return f(k + 1) + 1; }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
try { f(0); } catch (StackOverflowError e) { assert false; }
}
}
