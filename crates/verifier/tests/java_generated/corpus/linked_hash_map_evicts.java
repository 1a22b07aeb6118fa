class P0 {
static class M extends LinkedHashMap<String, Integer> { protected boolean removeEldestEntry(Map.Entry<String, Integer> e) { return size() > 1; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<String, Integer> m = new M();
m.put("a", 1);
m.put("b", 1);
assert m.size() == 2;
}
}
