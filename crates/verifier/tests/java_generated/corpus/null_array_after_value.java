class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int[] a = null;
int k = 0;
try { a[k++] = Log.next(3); } catch (NullPointerException e) { }
assert Log.count == 0;
}
}
