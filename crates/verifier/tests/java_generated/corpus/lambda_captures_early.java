class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int[] a = {1};
int k = a[0];
IntSupplier f = () -> k;
a[0] = 2;
assert f.getAsInt() != 1;
}
}
