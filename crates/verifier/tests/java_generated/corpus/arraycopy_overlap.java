class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int[] a = {1, 2, 3};
System.arraycopy(a, 0, a, 1, 2);
assert a[2] != 2;
}
}
