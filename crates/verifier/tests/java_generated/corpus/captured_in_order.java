class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int k = 5, m = 2;
IntSupplier f = () -> k - m;
assert f.getAsInt() != 3;
}
}
