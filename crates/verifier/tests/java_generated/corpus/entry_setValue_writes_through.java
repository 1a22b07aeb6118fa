class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<String, Integer> m = new HashMap<>();
m.put("a", 1);
for (Map.Entry<String, Integer> e : m.entrySet()) e.setValue(5);
assert m.get("a") == 1;
}
}
