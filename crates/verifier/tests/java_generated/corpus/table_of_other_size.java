class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<Integer, Integer> m = new HashMap<>(64);
m.put(17, 1);
m.put(2, 2);
for (int k : m.keySet()) { assert k == 17; break; }
}
}
