class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int[] a = {0, 0};
int k = 0;
a[k] = k = 1;
assert a[0] == 0;
}
}
