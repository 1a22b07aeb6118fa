class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<Integer> one = new ArrayList<>();
List<Integer> two = one;
for (int k = 0; k < j; k++) two.add(k);
assert one.size() < 3;
}
}
