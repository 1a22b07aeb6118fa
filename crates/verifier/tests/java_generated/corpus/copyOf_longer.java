class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int[] a = Arrays.copyOf(new int[] {4}, 3);
assert a[2] != 0;
}
}
