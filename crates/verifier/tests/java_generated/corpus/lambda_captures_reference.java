class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int[] a = {1};
IntSupplier f = () -> a[0];
a[0] = 2;
assert f.getAsInt() != 2;
}
}
