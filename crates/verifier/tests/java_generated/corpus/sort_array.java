class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int[] a = {i, j, 2};
Arrays.sort(a);
assert a[0] != -1;
}
}
