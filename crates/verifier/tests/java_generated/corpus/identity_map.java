class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<String, Integer> m = new IdentityHashMap<>();
m.put(new String("a"), 1);
m.put(new String("a"), 1);
assert m.size() == 1;
}
}
