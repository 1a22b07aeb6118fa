class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<List<Integer>, Integer> m = new HashMap<>();
List<Integer> k = new ArrayList<>();
m.put(k, 1);
k.add(1);
assert m.get(k) != null;
}
}
