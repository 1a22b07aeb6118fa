class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<Integer> all = new ArrayList<>(Arrays.asList(5, 1));
all.remove(1);
assert all.get(0) != 5 || all.size() != 1;
}
}
