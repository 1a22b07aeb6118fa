class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<Object> all = new ArrayList<>();
all.add(all);
assert all.toString().length() != 19;
}
}
