class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<String, Integer> m = new HashMap<>();
m.put("a", 1);
m.keySet().remove("a");
assert m.size() == 1;
}
}
