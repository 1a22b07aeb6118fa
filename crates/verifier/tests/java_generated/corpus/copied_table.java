class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<Integer, Integer> o = new HashMap<>();
o.put(5, 1);
o.put(2, 2);
o.put(8, 2);
Map<Integer, Integer> m = new HashMap<>(o);
for (int k : m.keySet()) { assert k == 2; break; }
}
}
