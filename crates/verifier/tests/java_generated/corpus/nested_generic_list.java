class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<List<Integer>> all = new ArrayList<>();
List<Integer> in = new ArrayList<>();
all.add(in);
in.add(j);
assert all.get(0).size() == 0;
}
}
