class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<String, Integer> m = new TreeMap<>();
m.put("b", 1);
m.put("a", 2);
for (String k : m.keySet()) { assert k.equals("b"); break; }
}
}
