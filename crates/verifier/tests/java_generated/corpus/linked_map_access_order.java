class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<String, Integer> m = new LinkedHashMap<>(4, 0.75f, true);
m.put("a", 1);
m.put("b", 1);
m.get("a");
for (String k : m.keySet()) { assert k.equals("a"); break; }
}
}
