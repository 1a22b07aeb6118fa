class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<Integer, Integer> m = new HashMap<>();
for (int k = 0; k < j; k++) m.merge(k % 2, 1, Integer::sum);
assert m.size() != 2 || m.get(0) != 2;
}
}
