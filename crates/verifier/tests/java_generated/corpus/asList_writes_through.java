class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Integer[] a = {1, 2};
List<Integer> all = Arrays.asList(a);
all.set(0, 9);
assert a[0] == 1;
}
}
