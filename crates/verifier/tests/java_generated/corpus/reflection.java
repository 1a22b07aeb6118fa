class P0 {
static void f() { Log.count++; }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
P0.class.getDeclaredMethod("f").invoke(null);
assert Log.count == 0;
}
}
