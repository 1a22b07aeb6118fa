class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Integer[] a = {1, 2};
List<Integer> all = Arrays.asList(a);
a[0] = 9;
assert all.get(0) == 1;
}
}
