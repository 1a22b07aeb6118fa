class P0 {
static class K { public int hashCode() { Log.count++; return 1; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Map<Object, Integer> m = new HashMap<>();
m.put("x", 1);
m.put(new K(), 1);
assert Log.count == 0;
}
}
