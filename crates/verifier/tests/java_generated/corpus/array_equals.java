class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int[] a = {1};
int[] d = {1};
assert a.equals(d);
}
}
