class P0 {
static class M extends HashMap<String, Integer> { public Integer put(String k, Integer v) { Log.count++; return super.put(k, v); } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<String, Integer> m = new M();
m.put("a", 1);
assert Log.count == 0;
}
}
