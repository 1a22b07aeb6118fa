class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
List<StringBuilder> all = new ArrayList<>();
all.add(new StringBuilder());
all.get(0).append("x");
assert all.get(0).length() == 0;
}
}
