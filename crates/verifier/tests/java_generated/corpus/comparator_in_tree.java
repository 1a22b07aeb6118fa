class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<String, Integer> m = new TreeMap<>((x, y) -> 0);
m.put("a", 1);
m.put("b", 1);
assert m.size() == 2;
}
}
